import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";

export type TokenPurpose = "setup" | "confirm-address";

export const hashToken = (token: string) => createHash("sha256").update(token).digest();
export const createRandomToken = () => randomBytes(32).toString("base64url");

/** Creates a one-time token of 256 bits; only its hash is stored. */
export async function createOneTimeToken(
  db: Db,
  {
    purpose,
    userId,
    now,
    days: validDays,
  }: { purpose: TokenPurpose; userId: number | null; now: Date; days: number },
): Promise<string> {
  const token = createRandomToken();
  await db
    .insertInto("one_time_tokens")
    .values({
      token_hash: hashToken(token),
      purpose,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + validDays * 86_400_000),
    })
    .execute();
  return token;
}

/** Finds the row of a token, used or not. Undefined if the token is unknown. */
export const findToken = (db: Db, purpose: TokenPurpose, token: string) =>
  db
    .selectFrom("one_time_tokens")
    .select(["user_id", "expires_at", "used_at"])
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .executeTakeFirst();

/**
 * Consumes a token in the transaction of the change it allows. Returns false if the token is unknown,
 * expired, or used.
 */
export async function consumeToken(ctx: Ctx, purpose: TokenPurpose, token: string): Promise<boolean> {
  const consumedToken = await ctx.db
    .updateTable("one_time_tokens")
    .set({ used_at: ctx.now })
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.now)
    .returning("purpose")
    .executeTakeFirst();
  return consumedToken !== undefined;
}

/**
 * Invalidates all unused tokens of this purpose that belong to this person, or to no one if `userId` is null.
 */
export async function invalidateTokens(
  db: Db,
  { purpose, userId, now }: { purpose: TokenPurpose; userId: number | null; now: Date },
): Promise<void> {
  await db
    .updateTable("one_time_tokens")
    .set({ used_at: now })
    .where("purpose", "=", purpose)
    .where("user_id", "is not distinct from", userId)
    .where("used_at", "is", null)
    .execute();
}
