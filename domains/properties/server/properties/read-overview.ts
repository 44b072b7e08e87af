import { leases } from "#domains/leases/server/lists/list-leases.ts";
import { sumRentRoll } from "#domains/ledger/server/reports/reports-rent-roll.ts";
import { sumOverdue } from "#domains/ledger/server/reports/sum-overdue.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { PropertyOverview } from "../../contract.ts";
import { sumByOccupancy } from "../units/list-units.ts";
import { findProperty } from "./property-queries.ts";

/**
 * Returns the key figures of a property. Each figure equals the length or total of the list it opens.
 * @throws AppError not_found if it is missing or the user can't access it
 */
export async function getPropertyOverview(ctx: SignedInCtx, propertyId: number): Promise<PropertyOverview> {
  await findProperty(ctx, propertyId);
  const [currentLeases, comingLeases, rentRoll, overdueTotals, occupancyTotals] = await Promise.all([
    leases.count(ctx, { propertyId, state: "current" }),
    leases.count(ctx, { propertyId, state: "coming" }),
    sumRentRoll(ctx, { propertyId }),
    sumOverdue(ctx, { propertyId }),
    sumByOccupancy(ctx, { propertyId }),
  ]);
  const monthlyRentCents = rentRoll.sums?.monthlyRentCents ?? null;
  return {
    currentLeases,
    comingLeases,
    monthlyRentCents,
    overdueCents: overdueTotals.cents,
    overdueLeases: overdueTotals.leases,
    ...occupancyTotals,
  };
}
