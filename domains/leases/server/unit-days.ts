import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { LeasedUnit } from "./queries.ts";
import { lockUnits, refuseOverlap } from "./unit-choice.ts";

const isLater = (one: string | null, other: string | null) => other !== null && (one === null || one > other);

/**
 * The units' days when the lease's last day moves from `before` to `after`: a unit that was to stay until `before` stays
 * until `after`, a unit given back earlier keeps its own last day.
 */
export const withNewEnd = (units: LeasedUnit[], before: string | null, after: string | null): LeasedUnit[] =>
  units.map((unit) => ({
    ...unit,
    toOn: (unit.toOn === before && !unit.hasEnded) || isLater(unit.toOn, after) ? after : unit.toOn,
  }));

/**
 * The units' days when some are given back on a day of their own, or stay until the end after all (`on` null).
 * @throws AppError invalid when a day is outside the lease, a unit is not in it, or no unit would stay until the end
 */
export function givenBackDays(
  units: LeasedUnit[],
  { from, to }: { from: string; to: string | null },
  changes: readonly { unitId: number; on: string | null }[],
): LeasedUnit[] {
  const fail = (sentence: string) => invalid({ givenBack: sentence });
  for (const { unitId, on } of changes) {
    if (!units.some(({ id }) => id === unitId)) throw fail("Please choose units of this lease.");
    if (on !== null && on < from) throw fail(`The lease begins on ${formatCalendarDay(from)}.`);
    if (on !== null && isLater(on, to)) throw fail(`The lease ends on ${formatCalendarDay(to ?? "")}.`);
  }
  const after = units.map((unit) => {
    const change = changes.find(({ unitId }) => unitId === unit.id);
    return change === undefined ? unit : { ...unit, toOn: change.on ?? to };
  });
  if (!after.some(({ toOn }) => toOn === to))
    throw fail("One unit must stay until the lease ends. To give back all of them, end the lease.");
  return after;
}

/**
 * Writes the days that changed. A unit that stays longer must be free until then.
 * @throws AppError conflict when another lease has a unit meanwhile, or a unit was already given back
 */
export async function writeUnitDays(
  ctx: Ctx,
  { leaseId, propertyId }: { leaseId: number; propertyId: number },
  before: LeasedUnit[],
  after: LeasedUnit[],
): Promise<void> {
  const { db } = ctx;
  const changed = after.filter((unit) => before.find(({ id }) => id === unit.id)?.toOn !== unit.toOn);
  if (changed.length === 0) return;
  const unitIds = changed.map(({ id }) => id);
  await lockUnits(db, { propertyId, unitIds });
  for (const unit of changed) {
    const old = before.find(({ id }) => id === unit.id);
    if (old === undefined || !isLater(unit.toOn, old.toOn)) continue;
    if (unit.hasEnded)
      throw conflict(
        `Unit ${unit.number} was given back on ${formatCalendarDay(old.toOn ?? "")}. Please record a new lease for it.`,
      );
    await refuseOverlap(db, { unitIds: [unit.id], from: unit.fromOn, to: unit.toOn }, leaseId, "to");
  }
  for (const { id, toOn } of changed)
    await sql`
      update lease_units set during = daterange(lower(during), ${toOn}::date, '[]')
      where lease_id = ${leaseId} and unit_id = ${id}`.execute(db);
}
