import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { countUse, forgetUses, refuseOverLimit } from "#server/http/limits.ts";
import { networkOf } from "#server/http/sender.ts";
import { unauthenticated } from "#shared/errors.ts";
import type { SignInResponse } from "../contract.ts";
import { enter } from "./enter.ts";
import { failuresPerAccount, failuresPerNetwork } from "./limits.ts";
import { isPassword, takeHashingTurn } from "./passwords.ts";
import { type Credentials, findCredentials, lockCredentials } from "./queries.ts";

/**
 * Signs in with email address and password (LOG-10, LOG-11). An unknown address, a wrong password and a disabled person
 * get the same response after the same time. Failures must stay counted, so `ctx.db` is the pool.
 * @throws AppError unauthenticated; too_many
 */
export async function signIn(
  ctx: Ctx,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<SignInResponse> {
  const network = networkOf(ctx.networkAddress);
  const found = await findCredentials(ctx.db, email);
  // Counted by the account, as an address can be written in several ways.
  const account = `${found?.id ?? email.toLowerCase()} ${network}`;
  const refuseFurtherGuesses = async () => {
    await refuseOverLimit(ctx, failuresPerAccount, account);
    await refuseOverLimit(ctx, failuresPerNetwork, network);
  };
  // Before the queue, so that refused guesses take nobody's place in it.
  await refuseFurtherGuesses();
  const credentials = await takeHashingTurn(network, async () => {
    // Again, so that concurrent guesses see the count of earlier ones.
    await refuseFurtherGuesses();
    const matches = await isPassword(found?.password_hash ?? null, password);
    if (found !== undefined && matches && found.state !== "disabled") return found;
    await countFailure(ctx, { account, network, found });
    throw refused();
  });
  return ctx.db.transaction().execute(async (db) => {
    const signingIn = { ...ctx, db };
    // The password or the person may have changed since it was compared.
    if (!(await lockCredentials(db, credentials))) throw refused();
    await forgetUses(signingIn, failuresPerAccount, account);
    return enter(signingIn, reply, credentials);
  });
}

const refused = () => unauthenticated("Invalid email or password");

/** Logs and counts a failure; the one that reaches a limit is audited, so that a lock-out shows once. */
async function countFailure(
  ctx: Ctx,
  { account, network, found }: { account: string; network: string; found: Credentials | undefined },
): Promise<void> {
  ctx.log.warn({ userId: found?.id ?? null }, "refused: wrong password");
  const failures = await countUse(ctx, failuresPerAccount, account);
  if (failures === failuresPerAccount.count && found !== undefined)
    await audit(ctx, {
      action: "session.locked-out",
      subjectType: "person",
      subjectId: found.id,
      details: { failures, minutes: failuresPerAccount.windowMinutes },
    });
  const failuresOfNetwork = await countUse(ctx, failuresPerNetwork, network);
  if (failuresOfNetwork === failuresPerNetwork.count)
    await audit(ctx, {
      action: "network.locked-out",
      subjectType: "network",
      subjectId: network,
      details: { failures: failuresOfNetwork, minutes: failuresPerNetwork.windowMinutes },
    });
}
