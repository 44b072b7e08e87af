import type { FastifyReply } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { unauthenticated } from "#shared/errors.ts";
import type { SessionUser } from "../../contract.ts";
import { maxChallengeAttempts } from "../limits.ts";
import { lockAccount } from "../passwords/credentials.ts";
import { finishSignIn } from "../sign-in/finish-sign-in.ts";
import { hashToken } from "../tokens.ts";
import { attemptWithCode, consumeCode } from "./two-factor.ts";

/**
 * Completes a sign-in that is waiting for its two-factor code (requirements, "Two-factor"). `ctx.db` is the
 * pool, because rejected attempts must still count.
 * @throws AppError unauthenticated if the challenge is unknown, used up, or expired; invalid for a wrong
 * code; too_many
 */
export async function verifyTwoFactor(
  ctx: Ctx,
  reply: FastifyReply,
  { challenge, code }: { challenge: string; code: string },
): Promise<SessionUser> {
  const challengeHash = hashToken(challenge);
  const pendingSignIn = await ctx.db
    .updateTable("sign_in_challenges")
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("challenge_hash", "=", challengeHash)
    .where("expires_at", ">", ctx.now)
    .where("attempts", "<", maxChallengeAttempts)
    .returning(["user_id", "signed_in_by"])
    .executeTakeFirst();
  if (pendingSignIn === undefined) throw challengeEnded();
  return attemptWithCode(ctx, pendingSignIn.user_id, async (txCtx) => {
    const owner = await lockAccount(txCtx.db, pendingSignIn.user_id);
    if (owner === undefined) throw challengeEnded();
    // Ending a person's sessions also deletes their challenges, which might have happened since.
    const deletedChallenge = await txCtx.db
      .deleteFrom("sign_in_challenges")
      .where("challenge_hash", "=", challengeHash)
      .returning("user_id")
      .executeTakeFirst();
    if (deletedChallenge === undefined) throw challengeEnded();
    await consumeCode(txCtx, owner, code);
    return finishSignIn(txCtx, reply, owner, { method: pendingSignIn.signed_in_by });
  });
}

const challengeEnded = () => unauthenticated("Please sign in again.");
