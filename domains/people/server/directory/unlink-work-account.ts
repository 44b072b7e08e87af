import { endAccess } from "#domains/accounts/server/sessions/end-access.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { lockPersonForChange } from "./lock-person-for-change.ts";

/**
 * Unlinks a person's work account, for example because it was re-created at the provider. The next work account
 * that signs in with the person's verified address is linked instead. The person is signed out everywhere, and
 * their API tokens are revoked.
 * @throws AppError not_found; forbidden; conflict if none is linked
 */
export async function unlinkWorkAccount(ctx: SignedInCtx, id: number): Promise<void> {
  const person = await lockPersonForChange(ctx, id);
  const [unlinkedAccount] = await ctx.db
    .deleteFrom("work_accounts")
    .where("user_id", "=", id)
    .where("issuer", "=", ctx.identityProvider?.issuer ?? "")
    .returning(["issuer", "email"])
    .execute();
  if (unlinkedAccount === undefined) throw conflict(`${person.fullName} has no linked work account.`);
  await endAccess(ctx, id);
  await audit(ctx, {
    action: "person.work-account-unlinked",
    subjectType: "person",
    subjectId: id,
    details: unlinkedAccount,
  });
}
