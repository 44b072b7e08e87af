import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { todayAt } from "../queries.ts";

/** A change in a unit's status, for the log. */
export interface UnitStatusChange {
  leaseId: number;
  unitId: number;
  unitNumber: string;
  from: string;
  to: "occupied" | "vacant";
}

export interface AppliedDates {
  /** Leases whose end date has passed. */
  endedLeaseIds: number[];
  /** Leases with a unit whose first day has arrived. */
  startedLeaseIds: number[];
  /** Leases with a unit whose last day has passed. */
  vacatedLeaseIds: number[];
  statusChanges: UnitStatusChange[];
}

/**
 * Brings these leases and their units up to date with today's date at the property (AUN-20). A lease whose
 * end date has passed ends. A unit becomes occupied on its first day and vacant after its last, unless
 * someone has set a different status since then. Each date is applied once, so this can run late and any
 * number of times. The last day of `unitIdsVacatedToday` already counts as past.
 */
export async function applyLeaseDates(
  ctx: Ctx,
  leaseIds: readonly number[],
  unitIdsVacatedToday: readonly number[] = [],
): Promise<AppliedDates> {
  const { db } = ctx;
  await sql`select id from leases where id = any(${leaseIds}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const { rows: endedLeases } = await sql<{ id: number }>`
    update leases l set state = 'ended', version = l.version + 1
    from properties p
    where p.id = l.property_id and l.id = any(${leaseIds}::bigint[]) and l.state in ('active', 'notice') and l.ends_on < ${todayAt(ctx)}
    returning l.id`.execute(db);
  const { rows: vacatedUnits } = await sql<Omit<UnitStatusChange, "from"> & { hasChanged: boolean }>`
    with due as (
      select lu.lease_id, lu.unit_id, lu.has_started, u.unit_number
      from lease_units lu join leases l on l.id = lu.lease_id join properties p on p.id = l.property_id
      join units u on u.id = lu.unit_id
      where lu.lease_id = any(${leaseIds}::bigint[]) and lu.holds and not lu.has_ended
        and (l.state = 'ended' or upper(lu.during) <= ${todayAt(ctx)} or lu.unit_id = any(${unitIdsVacatedToday}::bigint[]))
    ), marked_units as (
      update lease_units lu set has_started = true, has_ended = true from due
      where lu.lease_id = due.lease_id and lu.unit_id = due.unit_id
    ), changed_units as (
      update units u set status = 'vacant', version = u.version + 1 from due
      where u.id = due.unit_id and due.has_started and u.status = 'occupied' and not exists (
        select from lease_units other where other.unit_id = u.id and other.lease_id <> due.lease_id
          and other.holds and other.has_started and not other.has_ended)
      returning u.id, due.lease_id
    )
    select due.lease_id as "leaseId", due.unit_id as "unitId", due.unit_number as "unitNumber", 'vacant' as "to",
      exists (select from changed_units c where c.id = due.unit_id and c.lease_id = due.lease_id) as "hasChanged"
    from due order by due.unit_id`.execute(db);
  const { rows: startedUnits } = await sql<UnitStatusChange>`
    with due as (
      select lu.lease_id, lu.unit_id, u.unit_number, u.status
      from lease_units lu join leases l on l.id = lu.lease_id join properties p on p.id = l.property_id
      join units u on u.id = lu.unit_id
      where lu.lease_id = any(${leaseIds}::bigint[]) and lu.holds and not lu.has_started and lower(lu.during) <= ${todayAt(ctx)}
    ), marked_units as (
      update lease_units lu set has_started = true from due where lu.lease_id = due.lease_id and lu.unit_id = due.unit_id
    ), changed_units as (
      update units u set status = 'occupied', version = u.version + 1 from due
      where u.id = due.unit_id and u.status <> 'occupied' returning u.id
    )
    select due.lease_id as "leaseId", due.unit_id as "unitId", due.unit_number as "unitNumber", due.status as "from",
      'occupied' as "to" from due order by due.unit_id`.execute(db);
  return {
    endedLeaseIds: endedLeases.map(({ id }) => id),
    startedLeaseIds: [...new Set(startedUnits.map(({ leaseId }) => leaseId))],
    vacatedLeaseIds: [...new Set(vacatedUnits.map(({ leaseId }) => leaseId))],
    statusChanges: [
      ...vacatedUnits
        .filter(({ hasChanged }) => hasChanged)
        .map(({ hasChanged: _, ...change }) => ({ ...change, from: "occupied" })),
      ...startedUnits.filter(({ from }) => from !== "occupied"),
    ],
  };
}

/** Returns the status changes of one lease's units, for its log entry. */
export const getStatusChanges = ({ statusChanges }: AppliedDates, leaseId: number) =>
  statusChanges
    .filter((change) => change.leaseId === leaseId)
    .map(({ unitId, unitNumber, from, to }) => ({ unitId, unitNumber, from, to }));
