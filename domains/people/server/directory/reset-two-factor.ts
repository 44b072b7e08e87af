import { endAccess } from "#domains/accounts/server/sessions/end-access.ts";
import { deleteTwoFactor, readTwoFactor } from "#domains/accounts/server/two-factor/two-factor.ts";
import { sendTwoFactorEmail } from "#domains/accounts/server/two-factor/two-factor-emails.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { lockPersonForChange } from "./lock-person-for-change.ts";

/**
 * Turns off a person's two-factor authentication, for example, after they lost both their phone and
 * their recovery codes. The person is emailed and signed out everywhere, and their API tokens are revoked.
 * @throws AppError not_found; forbidden; conflict if it isn't on
 */
export async function resetTwoFactor(ctx: SignedInCtx, id: number): Promise<void> {
  const person = await lockPersonForChange(ctx, id);
  const { onSince } = await readTwoFactor(ctx.db, id);
  if (onSince === null)
    throw conflict(`${person.fullName} doesn't have two-factor authentication turned on.`);
  await deleteTwoFactor(ctx, id);
  await endAccess(ctx, id);
  await audit(ctx, { action: "person.two-factor-removed", subjectType: "person", subjectId: id });
  await sendTwoFactorEmail(ctx, { id, email: person.email, fullName: person.fullName }, "removed");
}
