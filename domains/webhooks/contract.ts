import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { webhookEventNames } from "./events.ts";

export const webhook = z.object({
  id: z.number(),
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  state: z.enum(["active", "paused"]),
  /** Why the portal paused it automatically. */
  pauseReason: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  createdAt: z.string(),
  createdBy: z.string(),
  version: z.number(),
});
export type Webhook = z.infer<typeof webhook>;
/** The signing secret is returned only once. */
const webhookWithSecret = z.extend(webhook, { secret: z.string() });

const url = z
  .string("Please enter a URL")
  .check(z.trim(), z.maxLength(500, "Use 500 characters or fewer"))
  .check(z.url({ protocol: /^https?$/, error: "Please enter a URL that starts with https://" }));
const events = z
  .array(z.enum(webhookEventNames, "Unknown event."))
  .check(z.minLength(1, "Please select at least one event"), z.maxLength(webhookEventNames.length));

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/webhooks",
  action: "webhooks.read",
  summary: "List webhooks, newest first",
  response: z.array(webhook),
});

export const readWebhook = endpoint({
  method: "GET",
  path: "/api/webhooks/:id",
  action: "webhooks.read",
  summary: "Get one webhook",
  params: byId,
  response: webhook,
});

export const createWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks",
  action: "webhooks.edit",
  summary: "Add a webhook; its signing secret is returned only once",
  ignoresIdempotencyKey: true,
  body: z.object({ url, events }),
  response: webhookWithSecret,
  status: 201,
});

export const editWebhook = endpoint({
  method: "PATCH",
  path: "/api/webhooks/:id",
  action: "webhooks.edit",
  summary: "Update a webhook's URL, events, or status",
  params: byId,
  ignoresIdempotencyKey: true,
  versioned: true,
  body: z.object({
    url: z.optional(url),
    events: z.optional(events),
    state: z.optional(z.enum(["active", "paused"], "state must be active or paused.")),
    version: z.optional(z.int()),
  }),
  response: webhook,
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "/api/webhooks/:id",
  action: "webhooks.edit",
  summary: "Delete a webhook and its delivery history",
  params: byId,
  response: done,
});

export const rotateSecret = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/rotate-secret",
  action: "webhooks.edit",
  summary: "Rotate a webhook's signing secret; the new one is returned only once",
  ignoresIdempotencyKey: true,
  params: byId,
  response: webhookWithSecret,
});

export const deliveryStates = ["waiting", "retrying", "delivered", "failed"] as const;

const delivery = z.object({
  id: z.number(),
  webhookId: z.number(),
  eventId: z.string(),
  kind: z.string(),
  body: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  createdAt: z.string(),
  nextAttemptAt: z.nullable(z.string()),
  lastAttemptAt: z.nullable(z.string()),
  responseStatus: z.nullable(z.number()),
  responseStart: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
  problem: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof delivery>;

export const testWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/test",
  action: "webhooks.edit",
  summary: "Send a test event to a webhook",
  params: byId,
  response: delivery,
  status: 201,
});

export const listDeliveries = endpoint({
  method: "GET",
  path: "/api/webhook-deliveries",
  action: "webhooks.read",
  summary: "List deliveries from the last 30 days, newest first",
  query: z.object({
    ...paging,
    webhookId: z.optional(idInPath),
    state: z.optional(z.enum(deliveryStates, `state must be one of ${deliveryStates.join(", ")}.`)),
  }),
  response: z.array(delivery),
});

export const exportDeliveries = csvEndpoint(listDeliveries);

export const replayDelivery = endpoint({
  method: "POST",
  path: "/api/webhook-deliveries/:id/replay",
  action: "webhooks.edit",
  summary: "Redeliver an event, with the same event id",
  params: byId,
  response: delivery,
});
