import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Role } from "#shared/permissions.ts";
import type { SessionUser, SignInResponse } from "../contract.ts";
import { beginSession } from "./begin-session.ts";
import { challengeMinutes } from "./limits.ts";
import { presentSession } from "./present.ts";
import { readSecondFactorOf } from "./second-factors.ts";
import { hashOf, randomToken } from "./tokens.ts";

/**
 * Completes the first step of a sign-in after a password, a link or a code was verified, in the transaction that consumed it
 * and locked the account: starts a session and logs it. With two-factor sign-in it returns a challenge instead.
 */
export async function enter(
  ctx: Ctx,
  reply: FastifyReply,
  user: { id: number; role: Role },
): Promise<SignInResponse> {
  const { onSince } = await readSecondFactorOf(ctx.db, user.id);
  if (onSince === null) return letIn(ctx, reply, user);
  const challenge = randomToken();
  await ctx.db
    .insertInto("sign_in_challenges")
    .values({
      challenge_hash: hashOf(challenge),
      user_id: user.id,
      expires_at: new Date(ctx.now.getTime() + challengeMinutes * 60_000),
    })
    .execute();
  return { twoFactorRequired: true, challenge };
}

/** The same after all steps are completed. */
export async function letIn(
  ctx: Ctx,
  reply: FastifyReply,
  user: { id: number; role: Role },
): Promise<SessionUser> {
  const actor = await beginSession(ctx, reply, user);
  await audit({ ...ctx, actor }, { action: "session.started", subjectType: "person", subjectId: actor.id });
  return presentSession(actor);
}
