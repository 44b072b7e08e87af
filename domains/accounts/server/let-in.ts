import type { LeaseChoice } from "#domains/leases/lease-facts.ts";
import { type JoinedLease, joinTenancy } from "#domains/leases/server/join-tenancy.ts";
import { releaseAwaitingOrders } from "#domains/work-orders/server/awaiting-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { LabelledUnit } from "./units.ts";

/**
 * Lets a tenant in as chosen: they join the lease together with the orders they reported before. Without a lease the person
 * remains known by the unit, so that its landlord can add them to a lease later. The unit is locked by the caller.
 */
export async function letIn(
  ctx: SignedInCtx,
  {
    person,
    unit,
    choice,
  }: { person: { id: number; fullName: string }; unit: LabelledUnit; choice: LeaseChoice },
): Promise<JoinedLease | null> {
  const joined = await joinTenancy(ctx, { person, unit, choice });
  if (joined === null)
    await ctx.db.updateTable("users").set({ claimed_unit_id: unit.id }).where("id", "=", person.id).execute();
  await releaseAwaitingOrders(ctx, {
    reporterId: person.id,
    tenancy: joined && { leaseId: joined.id, unitId: unit.id, propertyId: unit.property_id },
  });
  return joined;
}
