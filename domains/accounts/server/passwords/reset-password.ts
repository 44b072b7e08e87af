import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { resetUses } from "#server/http/protection/limits.ts";
import { getNetwork, getSender } from "#server/http/requests/sender.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { invalid } from "#shared/errors.ts";
import { failuresPerAccount, wrongPasswordsPerPerson } from "../limits.ts";
import { endAccess } from "../sessions/end-access.ts";
import { markAddressConfirmed } from "../sign-in/mark-address-confirmed.ts";
import { consumeRequest, findUsableLink, invalidateRequests } from "../sign-in/sign-in-requests.ts";
import { readTwoFactor } from "../two-factor/two-factor.ts";
import { assertUncommonPassword } from "./common-passwords.ts";
import { type LockedAccount, lockAccount } from "./credentials.ts";
import { sendPasswordResetEmail } from "./password-emails.ts";
import { hashPassword } from "./passwords.ts";

/** The same error for a wrong, expired, or used token. */
const invalidToken = () => invalid({ token: "This reset link is no longer valid. Request a new one." });

/**
 * Sets the password of the person the token was emailed to, ends all their sessions, revokes their API
 * tokens, and emails them (PWD-27). `ctx.db` is the pool, because no transaction should wait for the hashing.
 * @throws AppError invalid
 */
export async function resetPassword(
  ctx: Ctx,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ success: true; message: string; email?: string }> {
  assertUncommonPassword(ctx, newPassword, "newPassword");
  const link = await findUsableLink(ctx, "reset", token);
  if (link === undefined) throw invalidToken();
  const passwordHash = await hashPassword(newPassword, getSender(ctx));
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    const person = await lockAccount(db, link.userId);
    if (person === undefined || !(await consumeRequest(txCtx, link.id))) throw invalidToken();
    await markAddressConfirmed(txCtx, person);
    await setPassword(txCtx, person, passwordHash);
    // With two-factor authentication, the new password alone isn't enough to sign in (PWD-32).
    const { onSince } = await readTwoFactor(db, person.id);
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
  await endAccess(ctx, id);
  await invalidateRequests(db, { userId: id, now });
  await resetUses(ctx, failuresPerAccount, `${id} ${getNetwork(ctx.networkAddress)}`);
  await resetUses(ctx, wrongPasswordsPerPerson, String(id));
  const actor = await findUserActor(db, id);
  await audit({ ...ctx, actor }, { action: "account.password-reset", subjectType: "person", subjectId: id });
  await sendPasswordResetEmail(ctx, { id, email, fullName });
}
