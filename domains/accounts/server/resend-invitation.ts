import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { Invitation } from "../invitation-contract.ts";
import { lockInvitation } from "./invitation-queries.ts";
import { countInvitationMail, invitationExpiry, sendInvitation } from "./invite.ts";
import { hashOf, randomToken } from "./tokens.ts";
import { refuseSettled } from "./withdraw-invitation.ts";

/**
 * Sends another link with the full validity; the previous link stops working. The sender becomes the inviter.
 * @throws AppError not_found; conflict when it was accepted or withdrawn or the address has an account; too_many
 */
export async function resendInvitation(
  ctx: SignedInCtx,
  id: number,
): Promise<{ invitation: Invitation; link: string }> {
  const { actor, db, now } = ctx;
  const row = await lockInvitation(ctx, actor.accessScope, id);
  refuseSettled(row);
  const { rows } = await sql`select 1 from users where lower(email) = lower(${row.email})`.execute(db);
  if (rows.length > 0) throw conflict("An account with this email address exists already.");
  await countInvitationMail(ctx, row.email);
  const token = randomToken();
  await db
    .updateTable("invitations")
    .set({ token_hash: hashOf(token), expires_at: invitationExpiry(now), invited_by_id: actor.id })
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
