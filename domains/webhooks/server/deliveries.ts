import { type Selectable, sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { WebhookDeliveriesTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { deliver, enqueueDelivery } from "#server/webhooks/record-event.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { Delivery, listDeliveries } from "../contract.ts";
import { testEvent } from "../events.ts";
import { lockWebhook } from "./webhooks.ts";

type Row = Selectable<WebhookDeliveriesTable>;

const present = (row: Row): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  kind: row.kind,
  body: row.body,
  state: row.state as Delivery["state"],
  tries: row.tries,
  createdAt: row.created_at.toISOString(),
  nextTryAt: row.next_try_at?.toISOString() ?? null,
  lastTryAt: row.last_try_at?.toISOString() ?? null,
  responseStatus: row.response_status,
  responseStart: row.response_start,
  durationMs: row.duration_ms,
  problem: row.problem,
});

const id = sql`d.id`;

/** Deliveries, newest first, for administrators. */
export const deliveries = defineList<QueryOf<typeof listDeliveries>, Row, Delivery>({
  from: sql`webhook_deliveries d`,
  columns: sql`d.id, d.webhook_id, d.event_id, d.kind, d.body, d.state, d.tries, d.next_try_at, d.last_try_at,
    d.response_status, d.response_start, d.duration_ms, d.problem, d.created_at`,
  id,
  order: () => ({ by: [id], descending: true }),
  scope: ({ effectiveRole }) => (effectiveRole === "admin" ? sql`true` : sql`false`),
  filters: {
    webhookId: (webhookId) => sql`d.webhook_id = ${webhookId}`,
    state: (state) => sql`d.state = ${state}`,
  },
  present: (rows) => rows.map(present),
  csv: {
    name: "webhook-deliveries",
    cells: {
      Delivery: ({ id: number }) => number,
      Webhook: ({ webhook_id }) => webhook_id,
      Event: ({ event_id }) => event_id,
      Kind: ({ kind }) => kind,
      State: ({ state }) => state,
      "Happened (UTC)": ({ created_at }) => created_at,
      Tries: ({ tries }) => tries,
      "Last try (UTC)": ({ last_try_at }) => last_try_at,
      Answer: ({ response_status }) => response_status,
      Milliseconds: ({ duration_ms }) => duration_ms,
      Problem: ({ problem }) => problem,
    },
  },
});

const isPaused = () => conflict("This webhook is paused. Please resume it first.");

/** @throws AppError not_found; conflict while it is paused */
export async function sendTest(ctx: SignedInCtx, webhookId: number): Promise<Delivery> {
  const { state } = await lockWebhook(ctx, webhookId);
  if (state === "paused") throw isPaused();
  const [delivery] = await deliver(ctx, [webhookId], {
    kind: testEvent,
    subject: { kind: "webhook", id: String(webhookId) },
    propertyId: null,
    details: {},
  });
  return present(await find(ctx, delivery ?? 0));
}

/** Sends a delivery again, as often as a new one. @throws AppError not_found; conflict while the webhook is paused */
export async function replay(ctx: SignedInCtx, deliveryId: number): Promise<Delivery> {
  const { webhook_id, event_id, kind } = await find(ctx, deliveryId);
  const { state } = await lockWebhook(ctx, webhook_id);
  if (state === "paused") throw isPaused();
  await ctx.db
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", tries: 0, next_try_at: null })
    .where("id", "=", deliveryId)
    .execute();
  await enqueueDelivery(ctx.db, deliveryId, webhook_id);
  await audit(ctx, {
    action: "webhook.replayed",
    subjectType: "webhook",
    subjectId: webhook_id,
    details: { eventId: event_id, kind },
  });
  return present(await find(ctx, deliveryId));
}

async function find({ db }: SignedInCtx, deliveryId: number): Promise<Row> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (row === undefined) throw notFound("delivery");
  return row;
}
