import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";
import { type TopicName, topics } from "./topics.ts";

const topicNames = Object.keys(topics) as [TopicName, ...TopicName[]];

/** How a person is notified about one topic. */
const preference = z.object({
  topic: z.enum(topicNames),
  label: z.string(),
  about: z.string(),
  /** In the bell menu and the list of notifications. */
  inPortal: z.boolean(),
  byEmail: z.boolean(),
  /** On the devices where the user turned on push. */
  byPush: z.boolean(),
});

const preferences = z.object({
  /** Unconfirmed addresses get no emails. */
  emailConfirmed: z.boolean(),
  /** The topics the user's role gets notifications about. */
  topics: z.array(preference),
});
export type Preferences = z.infer<typeof preferences>;

export const readPreferences = endpoint({
  method: "GET",
  path: "/api/notification-preferences",
  action: "notifications.edit",
  summary: "Get your notification preferences for the portal, email, and push",
  response: preferences,
});

const optionalBoolean = z.optional(z.boolean("This must be true or false."));

export const setPreference = endpoint({
  method: "PUT",
  path: "/api/notification-preferences",
  action: "notifications.edit",
  summary: "Update your preference for a topic; omitted fields don't change",
  body: z.object({
    topic: z.enum(topicNames, "Unknown notification topic."),
    inPortal: optionalBoolean,
    byEmail: optionalBoolean,
    byPush: optionalBoolean,
  }),
  response: preferences,
});

const incompleteLinkMessage =
  "This link is incomplete. Open the link in the email again, or copy the whole link.";
const token = z.string(incompleteLinkMessage).check(z.maxLength(1_000, incompleteLinkMessage));

export const readUnsubscribe = endpoint({
  method: "GET",
  path: "/api/unsubscribe",
  action: "notifications.unsubscribe",
  summary: "Get which emails an unsubscribe link controls and whether they're off",
  query: z.object({ token }),
  response: z.object({
    topics: z.array(z.pick(preference, { topic: true, label: true, about: true })),
    isOff: z.boolean(),
  }),
});

/**
 * The page sends the token in the body. An email client posts a form (RFC 8058) with the token in the URL.
 */
export const unsubscribe = endpoint({
  method: "POST",
  path: "/api/unsubscribe",
  action: "notifications.unsubscribe",
  summary: "Unsubscribe from the emails an unsubscribe link controls",
  query: z.object({ token: z.optional(token) }),
  body: z.object({ token: z.optional(token) }),
  response: done,
});
