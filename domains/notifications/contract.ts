import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

export const notification = z.object({
  id: z.number(),
  kind: z.string(),
  text: z.string(),
  /** A path in the portal. */
  link: z.nullable(z.string()),
  createdAt: z.string(),
  readAt: z.nullable(z.string()),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  action: "notifications.read",
  summary: "List your notifications (the newest 50, or a page), with the unread count",
  query: z.object({
    ...paging,
    /** `yes`: only unread notifications. */
    unread: z.optional(z.literal("yes", "unread must be yes or omitted.")),
  }),
  response: z.object({ unread: z.number(), items: z.array(notification) }),
});

export const markNotificationsRead = endpoint({
  method: "POST",
  path: "/api/notifications/read",
  action: "notifications.read",
  summary: "Mark notifications as read: specific ones, or all up to an id",
  body: z
    .object({
      upTo: z.optional(z.int("upTo must be the id of a notification.")),
      ids: z.optional(
        z
          .array(z.int("ids must be the ids of notifications."), "ids must be the ids of notifications.")
          .check(z.maxLength(200, "You can mark up to 200 notifications at a time.")),
      ),
    })
    .check(
      z.refine(
        ({ upTo, ids }) => (upTo === undefined) !== (ids === undefined),
        "Specify which notifications were read: ids or upTo.",
      ),
    ),
  response: done,
});

export const liveEvents = endpoint({
  method: "GET",
  path: "/api/events",
  action: "live.read",
  summary: "Stream live events you can access (server-sent events)",
  response: z.unknown(),
  responseKind: "events",
});
