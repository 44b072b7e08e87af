import { sql } from "kysely";
import type * as z from "zod/mini";
import { emailsPerMailbox, emailsPerNetwork } from "#domains/accounts/server/limits.ts";
import { createRandomToken, hashToken } from "#domains/accounts/server/tokens.ts";
import { findOpenLeaseIds, resolveLeaseChoice } from "#domains/leases/server/members/add-to-lease.ts";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { getNetwork } from "#server/http/requests/sender.ts";
import { conflict, forbidden, invalid } from "#shared/errors.ts";
import type { Invitation, newInvitation } from "../../invitation-contract.ts";
import { invitationScope } from "../access.ts";
import { assertPropertiesExist } from "../directory/assigned-properties.ts";
import { findDecidableUnit, type LabeledUnit } from "../units.ts";
import { sendInvitationEmail } from "./emails.ts";
import { findInvitation, invitationState, presentInvitation } from "./invitation-queries.ts";
import { toEmailedToken } from "./open-invitation.ts";

type InvitationEntries = z.output<typeof newInvitation>;

const invitationDays = 14;
export const getInvitationExpiry = (now: Date) => new Date(now.getTime() + invitationDays * 86_400_000);

/** The validated access that an invitation grants. */
interface InvitationGrant {
  unit: LabeledUnit | null;
  leaseId: number | null;
  withoutLease: boolean;
  propertyIds: number[];
  hasAllProperties: boolean;
}

/**
 * Invites a person by email (requirements, "People"). Counts toward the email limits.
 * @throws AppError forbidden; invalid; conflict if the address has an account or a pending invitation;
 * too_many
 */
export async function invite(
  ctx: SignedInCtx,
  entries: InvitationEntries,
): Promise<{ invitation: Invitation; link: string }> {
  await countInvitationEmail(ctx, entries.email);
  return createInvitation(ctx, entries);
}

export async function countInvitationEmail(ctx: SignedInCtx, email: string): Promise<void> {
  await countUse(ctx, emailsPerNetwork, getNetwork(ctx.networkAddress));
  await countUse(ctx, emailsPerMailbox, email.toLowerCase());
}

/**
 * Creates the invitation in the transaction of `ctx` without counting the email, for example for an import.
 * @throws like `invite`
 */
export async function createInvitation(
  ctx: SignedInCtx,
  entries: InvitationEntries,
): Promise<{ invitation: Invitation; link: string }> {
  const { db, actor, now } = ctx;
  const grant = await checkGrant(ctx, entries);
  await assertAddressAvailable(ctx, entries.email);
  const token = createRandomToken();
  const { id } = await db
    .insertInto("invitations")
    .values({
      email: entries.email,
      role: entries.role,
      unit_id: grant.unit?.id ?? null,
      lease_id: grant.leaseId,
      without_lease: grant.withoutLease,
      has_all_properties: grant.hasAllProperties,
      token_hash: hashToken(token),
      invited_by_id: actor.id,
      created_at: now,
      expires_at: getInvitationExpiry(now),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (grant.propertyIds.length > 0)
    await db
      .insertInto("invitation_properties")
      .values(grant.propertyIds.map((propertyId) => ({ invitation_id: id, property_id: propertyId })))
      .execute();
  await audit(ctx, {
    action: "invitation.created",
    subjectType: "invitation",
    subjectId: id,
    propertyId: grant.propertyIds[0] ?? null,
    details: {
      email: entries.email,
      role: entries.role,
      unitId: grant.unit?.id ?? null,
      leaseId: grant.leaseId,
      withoutLease: grant.withoutLease,
      propertyIds: grant.propertyIds,
      hasAllProperties: grant.hasAllProperties,
    },
  });
  return sendInvitation(ctx, id, token);
}

/**
 * Emails an invitation link and returns a different one that the inviter can share. Neither is stored. Only
 * the emailed link proves that the person who opens it owns the address.
 */
export async function sendInvitation(
  ctx: SignedInCtx,
  id: number,
  token: string,
): Promise<{ invitation: Invitation; link: string }> {
  const row = await findInvitation(ctx, ctx.actor.accessScope, id);
  const toInvitationPath = (token: string) => `/register?invitation=${token}`;
  const emailId = await sendInvitationEmail(ctx, {
    ...presentInvitation(row),
    path: toInvitationPath(toEmailedToken(ctx, token)),
    days: invitationDays,
  });
  await ctx.db.updateTable("invitations").set({ email_id: emailId }).where("id", "=", id).execute();
  return {
    invitation: presentInvitation(await findInvitation(ctx, ctx.actor.accessScope, id)),
    link: new URL(toInvitationPath(token), ctx.config.publicUrl).href,
  };
}

/**
 * Checks that the user can grant this access. Landlords can invite only tenants and maintenance staff, and only
 * to their own properties.
 */
async function checkGrant(ctx: SignedInCtx, entries: InvitationEntries): Promise<InvitationGrant> {
  const { actor, db } = ctx;
  const { role, propertyIds = [], hasAllProperties = false } = entries;
  if (actor.accessScope.effectiveRole !== "admin" && role !== "tenant" && role !== "maintenance")
    throw forbidden("Only administrators can invite landlords and administrators.");
  if (hasAllProperties && role !== "maintenance")
    throw invalid({ hasAllProperties: "Only maintenance staff can be given all properties." });
  if (hasAllProperties && actor.accessScope.effectiveRole !== "admin")
    throw invalid({ hasAllProperties: "Only an administrator can grant access to all properties." });
  if (role === "tenant") return checkTenantGrant(ctx, entries);
  const noUnit = { unit: null, leaseId: null, withoutLease: false };
  if (role === "admin") return { ...noUnit, propertyIds: [], hasAllProperties: false };
  const requestedIds = hasAllProperties ? [] : [...new Set(propertyIds)];
  if (role === "maintenance" && requestedIds.length === 0 && !hasAllProperties)
    throw invalid({ propertyIds: "Select at least one property." });
  await assertPropertiesExist(db, requestedIds);
  if (
    actor.accessScope.effectiveRole !== "admin" &&
    !requestedIds.every((id) => actor.accessScope.propertyIds.includes(id))
  )
    throw invalid({ propertyIds: "One of the selected properties no longer exists." });
  return { ...noUnit, propertyIds: requestedIds, hasAllProperties };
}

async function checkTenantGrant(
  ctx: SignedInCtx,
  { unitId, lease }: InvitationEntries,
): Promise<InvitationGrant> {
  const { actor, db } = ctx;
  const requestedUnitId = unitId ?? (typeof lease === "number" ? await findLeaseUnit(db, lease) : null);
  if (requestedUnitId === null) throw invalid({ unitId: "Select this tenant's unit." });
  const unit = await findDecidableUnit(db, actor.accessScope, requestedUnitId);
  if (unit === undefined) throw invalid({ unitId: "Select a unit at one of your properties." });
  const choice = await resolveLeaseChoice(ctx, unit, lease);
  if (choice === "draft" && (await findOpenLeaseIds(ctx, unit)).length > 0)
    throw invalid({
      lease:
        "This unit already has a lease. To use a different one, create that lease first and invite the tenant from there.",
    });
  return {
    unit,
    leaseId: typeof choice === "number" ? choice : null,
    withoutLease: choice === "none",
    propertyIds: [unit.property_id],
    hasAllProperties: false,
  };
}

/** Finds the unit that stays on the lease the longest. Null for an unknown lease. */
async function findLeaseUnit(db: Db, leaseId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select unit_id as id from lease_units where lease_id = ${leaseId}
    order by upper(during) desc nulls first, unit_id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Checks that the address can be invited.
 * @throws AppError conflict if it has an account or a pending invitation the user can see
 */
async function assertAddressAvailable({ db, actor, now }: SignedInCtx, email: string): Promise<void> {
  // Serializes concurrent invitations to the same address.
  await sql`select pg_advisory_xact_lock(hashtextextended('invitation ' || lower(${email}), 0))`.execute(db);
  const { rows: accounts } = await sql`select 1 from users where lower(email) = lower(${email})`.execute(db);
  if (accounts.length > 0) throw addressTakenError("An account with this email address already exists.");
  const { rows: pendingInvitations } = await sql`
    select 1 from invitations i where lower(i.email) = lower(${email}) and ${invitationState(now)} = 'pending'
      and ${invitationScope(actor.accessScope)} limit 1`.execute(db);
  if (pendingInvitations.length > 0)
    throw addressTakenError(
      "There's already a pending invitation for this address. You can resend it or withdraw it.",
    );
}

const addressTakenError = (message: string) => conflict(message, { fields: { email: message } });
