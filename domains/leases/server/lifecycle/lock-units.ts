import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";

export interface SelectedUnit {
  id: number;
  number: string;
}

/**
 * Locks the units selected for a lease, in a fixed order. Of two concurrent requests for a unit, the second
 * sees the first one's lease.
 * @throws AppError invalid if a unit isn't at this property
 */
export async function lockUnits(
  db: Db,
  { propertyId, unitIds }: { propertyId: number; unitIds: readonly number[] },
): Promise<SelectedUnit[]> {
  const uniqueIds = [...new Set(unitIds)];
  const { rows } = await sql<SelectedUnit>`
    select id, unit_number as number from units where id = any(${uniqueIds}::bigint[]) and property_id = ${propertyId}
    order by id for no key update`.execute(db);
  if (rows.length < uniqueIds.length) throw invalid({ unitIds: "Select units at this property." });
  return rows;
}

/** Units to be leased for a period. `to` is null if open-ended. */
export interface UnitPeriod {
  unitIds: readonly number[];
  from: string;
  to: string | null;
}

interface Overlap {
  unit_id: number;
  unit_number: string;
  company: string;
  starts_on: string;
  ends_on: string | null;
}

/**
 * Finds another lease, other than a draft, that has one of the units in the period. Returns a sentence that
 * describes the earliest one.
 */
async function findOverlap(
  db: Db,
  { unitIds, from, to }: UnitPeriod,
  excludedLeaseId: number | null,
): Promise<string | undefined> {
  const { rows } = await sql<Overlap>`
    select lu.unit_id, u.unit_number, c.name as company, lower(lu.during) as starts_on, upper(lu.during) - 1 as ends_on
    from lease_units lu
    join units u on u.id = lu.unit_id
    join leases l on l.id = lu.lease_id
    join companies c on c.id = l.company_id
    where lu.unit_id = any(${unitIds}::bigint[]) and lu.holds and lu.during && daterange(${from}::date, ${to}::date, '[]')
      and lu.lease_id is distinct from ${excludedLeaseId}::bigint
    order by lower(lu.during), lu.unit_id limit 1`.execute(db);
  return rows[0] && describeOverlap(rows[0]);
}

/**
 * Names the other lease and its dates: `Unit 101 is leased to Harbor Lane Coffee from Jan 1, 2026 to Dec 31,
 * 2026.`
 */
function describeOverlap({ unit_number, company, starts_on, ends_on }: Omit<Overlap, "unit_id">): string {
  const sentenceStart = `Unit ${unit_number} is leased to ${shortenName(company)} from ${formatCalendarDay(starts_on)}`;
  return ends_on === null ? `${sentenceStart}.` : `${sentenceStart} to ${formatCalendarDay(ends_on)}.`;
}

/** Keeps the sentence short. */
const shortenName = (name: string) => (name.length > 120 ? `${name.slice(0, 117)}...` : name);

/**
 * Checks that no other lease has the units in the period.
 * @throws AppError conflict that describes the other lease, in its message and for `field`
 */
export async function assertNoOverlap(
  db: Db,
  period: UnitPeriod,
  excludedLeaseId: number | null,
  field: string,
): Promise<void> {
  const sentence = await findOverlap(db, period, excludedLeaseId);
  if (sentence !== undefined) throw conflict(sentence, { fields: { [field]: sentence } });
}
