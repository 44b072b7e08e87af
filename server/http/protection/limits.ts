import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { tooMany } from "#shared/errors.ts";

/**
 * A rate limit: a number of uses within a window. Uses are counted in the database, across all instances.
 */
export interface Limit {
  name: string;
  count: number;
  windowMinutes: number;
}

const getWindowStart = (now: Date, limit: Limit) =>
  new Date(Math.floor(now.getTime() / (limit.windowMinutes * 60_000)) * limit.windowMinutes * 60_000);
const toKey = (limit: Limit, subject: string) => `${limit.name} ${subject}`;

function throwOverLimit(limit: Limit, now: Date): never {
  const seconds = Math.ceil(
    (getWindowStart(now, limit).getTime() + limit.windowMinutes * 60_000 - now.getTime()) / 1000,
  );
  throw tooMany(`Too many attempts. Wait ${formatWait(Math.ceil(seconds / 60))} and try again.`, seconds);
}

const formatWait = (minutes: number): string =>
  minutes === 1 ? "1 minute" : minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;

/**
 * Checks without counting.
 * @throws AppError too_many if `subject` has used up `limit`
 */
export async function assertUnderLimit(ctx: Ctx, limit: Limit, subject: string): Promise<void> {
  const counter = await ctx.db
    .selectFrom("limit_counts")
    .select("count")
    .where("key", "=", toKey(limit, subject))
    .where("window_starts_at", "=", getWindowStart(ctx.now, limit))
    .executeTakeFirst();
  if (counter !== undefined && counter.count >= limit.count) throwOverLimit(limit, ctx.now);
}

/**
 * Counts one use in a single statement and returns the count.
 * @throws AppError too_many if it exceeds the limit
 */
export async function countUse(ctx: Pick<Ctx, "db" | "now">, limit: Limit, subject: string): Promise<number> {
  const { count } = await ctx.db
    .insertInto("limit_counts")
    .values({ key: toKey(limit, subject), window_starts_at: getWindowStart(ctx.now, limit), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["key", "window_starts_at"]).doUpdateSet({ count: sql`limit_counts.count + 1` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  if (count > limit.count) throwOverLimit(limit, ctx.now);
  return count;
}

export async function resetUses(ctx: Ctx, limit: Limit, subject: string): Promise<void> {
  await ctx.db.deleteFrom("limit_counts").where("key", "=", toKey(limit, subject)).execute();
}
