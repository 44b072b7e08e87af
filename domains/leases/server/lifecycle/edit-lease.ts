import { sql } from "kysely";
import type { DetailsByAction } from "#domains/audit/details.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { editLease as editLeaseEndpoint } from "../../contract.ts";
import { endBeforeStartMessage } from "../../lease-fields.ts";
import { leasableProperties } from "../access.ts";
import { assertCurrentLeaseVersion } from "../assert-current-version.ts";
import { findOrAddCompany } from "../companies/find-or-add-company.ts";
import { findMembersThrough, refreshAccessScope } from "../members/notify-members.ts";
import { publishLeaseChange } from "../publish-change.ts";
import { findLeaseUnits, type LeasedUnit, type LockedLease, lockLease } from "../queries.ts";
import { chargeLease, type PostedCharges, toAuditDetails } from "../terms/charge-lease.ts";
import { applyLeaseDates, getStatusChanges } from "./apply-lease-dates.ts";
import { insertUnits } from "./create-lease.ts";
import { moveDraftTerms } from "./draft-terms.ts";
import { fitMembers } from "./fit-members.ts";
import { assertNoOverlap, lockUnits } from "./lock-units.ts";
import { applyVacatedUnits, moveEndDate, saveUnitDates } from "./unit-dates.ts";

type EditLeaseBody = BodyOf<typeof editLeaseEndpoint>;

/**
 * Updates a draft, or an active lease's end date and units vacated early. Returns the charges that were
 * posted or reversed because the end date changed.
 * @throws AppError not_found; invalid, with the field; conflict if the version is outdated, the lease has
 * ended, or another lease has a unit
 */
export async function editLease(
  ctx: SignedInCtx,
  id: number,
  body: EditLeaseBody,
  expectedVersion: number | undefined,
): Promise<PostedCharges> {
  const lease = await lockLease(ctx, id);
  await assertCurrentLeaseVersion(ctx, lease, expectedVersion);
  if (lease.state === "ended") throw conflict("This lease has ended and can't be changed.");
  const units = await findLeaseUnits(ctx, id);
  if (lease.state === "draft") await editDraft(ctx, lease, units, body);
  else return editActiveLease(ctx, lease, units, body);
  publishLeaseChange(ctx, lease);
  return { entries: 0, cents: 0 };
}

async function editDraft(ctx: SignedInCtx, lease: LockedLease, units: LeasedUnit[], body: EditLeaseBody) {
  const { db, actor } = ctx;
  const { id } = lease;
  const propertyId = body.propertyId ?? lease.property_id;
  const from = body.from ?? lease.starts_on;
  const to = body.to === undefined ? lease.ends_on : body.to;
  if (to !== null && to < from) throw invalid({ to: endBeforeStartMessage });
  const isMoved = propertyId !== lease.property_id;
  if (isMoved) {
    const { rows } = await sql`
      select p.id from properties p where p.id = ${propertyId} and ${leasableProperties(actor.accessScope)}`.execute(
      db,
    );
    if (rows.length === 0) throw notFound("property");
    if (body.unitIds === undefined) throw invalid({ unitIds: "Select units at this property." });
    await assertCanMove(ctx, lease);
  }
  const previousUnitIds = units.map((unit) => unit.id);
  const selectedUnits = await lockUnits(db, { propertyId, unitIds: body.unitIds ?? previousUnitIds });
  const unitIds = selectedUnits.map((unit) => unit.id);
  await assertNoOverlap(db, { unitIds, from, to }, id, "unitIds");
  const { companyId: selectedId, companyName } = body;
  const companyId =
    selectedId === undefined && companyName === undefined
      ? lease.company_id
      : await findOrAddCompany(ctx, body);
  await db.deleteFrom("lease_units").where("lease_id", "=", id).execute();
  await db
    .updateTable("leases")
    .set({
      property_id: propertyId,
      company_id: companyId,
      starts_on: from,
      ends_on: to,
      version: lease.version + 1,
    })
    .where("id", "=", id)
    .execute();
  await insertUnits(ctx, { id, propertyId, unitIds, from, to, holds: false });
  refreshAccessScope(ctx, await findMembersThrough(ctx, id, lease.today));
  await fitMembers(ctx, { id, from, to });
  if (from !== lease.starts_on) await moveDraftTerms(ctx, id, { before: lease.starts_on, after: from });
  await audit(ctx, {
    action: "lease.edited",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    details: {
      changes: diffFields(
        {
          propertyId: lease.property_id,
          companyId: lease.company_id,
          unitIds: previousUnitIds,
          from: lease.starts_on,
          to: lease.ends_on,
        },
        { propertyId, companyId, unitIds, from, to },
      ),
    },
  });
}

/** @throws AppError invalid if the draft already has work orders or documents at its property */
async function assertCanMove({ db }: SignedInCtx, { id, property_name }: LockedLease): Promise<void> {
  const { rows } = await sql`
    select from work_orders where lease_id = ${id} union all select from documents where lease_id = ${id} limit 1`.execute(
    db,
  );
  if (rows.length > 0)
    throw invalid({
      propertyId: `This lease has work orders or documents at ${property_name}. Create a separate lease for the other property.`,
    });
}

async function editActiveLease(
  ctx: SignedInCtx,
  lease: LockedLease,
  units: LeasedUnit[],
  body: EditLeaseBody,
): Promise<PostedCharges> {
  assertNoDraftOnlyChanges(lease, units, body);
  const to = body.to === undefined ? lease.ends_on : body.to;
  const details = await moveActiveDates(ctx, lease, { units, to, vacatedUnits: body.vacatedUnits ?? [] });
  const postedCharges = await chargeLease(ctx, lease);
  await auditActiveEdit(ctx, lease, { ...details, ...toAuditDetails(postedCharges) });
  return postedCharges;
}

/**
 * Moves an active lease's end date to a later one, and nothing else. The caller charges the lease, under terms
 * that can start after the old end date.
 * @throws AppError invalid, with the field; conflict if notice was recorded, or another lease has a unit
 */
export async function extendLease(ctx: SignedInCtx, lease: LockedLease, to: Day): Promise<void> {
  if (lease.state === "notice")
    throw conflict("Notice has been recorded for this lease. Withdraw the notice before you renew it.");
  if (lease.ends_on === null)
    throw invalid({ to: "This lease is open-ended, so there's no end date to extend." });
  if (to <= lease.ends_on)
    throw invalid({ to: `The lease already ends ${formatCalendarDay(lease.ends_on)}. Enter a later date.` });
  const units = await findLeaseUnits(ctx, lease.id);
  await auditActiveEdit(ctx, lease, await moveActiveDates(ctx, lease, { units, to, vacatedUnits: [] }));
}

interface ActiveDates {
  units: LeasedUnit[];
  to: Day | null;
  vacatedUnits: NonNullable<EditLeaseBody["vacatedUnits"]>;
}

/** Changes an active lease's end date and those of its units. Returns the details for the audit log. */
async function moveActiveDates(
  ctx: SignedInCtx,
  lease: LockedLease,
  { units, to, vacatedUnits }: ActiveDates,
) {
  const { id, starts_on: from, today } = lease;
  if (to === null && lease.state === "notice")
    throw invalid({
      to: "Notice has been recorded, so this lease needs an end date. To keep it open-ended, withdraw the notice.",
    });
  if (to !== lease.ends_on && to !== null) {
    if (to < from) throw invalid({ to: endBeforeStartMessage });
    if (to < today) throw invalid({ to: "That date has passed. End the lease instead." });
  }
  const movedUnits = moveEndDate(units, lease.ends_on, to);
  const newUnits = applyVacatedUnits(movedUnits, { from, to }, vacatedUnits);
  await saveUnitDates(ctx, { leaseId: id, propertyId: lease.property_id }, units, newUnits);
  await ctx.db
    .updateTable("leases")
    .set({ ends_on: to, version: lease.version + 1 })
    .where("id", "=", id)
    .execute();
  await fitMembers(ctx, { id, from, to });
  const vacatedToday = vacatedUnits.filter(({ on }) => on !== null && on <= today);
  const appliedDates = await applyLeaseDates(
    ctx,
    [id],
    vacatedToday.map(({ unitId }) => unitId),
  );
  return {
    changes: diffFields(
      { to: lease.ends_on, units: units.map(toUnitDates) },
      { to, units: newUnits.map(toUnitDates) },
    ),
    unitStatuses: getStatusChanges(appliedDates, id),
  };
}

const auditActiveEdit = (
  ctx: SignedInCtx,
  { id, property_id }: LockedLease,
  details: DetailsByAction["lease.edited"],
): Promise<void> =>
  audit(ctx, {
    action: "lease.edited",
    subjectType: "lease",
    subjectId: id,
    propertyId: property_id,
    details,
  });

const toUnitDates = ({ id, number, endsOn }: LeasedUnit) => ({ id, unitNumber: number, to: endsOn });

/** @throws AppError invalid if the change includes fields that can only be changed on a draft */
function assertNoDraftOnlyChanges(lease: LockedLease, units: LeasedUnit[], body: EditLeaseBody): void {
  const message = `This lease is active, so you can only change its end date and unit dates.`;
  const leasedIds = new Set(units.map(({ id }) => id));
  const fieldErrors: Record<string, string> = {};
  if (body.companyId !== undefined && body.companyId !== lease.company_id) fieldErrors.companyId = message;
  if (body.companyName !== undefined && body.companyName !== lease.company_name)
    fieldErrors.companyName = message;
  if (body.propertyId !== undefined && body.propertyId !== lease.property_id)
    fieldErrors.propertyId = message;
  if (body.from !== undefined && body.from !== lease.starts_on)
    fieldErrors.from = `The lease starts ${formatCalendarDay(lease.starts_on)}. Only a draft's start date can be changed.`;
  if (body.unitIds !== undefined && !haveSameIds(leasedIds, new Set(body.unitIds)))
    fieldErrors.unitIds = message;
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors);
}

const haveSameIds = (a: Set<number>, b: Set<number>) => a.size === b.size && [...a].every((id) => b.has(id));

/** Returns the fields that differ, with their old and new values. */
function diffFields<T extends Record<string, unknown>>(before: T, after: T) {
  return Object.keys(before)
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
}
