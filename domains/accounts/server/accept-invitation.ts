import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import { checkedChoice } from "#domains/leases/server/join-tenancy.ts";
import { cancelAwaitingOrders } from "#domains/work-orders/server/awaiting-orders.ts";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { countUse } from "#server/http/limits.ts";
import { networkOf, senderOf } from "#server/http/sender.ts";
import { actorOfUser, endSessionsOf } from "#server/http/session.ts";
import { notify } from "#server/notifications/notify.ts";
import { conflict, invalid, unauthenticated } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { SessionUser } from "../contract.ts";
import type { register as registerEndpoint } from "../registration-contract.ts";
import { refreshApprovers } from "./approvers.ts";
import { beginSession } from "./begin-session.ts";
import { grantBuildings } from "./buildings-of-people.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import type { InvitationRow } from "./invitation-queries.ts";
import { letIn } from "./let-in.ts";
import { registrationsPerNetwork } from "./limits.ts";
import { mailConfirmation } from "./mails.ts";
import { addUser } from "./new-user.ts";
import { isMailed, lockOpenInvitation, openInvitation } from "./open-invitation.ts";
import { hashPassword } from "./passwords.ts";
import { presentSession } from "./present.ts";

import { voidTokens } from "./tokens.ts";
import { lockUnit } from "./units.ts";

type Entries = BodyOf<typeof registerEndpoint>;

/**
 * Registers the invited person with the role, unit and buildings of the invitation, without approval. The mailed link confirms
 * the address; whoever got the link from the inviter is mailed another that does (REG-18..21). `ctx.db` is the pool: no transaction waits for the password hashing.
 * @throws AppError invalid for a link that cannot be accepted or another address; conflict; too_many
 */
export async function registerInvited(
  ctx: Ctx,
  reply: FastifyReply,
  entries: Entries,
  token: string,
): Promise<SessionUser> {
  refuseCommonPassword(ctx, entries.password);
  refuseOtherAddress(await openInvitation(ctx, token), entries.email);
  await countUse(ctx, registrationsPerNetwork, networkOf(ctx.networkAddress));
  const passwordHash = await hashPassword(entries.password, senderOf(ctx));
  return ctx.db.transaction().execute(async (db) => {
    const accepting = { ...ctx, db };
    const invitation = await lockOpenInvitation(accepting, token);
    refuseOtherAddress(invitation, entries.email);
    return accept(accepting, reply, {
      invitation,
      entries,
      passwordHash,
      confirmedAt: isMailed(ctx, token) ? ctx.now : null,
    });
  });
}

function refuseOtherAddress({ email }: InvitationRow, given: string): void {
  if (email.toLowerCase() !== given.toLowerCase())
    throw invalid({ email: "This invitation is for another address. Please use the one it was sent to." });
}

interface Acceptance {
  invitation: InvitationRow;
  entries: Entries;
  passwordHash: string;
  confirmedAt: Date | null;
}

async function accept(ctx: Ctx, reply: FastifyReply, acceptance: Acceptance): Promise<SessionUser> {
  const { invitation, entries, confirmedAt } = acceptance;
  const { db, now } = ctx;
  const { role } = invitation;
  const unproven = await takeOverUnproven(ctx, acceptance);
  const id = unproven ?? (await addInvited(ctx, acceptance));
  if (role === "landlord" || role === "maintenance")
    await grantBuildings(
      db,
      { id, role },
      invitation.buildings.map((building) => building.id),
    );
  const actor = await beginSession(ctx, reply, { id, role });
  const asThem: SignedInCtx = { ...ctx, actor };
  let leaseId: number | null = null;
  if (role === "tenant" && invitation.unit_id !== null)
    leaseId = await moveIn(asThem, { ...invitation, unit_id: invitation.unit_id }, entries.fullName);
  else if (unproven !== undefined) await cancelAwaitingOrders(asThem, id);
  await db
    .updateTable("invitations")
    .set({ accepted_at: now, accepted_by_id: id })
    .where("id", "=", invitation.id)
    .execute();
  await withdrawOthers(ctx, invitation);
  await audit(asThem, {
    action: "account.registered",
    subjectType: "person",
    subjectId: id,
    propertyId: invitation.buildings[0]?.id ?? null,
    details: { role, invitationId: invitation.id, unitId: invitation.unit_id, leaseId },
  });
  if (confirmedAt === null)
    await mailConfirmation(ctx, { id, email: entries.email, fullName: entries.fullName });
  const [building] = invitation.buildings;
  await notify(ctx, [invitation.invited_by_id], {
    kind: "invitation.accepted",
    particulars: { name: entries.fullName },
    link: building === undefined ? `/users/${id}` : `/properties/${building.id}?tab=people`,
  });
  await refreshApprovers(ctx, invitation.buildings[0]?.id ?? null);
  const joined = await actorOfUser(db, id);
  if (joined === null) throw unauthenticated();
  return presentSession(joined);
}

const addInvited = (
  { db, now }: Ctx,
  { invitation: { role, all_buildings: allBuildings }, entries, passwordHash, confirmedAt }: Acceptance,
): Promise<number> =>
  addUser(db, {
    email: entries.email,
    username: entries.username,
    fullName: entries.fullName,
    role,
    passwordHash,
    state: "active",
    claimedUnitId: null,
    allBuildings,
    isEmailConfirmed: confirmedAt !== null,
    now,
  });

/**
 * Takes over an account that somebody registered with this address and never confirmed. The invited person is the one whom the
 * inviter knows, so the account's password and sessions become void (REG-18..21). Undefined when there is no such account.
 */
async function takeOverUnproven(
  ctx: Ctx,
  { invitation: { role, all_buildings: allBuildings }, entries, passwordHash, confirmedAt }: Acceptance,
): Promise<number | undefined> {
  const { db, now } = ctx;
  const { rows } = await sql<{ id: number }>`
    update users set full_name = ${entries.fullName}, password_hash = ${passwordHash}, role = ${role}, state = 'active',
      refusal_reason = null, claimed_unit_id = null, all_buildings = ${allBuildings}, email_confirmed_at = ${confirmedAt}, version = version + 1
    where lower(email) = lower(${entries.email}) and email_confirmed_at is null and state in ('pending', 'refused')
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await voidTokens(db, { purpose: "confirm-address", userId: id, now });
  await endSessionsOf(ctx, id);
  return id;
}

/** Returns the lease that was joined, if any. @throws AppError conflict when the unit or the lease is gone */
async function moveIn(
  ctx: SignedInCtx,
  {
    unit_id: unitId,
    lease_id: named,
    without_lease: isWithout,
  }: { unit_id: number; lease_id: number | null; without_lease: boolean },
  fullName: string,
): Promise<number | null> {
  const unit = await lockUnit(ctx.db, unitId);
  if (unit === undefined) throw conflict("The unit of this invitation does not exist any more.");
  const { rows: ended } = await sql`
    select from leases l join properties p on p.id = l.property_id
    where l.id = ${named} and (l.state = 'ended' or l.to_on < (${ctx.now}::timestamptz at time zone p.time_zone)::date)`.execute(
    ctx.db,
  );
  if (ended.length > 0)
    throw conflict("The lease of this invitation has ended. Please ask whoever invited you for another.");
  const choice = isWithout ? "none" : (named ?? (await checkedChoice(ctx, unit, undefined)));
  const joined = await letIn(ctx, { person: { id: ctx.actor.id, fullName }, unit, choice });
  return joined?.id ?? null;
}

/** Withdraws the other invitations to the address, which has an account now. */
async function withdrawOthers({ db, now }: Ctx, { id, email }: InvitationRow): Promise<void> {
  await sql`
    update invitations set withdrawn_at = ${now}
    where lower(email) = lower(${email}) and id <> ${id} and accepted_at is null and withdrawn_at is null`.execute(
    db,
  );
}
