import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { insertLease } from "./create-lease.ts";
import { followDay, movesOf } from "./follow-day.ts";
import { notifyLandlords } from "./notify-members.ts";
import { todayAt } from "./queries.ts";

interface Unit {
  id: number;
  property_id: number;
}

/** The state of a unit's leases today, by the day at the property. */
interface Occupancy {
  today: string;
  running_lease_id: number | null;
  is_held: boolean;
  /** The last day before the next lease begins. */
  free_until: string | null;
}

async function occupancyOf(ctx: Ctx, unit: Unit): Promise<Occupancy> {
  const { rows } = await sql<Occupancy>`
    with today as (select ${todayAt(ctx)} as day from properties p where p.id = ${unit.property_id})
    select today.day as today,
      (select lu.lease_id from lease_units lu join leases l on l.id = lu.lease_id
        where lu.unit_id = ${unit.id} and lu.during @> today.day and l.state in ('active', 'notice')
          and today.day between l.from_on and coalesce(l.to_on, 'infinity')) as running_lease_id,
      exists (select 1 from lease_units lu where lu.unit_id = ${unit.id} and lu.holds and lu.during @> today.day) as is_held,
      (select min(lower(lu.during)) - 1 from lease_units lu
        where lu.unit_id = ${unit.id} and lu.holds and lower(lu.during) > today.day) as free_until
    from today`.execute(ctx.db);
  const occupancy = rows[0];
  if (occupancy === undefined) throw new Error("A unit has no property.");
  return occupancy;
}

/**
 * Makes the person a member of the unit's running lease, or creates one without charges, with a company named after the
 * person (requirements, "Model"). The unit is locked by the caller. Returns the id of the lease.
 * @throws AppError conflict when a lease that is not running holds the unit
 */
export async function joinTenancy(
  ctx: Ctx,
  { person, unit }: { person: { id: number; fullName: string }; unit: Unit },
): Promise<number> {
  const occupancy = await occupancyOf(ctx, unit);
  if (occupancy.running_lease_id === null && occupancy.is_held)
    throw conflict(
      "A lease that ends today still has this unit. It is free from tomorrow; please wait, or choose another unit.",
    );
  const leaseId = occupancy.running_lease_id ?? (await beginLease(ctx, { person, unit, occupancy }));
  await sql`
    insert into lease_members (lease_id, property_id, user_id, from_on)
    select ${leaseId}, ${unit.property_id}, ${person.id}, ${occupancy.today}::date
    where not exists (select 1 from lease_members where lease_id = ${leaseId} and user_id = ${person.id}
      and daterange(from_on, to_on, '[]') && daterange(${occupancy.today}::date, null))`.execute(ctx.db);
  return leaseId;
}

async function beginLease(
  ctx: Ctx,
  {
    person,
    unit,
    occupancy: { today, free_until },
  }: { person: { fullName: string }; unit: Unit; occupancy: Occupancy },
): Promise<number> {
  const { id: companyId } = await ctx.db
    .insertInto("companies")
    .values({ name: person.fullName, created_by_id: ctx.actor?.id ?? null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const id = await insertLease(ctx, {
    companyId,
    propertyId: unit.property_id,
    unitIds: [unit.id],
    from: today,
    to: free_until,
    state: "active",
  });
  const followed = await followDay(ctx, [id]);
  await audit(ctx, {
    action: "lease.created",
    subjectType: "lease",
    subjectId: id,
    propertyId: unit.property_id,
    details: {
      companyId,
      unitIds: [unit.id],
      from: today,
      to: free_until,
      state: "active",
      unitStatuses: movesOf(followed, id),
    },
  });
  if (followed.begunIds.includes(id)) await notifyLandlords(ctx, id, "begun", "lately");
  return id;
}
