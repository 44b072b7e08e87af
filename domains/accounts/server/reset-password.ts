import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { forgetUses } from "#server/http/limits.ts";
import { networkOf, senderOf } from "#server/http/sender.ts";
import { actorOfUser, endSessionsOf } from "#server/http/session.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { invalid } from "#shared/errors.ts";
import { endTokensOf } from "./api-tokens.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { proveAddress } from "./first-proof.ts";
import { failuresPerAccount, wrongPasswordsPerPerson } from "./limits.ts";
import { mailPasswordReset } from "./mails.ts";
import { hashPassword } from "./passwords.ts";
import { type LockedAccount, lockAccount } from "./queries.ts";
import { readSecondFactorOf } from "./second-factors.ts";
import { findUsableLink, useRequest, voidRequests } from "./sign-in-requests.ts";

/** The same error for a wrong, an expired and a used token. */
const refusedToken = () =>
  invalid({ token: "This reset link or token is not valid any more. Please ask for another." });

/**
 * Sets the password of the person the token was mailed to, ends all their sessions and API tokens and notifies them by mail (PWD-27). `ctx.db`
 * is the pool: no transaction waits for the hashing.
 * @throws AppError invalid
 */
export async function resetPassword(
  ctx: Ctx,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ success: true; message: string; email?: string }> {
  refuseCommonPassword(ctx, newPassword, "newPassword");
  const link = await findUsableLink(ctx, "reset", token);
  if (link === undefined) throw refusedToken();
  const passwordHash = await hashPassword(newPassword, senderOf(ctx));
  return inTransaction(ctx.db, async (db) => {
    const resetting = { ...ctx, db };
    const person = await lockAccount(db, link.userId);
    if (person === undefined || !(await useRequest(resetting, link.id))) throw refusedToken();
    await proveAddress(resetting, person);
    await setPassword(resetting, person, passwordHash);
    // With two-factor sign-in the new password alone is not enough (PWD-32).
    const { onSince } = await readSecondFactorOf(db, person.id);
    return {
      success: true,
      message: "Your password has been reset.",
      ...(onSince === null ? { email: person.email } : {}),
    };
  });
}

async function setPassword(ctx: Ctx, person: LockedAccount, passwordHash: string): Promise<void> {
  const { db, now } = ctx;
  const { id, email, fullName } = person;
  await db
    .updateTable("users")
    .set((row) => ({ password_hash: passwordHash, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await endSessionsOf(ctx, id);
  await endTokensOf(ctx, id);
  await voidRequests(db, { userId: id, now });
  await forgetUses(ctx, failuresPerAccount, `${id} ${networkOf(ctx.networkAddress)}`);
  await forgetUses(ctx, wrongPasswordsPerPerson, String(id));
  const actor = await actorOfUser(db, id);
  await audit({ ...ctx, actor }, { action: "account.password-reset", subjectType: "person", subjectId: id });
  await mailPasswordReset(ctx, { id, email, fullName });
}
