import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { todayAt } from "./queries.ts";

/** The new status of a unit, for the log. */
export interface StatusMove {
  leaseId: number;
  unitId: number;
  unitNumber: string;
  from: string;
  to: "occupied" | "vacant";
}

export interface Followed {
  /** Leases whose last day has passed. */
  endedIds: number[];
  /** Leases with a unit whose first day has come. */
  begunIds: number[];
  /** Leases with a unit whose last day has passed. */
  leftIds: number[];
  moves: StatusMove[];
}

/**
 * Brings these leases and the status of their units up to the day at the property (AUN-20): a lease whose last day has
 * passed is ended; a unit is occupied from its first day, and vacant after its last, unless it was given another status
 * by hand meanwhile. Each first and last day is applied once, so this may run any number of times, and late. `leaving` are
 * units that are given back today: today already counts as past for them.
 */
export async function followDay(
  ctx: Ctx,
  leaseIds: readonly number[],
  leaving: readonly number[] = [],
): Promise<Followed> {
  const { db } = ctx;
  await sql`select id from leases where id = any(${leaseIds}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const { rows: ended } = await sql<{ id: number }>`
    update leases l set state = 'ended', version = l.version + 1
    from properties p
    where p.id = l.property_id and l.id = any(${leaseIds}::bigint[]) and l.state in ('active', 'notice') and l.to_on < ${todayAt(ctx)}
    returning l.id`.execute(db);
  const { rows: left } = await sql<Omit<StatusMove, "from"> & { hasMoved: boolean }>`
    with due as (
      select lu.lease_id, lu.unit_id, lu.has_begun, u.unit_number
      from lease_units lu join leases l on l.id = lu.lease_id join properties p on p.id = l.property_id
      join units u on u.id = lu.unit_id
      where lu.lease_id = any(${leaseIds}::bigint[]) and lu.holds and not lu.has_ended
        and (l.state = 'ended' or upper(lu.during) <= ${todayAt(ctx)} or lu.unit_id = any(${leaving}::bigint[]))
    ), marked as (
      update lease_units lu set has_begun = true, has_ended = true from due
      where lu.lease_id = due.lease_id and lu.unit_id = due.unit_id
    ), moved as (
      update units u set status = 'vacant', version = u.version + 1 from due
      where u.id = due.unit_id and due.has_begun and u.status = 'occupied' and not exists (
        select from lease_units other where other.unit_id = u.id and other.lease_id <> due.lease_id
          and other.holds and other.has_begun and not other.has_ended)
      returning u.id, due.lease_id
    )
    select due.lease_id as "leaseId", due.unit_id as "unitId", due.unit_number as "unitNumber", 'vacant' as "to",
      exists (select from moved where moved.id = due.unit_id and moved.lease_id = due.lease_id) as "hasMoved"
    from due order by due.unit_id`.execute(db);
  const { rows: begun } = await sql<StatusMove>`
    with due as (
      select lu.lease_id, lu.unit_id, u.unit_number, u.status
      from lease_units lu join leases l on l.id = lu.lease_id join properties p on p.id = l.property_id
      join units u on u.id = lu.unit_id
      where lu.lease_id = any(${leaseIds}::bigint[]) and lu.holds and not lu.has_begun and lower(lu.during) <= ${todayAt(ctx)}
    ), marked as (
      update lease_units lu set has_begun = true from due where lu.lease_id = due.lease_id and lu.unit_id = due.unit_id
    ), moved as (
      update units u set status = 'occupied', version = u.version + 1 from due
      where u.id = due.unit_id and u.status <> 'occupied' returning u.id
    )
    select due.lease_id as "leaseId", due.unit_id as "unitId", due.unit_number as "unitNumber", due.status as "from",
      'occupied' as "to" from due order by due.unit_id`.execute(db);
  return {
    endedIds: ended.map(({ id }) => id),
    begunIds: [...new Set(begun.map(({ leaseId }) => leaseId))],
    leftIds: [...new Set(left.map(({ leaseId }) => leaseId))],
    moves: [
      ...left
        .filter(({ hasMoved }) => hasMoved)
        .map(({ hasMoved: _, ...move }) => ({ ...move, from: "occupied" })),
      ...begun.filter(({ from }) => from !== "occupied"),
    ],
  };
}

/** The status changes of one lease's units, for its entry in the log. */
export const movesOf = ({ moves }: Followed, leaseId: number) =>
  moves
    .filter((move) => move.leaseId === leaseId)
    .map(({ unitId, unitNumber, from, to }) => ({ unitId, unitNumber, from, to }));
