import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { webhookEvents } from "#domains/webhooks/events.ts";
import type { Ctx } from "../http/context.ts";
import { enqueue } from "../jobs/tasks.ts";

interface Event {
  kind: string;
  subject: { kind: string; id: string };
  propertyId: number | null;
  /** As in the log that records the event, which its readers, the administrators, may see. */
  details: object;
}

/**
 * Writes a delivery for each webhook that is told of events of this kind, in the transaction of the change; a job sends it after
 * the commit. Other kinds are no events. A webhook that is being deleted by somebody else is waited for and left out.
 */
export async function recordEvent(ctx: Pick<Ctx, "db" | "now" | "actor">, event: Event): Promise<void> {
  if (!Object.hasOwn(webhookEvents, event.kind)) return;
  const { rows } = await sql<{ id: number }>`
    select id from webhooks where state = 'active' and ${event.kind} = any(events) order by id for key share`.execute(
    ctx.db,
  );
  if (rows.length > 0)
    await deliver(
      ctx,
      rows.map(({ id }) => id),
      event,
    );
}

/** Returns the ids of the deliveries. */
export async function deliver(
  { db, now, actor }: Pick<Ctx, "db" | "now" | "actor">,
  webhookIds: readonly number[],
  { kind, subject, propertyId, details }: Event,
): Promise<number[]> {
  const eventId = `evt_${randomUUID()}`;
  const by = actor === null ? null : { id: actor.id, fullName: actor.fullName };
  const body = JSON.stringify({ id: eventId, kind, at: now.toISOString(), subject, propertyId, by, details });
  const written = await db
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
  for (const { id, webhook_id } of written) await enqueueDelivery(db, id, webhook_id);
  return written.map(({ id }) => id);
}

/** The deliveries to one webhook are made one after the other, so that a slow one delays no others. */
export const enqueueDelivery = (
  db: Ctx["db"],
  deliveryId: number,
  webhookId: number,
  inSeconds = 0,
): Promise<void> =>
  enqueue(
    db,
    "deliver-webhook",
    { deliveryId },
    { inSeconds, queue: `webhook-${webhookId}`, key: `webhook-delivery-${deliveryId}` },
  );
