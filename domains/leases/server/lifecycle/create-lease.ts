import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { NewLease } from "../../contract.ts";
import { leasableProperties } from "../access.ts";
import { findOrAddCompany } from "../companies/find-or-add-company.ts";
import { notifyLandlords } from "../members/notify-members.ts";
import { applyLeaseDates, getStatusChanges } from "./apply-lease-dates.ts";
import { assertNoOverlap, lockUnits } from "./lock-units.ts";

/**
 * Creates a lease, as a draft or active. The units of an active lease become occupied on its start date
 * (AUN-20). Returns the lease ID.
 * @throws AppError not_found if the user can't access the property; invalid, with the field; conflict if
 * a unit is already on another lease
 */
export async function createLease(ctx: SignedInCtx, body: NewLease): Promise<number> {
  const { actor, db } = ctx;
  const { propertyId, from, to = null, state } = body;
  const { rows } = await sql`
    select p.id from properties p where p.id = ${propertyId} and ${leasableProperties(actor.accessScope)}`.execute(
    db,
  );
  if (rows.length === 0) throw notFound("property");
  const units = await lockUnits(db, { propertyId, unitIds: body.unitIds });
  const unitIds = units.map(({ id }) => id);
  await assertNoOverlap(db, { unitIds, from, to }, null, "unitIds");
  const companyId = await findOrAddCompany(ctx, body);
  const id = await insertLease(ctx, { companyId, propertyId, unitIds, from, to, state });
  const appliedDates = await applyLeaseDates(ctx, [id]);
  await audit(ctx, {
    action: "lease.created",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    details: { companyId, unitIds, from, to, state, unitStatuses: getStatusChanges(appliedDates, id) },
  });
  if (appliedDates.startedLeaseIds.includes(id)) await notifyLandlords(ctx, id, "started", "recent");
  return id;
}

/**
 * Inserts the rows of a lease. The caller has checked that the units are free, and calls `applyLeaseDates`
 * afterward.
 */
export async function insertLease(
  { db }: Ctx,
  lease: {
    companyId: number;
    propertyId: number;
    unitIds: readonly number[];
    from: string;
    to: string | null;
    state: "draft" | "active";
  },
): Promise<number> {
  const { id } = await db
    .insertInto("leases")
    .values({
      property_id: lease.propertyId,
      company_id: lease.companyId,
      state: lease.state,
      starts_on: lease.from,
      ends_on: lease.to,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertUnits({ db }, { id, ...lease, holds: lease.state !== "draft" });
  return id;
}

export async function insertUnits(
  { db }: Pick<Ctx, "db">,
  lease: {
    id: number;
    propertyId: number;
    unitIds: readonly number[];
    from: string;
    to: string | null;
    holds: boolean;
  },
): Promise<void> {
  await sql`
    insert into lease_units (lease_id, unit_id, property_id, during, holds)
    select ${lease.id}, unit_id, ${lease.propertyId}, daterange(${lease.from}::date, ${lease.to}::date, '[]'), ${lease.holds}
    from unnest(${lease.unitIds}::bigint[]) unit_id`.execute(db);
}
