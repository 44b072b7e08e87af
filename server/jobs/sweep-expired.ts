import type { Services } from "../http/context.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Throws away what has run out: sessions, links, limit counts and kept answers. */
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
  await db.deleteFrom("sign_in_requests").where("created_at", "<", yesterday).execute();
  await db.deleteFrom("limit_counts").where("window_starts_at", "<", yesterday).execute();
  await db.deleteFrom("idempotent_answers").where("created_at", "<", yesterday).execute();
}
