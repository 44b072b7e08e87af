import { type Selectable, sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { WebhookDeliveriesTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { createDeliveries, enqueueDelivery } from "#server/webhooks/record-event.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { Delivery, listDeliveries } from "../contract.ts";
import { testEvent } from "../events.ts";
import { lockWebhook } from "./webhooks.ts";

type DeliveryRow = Selectable<WebhookDeliveriesTable>;

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  kind: row.kind,
  body: row.body,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  responseStatus: row.response_status,
  responseStart: row.response_start,
  durationMs: row.duration_ms,
  problem: row.problem,
});

const idColumn = sql`d.id`;

/** Deliveries for administrators, newest first. */
export const deliveryList = defineList<QueryOf<typeof listDeliveries>, DeliveryRow, Delivery>({
  from: sql`webhook_deliveries d`,
  columns: sql`d.id, d.webhook_id, d.event_id, d.kind, d.body, d.state, d.attempts, d.next_attempt_at, d.last_attempt_at,
    d.response_status, d.response_start, d.duration_ms, d.problem, d.created_at`,
  id: idColumn,
  sort: () => ({ by: [idColumn], descending: true }),
  scope: ({ effectiveRole }) => (effectiveRole === "admin" ? sql`true` : sql`false`),
  filters: {
    webhookId: (webhookId) => sql`d.webhook_id = ${webhookId}`,
    state: (state) => sql`d.state = ${state}`,
  },
  present: (rows) => rows.map(toDelivery),
  csv: {
    name: "webhook-deliveries",
    cells: {
      Delivery: ({ id: number }) => number,
      Webhook: ({ webhook_id }) => webhook_id,
      "Event ID": ({ event_id }) => event_id,
      "Event type": ({ kind }) => kind,
      Status: ({ state }) => state,
      "Time (UTC)": ({ created_at }) => created_at,
      Attempts: ({ attempts }) => attempts,
      "Last attempt (UTC)": ({ last_attempt_at }) => last_attempt_at,
      Response: ({ response_status }) => response_status,
      Milliseconds: ({ duration_ms }) => duration_ms,
      Problem: ({ problem }) => problem,
    },
  },
});

const pausedError = () => conflict("This webhook is paused. Resume it first.");

/**
 * Sends a test event.
 * @throws AppError not_found; conflict if the webhook is paused
 */
export async function sendTest(ctx: SignedInCtx, webhookId: number): Promise<Delivery> {
  const { state } = await lockWebhook(ctx, webhookId);
  if (state === "paused") throw pausedError();
  const [delivery] = await createDeliveries(ctx, [webhookId], {
    kind: testEvent,
    subject: { kind: "webhook", id: String(webhookId) },
    propertyId: null,
    details: {},
  });
  return toDelivery(await requireDelivery(ctx, delivery ?? 0));
}

/**
 * Sends a delivery again, with as many attempts as a new one.
 * @throws AppError not_found; conflict if the webhook is paused
 */
export async function redeliver(ctx: SignedInCtx, deliveryId: number): Promise<Delivery> {
  const { webhook_id, event_id, kind } = await requireDelivery(ctx, deliveryId);
  const { state } = await lockWebhook(ctx, webhook_id);
  if (state === "paused") throw pausedError();
  await ctx.db
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", attempts: 0, next_attempt_at: null })
    .where("id", "=", deliveryId)
    .execute();
  await enqueueDelivery(ctx.db, deliveryId, webhook_id);
  await audit(ctx, {
    action: "webhook.replayed",
    subjectType: "webhook",
    subjectId: webhook_id,
    details: { eventId: event_id, kind },
  });
  return toDelivery(await requireDelivery(ctx, deliveryId));
}

async function requireDelivery({ db }: SignedInCtx, deliveryId: number): Promise<DeliveryRow> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (row === undefined) throw notFound("delivery");
  return row;
}
