import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { resetUses } from "#server/http/protection/limits.ts";
import { getSender } from "#server/http/requests/sender.ts";
import { endUserSessions } from "#server/http/requests/session.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { invalid, unauthenticated } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { changePassword as changePasswordEndpoint } from "../../password-contract.ts";
import { wrongPasswordsPerPerson } from "../limits.ts";
import { invalidateRequests } from "../sign-in/sign-in-requests.ts";
import { revokeAllTokens } from "../tokens/api-tokens.ts";
import { assertUncommonPassword } from "./common-passwords.ts";
import { lockCredentials } from "./credentials.ts";
import { sendPasswordChangedEmail } from "./password-emails.ts";
import { hashPassword } from "./passwords.ts";
import { verifyCurrentPassword } from "./verify-current-password.ts";

/**
 * Changes the user's own password, ends all other sessions and, if selected, all API tokens, and emails the user. `ctx.db` is the pool,
 * because rejected guesses must stay counted.
 * @throws AppError invalid; too_many; unauthenticated if the account was disabled during the change
 */
export async function changePassword(
  ctx: SignedInCtx,
  { currentPassword, newPassword, revokeTokens = false }: BodyOf<typeof changePasswordEndpoint>,
): Promise<void> {
  const { actor } = ctx;
  assertUncommonPassword(ctx, newPassword, "newPassword");
  const credentials = await verifyCurrentPassword(ctx, currentPassword, "currentPassword");
  if (newPassword === currentPassword)
    throw invalid({ newPassword: "Choose a password that's different from your current one." });
  const passwordHash = await hashPassword(newPassword, getSender(ctx));
  await inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    // The password or the account might have changed since the comparison.
    if (!(await lockCredentials(db, credentials))) throw unauthenticated();
    await db
      .updateTable("users")
      .set((row) => ({ password_hash: passwordHash, version: row("version", "+", 1) }))
      .where("id", "=", actor.id)
      .execute();
    await endUserSessions(txCtx, actor.id, actor.sessionHash);
    if (revokeTokens) await revokeAllTokens(txCtx, actor.id);
    await invalidateRequests(db, { userId: actor.id, now: ctx.now });
    await resetUses(txCtx, wrongPasswordsPerPerson, String(actor.id));
    await audit(txCtx, {
      action: "account.password-changed",
      subjectType: "person",
      subjectId: actor.id,
      details: { tokensRevoked: revokeTokens },
    });
    await sendPasswordChangedEmail(txCtx, actor, { tokensRevoked: revokeTokens });
  });
}
