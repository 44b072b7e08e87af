import { sql } from "kysely";
import { tooMany } from "#shared/errors.ts";
import type { Ctx } from "./context.ts";

/** A rate limit: so many uses within a window. Counted in the database, so that it holds across instances. */
export interface Limit {
  name: string;
  count: number;
  windowMinutes: number;
}

const windowStart = (now: Date, limit: Limit) =>
  new Date(Math.floor(now.getTime() / (limit.windowMinutes * 60_000)) * limit.windowMinutes * 60_000);
const keyOf = (limit: Limit, subject: string) => `${limit.name} ${subject}`;

function refuse(limit: Limit, now: Date): never {
  const seconds = Math.ceil(
    (windowStart(now, limit).getTime() + limit.windowMinutes * 60_000 - now.getTime()) / 1000,
  );
  throw tooMany(`Too many tries. Please wait ${inWords(Math.ceil(seconds / 60))} and try again.`, seconds);
}

const inWords = (minutes: number): string =>
  minutes === 1 ? "1 minute" : minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;

/** Checks without counting. @throws AppError too_many when `subject` has used up `limit` */
export async function refuseOverLimit(ctx: Ctx, limit: Limit, subject: string): Promise<void> {
  const used = await ctx.db
    .selectFrom("limit_counts")
    .select("count")
    .where("key", "=", keyOf(limit, subject))
    .where("window_starts_at", "=", windowStart(ctx.now, limit))
    .executeTakeFirst();
  if (used !== undefined && used.count >= limit.count) refuse(limit, ctx.now);
}

/** Counts one use in one statement and returns the count. @throws AppError too_many when it exceeds the limit */
export async function countUse(ctx: Pick<Ctx, "db" | "now">, limit: Limit, subject: string): Promise<number> {
  const { count } = await ctx.db
    .insertInto("limit_counts")
    .values({ key: keyOf(limit, subject), window_starts_at: windowStart(ctx.now, limit), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["key", "window_starts_at"]).doUpdateSet({ count: sql`limit_counts.count + 1` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  if (count > limit.count) refuse(limit, ctx.now);
  return count;
}

export async function forgetUses(ctx: Ctx, limit: Limit, subject: string): Promise<void> {
  await ctx.db.deleteFrom("limit_counts").where("key", "=", keyOf(limit, subject)).execute();
}
