import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done } from "#shared/http/fields.ts";

/** A browser that gets pushes. */
const pushDevice = z.object({
  id: z.number(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastSentAt: z.nullable(z.string()),
  /** Why the last push didn't arrive. Null if it did. */
  problem: z.nullable(z.string()),
  /** Whether push was turned on in the session of this request. */
  isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

const quietHours = z.object({
  from: z.string(),
  to: z.string(),
  /** Null means the portal's time zone. */
  timeZone: z.nullable(z.string()),
});

const pushSettings = z.object({
  /** The key browsers subscribe with. */
  publicKey: z.string(),
  devices: z.array(pushDevice),
  quietHours: z.nullable(quietHours),
  portalTimeZone: z.string(),
});
export type PushSettings = z.infer<typeof pushSettings>;

export const readPushSettings = endpoint({
  method: "GET",
  path: "/api/push-subscriptions",
  action: "notifications.edit",
  summary: "List your push devices and quiet hours",
  response: pushSettings,
});

const invalidSubscription = "Invalid push subscription.";
const key = (length: number) =>
  z.string(invalidSubscription).check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`), invalidSubscription));

export const subscribeToPush = endpoint({
  method: "POST",
  path: "/api/push-subscriptions",
  action: "notifications.edit",
  summary: "Turn on push for this browser until the session ends",
  /** The format of `PushSubscription.toJSON()`. */
  body: z.object({
    endpoint: z.string(invalidSubscription).check(z.maxLength(1_000, invalidSubscription)),
    keys: z.object({ p256dh: key(87), auth: key(22) }, invalidSubscription),
    /** The endpoint that the push service replaced. It must belong to this session. */
    replaces: z.optional(z.string().check(z.maxLength(1_000, invalidSubscription))),
  }),
  response: pushDevice,
  status: 201,
});

export const unsubscribeFromPush = endpoint({
  method: "DELETE",
  path: "/api/push-subscriptions/:id",
  action: "notifications.edit",
  summary: "Turn off push for a device",
  params: byId,
  response: done,
});

export const testPush = endpoint({
  method: "POST",
  path: "/api/push-subscriptions/:id/test",
  action: "notifications.edit",
  summary: "Send a test push to a device",
  ignoresIdempotencyKey: true,
  params: byId,
  /** `problem` is a sentence about why the push wasn't sent. */
  response: z.object({ problem: z.nullable(z.string()) }),
});

const time = z
  .string("Please enter a time")
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 22:00"));

export const setQuietHours = endpoint({
  method: "PUT",
  path: "/api/quiet-hours",
  action: "notifications.edit",
  summary: "Set quiet hours; only pushes about urgent work orders come through",
  body: z
    .object({
      from: time,
      to: time,
      /** Null means the portal's time zone. */
      timeZone: z.nullable(z.string("Please select a time zone").check(z.maxLength(100))),
    })
    .check(
      z.refine(({ from, to }) => from !== to, {
        path: ["to"],
        error: "The end time must be different from the start time",
      }),
    ),
  response: pushSettings,
});

export const endQuietHours = endpoint({
  method: "DELETE",
  path: "/api/quiet-hours",
  action: "notifications.edit",
  summary: "Turn off quiet hours",
  response: pushSettings,
});
