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
  /** The running or coming lease that begins next. */
  next_lease_id: number | null;
  is_held: boolean;
}

async function occupancyOf(ctx: Ctx, unit: Unit): Promise<Occupancy> {
  const { rows } = await sql<Occupancy>`
    with today as (select ${todayAt(ctx)} as day from properties p where p.id = ${unit.property_id})
    select today.day as today,
      (select lu.lease_id from lease_units lu join leases l on l.id = lu.lease_id
        where lu.unit_id = ${unit.id} and lu.during @> today.day and l.state in ('active', 'notice')
          and today.day between l.from_on and coalesce(l.to_on, 'infinity')) as running_lease_id,
      (select lu.lease_id from lease_units lu join leases l on l.id = lu.lease_id
        where lu.unit_id = ${unit.id} and lower(lu.during) > today.day and l.state in ('active', 'notice')
        order by lower(lu.during) limit 1) as next_lease_id,
      exists (select 1 from lease_units lu where lu.unit_id = ${unit.id} and lu.holds and lu.during @> today.day) as is_held
    from today`.execute(ctx.db);
  const occupancy = rows[0];
  if (occupancy === undefined) throw new Error("A unit has no property.");
  return occupancy;
}

/**
 * Makes the person a member of the named lease, else of the unit's running lease or the next to begin, from its first day or
 * from today. A unit without either gets a lease without charges, with a company named after the person (requirements,
 * "Model"). The unit is locked by the caller. Returns the id of the lease.
 * @throws AppError conflict when a lease that is not running holds the unit
 */
export async function joinTenancy(
  ctx: Ctx,
  {
    person,
    unit,
    leaseId: named,
  }: { person: { id: number; fullName: string }; unit: Unit; leaseId?: number | null },
): Promise<number> {
  const occupancy = await occupancyOf(ctx, unit);
  const existing = named ?? occupancy.running_lease_id ?? occupancy.next_lease_id;
  if (existing === null && occupancy.is_held)
    throw conflict(
      "A lease that ends today still has this unit. It is free from tomorrow; please wait, or choose another unit.",
    );
  const leaseId = existing ?? (await beginLease(ctx, { person, unit, occupancy }));
  await sql`
    insert into lease_members (lease_id, property_id, user_id, from_on)
    select l.id, l.property_id, ${person.id}, greatest(l.from_on, ${occupancy.today}::date) from leases l
    where l.id = ${leaseId} and not exists (select 1 from lease_members m where m.lease_id = l.id and m.user_id = ${person.id}
      and daterange(m.from_on, m.to_on, '[]') && daterange(greatest(l.from_on, ${occupancy.today}::date), null))`.execute(
    ctx.db,
  );
  return leaseId;
}

/**
 * The lease that an invitation to the unit names: the running one, else the next to begin, else the newest draft. Null for a
 * unit without any.
 */
export async function leaseToJoin(ctx: Ctx, unit: Unit): Promise<number | null> {
  const { running_lease_id, next_lease_id } = await occupancyOf(ctx, unit);
  if (running_lease_id !== null || next_lease_id !== null) return running_lease_id ?? next_lease_id;
  const { rows } = await sql<{ id: number }>`
    select l.id from lease_units lu join leases l on l.id = lu.lease_id
    where lu.unit_id = ${unit.id} and l.state = 'draft' order by l.id desc limit 1`.execute(ctx.db);
  return rows[0]?.id ?? null;
}

async function beginLease(
  ctx: Ctx,
  { person, unit, occupancy: { today } }: { person: { fullName: string }; unit: Unit; occupancy: Occupancy },
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
    to: null,
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
      to: null,
      state: "active",
      unitStatuses: movesOf(followed, id),
    },
  });
  if (followed.begunIds.includes(id)) await notifyLandlords(ctx, id, "begun", "lately");
  return id;
}
