import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import type { Density } from "#shared/density.ts";
import { unauthenticated } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import type { SignInProof } from "#shared/sign-in-methods.ts";
import type { Actor, ActorToken } from "./actor.ts";
import { getBearerToken, hashToken } from "./api-token.ts";

/**
 * Sessions end after 14 idle days and after 90 days in any case. An admin's session ends after 12 idle hours
 * (requirements, "Session").
 */
const idleHours = {
  admin: 12,
  landlord: 14 * 24,
  maintenance: 14 * 24,
  tenant: 14 * 24,
} as const satisfies Record<Role, number>;
const maxSessionDays = 90;
/** The minimum interval between writes of the last-seen time, so that reads cause few writes. */
const lastSeenIntervalMinutes = 5;

export const isSecure = (services: Services) => services.config.publicUrl.startsWith("https:");
/** Returns the name of the session cookie. Browsers accept the prefix over HTTPS only. */
export const cookieName = (services: Services) =>
  isSecure(services) ? "__Host-portal_session" : "portal_session";
export const hashSessionId = (id: string): Buffer => createHash("sha256").update(id).digest();

interface SessionRow {
  id: number;
  full_name: string;
  email: string;
  role: Role;
  state: "pending" | "active" | "declined";
  decline_reason: string | null;
  email_confirmed_at: Date | null;
  density: Density | null;
  has_two_factor: boolean;
  needs_two_factor: boolean;
  unit_id: number | null;
  effective_role: Actor["accessScope"]["effectiveRole"];
  everywhere: boolean;
  property_ids: number[];
  lease_ids: number[];
  leased_property_ids: number[];
  last_seen_at: Date;
}

interface TokenRow extends SessionRow {
  token: Omit<ActorToken, "hash">;
  is_seen: boolean;
  /** Whether the owner passed two-factor authentication at the identity provider. */
  has_provider_two_factor: boolean;
}

const selectUser = (id: number) => sql<SessionRow>`
  select person.*, now() as last_seen_at from person_of(${id}) person`;

/**
 * Returns the person behind the request's API token or cookie, or null. With a token, the cookie isn't read.
 * @throws AppError unauthenticated if the token isn't valid
 */
export async function readActor(services: Services, request: FastifyRequest): Promise<Actor | null> {
  const token = getBearerToken(request);
  if (token !== undefined) {
    const actor = await findTokenActor(services, hashToken(token));
    if (actor === null)
      throw unauthenticated(
        "This API token isn't valid. It might have expired or been revoked, or its owner no longer has access.",
      );
    return actor;
  }
  const id = request.cookies[cookieName(services)];
  if (id === undefined || id.length > 100) return null;
  return findSessionActor(services, hashSessionId(id));
}

/**
 * Returns the person of a session. By default this counts as activity, which keeps the session from idling
 * out.
 */
export async function findSessionActor(
  services: Services,
  sessionHash: Buffer,
  { isActivity = true } = {},
): Promise<Actor | null> {
  const now = services.clock();
  const { rows } = await sql<SessionRow & { two_factor_by_provider: boolean }>`
    select person.*, s.last_seen_at, s.two_factor_by_provider from sessions s cross join person_of(s.user_id) person
    where s.id_hash = ${sessionHash} and s.idle_until > ${now} and s.ends_at > ${now}`.execute(services.db);
  const row = rows[0];
  if (row === undefined) return null;
  if (isActivity && now.getTime() - row.last_seen_at.getTime() > lastSeenIntervalMinutes * 60_000) {
    await services.db
      .updateTable("sessions")
      .set({ last_seen_at: now, idle_until: hoursAfter(now, idleHours[row.role]) })
      .where("id_hash", "=", sessionHash)
      .execute();
  }
  return toActor({ ...row, has_two_factor: row.has_two_factor || row.two_factor_by_provider }, sessionHash);
}

/** Returns the owner of a token, or null if the token has expired or the owner no longer has access. */
async function findTokenActor({ db, clock }: Services, tokenHash: Buffer): Promise<Actor | null> {
  const now = clock();
  const { rows } = await sql<TokenRow>`
    select person.*, coalesce(t.last_used_at > ${now}::timestamptz - interval '1 minute', false) as is_seen,
      json_build_object('id', t.id, 'name', t.name, 'scopes', t.scopes) as token,
      exists (select from work_accounts w where w.user_id = t.user_id and w.has_two_factor) as has_provider_two_factor
    from api_tokens t cross join person_of(t.user_id) person
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and person.state = 'active'`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  if (!row.is_seen)
    await db.updateTable("api_tokens").set({ last_used_at: now }).where("id", "=", row.token.id).execute();
  const actor = toActor(
    { ...row, has_two_factor: row.has_two_factor || row.has_provider_two_factor },
    Buffer.alloc(0),
  );
  return { ...actor, token: { ...row.token, hash: tokenHash } };
}

/**
 * Reads the actor again, for example after a long upload. Returns null if the session or token has ended.
 */
export const refreshActor = (services: Services, { token, sessionHash }: Actor): Promise<Actor | null> =>
  token === null ? findSessionActor(services, sessionHash) : findTokenActor(services, token.hash);

/** Returns the person with this id as an actor without a session, for jobs that run on their behalf. */
export async function findUserActor(db: Db, userId: number): Promise<Actor | null> {
  const { rows } = await selectUser(userId).execute(db);
  return rows[0] === undefined ? null : toActor(rows[0], Buffer.alloc(0));
}

function toActor(row: SessionRow, sessionHash: Buffer): Actor {
  return {
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    role: row.role,
    membership: row.state,
    declineReason: row.decline_reason,
    emailConfirmed: row.email_confirmed_at !== null,
    density: row.density,
    twoFactor: { isOn: row.has_two_factor, isRequired: row.needs_two_factor },
    unitId: row.unit_id,
    sessionHash,
    token: null,
    accessScope: {
      userId: row.id,
      effectiveRole: row.effective_role,
      everywhere: row.everywhere,
      propertyIds: row.property_ids,
      leaseIds: row.lease_ids,
      leasedPropertyIds: row.leased_property_ids,
    },
  };
}

const hoursAfter = (instant: Date, hours: number) => new Date(instant.getTime() + hours * 3_600_000);

/** Starts a session with a new id for `user` and sets its cookie. */
export async function startSession(
  ctx: Ctx,
  reply: FastifyReply,
  user: { id: number; role: Role },
  { method, twoFactorByProvider = false }: SignInProof,
): Promise<Actor> {
  const id = randomBytes(32).toString("base64url");
  const sessionHash = hashSessionId(id);
  await ctx.db
    .insertInto("sessions")
    .values({
      id_hash: sessionHash,
      user_id: user.id,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      idle_until: hoursAfter(ctx.now, idleHours[user.role]),
      ends_at: hoursAfter(ctx.now, maxSessionDays * 24),
      network_address: ctx.networkAddress,
      user_agent: ctx.userAgent,
      signed_in_by: method,
      two_factor_by_provider: twoFactorByProvider,
    })
    .execute();
  await ctx.db.updateTable("users").set({ last_sign_in_at: ctx.now }).where("id", "=", user.id).execute();
  const { rows } = await selectUser(user.id).execute(ctx.db);
  const row = rows[0];
  if (row === undefined) throw new Error("A session was started for an unknown user.");
  reply.setCookie(cookieName(ctx), id, {
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(ctx),
    path: "/",
    maxAge: maxSessionDays * 86_400,
  });
  return toActor({ ...row, has_two_factor: row.has_two_factor || twoFactorByProvider }, sessionHash);
}

/** Ends the user's session and its live streams on every instance. */
export async function endSession(ctx: Ctx, reply: FastifyReply): Promise<void> {
  reply.clearCookie(cookieName(ctx), { httpOnly: true, sameSite: "lax", secure: isSecure(ctx), path: "/" });
  if (ctx.actor === null) return;
  const { sessionHash, id } = ctx.actor;
  await ctx.db.deleteFrom("sessions").where("id_hash", "=", sessionHash).execute();
  ctx.afterCommit(() =>
    ctx.live.publish({
      to: "session",
      kind: "session-ended",
      userId: id,
      sessionHash: sessionHash.toString("hex"),
    }),
  );
}

/** Ends every session of a person except one, and every sign-in waiting for its two-factor code. */
export async function endUserSessions(ctx: Ctx, userId: number, exceptSessionHash?: Buffer): Promise<void> {
  const endedSessions = await ctx.db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id_hash", "<>", exceptSessionHash ?? Buffer.alloc(0))
    .returning("id_hash")
    .execute();
  await ctx.db.deleteFrom("sign_in_challenges").where("user_id", "=", userId).execute();
  ctx.afterCommit(() => {
    for (const { id_hash } of endedSessions)
      ctx.live.publish({
        to: "session",
        kind: "session-ended",
        userId,
        sessionHash: id_hash.toString("hex"),
      });
  });
}
