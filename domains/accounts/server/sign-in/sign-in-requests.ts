import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { hashToken } from "../tokens.ts";

export interface UsableLink {
  id: number;
  userId: number;
}

const purposes = {
  reset: ["reset-by-link", "reset-by-code"],
  "sign-in": ["sign-in"],
};

/** Returns the request with this token if it can still be used. */
export async function findUsableLink(
  { db, now }: Ctx,
  kind: keyof typeof purposes,
  token: string,
): Promise<UsableLink | undefined> {
  const { rows } = await sql<UsableLink>`
    select r.id, r.user_id as "userId" from sign_in_requests r join users u on u.id = r.user_id
    where r.token_hash = ${hashToken(token)} and r.purpose = any(${purposes[kind]}::text[])
      and r.used_at is null and r.token_until > ${now} and u.state <> 'disabled'`.execute(db);
  return rows[0];
}

/**
 * Consumes a request with its link and code, in the transaction of the sign-in or reset. Returns false if it
 * has already been consumed.
 */
export async function consumeRequest({ db, now }: Ctx, id: number): Promise<boolean> {
  const consumedRequest = await db
    .updateTable("sign_in_requests")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return consumedRequest !== undefined;
}

/** Invalidates all links and codes emailed to this person so far. */
export async function invalidateRequests(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await db
    .updateTable("sign_in_requests")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}
