import { leases } from "#domains/leases/server/lists/list-leases.ts";
import { agedLeases } from "#domains/ledger/server/reports/reports-aged.ts";
import { rentRoll } from "#domains/ledger/server/reports/reports-rent-roll.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { StackedUnit, StackingPlan } from "../../contract.ts";
import { type Occupancy, occupancies, statusesByOccupancy } from "../../occupancy.ts";
import { sumByOccupancy, unitsAtProperty } from "../units/list-units.ts";
import { findProperty } from "./property-queries.ts";

/** A floor of a larger property would have blocks too narrow to read. */
const unitsMax = 400;

/**
 * Returns the units of a property for its stacking plan. Each state is the one of the list it belongs to.
 * @throws AppError not_found if it is missing or the user can't access it
 */
export async function readStackingPlanFor(ctx: SignedInCtx, propertyId: number): Promise<StackingPlan> {
  await findProperty(ctx, propertyId);
  const { occupied, vacant, other } = await sumByOccupancy(ctx, { propertyId });
  if (occupied + vacant + other > unitsMax) return { occupied, vacant, other, units: null };
  const overdueOnly = { propertyId, overdue: "yes" } as const;
  const [rows, current, overdue, ending] = await Promise.all([
    unitsAtProperty(propertyId).first(ctx, {}, unitsMax),
    rentRoll.first(ctx, { propertyId }, unitsMax),
    agedLeases(ctx, overdueOnly).first(ctx, overdueOnly, unitsMax),
    leases.first(ctx, { propertyId, state: "ending" }, unitsMax),
  ]);
  const units = rows.map(
    ({ id, unitNumber, floor = null, areaSqft = null, status, leaseId }): StackedUnit => {
      const isOn = (list: readonly { id: number }[]) => list.some((lease) => lease.id === leaseId);
      const lease = current.find(({ id: currentId }) => currentId === leaseId);
      return {
        id,
        unitNumber,
        floor,
        areaSqft,
        status,
        state: isOn(overdue) ? "overdue" : isOn(ending) ? "ending" : occupancyOf(status),
        lease:
          lease === undefined
            ? null
            : {
                company: lease.company,
                to: lease.to,
                monthlyRentCents: lease.monthlyRentCents,
                units: rows.filter((row) => row.leaseId === leaseId).length,
              },
      };
    },
  );
  return { occupied, vacant, other, units };
}

const occupancyOf = (status: string): Occupancy =>
  occupancies.find((name) => statusesByOccupancy[name].some((listed) => listed === status)) ?? "other";
