import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { Invitation } from "../../invitation-contract.ts";
import {
  findInvitation,
  type InvitationRow,
  lockInvitation,
  presentInvitation,
} from "./invitation-queries.ts";

/**
 * Withdraws an invitation and disables its link.
 * @throws AppError not_found; conflict if it was accepted or withdrawn
 */
export async function withdrawInvitation(ctx: SignedInCtx, id: number): Promise<Invitation> {
  const { actor, db, now } = ctx;
  assertInvitationChangeable(await lockInvitation(ctx, actor.accessScope, id));
  await db.updateTable("invitations").set({ withdrawn_at: now }).where("id", "=", id).execute();
  await audit(ctx, { action: "invitation.withdrawn", subjectType: "invitation", subjectId: id, details: {} });
  return presentInvitation(await findInvitation(ctx, actor.accessScope, id));
}

/** Checks that an invitation is neither accepted nor withdrawn. @throws AppError conflict */
export function assertInvitationChangeable({ state, email }: InvitationRow): void {
  if (state === "accepted") throw conflict(`${email} has already accepted this invitation.`);
  if (state === "withdrawn") throw conflict("This invitation was already withdrawn. Send a new one.");
}

/**
 * Withdraws the invitations that this person can no longer send because they were disabled, changed roles, or
 * lost the property.
 */
export async function withdrawUnauthorizedInvitations(ctx: SignedInCtx, inviterId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update invitations i set withdrawn_at = ${ctx.now} from users u
    where i.invited_by_id = ${inviterId} and u.id = ${inviterId} and i.accepted_at is null and i.withdrawn_at is null
      and not (u.state = 'active' and (u.role = 'admin' or (u.role = 'landlord' and i.role in ('tenant', 'maintenance')
        and not i.has_all_properties and not exists (select from invitation_properties ip where ip.invitation_id = i.id
          and not exists (select from property_landlords l where l.user_id = u.id and l.property_id = ip.property_id)))))
    returning i.id`.execute(ctx.db);
  for (const { id } of rows)
    await audit(ctx, {
      action: "invitation.withdrawn",
      subjectType: "invitation",
      subjectId: id,
      details: { reason: "The sender can no longer invite people" },
    });
}
