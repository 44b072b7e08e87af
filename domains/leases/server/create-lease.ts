import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { NewLease } from "../contract.ts";
import { lettableProperties } from "./access.ts";
import { companyFor } from "./company-choice.ts";
import { followDay, movesOf } from "./follow-day.ts";
import { notifyLandlords } from "./notify-members.ts";
import { lockUnits, refuseOverlap } from "./unit-choice.ts";

/**
 * Records a lease, as a draft or as active; an active one occupies its units from its first day (AUN-20). Returns its id.
 * @throws AppError not_found for a property outside the access scope; invalid, with the field; conflict when another lease has a unit
 */
export async function createLease(ctx: SignedInCtx, body: NewLease): Promise<number> {
  const { actor, db } = ctx;
  const { propertyId, from, to = null, state } = body;
  const { rows } = await sql`
    select p.id from properties p where p.id = ${propertyId} and ${lettableProperties(actor.accessScope)}`.execute(
    db,
  );
  if (rows.length === 0) throw notFound("property");
  const units = await lockUnits(db, { propertyId, unitIds: body.unitIds });
  const unitIds = units.map(({ id }) => id);
  if (state === "active") await refuseOverlap(db, { unitIds, from, to }, null, "unitIds");
  const companyId = await companyFor(ctx, body);
  const id = await insertLease(ctx, { companyId, propertyId, unitIds, from, to, state });
  const followed = await followDay(ctx, [id]);
  await audit(ctx, {
    action: "lease.created",
    subjectType: "lease",
    subjectId: id,
    propertyId,
    details: { companyId, unitIds, from, to, state, unitStatuses: movesOf(followed, id) },
  });
  if (followed.begunIds.includes(id)) await notifyLandlords(ctx, id, "begun", "lately");
  return id;
}

/** Inserts the rows of a lease; the caller has checked that its units are free, and calls `followDay` afterwards. */
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
      from_on: lease.from,
      to_on: lease.to,
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
