import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done } from "#shared/http/fields.ts";

/** A browser that gets pushes. */
const pushDevice = z.object({
  id: z.number(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastSentAt: z.nullable(z.string()),
  /** Why the last push did not arrive; null when it did. */
  problem: z.nullable(z.string()),
  /** Whether it was turned on in the session of this request. */
  isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

const quietHours = z.object({
  from: z.string(),
  to: z.string(),
  /** Null: that of the portal. */
  timeZone: z.nullable(z.string()),
});

const pushSettings = z.object({
  /** Browsers subscribe with it. */
  publicKey: z.string(),
  devices: z.array(pushDevice),
  quietHours: z.nullable(quietHours),
  portalTimeZone: z.string(),
});
export type PushSettings = z.infer<typeof pushSettings>;

export const readPushSettings = endpoint({
  method: "GET",
  path: "/api/push-subscriptions",
  action: "notifications.choose",
  summary: "The devices that get the user's pushes, and the user's quiet hours",
  response: pushSettings,
});

const notByBrowser = "This is not a subscription as browsers make it.";
const key = (length: number) =>
  z.string(notByBrowser).check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`), notByBrowser));

export const subscribeToPush = endpoint({
  method: "POST",
  path: "/api/push-subscriptions",
  action: "notifications.choose",
  summary: "Send the user's pushes to this browser, until this session ends",
  /** As `PushSubscription.toJSON()` gives it. */
  body: z.object({
    endpoint: z.string(notByBrowser).check(z.maxLength(1_000, notByBrowser)),
    keys: z.object({ p256dh: key(87), auth: key(22) }, notByBrowser),
  }),
  response: pushDevice,
  status: 201,
});

export const unsubscribeFromPush = endpoint({
  method: "DELETE",
  path: "/api/push-subscriptions/:id",
  action: "notifications.choose",
  summary: "Send no more pushes to a device",
  params: byId,
  response: done,
});

export const testPush = endpoint({
  method: "POST",
  path: "/api/push-subscriptions/:id/test",
  action: "notifications.choose",
  summary: "Send a test to a device at once",
  ignoresIdempotencyKey: true,
  params: byId,
  /** `problem`: why it was not sent, in a sentence. */
  response: z.object({ problem: z.nullable(z.string()) }),
});

const time = z
  .string("Please enter a time")
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 22:00"));

export const setQuietHours = endpoint({
  method: "PUT",
  path: "/api/quiet-hours",
  action: "notifications.choose",
  summary: "Hold pushes back from a time of day to another, except those about urgent work orders",
  body: z
    .object({
      from: time,
      to: time,
      /** Null: that of the portal. */
      timeZone: z.nullable(z.string("Please choose a time zone from the list").check(z.maxLength(100))),
    })
    .check(
      z.refine(({ from, to }) => from !== to, {
        path: ["to"],
        error: "Please enter another time than the first",
      }),
    ),
  response: pushSettings,
});

export const endQuietHours = endpoint({
  method: "DELETE",
  path: "/api/quiet-hours",
  action: "notifications.choose",
  summary: "Have pushes sent at any time",
  response: pushSettings,
});
