import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Role } from "#shared/permissions.ts";
import type { SignInProof } from "#shared/sign-in-methods.ts";
import type { SessionUser, SignInResponse } from "../../contract.ts";
import { challengeMinutes } from "../limits.ts";
import { presentSession } from "../sessions/present-session.ts";
import { startNewSession } from "../sessions/start-new-session.ts";
import { createRandomToken, hashToken } from "../tokens.ts";
import { readTwoFactor } from "../two-factor/two-factor.ts";

/**
 * Completes the first step of a sign-in after a password, link, code, or work account was verified. Runs in the
 * transaction that consumed it and locked the account. Starts a session and logs it. If two-factor
 * authentication is on and the identity provider didn't check two factors, returns a challenge instead.
 */
export async function finishFirstStep(
  ctx: Ctx,
  reply: FastifyReply,
  user: { id: number; role: Role },
  proof: SignInProof,
): Promise<SignInResponse> {
  const { onSince } = await readTwoFactor(ctx.db, user.id);
  if (onSince === null || proof.twoFactorByProvider === true) return finishSignIn(ctx, reply, user, proof);
  const challenge = createRandomToken();
  await ctx.db
    .insertInto("sign_in_challenges")
    .values({
      challenge_hash: hashToken(challenge),
      user_id: user.id,
      signed_in_by: proof.method,
      expires_at: new Date(ctx.now.getTime() + challengeMinutes * 60_000),
    })
    .execute();
  return { twoFactorRequired: true, challenge };
}

/** Starts and logs the session once all sign-in steps are complete. */
export async function finishSignIn(
  ctx: Ctx,
  reply: FastifyReply,
  user: { id: number; role: Role },
  proof: SignInProof,
): Promise<SessionUser> {
  const actor = await startNewSession(ctx, reply, user, proof);
  await audit(
    { ...ctx, actor },
    { action: "session.started", subjectType: "person", subjectId: actor.id, details: { ...proof } },
  );
  return presentSession(actor);
}
