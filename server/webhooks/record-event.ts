import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { webhookEvents } from "#domains/webhooks/events.ts";
import type { Ctx } from "../http/context.ts";
import { enqueue } from "../jobs/tasks.ts";

interface WebhookEvent {
  kind: string;
  subject: { kind: string; id: string };
  propertyId: number | null;
  /** The same details as the log entry, which only administrators can see. */
  details: object;
}

/**
 * Writes a delivery for each webhook subscribed to this kind of event, in the transaction of the change. A
 * job sends it after the commit. Does nothing for kinds that aren't events. If another transaction is
 * deleting a webhook, waits for it and skips the webhook.
 */
export async function recordEvent(
  ctx: Pick<Ctx, "db" | "now" | "actor">,
  event: WebhookEvent,
): Promise<void> {
  if (!Object.hasOwn(webhookEvents, event.kind)) return;
  const { rows } = await sql<{ id: number }>`
    select id from webhooks where state = 'active' and ${event.kind} = any(events) order by id for key share`.execute(
    ctx.db,
  );
  if (rows.length > 0)
    await createDeliveries(
      ctx,
      rows.map(({ id }) => id),
      event,
    );
}

/** Writes the deliveries and returns their ids. */
export async function createDeliveries(
  { db, now, actor }: Pick<Ctx, "db" | "now" | "actor">,
  webhookIds: readonly number[],
  { kind, subject, propertyId, details }: WebhookEvent,
): Promise<number[]> {
  const eventId = `evt_${randomUUID()}`;
  const by = actor === null ? null : { id: actor.id, fullName: actor.fullName };
  const body = JSON.stringify({ id: eventId, kind, at: now.toISOString(), subject, propertyId, by, details });
  const deliveries = await db
    .insertInto("webhook_deliveries")
    .values(
      webhookIds.map((webhookId) => ({
        webhook_id: webhookId,
        event_id: eventId,
        kind,
        body,
        created_at: now,
      })),
    )
    .returning(["id", "webhook_id"])
    .execute();
  for (const { id, webhook_id } of deliveries) await enqueueDelivery(db, id, webhook_id);
  return deliveries.map(({ id }) => id);
}

/** Deliveries to one webhook run one after the other, so a slow webhook doesn't delay others. */
export const enqueueDelivery = (
  db: Ctx["db"],
  deliveryId: number,
  webhookId: number,
  delaySeconds = 0,
): Promise<void> =>
  enqueue(
    db,
    "deliver-webhook",
    { deliveryId },
    { delaySeconds, queue: `webhook-${webhookId}`, key: `webhook-delivery-${deliveryId}` },
  );
