import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { hashToken, newToken } from "#server/http/requests/api-token.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { conflict, invalid, notFound, unauthenticated } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { formatScopes, getUsableScopes, type Scope } from "#shared/token-scopes.ts";
import type { ApiToken, createToken as create } from "../../token-contract.ts";
import { lockCredentials } from "../passwords/credentials.ts";
import { notYouText } from "../passwords/password-emails.ts";
import { verifyCurrentPassword } from "../passwords/verify-current-password.ts";

/** More than a person can tell apart. */
const maxTokens = 50;

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

export async function listMyTokens({ db, actor, now }: SignedInCtx): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom("api_tokens")
    .select(columns)
    .where("user_id", "=", actor.id)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => presentToken(row, now));
}

/**
 * Creates a token after checking the password and emails its owner. Only the hash is stored. `ctx.db` is the
 * pool.
 * @throws AppError invalid for scopes the role doesn't have; too_many; conflict without a confirmed address or with too many tokens
 */
export async function createToken(
  ctx: SignedInCtx,
  { name, scopes, days, password }: BodyOf<typeof create>,
): Promise<ApiToken & { token: string }> {
  const { actor, now } = ctx;
  // The first confirmation of an address invalidates everything set up before it, possibly by a stranger.
  if (!actor.emailConfirmed) throw conflict("Confirm your email address first. We emailed you a link.");
  const availableScopes = getUsableScopes(actor.accessScope.effectiveRole);
  const unavailableScopes = scopes.filter((scope) => !availableScopes.includes(scope));
  if (unavailableScopes.length > 0)
    throw invalid({ scopes: `Your role doesn't have this access: ${formatScopes(unavailableScopes)}.` });
  const credentials = await verifyCurrentPassword(ctx, password, "password");
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    if (!(await lockCredentials(db, credentials))) throw unauthenticated();
    const { rows } = await sql`select from api_tokens where user_id = ${actor.id}`.execute(db);
    if (rows.length >= maxTokens)
      throw conflict(`You've reached the limit of ${maxTokens} API tokens. Revoke one you no longer need.`);
    const token = newToken();
    const row = await db
      .insertInto("api_tokens")
      .values({
        user_id: actor.id,
        name,
        token_hash: hashToken(token),
        scopes: [...new Set(scopes)],
        created_at: now,
        expires_at: new Date(now.getTime() + days * 86_400_000),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await audit(txCtx, {
      action: "account.token-created",
      subjectType: "person",
      subjectId: actor.id,
      details: { name, scopes, days },
    });
    await emailOwner(txCtx, actor, {
      subject: "New API token created for your account",
      message: `The API token “${name}” was created for your account. Until it expires in ${days} days or is revoked, anyone who has it can use the portal as you: ${formatScopes(scopes)}.`,
    });
    return { ...presentToken(row, now), token };
  });
}

/**
 * Revokes one of the user's own tokens, effective immediately.
 * @throws AppError not_found for someone else's token
 */
export async function revokeMyToken(ctx: SignedInCtx, id: number): Promise<void> {
  const { actor } = ctx;
  const { name } = await deleteToken(ctx, id, actor.id);
  await audit(ctx, {
    action: "account.token-revoked",
    subjectType: "person",
    subjectId: actor.id,
    details: { name },
  });
  await emailOwner(ctx, actor, {
    subject: "Your API token was revoked",
    message: `The API token “${name}” was revoked and no longer works.`,
  });
}

/** Revokes any user's token. For administrators. @throws AppError not_found */
export async function revokeAnyToken(ctx: SignedInCtx, id: number): Promise<void> {
  const { name, user_id } = await deleteToken(ctx, id);
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
  await emailOwner(ctx, owner, {
    subject: "An administrator revoked one of your API tokens",
    message: `An administrator revoked your API token “${name}.” It no longer works.`,
  });
}

/** Revokes all tokens of a person. See `endAccess`. */
export const revokeAllTokens = async ({ db }: Ctx, userId: number): Promise<void> =>
  void (await db.deleteFrom("api_tokens").where("user_id", "=", userId).execute());

async function deleteToken({ db }: SignedInCtx, id: number, ownerId?: number) {
  const deletedToken = await db
    .deleteFrom("api_tokens")
    .where("id", "=", id)
    .$if(ownerId !== undefined, (query) => query.where("user_id", "=", ownerId as number))
    .returning(["name", "user_id"])
    .executeTakeFirst();
  if (deletedToken === undefined) throw notFound("API token");
  return deletedToken;
}

const emailOwner = (
  ctx: Ctx,
  { id, email, fullName }: { id: number; email: string; fullName: string },
  { subject, message }: { subject: string; message: string },
): Promise<number> =>
  queueEmail(ctx, {
    template: "api-token",
    to: { address: email, userId: id, fullName },
    subject,
    paragraphs: [message, notYouText],
    link: { label: "Open your profile", path: "/profile" },
  });
