import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { registrationsPerNetwork } from "#domains/accounts/server/limits.ts";
import { assertUncommonPassword } from "#domains/accounts/server/passwords/common-passwords.ts";
import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { endAccess } from "#domains/accounts/server/sessions/end-access.ts";
import { presentSession } from "#domains/accounts/server/sessions/present-session.ts";
import { startNewSession } from "#domains/accounts/server/sessions/start-new-session.ts";
import { sendConfirmationEmail } from "#domains/accounts/server/sign-in/confirmation-email.ts";
import { invalidateTokens } from "#domains/accounts/server/tokens.ts";
import { resolveLeaseChoice } from "#domains/leases/server/members/add-to-lease.ts";
import { cancelPendingWorkOrders } from "#domains/work-orders/server/report/pending-work-orders.ts";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { getNetwork, getSender } from "#server/http/requests/sender.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { notify } from "#server/notifications/notify.ts";
import { conflict, invalid, unauthenticated } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Role } from "#shared/permissions.ts";
import type { register as registerEndpoint } from "../../registration-contract.ts";
import { admitToLease } from "../approvals/admit-to-lease.ts";
import { refreshApprovalLists } from "../approvals/approvers.ts";
import { assignProperties } from "../directory/assigned-properties.ts";
import { addUser } from "../registration/new-user.ts";
import { lockUnit } from "../units.ts";
import type { InvitationRow } from "./invitation-queries.ts";
import { isEmailedToken, lockOpenInvitation, requireOpenInvitation } from "./open-invitation.ts";

type RegistrationEntries = BodyOf<typeof registerEndpoint>;

/**
 * Registers the invited person with the role, unit, and properties of the invitation, without approval. The
 * emailed link confirms the address. A person who used the inviter's copy of the link gets a second email to
 * confirm it (REG-18..21). `ctx.db` is the pool, because no transaction should wait for password hashing.
 * @throws AppError invalid for a link that can't be accepted or a different address; conflict; too_many
 */
export async function registerInvited(
  ctx: Ctx,
  reply: FastifyReply,
  entries: RegistrationEntries,
  token: string,
): Promise<SessionUser> {
  assertUncommonPassword(ctx, entries.password);
  assertInvitedAddress(await requireOpenInvitation(ctx, token), entries.email);
  await countUse(ctx, registrationsPerNetwork, getNetwork(ctx.networkAddress));
  const passwordHash = await hashPassword(entries.password, getSender(ctx));
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    const invitation = await lockOpenInvitation(txCtx, token);
    assertInvitedAddress(invitation, entries.email);
    const person = await acceptInvitation(txCtx, {
      invitation,
      entries,
      passwordHash,
      confirmedAt: isEmailedToken(ctx, token) ? ctx.now : null,
    });
    return presentSession(await startNewSession(txCtx, reply, person, { method: "password" }));
  });
}

function assertInvitedAddress({ email }: InvitationRow, address: string): void {
  if (email.toLowerCase() !== address.toLowerCase())
    throw invalid({
      email: "This invitation was sent to a different email address. Use that address to accept it.",
    });
}

interface Acceptance {
  invitation: InvitationRow;
  entries: Pick<RegistrationEntries, "email" | "username" | "fullName">;
  /** Null for a person who signs in with a work account. */
  passwordHash: string | null;
  confirmedAt: Date | null;
}

/**
 * Creates the invited person's account, or takes over an unconfirmed one, with the role, unit, and properties of
 * the invitation. The caller has locked the invitation and starts the session.
 * @throws AppError conflict if the address has an account, or the unit or lease is gone
 */
export async function acceptInvitation(
  ctx: Ctx,
  acceptance: Acceptance,
): Promise<{ id: number; role: Role }> {
  const { invitation, entries, confirmedAt } = acceptance;
  const { db, now } = ctx;
  const { role } = invitation;
  const takenOverId = await takeOverUnconfirmedAccount(ctx, acceptance);
  const id = takenOverId ?? (await addInvitedUser(ctx, acceptance));
  if (role === "landlord" || role === "maintenance")
    await assignProperties(
      db,
      { id, role },
      invitation.properties.map((property) => property.id),
    );
  const actor = await findUserActor(db, id);
  if (actor === null) throw unauthenticated();
  const personCtx: SignedInCtx = { ...ctx, actor };
  let leaseId: number | null = null;
  if (role === "tenant" && invitation.unit_id !== null)
    leaseId = await admitTenant(personCtx, { ...invitation, unit_id: invitation.unit_id }, entries.fullName);
  else if (takenOverId !== undefined) await cancelPendingWorkOrders(personCtx, id);
  await db
    .updateTable("invitations")
    .set({ accepted_at: now, accepted_by_id: id })
    .where("id", "=", invitation.id)
    .execute();
  await withdrawOtherInvitations(ctx, invitation);
  await audit(personCtx, {
    action: "account.registered",
    subjectType: "person",
    subjectId: id,
    propertyId: invitation.properties[0]?.id ?? null,
    details: { role, invitationId: invitation.id, unitId: invitation.unit_id, leaseId },
  });
  if (confirmedAt === null)
    await sendConfirmationEmail(ctx, { id, email: entries.email, fullName: entries.fullName });
  const [property] = invitation.properties;
  await notify(ctx, [invitation.invited_by_id], {
    kind: "invitation.accepted",
    details: { name: entries.fullName },
    link: property === undefined ? `/users/${id}` : `/properties/${property.id}?tab=people`,
  });
  await refreshApprovalLists(ctx, invitation.properties[0]?.id ?? null);
  return { id, role };
}

const addInvitedUser = (
  { db, now }: Ctx,
  {
    invitation: { role, has_all_properties: hasAllProperties },
    entries,
    passwordHash,
    confirmedAt,
  }: Acceptance,
): Promise<number> =>
  addUser(db, {
    email: entries.email,
    username: entries.username,
    fullName: entries.fullName,
    role,
    passwordHash,
    state: "active",
    requestedUnitId: null,
    hasAllProperties,
    isEmailConfirmed: confirmedAt !== null,
    now,
  });

/**
 * Takes over an account that was registered with this address but never confirmed. The inviter knows the
 * invited person, so the account's old password and sessions are invalidated (REG-18..21). Returns undefined
 * if there is no such account.
 */
async function takeOverUnconfirmedAccount(
  ctx: Ctx,
  {
    invitation: { role, has_all_properties: hasAllProperties },
    entries,
    passwordHash,
    confirmedAt,
  }: Acceptance,
): Promise<number | undefined> {
  const { db, now } = ctx;
  const { rows } = await sql<{ id: number }>`
    update users set full_name = ${entries.fullName}, password_hash = ${passwordHash}, role = ${role}, state = 'active',
      decline_reason = null, requested_unit_id = null, has_all_properties = ${hasAllProperties}, email_confirmed_at = ${confirmedAt}, access_since = ${now},
      version = version + 1
    where lower(email) = lower(${entries.email}) and email_confirmed_at is null and state in ('pending', 'declined')
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await invalidateTokens(db, { purpose: "confirm-address", userId: id, now });
  await endAccess(ctx, id);
  return id;
}

/** Returns the lease the person joined, if any. @throws AppError conflict if the unit or the lease is gone */
async function admitTenant(
  ctx: SignedInCtx,
  {
    unit_id: unitId,
    lease_id: invitedLeaseId,
    without_lease: withoutLease,
  }: { unit_id: number; lease_id: number | null; without_lease: boolean },
  fullName: string,
): Promise<number | null> {
  const unit = await lockUnit(ctx.db, unitId);
  if (unit === undefined) throw conflict("The unit in this invitation no longer exists.");
  const { rows: endedLeases } = await sql`
    select from leases l join properties p on p.id = l.property_id
    where l.id = ${invitedLeaseId} and (l.state = 'ended' or l.ends_on < (${ctx.now}::timestamptz at time zone p.time_zone)::date)`.execute(
    ctx.db,
  );
  if (endedLeases.length > 0)
    throw conflict(
      "The lease in this invitation has ended. Ask the person who invited you for a new invitation.",
    );
  const choice = withoutLease ? "none" : (invitedLeaseId ?? (await resolveLeaseChoice(ctx, unit, undefined)));
  const joinedLease = await admitToLease(ctx, { person: { id: ctx.actor.id, fullName }, unit, choice });
  return joinedLease?.id ?? null;
}

/** Withdraws the other invitations to this address, which now has an account. */
async function withdrawOtherInvitations({ db, now }: Ctx, { id, email }: InvitationRow): Promise<void> {
  await sql`
    update invitations set withdrawn_at = ${now}
    where lower(email) = lower(${email}) and id <> ${id} and accepted_at is null and withdrawn_at is null`.execute(
    db,
  );
}
