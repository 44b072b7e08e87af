import type { FastifyReply } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { unauthenticated } from "#shared/errors.ts";
import type { SessionUser } from "../contract.ts";
import { letIn } from "./enter.ts";
import { challengeTriesMax } from "./limits.ts";
import { lockAccount } from "./queries.ts";
import { tryCode, useCode } from "./second-factors.ts";
import { hashOf } from "./tokens.ts";

/**
 * Finishes a sign-in that waits for its second factor (requirements, "Two-factor"). Refused tries must stay counted, so
 * `ctx.db` is the pool.
 * @throws AppError unauthenticated when the challenge is unknown, used up or expired; invalid for a wrong code; too_many
 */
export async function giveSecondFactor(
  ctx: Ctx,
  reply: FastifyReply,
  { challenge, code }: { challenge: string; code: string },
): Promise<SessionUser> {
  const challengeHash = hashOf(challenge);
  const taken = await ctx.db
    .updateTable("sign_in_challenges")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("challenge_hash", "=", challengeHash)
    .where("expires_at", ">", ctx.now)
    .where("tries", "<", challengeTriesMax)
    .returning("user_id")
    .executeTakeFirst();
  if (taken === undefined) throw over();
  return tryCode(ctx, taken.user_id, async (trying) => {
    const owner = await lockAccount(trying.db, taken.user_id);
    if (owner === undefined) throw over();
    // Ending a person's sessions also ends their challenges, which may have happened since.
    const ended = await trying.db
      .deleteFrom("sign_in_challenges")
      .where("challenge_hash", "=", challengeHash)
      .returning("user_id")
      .executeTakeFirst();
    if (ended === undefined) throw over();
    await useCode(trying, owner, code);
    return letIn(trying, reply, owner);
  });
}

const over = () => unauthenticated("Please sign in again.");
