import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { assertUnderLimit, countUse, resetUses } from "#server/http/protection/limits.ts";
import { getNetwork } from "#server/http/requests/sender.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { unauthenticated } from "#shared/errors.ts";
import type { SignInResponse } from "../../contract.ts";
import { failuresPerAccount, failuresPerNetwork } from "../limits.ts";
import { type Credentials, findCredentials, lockCredentials } from "../passwords/credentials.ts";
import { passwordMatches, queueHashing } from "../passwords/passwords.ts";
import { finishFirstStep } from "./finish-sign-in.ts";

/**
 * Signs in with email address and password (LOG-10, LOG-11). An unknown address, a wrong password, and a
 * disabled account get the same response after the same time. `ctx.db` is the pool, because failures must
 * stay counted.
 * @throws AppError unauthenticated; too_many
 */
export async function signIn(
  ctx: Ctx,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<SignInResponse> {
  const network = getNetwork(ctx.networkAddress);
  const account = await findCredentials(ctx.db, email);
  // Counted per account because an address can be written in several ways.
  const counterKey = `${account?.id ?? email.toLowerCase()} ${network}`;
  const assertNotLockedOut = async () => {
    await assertUnderLimit(ctx, failuresPerAccount, counterKey);
    await assertUnderLimit(ctx, failuresPerNetwork, network);
  };
  // Checked before the queue so that rejected guesses don't take a place in it.
  await assertNotLockedOut();
  const credentials = await queueHashing(network, async () => {
    // Checked again so that concurrent guesses see the count of earlier ones.
    await assertNotLockedOut();
    const matches = await passwordMatches(account?.password_hash ?? null, password);
    if (account !== undefined && matches && account.state !== "disabled") return account;
    await countFailure(ctx, { counterKey, network, account });
    throw invalidCredentials();
  });
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    // The password or the account might have changed since the comparison.
    if (!(await lockCredentials(db, credentials))) throw invalidCredentials();
    await resetUses(txCtx, failuresPerAccount, counterKey);
    return finishFirstStep(txCtx, reply, credentials, { method: "password" });
  });
}

const invalidCredentials = () => unauthenticated("Invalid email or password");

/** Logs and counts a failure. The failure that reaches a limit is audited, so each lockout appears once. */
async function countFailure(
  ctx: Ctx,
  { counterKey, network, account }: { counterKey: string; network: string; account: Credentials | undefined },
): Promise<void> {
  ctx.log.warn({ userId: account?.id ?? null }, "rejected: wrong password");
  const failures = await countUse(ctx, failuresPerAccount, counterKey);
  if (failures === failuresPerAccount.count && account !== undefined)
    await audit(ctx, {
      action: "session.locked-out",
      subjectType: "person",
      subjectId: account.id,
      details: { failures, minutes: failuresPerAccount.windowMinutes },
    });
  const networkFailures = await countUse(ctx, failuresPerNetwork, network);
  if (networkFailures === failuresPerNetwork.count)
    await audit(ctx, {
      action: "network.locked-out",
      subjectType: "network",
      subjectId: network,
      details: { failures: networkFailures, minutes: failuresPerNetwork.windowMinutes },
    });
}
