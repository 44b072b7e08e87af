import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { editLease as editLeaseEndpoint } from "../contract.ts";
import { endsBeforeItBegins } from "../lease-facts.ts";
import { lettableProperties } from "./access.ts";
import { asDetails, chargeLease, type JustPosted } from "./charge-lease.ts";
import { companyFor } from "./company-choice.ts";
import { insertUnits } from "./create-lease.ts";
import { moveDraftTerms } from "./draft-terms.ts";
import { fitMembers } from "./fit-members.ts";
import { followDay, movesOf } from "./follow-day.ts";
import { membersOn, rereadAccessScope } from "./notify-members.ts";
import { publishLeaseChange } from "./publish-change.ts";
import { type LeasedUnit, type LockedLease, lockLease, unitsOfLease } from "./queries.ts";
import { refuseStale } from "./stale.ts";
import { lockUnits } from "./unit-choice.ts";
import { givenBackDays, withNewEnd, writeUnitDays } from "./unit-days.ts";

type Body = BodyOf<typeof editLeaseEndpoint>;

/**
 * Changes a draft, or a running lease's last day and the units given back early. Returns what was charged or taken back
 * because the last day moved.
 * @throws AppError not_found; invalid, with the field; conflict when stale, ended, or when another lease has a unit
 */
export async function editLease(
  ctx: SignedInCtx,
  id: number,
  body: Body,
  seen: number | undefined,
): Promise<JustPosted> {
  const lease = await lockLease(ctx, id);
  await refuseStale(ctx, lease, seen);
  if (lease.state === "ended") throw conflict("This lease has ended and stays as it is.");
  const units = await unitsOfLease(ctx, id);
  if (lease.state === "draft") await editDraft(ctx, lease, units, body);
  else return editRunning(ctx, lease, units, body);
  publishLeaseChange(ctx, lease);
  return { entries: 0, cents: 0 };
}

async function editDraft(ctx: SignedInCtx, lease: LockedLease, units: LeasedUnit[], body: Body) {
  const { db, actor } = ctx;
  const { id } = lease;
  const propertyId = body.propertyId ?? lease.property_id;
  const from = body.from ?? lease.from_on;
  const to = body.to === undefined ? lease.to_on : body.to;
  if (to !== null && to < from) throw invalid({ to: endsBeforeItBegins });
  const isMoved = propertyId !== lease.property_id;
  if (isMoved) {
    const { rows } = await sql`
      select p.id from properties p where p.id = ${propertyId} and ${lettableProperties(actor.accessScope)}`.execute(
      db,
    );
    if (rows.length === 0) throw notFound("property");
    if (body.unitIds === undefined) throw invalid({ unitIds: "Please choose units of this property." });
    await refuseLeaving(ctx, lease);
  }
  const before = units.map((unit) => unit.id);
  const chosen = await lockUnits(db, { propertyId, unitIds: body.unitIds ?? before });
  const unitIds = chosen.map((unit) => unit.id);
  const { companyId: chosenId, companyName } = body;
  const companyId =
    chosenId === undefined && companyName === undefined ? lease.company_id : await companyFor(ctx, body);
  await db.deleteFrom("lease_units").where("lease_id", "=", id).execute();
  await db
    .updateTable("leases")
    .set({
      property_id: propertyId,
      company_id: companyId,
      from_on: from,
      to_on: to,
      version: lease.version + 1,
    })
    .where("id", "=", id)
    .execute();
  await insertUnits(ctx, { id, propertyId, unitIds, from, to, holds: false });
  rereadAccessScope(ctx, await membersOn(ctx, id, lease.today));
  await fitMembers(ctx, { id, from, to });
  if (from !== lease.from_on) await moveDraftTerms(ctx, id, { before: lease.from_on, after: from });
  await audit(ctx, {
    action: "lease.edited",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    details: {
      changes: changesBetween(
        {
          propertyId: lease.property_id,
          companyId: lease.company_id,
          unitIds: before,
          from: lease.from_on,
          to: lease.to_on,
        },
        { propertyId, companyId, unitIds, from, to },
      ),
    },
  });
}

/** @throws AppError invalid when members of the draft already reported or uploaded something in its building */
async function refuseLeaving({ db }: SignedInCtx, { id, property_name }: LockedLease): Promise<void> {
  const { rows } = await sql`
    select from work_orders where lease_id = ${id} union all select from documents where lease_id = ${id} limit 1`.execute(
    db,
  );
  if (rows.length > 0)
    throw invalid({
      propertyId: `Work orders or documents in ${property_name} belong to this lease. Please record another lease for the other building.`,
    });
}

async function editRunning(
  ctx: SignedInCtx,
  lease: LockedLease,
  units: LeasedUnit[],
  body: Body,
): Promise<JustPosted> {
  refuseOfDraftsOnly(lease, units, body);
  const { id, from_on: from, today } = lease;
  const to = body.to === undefined ? lease.to_on : body.to;
  if (to !== lease.to_on && to !== null) {
    if (to < from) throw invalid({ to: endsBeforeItBegins });
    if (to < today) throw invalid({ to: "This day has passed. Please end the lease instead." });
  }
  const moved = withNewEnd(units, lease.to_on, to);
  const after = givenBackDays(moved, { from, to }, body.givenBack ?? []);
  await writeUnitDays(ctx, { leaseId: id, propertyId: lease.property_id }, units, after);
  await ctx.db
    .updateTable("leases")
    .set({ to_on: to, version: lease.version + 1 })
    .where("id", "=", id)
    .execute();
  await fitMembers(ctx, { id, from, to });
  const leaving = (body.givenBack ?? []).filter(({ on }) => on !== null && on <= today);
  const followed = await followDay(
    ctx,
    [id],
    leaving.map(({ unitId }) => unitId),
  );
  const posted = await chargeLease(ctx, lease);
  await audit(ctx, {
    action: "lease.edited",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      changes: changesBetween(
        { to: lease.to_on, units: units.map(asDays) },
        { to, units: after.map(asDays) },
      ),
      unitStatuses: movesOf(followed, id),
      ...asDetails(posted),
    },
  });
  return posted;
}

const asDays = ({ id, number, toOn }: LeasedUnit) => ({ id, unitNumber: number, to: toOn });

/** @throws AppError invalid when the change concerns fields that only a draft may change */
function refuseOfDraftsOnly(lease: LockedLease, units: LeasedUnit[], body: Body): void {
  const begun = `The lease is no longer a draft: only its last day and its units' last days can be changed.`;
  const held = new Set(units.map(({ id }) => id));
  const fields: Record<string, string> = {};
  if (body.companyId !== undefined && body.companyId !== lease.company_id) fields.companyId = begun;
  if (body.companyName !== undefined && body.companyName !== lease.company_name) fields.companyName = begun;
  if (body.propertyId !== undefined && body.propertyId !== lease.property_id) fields.propertyId = begun;
  if (body.from !== undefined && body.from !== lease.from_on)
    fields.from = `The lease begins on ${formatCalendarDay(lease.from_on)}; only a draft's first day can be changed.`;
  if (body.unitIds !== undefined && !isSame(held, new Set(body.unitIds))) fields.unitIds = begun;
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

const isSame = (one: Set<number>, other: Set<number>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

/** The fields that differ, with old and new values. */
function changesBetween<T extends Record<string, unknown>>(before: T, after: T) {
  return Object.keys(before)
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
}
