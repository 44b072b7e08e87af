import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";
import { type TopicName, topics } from "./topics.ts";

const topicNames = Object.keys(topics) as [TopicName, ...TopicName[]];

/** How a person is notified of one topic. */
const preference = z.object({
  topic: z.enum(topicNames),
  label: z.string(),
  about: z.string(),
  /** In the bell and the list of notifications. */
  inPortal: z.boolean(),
  byMail: z.boolean(),
  /** On the devices on which the person turned pushes on. */
  byPush: z.boolean(),
});

const preferences = z.object({
  /** Nothing is mailed to an unconfirmed address. */
  emailConfirmed: z.boolean(),
  /** The topics that the role gets notifications of. */
  topics: z.array(preference),
});
export type Preferences = z.infer<typeof preferences>;

export const readPreferences = endpoint({
  method: "GET",
  path: "/api/notification-preferences",
  action: "notifications.choose",
  summary: "The user's notification preferences, in the portal, by mail and by push",
  response: preferences,
});

const yesOrNo = z.optional(z.boolean("This must be true or false."));

export const choosePreference = endpoint({
  method: "PUT",
  path: "/api/notification-preferences",
  action: "notifications.choose",
  summary: "Change the user's preference for a topic; fields that are not named stay",
  body: z.object({
    topic: z.enum(topicNames, "Please name one of the topics you get notifications of."),
    inPortal: yesOrNo,
    byMail: yesOrNo,
    byPush: yesOrNo,
  }),
  response: preferences,
});

const incomplete = "This link is not complete. Please open the link in the email again, or copy all of it.";
const token = z.string(incomplete).check(z.maxLength(1_000, incomplete));

export const readUnsubscribe = endpoint({
  method: "GET",
  path: "/api/unsubscribe",
  action: "notifications.unsubscribe",
  summary: "Which mails the link in a mail turns off, and whether they are off",
  query: z.object({ token }),
  response: z.object({
    topics: z.array(z.pick(preference, { topic: true, label: true, about: true })),
    isOff: z.boolean(),
  }),
});

/** The page sends the token in the body; a mail program, which posts a form (RFC 8058), sends it in the address. */
export const unsubscribe = endpoint({
  method: "POST",
  path: "/api/unsubscribe",
  action: "notifications.unsubscribe",
  summary: "Turn off the mails that the link in a mail is about",
  query: z.object({ token: z.optional(token) }),
  body: z.object({ token: z.optional(token) }),
  response: done,
});
