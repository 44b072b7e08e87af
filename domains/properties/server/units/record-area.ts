import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { UnitRecord } from "./unit-queries.ts";

/** The start of the first area of a unit. */
const beginning: Day = "1900-01-01";

/**
 * Records a unit's new area with the date from which it applies (REC-20). Areas from later dates are replaced.
 * @param from null if the unit always had this area. If it's undefined, the area applies from today, or always if
 * no area was known
 * @returns the date, or `always`
 * @throws AppError invalid for a date in the future
 */
export async function recordArea(
  { db, actor, now }: SignedInCtx,
  unit: UnitRecord,
  squareFeet: number,
  from: Day | null | undefined,
): Promise<string> {
  const known = unit.area_sqft ?? 0;
  const startsOn = (from === undefined && known > 0 ? unit.today : from) ?? beginning;
  if (startsOn > unit.today)
    throw invalid({
      areaFrom: `It's ${formatCalendarDay(unit.today)} at the property. Enter this date or an earlier one, and change the area again when the unit changes.`,
    });
  await sql`
    insert into unit_areas (unit_id, property_id, number, starts_on, square_feet, made_at)
    select ${unit.id}, ${unit.property_id}, 1, ${beginning}::date, ${known}, ${unit.created_at}
    where not exists (select from unit_areas where unit_id = ${unit.id})`.execute(db);
  await sql`
    insert into unit_areas (unit_id, property_id, number, starts_on, square_feet, made_by_id, made_at)
    select ${unit.id}, ${unit.property_id}, max(number) + 1, ${startsOn}::date, ${squareFeet}, ${actor.id}, ${now}
    from unit_areas where unit_id = ${unit.id}`.execute(db);
  return startsOn === beginning ? "always" : startsOn;
}
