import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import { enqueueDelivery } from "#server/webhooks/record-event.ts";
import { maxFailingDays, retryDelaysSeconds } from "../events.ts";
import { type PostResult, postEvent } from "./post-event.ts";
import { openSecret } from "./webhooks.ts";

interface DueDelivery {
  event_id: string;
  body: string;
  webhook_id: number;
  url: string;
  secret: Buffer;
  state: "active" | "paused";
}

/**
 * Attempts a delivery. A failed delivery is retried after a growing delay. A webhook with no successful
 * delivery for days is paused, and the administrators are notified. If the process dies after the response,
 * the delivery is repeated, and the receiver recognizes the event by its id.
 */
export async function deliverWebhook(
  services: Services,
  { deliveryId }: Tasks["deliver-webhook"],
): Promise<void> {
  const { rows } = await sql<DueDelivery>`
    select d.event_id, d.body, w.id as webhook_id, w.url, w.secret, w.state
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.id = ${deliveryId} and d.state in ('waiting', 'retrying')`.execute(services.db);
  const [delivery] = rows;
  if (delivery === undefined) return;
  const result: PostResult =
    delivery.state === "paused"
      ? { status: null, responseStart: "", problem: "The webhook was paused.", durationMs: 0 }
      : await postEvent(
          {
            url: delivery.url,
            secret: openSecret(services, delivery.webhook_id, delivery.secret),
            eventId: delivery.event_id,
            body: delivery.body,
          },
          { now: services.clock(), networks: services.config.webhookNetworks },
        );
  await runAsPortal(services, (ctx) =>
    recordAttempt(ctx, { deliveryId, webhookId: delivery.webhook_id, result }),
  );
}

/**
 * Records the result of an attempt and schedules the next one. The webhook might have been edited or deleted
 * during the attempt.
 */
async function recordAttempt(
  ctx: Ctx,
  { deliveryId, webhookId, result }: { deliveryId: number; webhookId: number; result: PostResult },
): Promise<void> {
  const { db, now } = ctx;
  const webhook = await db
    .selectFrom("webhooks")
    .select(["url", "state", "failing_since"])
    .where("id", "=", webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (webhook === undefined) return;
  const isDelivered = result.problem === null;
  const { attempts } = await db
    .updateTable("webhook_deliveries")
    .set((row) => ({
      attempts: row("attempts", "+", 1),
      last_attempt_at: now,
      next_attempt_at: null,
      state: isDelivered ? "delivered" : "failed",
      response_status: result.status,
      response_start: result.responseStart,
      duration_ms: result.durationMs,
      problem: result.problem,
    }))
    .where("id", "=", deliveryId)
    .returning("attempts")
    .executeTakeFirstOrThrow();
  if (isDelivered) {
    if (webhook.failing_since !== null)
      await db.updateTable("webhooks").set({ failing_since: null }).where("id", "=", webhookId).execute();
    return;
  }
  if (webhook.state === "paused") return;
  const failingSince = webhook.failing_since ?? now;
  if (now.getTime() - failingSince.getTime() >= maxFailingDays * 86_400_000) {
    await pauseWebhook(ctx, webhookId, new URL(webhook.url).host);
    return;
  }
  await db.updateTable("webhooks").set({ failing_since: failingSince }).where("id", "=", webhookId).execute();
  const waitSeconds = retryDelaysSeconds[attempts - 1];
  if (waitSeconds === undefined) return;
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "retrying", next_attempt_at: new Date(now.getTime() + waitSeconds * 1000) })
    .where("id", "=", deliveryId)
    .execute();
  await enqueueDelivery(db, deliveryId, webhookId, waitSeconds);
}

async function pauseWebhook(ctx: Ctx, webhookId: number, host: string): Promise<void> {
  await ctx.db
    .updateTable("webhooks")
    .set((row) => ({
      state: "paused",
      pause_reason: `No deliveries succeeded for ${maxFailingDays} days.`,
      version: row("version", "+", 1),
    }))
    .where("id", "=", webhookId)
    .execute();
  await audit(ctx, {
    action: "webhook.paused",
    subjectType: "webhook",
    subjectId: webhookId,
    actorName: "The portal",
  });
  await notify(ctx, await findManagers(ctx, null, { admins: "always" }), {
    kind: "webhook.paused",
    details: { host, days: maxFailingDays },
    link: `/webhooks/${webhookId}`,
  });
}
