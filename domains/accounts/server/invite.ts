import { sql } from "kysely";
import type * as z from "zod/mini";
import { checkedChoice, openLeasesOf } from "#domains/leases/server/join-tenancy.ts";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { countUse } from "#server/http/limits.ts";
import { networkOf } from "#server/http/sender.ts";
import { conflict, forbidden, invalid } from "#shared/errors.ts";
import type { Invitation, newInvitation } from "../invitation-contract.ts";
import { invitationScope } from "./access.ts";
import { refuseUnknownBuildings } from "./buildings-of-people.ts";
import { findInvitation, invitationState, presentInvitation } from "./invitation-queries.ts";
import { mailsPerMailbox, mailsPerNetwork } from "./limits.ts";
import { mailInvitation } from "./mails.ts";
import { asMailed } from "./open-invitation.ts";
import { hashOf, randomToken } from "./tokens.ts";
import { findUnitWithin, type LabelledUnit } from "./units.ts";

type Entries = z.output<typeof newInvitation>;

const invitationHours = 48;
export const invitationExpiry = (now: Date) => new Date(now.getTime() + invitationHours * 3_600_000);

/** The checked contents of an invitation: role, unit and buildings. */
interface Promised {
  unit: LabelledUnit | null;
  leaseId: number | null;
  withoutLease: boolean;
  propertyIds: number[];
  allBuildings: boolean;
}

/**
 * Invites a person by mail (requirements, "People"), which counts towards the limits of mails.
 * @throws AppError forbidden; invalid; conflict when the address has an account or an open invitation; too_many
 */
export async function invite(
  ctx: SignedInCtx,
  entries: Entries,
): Promise<{ invitation: Invitation; link: string }> {
  await countInvitationMail(ctx, entries.email);
  return makeInvitation(ctx, entries);
}

export async function countInvitationMail(ctx: SignedInCtx, email: string): Promise<void> {
  await countUse(ctx, mailsPerNetwork, networkOf(ctx.networkAddress));
  await countUse(ctx, mailsPerMailbox, email.toLowerCase());
}

/** Creates the invitation only, in the transaction of `ctx`, e.g. for an import. @throws as `invite` */
export async function makeInvitation(
  ctx: SignedInCtx,
  entries: Entries,
): Promise<{ invitation: Invitation; link: string }> {
  const { db, actor, now } = ctx;
  const promised = await promise(ctx, entries);
  await refuseKnownAddress(ctx, entries.email);
  const token = randomToken();
  const { id } = await db
    .insertInto("invitations")
    .values({
      email: entries.email,
      role: entries.role,
      unit_id: promised.unit?.id ?? null,
      lease_id: promised.leaseId,
      without_lease: promised.withoutLease,
      all_buildings: promised.allBuildings,
      token_hash: hashOf(token),
      invited_by_id: actor.id,
      created_at: now,
      expires_at: invitationExpiry(now),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (promised.propertyIds.length > 0)
    await db
      .insertInto("invitation_properties")
      .values(promised.propertyIds.map((propertyId) => ({ invitation_id: id, property_id: propertyId })))
      .execute();
  await audit(ctx, {
    action: "invitation.created",
    subjectType: "invitation",
    subjectId: id,
    propertyId: promised.propertyIds[0] ?? null,
    details: {
      email: entries.email,
      role: entries.role,
      unitId: promised.unit?.id ?? null,
      leaseId: promised.leaseId,
      withoutLease: promised.withoutLease,
      propertyIds: promised.propertyIds,
      allBuildings: promised.allBuildings,
    },
  });
  return sendInvitation(ctx, id, token);
}

/**
 * Mails the link of an invitation, and returns another that the inviter can hand over. Neither is stored anywhere else. Only the
 * mailed link proves that the address belongs to whoever opens it.
 */
export async function sendInvitation(
  ctx: SignedInCtx,
  id: number,
  token: string,
): Promise<{ invitation: Invitation; link: string }> {
  const row = await findInvitation(ctx, ctx.actor.accessScope, id);
  const pathOf = (part: string) => `/register?invitation=${part}`;
  const mailId = await mailInvitation(ctx, {
    ...presentInvitation(row),
    path: pathOf(asMailed(ctx, token)),
    hours: invitationHours,
  });
  await ctx.db.updateTable("invitations").set({ mail_id: mailId }).where("id", "=", id).execute();
  return {
    invitation: presentInvitation(await findInvitation(ctx, ctx.actor.accessScope, id)),
    link: new URL(pathOf(token), ctx.config.publicUrl).href,
  };
}

/** Checks what the user may grant: landlords invite to their own buildings, and to no role above tenant and maintenance. */
async function promise(ctx: SignedInCtx, entries: Entries): Promise<Promised> {
  const { actor, db } = ctx;
  const { role, propertyIds = [], allBuildings = false } = entries;
  if (actor.accessScope.effectiveRole !== "admin" && role !== "tenant" && role !== "maintenance")
    throw forbidden("Landlord and administrator accounts are invited by an administrator.");
  if (allBuildings && role !== "maintenance")
    throw invalid({ allBuildings: "Only maintenance staff can have all buildings." });
  if (allBuildings && actor.accessScope.effectiveRole !== "admin")
    throw invalid({ allBuildings: "Only an administrator can grant all buildings." });
  if (role === "tenant") return promiseToTenant(ctx, entries);
  const noUnit = { unit: null, leaseId: null, withoutLease: false };
  if (role === "admin") return { ...noUnit, propertyIds: [], allBuildings: false };
  const wanted = allBuildings ? [] : [...new Set(propertyIds)];
  if (role === "maintenance" && wanted.length === 0 && !allBuildings)
    throw invalid({ propertyIds: "Please choose at least one building." });
  await refuseUnknownBuildings(db, wanted);
  if (
    actor.accessScope.effectiveRole !== "admin" &&
    !wanted.every((one) => actor.accessScope.propertyIds.includes(one))
  )
    throw invalid({ propertyIds: "One of these buildings does not exist." });
  return { ...noUnit, propertyIds: wanted, allBuildings };
}

async function promiseToTenant(ctx: SignedInCtx, { unitId, lease }: Entries): Promise<Promised> {
  const { actor, db } = ctx;
  const wanted = unitId ?? (typeof lease === "number" ? await unitOfLease(db, lease) : null);
  if (wanted === null) throw invalid({ unitId: "Please choose the unit of this tenant." });
  const unit = await findUnitWithin(db, actor.accessScope, wanted);
  if (unit === undefined) throw invalid({ unitId: "Please choose a unit of your own buildings." });
  const choice = await checkedChoice(ctx, unit, lease);
  if (choice === "draft" && (await openLeasesOf(ctx, unit)).length > 0)
    throw invalid({
      lease: "This unit has a lease already. For another one, please record it and invite there.",
    });
  return {
    unit,
    leaseId: typeof choice === "number" ? choice : null,
    withoutLease: choice === "none",
    propertyIds: [unit.property_id],
    allBuildings: false,
  };
}

/** One of the units that the lease has for longest; null for an unknown lease. */
async function unitOfLease(db: Db, leaseId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select unit_id as id from lease_units where lease_id = ${leaseId}
    order by upper(during) desc nulls first, unit_id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** @throws AppError conflict when the address has an account, or an open invitation that the user can see */
async function refuseKnownAddress({ db, actor, now }: SignedInCtx, email: string): Promise<void> {
  // Serialises concurrent invitations to one address.
  await sql`select pg_advisory_xact_lock(hashtextextended('invitation ' || lower(${email}), 0))`.execute(db);
  const { rows: accounts } = await sql`select 1 from users where lower(email) = lower(${email})`.execute(db);
  if (accounts.length > 0) throw taken("An account with this email address exists already.");
  const { rows: open } = await sql`
    select 1 from invitations i where lower(i.email) = lower(${email}) and ${invitationState(now)} = 'pending'
      and ${invitationScope(actor.accessScope)} limit 1`.execute(db);
  if (open.length > 0)
    throw taken("An invitation to this address is open already. You can send it again or withdraw it.");
}

const taken = (message: string) => conflict(message, { fields: { email: message } });
