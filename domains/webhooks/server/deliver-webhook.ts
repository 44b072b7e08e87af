import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import { enqueueDelivery } from "#server/webhooks/record-event.ts";
import { failingDaysMax, pausesSeconds } from "../events.ts";
import { type Posted, postEvent } from "./post-event.ts";
import { openSecret } from "./webhooks.ts";

interface Due {
  event_id: string;
  body: string;
  webhook_id: number;
  url: string;
  secret: Buffer;
  state: "active" | "paused";
}

/**
 * Makes one try of a delivery. A failed one is tried again after a growing pause; a webhook to which nothing could be
 * delivered for days is paused, with a notice to the administrators. A process that dies after the answer came tries again:
 * a receiver knows the event by its id.
 */
export async function deliverWebhook(
  services: Services,
  { deliveryId }: Tasks["deliver-webhook"],
): Promise<void> {
  const { rows } = await sql<Due>`
    select d.event_id, d.body, w.id as webhook_id, w.url, w.secret, w.state
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.id = ${deliveryId} and d.state in ('waiting', 'retrying')`.execute(services.db);
  const [found] = rows;
  if (found === undefined) return;
  const posted: Posted =
    found.state === "paused"
      ? { status: null, start: "", problem: "The webhook was paused.", ms: 0 }
      : await postEvent(
          {
            url: found.url,
            secret: openSecret(services, found.webhook_id, found.secret),
            eventId: found.event_id,
            body: found.body,
          },
          { now: services.clock(), networks: services.config.webhookNetworks },
        );
  await asPortal(services, (ctx) => note(ctx, { deliveryId, webhookId: found.webhook_id, posted }));
}

/** Writes how a try ended, and what follows. The webhook may have been changed or deleted meanwhile. */
async function note(
  ctx: Ctx,
  { deliveryId, webhookId, posted }: { deliveryId: number; webhookId: number; posted: Posted },
): Promise<void> {
  const { db, now } = ctx;
  const webhook = await db
    .selectFrom("webhooks")
    .select(["url", "state", "failing_since"])
    .where("id", "=", webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (webhook === undefined) return;
  const isDelivered = posted.problem === null;
  const { tries } = await db
    .updateTable("webhook_deliveries")
    .set((row) => ({
      tries: row("tries", "+", 1),
      last_try_at: now,
      next_try_at: null,
      state: isDelivered ? "delivered" : "failed",
      response_status: posted.status,
      response_start: posted.start,
      duration_ms: posted.ms,
      problem: posted.problem,
    }))
    .where("id", "=", deliveryId)
    .returning("tries")
    .executeTakeFirstOrThrow();
  if (isDelivered) {
    if (webhook.failing_since !== null)
      await db.updateTable("webhooks").set({ failing_since: null }).where("id", "=", webhookId).execute();
    return;
  }
  if (webhook.state === "paused") return;
  const failingSince = webhook.failing_since ?? now;
  if (now.getTime() - failingSince.getTime() >= failingDaysMax * 86_400_000) {
    await pause(ctx, webhookId, new URL(webhook.url).host);
    return;
  }
  await db.updateTable("webhooks").set({ failing_since: failingSince }).where("id", "=", webhookId).execute();
  const waitSeconds = pausesSeconds[tries - 1];
  if (waitSeconds === undefined) return;
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "retrying", next_try_at: new Date(now.getTime() + waitSeconds * 1000) })
    .where("id", "=", deliveryId)
    .execute();
  await enqueueDelivery(db, deliveryId, webhookId, waitSeconds);
}

async function pause(ctx: Ctx, webhookId: number, host: string): Promise<void> {
  await ctx.db
    .updateTable("webhooks")
    .set((row) => ({
      state: "paused",
      paused_because: `Nothing could be delivered for ${failingDaysMax} days.`,
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
  await notify(ctx, await managersOf(ctx, null, { admins: "always" }), {
    kind: "webhook.paused",
    particulars: { host, days: failingDaysMax },
    link: `/webhooks/${webhookId}`,
  });
}
