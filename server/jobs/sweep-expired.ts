import { sql } from "kysely";
import { retentionDays } from "#domains/webhooks/events.ts";
import type { Services } from "../http/context.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The time an expired API token stays listed, so that its owner can see why a program was rejected.
 */
const expiredTokenDays = 30;
/** The time a device can be offline and still get the responses to its earlier requests. */
const idempotentResponseDays = 30;
/** Read notifications are kept for half a year, unread ones for a year. */
const readNotificationDays = 180;
const notificationDays = 365;
const notificationBatchSize = 5_000;

/**
 * Deletes expired sessions, API tokens, links, unfinished sign-ins, rate limit counts, stored idempotent
 * responses, and old webhook deliveries and notifications.
 */
export async function sweepExpired({ db, clock }: Services): Promise<void> {
  const now = clock();
  const yesterday = new Date(now.getTime() - dayMs);
  await db
    .deleteFrom("sessions")
    .where((row) => row.or([row("idle_until", "<", now), row("ends_at", "<", now)]))
    .execute();
  await db
    .deleteFrom("one_time_tokens")
    .where("expires_at", "<", new Date(now.getTime() - 30 * dayMs))
    .execute();
  await db
    .deleteFrom("api_tokens")
    .where("expires_at", "<", new Date(now.getTime() - expiredTokenDays * dayMs))
    .execute();
  await db.deleteFrom("sign_in_requests").where("created_at", "<", yesterday).execute();
  await db.deleteFrom("sign_in_challenges").where("expires_at", "<", now).execute();
  await db.deleteFrom("limit_counts").where("window_starts_at", "<", yesterday).execute();
  await db
    .deleteFrom("idempotent_responses")
    .where("created_at", "<", new Date(now.getTime() - idempotentResponseDays * dayMs))
    .execute();
  await db
    .deleteFrom("webhook_deliveries")
    .where("created_at", "<", new Date(now.getTime() - retentionDays * dayMs))
    .execute();
  await sweepNotifications(db, now);
}

/** Deletes in batches, so that no reader of notifications waits for long. */
async function sweepNotifications(db: Services["db"], now: Date): Promise<void> {
  const daysAgo = (days: number) => sql`${new Date(now.getTime() - days * dayMs)}::timestamptz`;
  for (const condition of [
    sql`created_at < ${daysAgo(notificationDays)}`,
    sql`created_at < ${daysAgo(readNotificationDays)} and read_at is not null`,
  ])
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from notifications where id in (
          select id from notifications where ${condition} limit ${sql.lit(notificationBatchSize)} for update skip locked
        )`.execute(db);
      if (numAffectedRows < notificationBatchSize) break;
    }
}
