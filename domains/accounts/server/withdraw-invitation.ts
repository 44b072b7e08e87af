import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { Invitation } from "../invitation-contract.ts";
import {
  findInvitation,
  type InvitationRow,
  lockInvitation,
  presentInvitation,
} from "./invitation-queries.ts";

/** Withdraws an invitation; its link stops working. @throws AppError not_found; conflict when it was accepted or withdrawn */
export async function withdrawInvitation(ctx: SignedInCtx, id: number): Promise<Invitation> {
  const { actor, db, now } = ctx;
  refuseSettled(await lockInvitation(ctx, actor.accessScope, id));
  await db.updateTable("invitations").set({ withdrawn_at: now }).where("id", "=", id).execute();
  await audit(ctx, { action: "invitation.withdrawn", subjectType: "invitation", subjectId: id });
  return presentInvitation(await findInvitation(ctx, actor.accessScope, id));
}

/** @throws AppError conflict */
export function refuseSettled({ state, email }: InvitationRow): void {
  if (state === "accepted") throw conflict(`${email} has accepted this invitation already.`);
  if (state === "withdrawn") throw conflict("This invitation was withdrawn. Please invite again.");
}

/** Withdraws the invitations that this person could no longer make: disabled, in another role, or without the building. */
export async function withdrawUnbacked(ctx: SignedInCtx, inviterId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update invitations i set withdrawn_at = ${ctx.now} from users u
    where i.invited_by_id = ${inviterId} and u.id = ${inviterId} and i.accepted_at is null and i.withdrawn_at is null
      and not (u.state = 'active' and (u.role = 'admin' or (u.role = 'landlord' and i.role in ('tenant', 'maintenance')
        and not i.all_buildings and not exists (select from invitation_properties ip where ip.invitation_id = i.id
          and not exists (select from property_landlords l where l.user_id = u.id and l.property_id = ip.property_id)))))
    returning i.id`.execute(ctx.db);
  for (const { id } of rows)
    await audit(ctx, {
      action: "invitation.withdrawn",
      subjectType: "invitation",
      subjectId: id,
      details: { reason: "The inviter may no longer do so" },
    });
}
