import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { LeasedUnit } from "../queries.ts";
import { assertNoOverlap, lockUnits } from "./lock-units.ts";

/** Whether `a` is later than `b`. Null means no end date. */
const isLaterEndDate = (a: string | null, b: string | null) => b !== null && (a === null || a > b);

/**
 * Returns the units' dates when the lease's end date changes. A unit that was leased until the old end date
 * is leased until the new one. A unit vacated earlier keeps its last day.
 */
export const moveEndDate = (
  units: LeasedUnit[],
  oldEndsOn: string | null,
  newEndsOn: string | null,
): LeasedUnit[] =>
  units.map((unit) => ({
    ...unit,
    endsOn:
      (unit.endsOn === oldEndsOn && !unit.hasEnded) || isLaterEndDate(unit.endsOn, newEndsOn)
        ? newEndsOn
        : unit.endsOn,
  }));

/**
 * Returns the units' dates when some are vacated early, or stay until the lease ends after all (`on` is
 * null).
 * @throws AppError invalid if a date is outside the lease, a unit isn't on it, or no unit would stay until
 * the end
 */
export function applyVacatedUnits(
  units: LeasedUnit[],
  { from, to }: { from: string; to: string | null },
  changes: readonly { unitId: number; on: string | null }[],
): LeasedUnit[] {
  const vacatedUnitsError = (sentence: string) => invalid({ vacatedUnits: sentence });
  for (const { unitId, on } of changes) {
    if (!units.some(({ id }) => id === unitId)) throw vacatedUnitsError("Select units on this lease.");
    if (on !== null && on < from) throw vacatedUnitsError(`The lease starts ${formatCalendarDay(from)}.`);
    if (on !== null && isLaterEndDate(on, to))
      throw vacatedUnitsError(`The lease ends ${formatCalendarDay(to ?? "")}.`);
  }
  const newUnits = units.map((unit) => {
    const change = changes.find(({ unitId }) => unitId === unit.id);
    return change === undefined ? unit : { ...unit, endsOn: change.on ?? to };
  });
  if (!newUnits.some(({ endsOn }) => endsOn === to))
    throw vacatedUnitsError(
      "At least one unit must stay until the lease ends. To vacate all of them, end the lease.",
    );
  return newUnits;
}

/**
 * Saves the dates that changed. A unit that stays longer must be free until then.
 * @throws AppError conflict if another lease has taken a unit, or a unit was already vacated
 */
export async function saveUnitDates(
  ctx: Ctx,
  { leaseId, propertyId }: { leaseId: number; propertyId: number },
  oldUnits: LeasedUnit[],
  newUnits: LeasedUnit[],
): Promise<void> {
  const { db } = ctx;
  const changedUnits = newUnits.filter(
    (unit) => oldUnits.find(({ id }) => id === unit.id)?.endsOn !== unit.endsOn,
  );
  if (changedUnits.length === 0) return;
  const unitIds = changedUnits.map(({ id }) => id);
  await lockUnits(db, { propertyId, unitIds });
  for (const unit of changedUnits) {
    const oldUnit = oldUnits.find(({ id }) => id === unit.id);
    if (oldUnit === undefined || !isLaterEndDate(unit.endsOn, oldUnit.endsOn)) continue;
    if (unit.hasEnded)
      throw conflict(
        `Unit ${unit.number} was vacated on ${formatCalendarDay(oldUnit.endsOn ?? "")}. Create a new lease for it.`,
      );
    await assertNoOverlap(db, { unitIds: [unit.id], from: unit.startsOn, to: unit.endsOn }, leaseId, "to");
  }
  for (const { id, endsOn } of changedUnits)
    await sql`
      update lease_units set during = daterange(lower(during), ${endsOn}::date, '[]')
      where lease_id = ${leaseId} and unit_id = ${id}`.execute(db);
}
