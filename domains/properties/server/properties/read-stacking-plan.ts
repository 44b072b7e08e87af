import { leases } from "#domains/leases/server/lists/list-leases.ts";
import { agedLeases } from "#domains/ledger/server/reports/reports-aged.ts";
import { rentRoll } from "#domains/ledger/server/reports/reports-rent-roll.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { StackedUnit, StackingPlan } from "../../contract.ts";
import { type Occupancy, occupancies, statusesByOccupancy } from "../../occupancy.ts";
import { definePropertyUnitList, sumByOccupancy } from "../units/list-units.ts";
import { findProperty } from "./property-queries.ts";

/** A floor of a larger property would have blocks too narrow to read. */
const maxUnits = 400;

/**
 * Returns the units of a property for its stacking plan. Their states match the lists of overdue and ending
 * leases.
 * @throws AppError not_found if it is missing or the user can't access it
 */
export async function getStackingPlan(ctx: SignedInCtx, propertyId: number): Promise<StackingPlan> {
  await findProperty(ctx, propertyId);
  const { occupied, vacant, other } = await sumByOccupancy(ctx, { propertyId });
  if (occupied + vacant + other > maxUnits) return { occupied, vacant, other, units: null };
  const overdueFilter = { propertyId, overdue: "yes" } as const;
  const [rows, currentLeases, overdueLeases, endingLeases] = await Promise.all([
    definePropertyUnitList(propertyId).first(ctx, {}, maxUnits),
    rentRoll.first(ctx, { propertyId }, maxUnits),
    agedLeases(ctx, overdueFilter).first(ctx, overdueFilter, maxUnits),
    leases.first(ctx, { propertyId, state: "ending" }, maxUnits),
  ]);
  const units = rows.map(
    ({ id, unitNumber, floor = null, areaSqft = null, status, leaseId, nextLeaseStartsOn }): StackedUnit => {
      const isLeaseIn = (list: readonly { id: number }[]) => list.some((listed) => listed.id === leaseId);
      const getState = () => {
        if (isLeaseIn(overdueLeases)) return "overdue";
        return isLeaseIn(endingLeases) ? "ending" : getOccupancy(status);
      };
      const lease = currentLeases.find(({ id: currentId }) => currentId === leaseId);
      return {
        id,
        unitNumber,
        floor,
        areaSqft,
        status,
        nextLeaseStartsOn,
        state: getState(),
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

const getOccupancy = (status: string): Occupancy =>
  occupancies.find((name) => statusesByOccupancy[name].some((listed) => listed === status)) ?? "other";
