import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";

export interface ChosenUnit {
  id: number;
  number: string;
}

/**
 * The units of a property that a lease is to have, locked in a fixed order, so that of two concurrent requests for a unit the second
 * sees the first one's lease.
 * @throws AppError invalid when one is not a unit of this property
 */
export async function lockUnits(
  db: Db,
  { propertyId, unitIds }: { propertyId: number; unitIds: readonly number[] },
): Promise<ChosenUnit[]> {
  const wanted = [...new Set(unitIds)];
  const { rows } = await sql<ChosenUnit>`
    select id, unit_number as number from units where id = any(${wanted}::bigint[]) and property_id = ${propertyId}
    order by id for no key update`.execute(db);
  if (rows.length < wanted.length) throw invalid({ unitIds: "Please choose units of this property." });
  return rows;
}

/** Units that a lease is to have from and to a day; `to` null is open-ended. */
export interface Wanted {
  unitIds: readonly number[];
  from: string;
  to: string | null;
}

interface Overlap {
  unit_id: number;
  unit_number: string;
  company: string;
  from_on: string;
  to_on: string | null;
}

/** The other lease, not a draft, that has one of the units on one of the days; the earliest when there are several. */
async function findOverlap(
  db: Db,
  { unitIds, from, to }: Wanted,
  ownLeaseId: number | null,
): Promise<string | undefined> {
  const { rows } = await sql<Overlap>`
    select lu.unit_id, u.unit_number, c.name as company, lower(lu.during) as from_on, upper(lu.during) - 1 as to_on
    from lease_units lu
    join units u on u.id = lu.unit_id
    join leases l on l.id = lu.lease_id
    join companies c on c.id = l.company_id
    where lu.unit_id = any(${unitIds}::bigint[]) and lu.holds and lu.during && daterange(${from}::date, ${to}::date, '[]')
      and lu.lease_id is distinct from ${ownLeaseId}::bigint
    order by lower(lu.during), lu.unit_id limit 1`.execute(db);
  return rows[0] && overlapSentence(rows[0]);
}

/** Names the other lease and its days: `Unit 101 is let to Harbor Lane Coffee from Jan 1, 2026 to Dec 31, 2026.` */
const overlapSentence = (overlap: Omit<Overlap, "unit_id">): string =>
  `Unit ${overlap.unit_number} is let to ${shortened(overlap.company)} from ${formatCalendarDay(overlap.from_on)}` +
  `${overlap.to_on === null ? " on" : ` to ${formatCalendarDay(overlap.to_on)}`}.`;

/** The sentence has limited room for a name. */
const shortened = (name: string) => (name.length > 120 ? `${name.slice(0, 119)}…` : name);

/** @throws AppError conflict with the sentence, also on the field `field` */
export async function refuseOverlap(
  db: Db,
  wanted: Wanted,
  ownLeaseId: number | null,
  field: string,
): Promise<void> {
  const sentence = await findOverlap(db, wanted, ownLeaseId);
  if (sentence !== undefined) throw conflict(sentence, { fields: { [field]: sentence } });
}
