import { leases } from "#domains/leases/server/list-leases.ts";
import { overdueWithin } from "#domains/ledger/server/overdue.ts";
import { agedLeases } from "#domains/ledger/server/reports-aged.ts";
import { sumRentRoll } from "#domains/ledger/server/reports-rent-roll.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { PropertyOverview } from "../contract.ts";
import { sumByOccupancy } from "./list-units.ts";
import { findProperty } from "./property-queries.ts";

/**
 * The figures of a property, each the length or the total of the list that it opens.
 * @throws AppError not_found when missing or outside the access scope
 */
export async function readOverviewOf(ctx: SignedInCtx, propertyId: number): Promise<PropertyOverview> {
  await findProperty(ctx, propertyId);
  const overdue = { propertyId, overdue: "yes" } as const;
  const [currentLeases, comingLeases, rentRoll, overdueCents, overdueLeases, occupancy] = await Promise.all([
    leases.count(ctx, { propertyId, state: "current" }),
    leases.count(ctx, { propertyId, state: "coming" }),
    sumRentRoll(ctx, { propertyId }),
    overdueWithin(ctx, { propertyId }),
    agedLeases(ctx, overdue).count(ctx, overdue),
    sumByOccupancy(ctx, { propertyId }),
  ]);
  const monthlyRentCents = rentRoll.sums?.monthlyRentCents ?? null;
  return { currentLeases, comingLeases, monthlyRentCents, overdueCents, overdueLeases, ...occupancy };
}
