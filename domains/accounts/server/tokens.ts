import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";

export type TokenPurpose = "setup" | "confirm-address";

export const hashOf = (token: string) => createHash("sha256").update(token).digest();
export const randomToken = () => randomBytes(32).toString("base64url");

/** Creates a one-time token of 256 bits; only its hash is stored. */
export async function makeToken(
  db: Db,
  { purpose, userId, now, days }: { purpose: TokenPurpose; userId: number | null; now: Date; days: number },
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto("one_time_tokens")
    .values({
      token_hash: hashOf(token),
      purpose,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + days * 86_400_000),
    })
    .execute();
  return token;
}

/** The row of a token, used or not; undefined when it is unknown. */
export const findToken = (db: Db, purpose: TokenPurpose, token: string) =>
  db
    .selectFrom("one_time_tokens")
    .select(["user_id", "expires_at", "used_at"])
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .executeTakeFirst();

/** Consumes a token, in the transaction of the change it allows. False when it is unknown, expired or used. */
export async function useToken(ctx: Ctx, purpose: TokenPurpose, token: string): Promise<boolean> {
  const used = await ctx.db
    .updateTable("one_time_tokens")
    .set({ used_at: ctx.now })
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.now)
    .returning("purpose")
    .executeTakeFirst();
  return used !== undefined;
}

/** Voids every unused token of this purpose, and of this person if one is given. */
export async function voidTokens(
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
