import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { forgetUses } from "#server/http/limits.ts";
import { senderOf } from "#server/http/sender.ts";
import { endSessionsOf } from "#server/http/session.ts";
import { invalid, unauthenticated } from "#shared/errors.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { wrongPasswordsPerPerson } from "./limits.ts";
import { mailPasswordChange } from "./mails.ts";
import { hashPassword } from "./passwords.ts";
import { provePassword } from "./prove-password.ts";
import { lockCredentials } from "./queries.ts";
import { voidRequests } from "./sign-in-requests.ts";

/**
 * Changes the user's own password, ends all other sessions and notifies the user by mail. Refused guesses must stay counted,
 * so `ctx.db` is the pool.
 * @throws AppError invalid; too_many; unauthenticated when the person was disabled meanwhile
 */
export async function changePassword(
  ctx: SignedInCtx,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { actor } = ctx;
  refuseCommonPassword(ctx, newPassword, "newPassword");
  const credentials = await provePassword(ctx, currentPassword, "currentPassword");
  if (newPassword === currentPassword)
    throw invalid({ newPassword: "Please choose another password than the present one." });
  const passwordHash = await hashPassword(newPassword, senderOf(ctx));
  await ctx.db.transaction().execute(async (db) => {
    const changing = { ...ctx, db };
    // The password or the person may have changed since it was compared.
    if (!(await lockCredentials(db, credentials))) throw unauthenticated();
    await db
      .updateTable("users")
      .set((row) => ({ password_hash: passwordHash, version: row("version", "+", 1) }))
      .where("id", "=", actor.id)
      .execute();
    await endSessionsOf(changing, actor.id, actor.sessionHash);
    await voidRequests(db, { userId: actor.id, now: ctx.now });
    await forgetUses(changing, wrongPasswordsPerPerson, String(actor.id));
    await audit(changing, {
      action: "account.password-changed",
      subjectType: "person",
      subjectId: actor.id,
    });
    await mailPasswordChange(changing, actor);
  });
}
