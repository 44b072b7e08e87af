import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { conflict } from "#shared/errors.ts";
import type { LabelledUnit } from "./units.ts";

/** The state of a unit's leases on today's day at the property. */
interface Occupancy {
  today: string;
  running_lease_id: number | null;
  is_held: boolean;
  /** The last day before the next lease begins. */
  free_until: string | null;
}

async function occupancyOf(db: Db, unit: LabelledUnit): Promise<Occupancy> {
  const { rows } = await sql<Occupancy>`
    with today as (select (now() at time zone time_zone)::date as day from properties where id = ${unit.property_id})
    select today.day as today,
      (select lu.lease_id from lease_units lu join leases l on l.id = lu.lease_id
        where lu.unit_id = ${unit.id} and lu.during @> today.day and l.state in ('active', 'notice')
          and today.day between l.from_on and coalesce(l.to_on, 'infinity')) as running_lease_id,
      exists (select 1 from lease_units lu where lu.unit_id = ${unit.id} and lu.during @> today.day) as is_held,
      (select min(lower(lu.during)) - 1 from lease_units lu
        where lu.unit_id = ${unit.id} and lower(lu.during) > today.day) as free_until
    from today`.execute(db);
  const occupancy = rows[0];
  if (occupancy === undefined) throw new Error("A unit stands in no property.");
  return occupancy;
}

/**
 * Makes the person a member of the unit's running lease, or begins one without charges, its company named after the
 * person (decisions, "Model"). The unit is locked by the caller. Gives the lease.
 * @throws AppError conflict when a lease that is not running holds the unit
 */
export async function joinTenancy(
  db: Db,
  { person, unit }: { person: { id: number; fullName: string }; unit: LabelledUnit },
): Promise<number> {
  const occupancy = await occupancyOf(db, unit);
  if (occupancy.running_lease_id === null && occupancy.is_held)
    throw conflict(
      "A lease that is not running holds this unit. Please end that lease, or choose another unit.",
    );
  const leaseId = occupancy.running_lease_id ?? (await beginLease(db, { person, unit, occupancy }));
  await sql`
    insert into lease_members (lease_id, property_id, user_id, from_on)
    select ${leaseId}, ${unit.property_id}, ${person.id}, ${occupancy.today}::date
    where not exists (select 1 from lease_members where lease_id = ${leaseId} and user_id = ${person.id}
      and daterange(from_on, to_on, '[]') && daterange(${occupancy.today}::date, null))`.execute(db);
  return leaseId;
}

async function beginLease(
  db: Db,
  {
    person,
    unit,
    occupancy: { today, free_until },
  }: { person: { fullName: string }; unit: LabelledUnit; occupancy: Occupancy },
): Promise<number> {
  const { id: companyId } = await db
    .insertInto("companies")
    .values({ name: person.fullName })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("leases")
    .values({ property_id: unit.property_id, company_id: companyId, from_on: today, to_on: free_until })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into lease_units (lease_id, unit_id, property_id, during)
    values (${id}, ${unit.id}, ${unit.property_id}, daterange(${today}::date, ${free_until}::date, '[]'))`.execute(
    db,
  );
  await db
    .updateTable("units")
    .set((row) => ({ status: "occupied", version: row("version", "+", 1) }))
    .where("id", "=", unit.id)
    .execute();
  return id;
}
