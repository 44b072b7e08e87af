import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { endSessionsOf } from "#server/http/session.ts";
import { conflict } from "#shared/errors.ts";
import { lockForChange } from "./lock-for-change.ts";
import { mailSecondFactor } from "./second-factor-mails.ts";
import { forgetSecondFactor, readSecondFactorOf } from "./second-factors.ts";

/**
 * Removes a person's two-factor sign-in, e.g. after a phone was lost with the recovery codes; the person is notified
 * by mail and is signed out everywhere.
 * @throws AppError not_found; forbidden; conflict when it is not on
 */
export async function removeSecondFactor(ctx: SignedInCtx, id: number): Promise<void> {
  const person = await lockForChange(ctx, id);
  const { onSince } = await readSecondFactorOf(ctx.db, id);
  if (onSince === null) throw conflict(`${person.fullName} has no two-factor sign-in.`);
  await forgetSecondFactor(ctx, id);
  await endSessionsOf(ctx, id);
  await audit(ctx, { action: "person.second-factor-removed", subjectType: "person", subjectId: id });
  await mailSecondFactor(ctx, { id, email: person.email, fullName: person.fullName }, "removed");
}
