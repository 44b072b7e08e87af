import { sql } from "kysely";
import { createRandomToken, hashToken } from "#domains/accounts/server/tokens.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { Invitation } from "../../invitation-contract.ts";
import { lockInvitation } from "./invitation-queries.ts";
import { countInvitationEmail, getInvitationExpiry, sendInvitation } from "./invite.ts";
import { assertInvitationChangeable } from "./withdraw-invitation.ts";

/**
 * Sends a new link with the full lifetime. The previous link stops working, and the sender becomes the
 * inviter.
 * @throws AppError not_found; conflict if it was accepted or withdrawn or the address has an account;
 * too_many
 */
export async function resendInvitation(
  ctx: SignedInCtx,
  id: number,
): Promise<{ invitation: Invitation; link: string }> {
  const { actor, db, now } = ctx;
  const row = await lockInvitation(ctx, actor.accessScope, id);
  assertInvitationChangeable(row);
  const { rows } = await sql`select 1 from users where lower(email) = lower(${row.email})`.execute(db);
  if (rows.length > 0) throw conflict("An account with this email address already exists.");
  await countInvitationEmail(ctx, row.email);
  const token = createRandomToken();
  await db
    .updateTable("invitations")
    .set({ token_hash: hashToken(token), expires_at: getInvitationExpiry(now), invited_by_id: actor.id })
    .where("id", "=", id)
    .execute();
  await audit(ctx, {
    action: "invitation.resent",
    subjectType: "invitation",
    subjectId: id,
    details: { email: row.email },
  });
  return sendInvitation(ctx, id, token);
}
