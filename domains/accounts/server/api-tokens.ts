import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import { newToken, tokenHashOf } from "#server/http/api-token.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { queueMail } from "#server/integrations/outbox.ts";
import { conflict, notFound, unauthenticated } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { type Scope, scopesInWords } from "#shared/token-scopes.ts";
import type { ApiToken, createToken as create } from "../token-contract.ts";
import { provePassword } from "./prove-password.ts";
import { lockCredentials } from "./queries.ts";

/** More than anybody can tell apart. */
const tokensMax = 50;

export interface TokenRow {
  id: number;
  name: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

export const presentToken = (row: TokenRow, now: Date): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as Scope[],
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isExpired: row.expires_at <= now,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

const columns = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at"] as const;

export async function ownTokens({ db, actor, now }: SignedInCtx): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom("api_tokens")
    .select(columns)
    .where("user_id", "=", actor.id)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => presentToken(row, now));
}

/**
 * Makes a token after checking the password, and tells its owner by mail; only its hash is stored. `ctx.db` is the pool.
 * @throws AppError invalid; too_many; conflict without a confirmed address, or with too many tokens
 */
export async function createToken(
  ctx: SignedInCtx,
  { name, scopes, days, password }: BodyOf<typeof create>,
): Promise<ApiToken & { token: string }> {
  const { actor, now } = ctx;
  // The first proof of an address voids what a stranger set up before it.
  if (!actor.emailConfirmed)
    throw conflict("Please confirm your email address first, with the link we mailed to it.");
  const credentials = await provePassword(ctx, password, "password");
  return inTransaction(ctx.db, async (db) => {
    const creating = { ...ctx, db };
    if (!(await lockCredentials(db, credentials))) throw unauthenticated();
    const { rows } = await sql`select from api_tokens where user_id = ${actor.id}`.execute(db);
    if (rows.length >= tokensMax)
      throw conflict(`You have ${tokensMax} API tokens. Please revoke one you do not need any more.`);
    const token = newToken();
    const row = await db
      .insertInto("api_tokens")
      .values({
        user_id: actor.id,
        name,
        token_hash: tokenHashOf(token),
        scopes: [...new Set(scopes)],
        created_at: now,
        expires_at: new Date(now.getTime() + days * 86_400_000),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await audit(creating, {
      action: "account.token-created",
      subjectType: "person",
      subjectId: actor.id,
      details: { name, scopes, days },
    });
    await mailOwner(creating, actor, {
      subject: "A new API token was made for your account",
      sentence: `The API token "${name}" was made for your account. Until it expires in ${days} days or is revoked, whoever has it may use the portal as you: ${scopesInWords(scopes)}.`,
    });
    return { ...presentToken(row, now), token };
  });
}

/** Revokes one of the user's own tokens, at once. @throws AppError not_found for anybody else's */
export async function revokeOwnToken(ctx: SignedInCtx, id: number): Promise<void> {
  const { actor } = ctx;
  const { name } = await remove(ctx, id, actor.id);
  await audit(ctx, {
    action: "account.token-revoked",
    subjectType: "person",
    subjectId: actor.id,
    details: { name },
  });
  await mailOwner(ctx, actor, {
    subject: "An API token of your account was revoked",
    sentence: `The API token "${name}" was revoked and does not work any more.`,
  });
}

/** Revokes anybody's token, as an administrator. @throws AppError not_found */
export async function endToken(ctx: SignedInCtx, id: number): Promise<void> {
  const { name, user_id } = await remove(ctx, id);
  await audit(ctx, {
    action: "person.token-revoked",
    subjectType: "person",
    subjectId: user_id,
    details: { name },
  });
  const owner = await ctx.db
    .selectFrom("users")
    .select(["id", "email", "full_name as fullName"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await mailOwner(ctx, owner, {
    subject: "An administrator revoked an API token of your account",
    sentence: `An administrator revoked the API token "${name}" of your account. It does not work any more.`,
  });
}

/**
 * Revokes all tokens of a person whose account may be in other hands, or who leaves: with a reset of the password, a sign-out by an
 * administrator, and disabling.
 */
export const endTokensOf = async ({ db }: Ctx, userId: number): Promise<void> =>
  void (await db.deleteFrom("api_tokens").where("user_id", "=", userId).execute());

async function remove({ db }: SignedInCtx, id: number, ownerId?: number) {
  const removed = await db
    .deleteFrom("api_tokens")
    .where("id", "=", id)
    .$if(ownerId !== undefined, (query) => query.where("user_id", "=", ownerId as number))
    .returning(["name", "user_id"])
    .executeTakeFirst();
  if (removed === undefined) throw notFound("API token");
  return removed;
}

const mailOwner = (
  ctx: Ctx,
  { id, email, fullName }: { id: number; email: string; fullName: string },
  { subject, sentence }: { subject: string; sentence: string },
): Promise<number> =>
  queueMail(ctx, {
    template: "api-token",
    to: { address: email, userId: id, fullName },
    subject,
    paragraphs: [
      sentence,
      "If this was not you, please change your password and tell your landlord or an administrator at once.",
    ],
    link: { label: "Open your profile", path: "/profile" },
  });
