import type { LeaseChoice } from "#domains/leases/lease-fields.ts";
import { addToLease, type JoinedLease } from "#domains/leases/server/members/add-to-lease.ts";
import { releasePendingWorkOrders } from "#domains/work-orders/server/report/pending-work-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { LabeledUnit } from "../units.ts";

/**
 * Gives a tenant access. The tenant joins the selected lease along with the work orders they submitted
 * earlier. Without a lease, the account keeps the unit so that the landlord can add the person to a lease
 * later. The caller locks the unit.
 */
export async function admitToLease(
  ctx: SignedInCtx,
  {
    person,
    unit,
    choice,
  }: { person: { id: number; fullName: string }; unit: LabeledUnit; choice: LeaseChoice },
): Promise<JoinedLease | null> {
  const joinedLease = await addToLease(ctx, { person, unit, choice });
  if (joinedLease === null)
    await ctx.db
      .updateTable("users")
      .set({ requested_unit_id: unit.id })
      .where("id", "=", person.id)
      .execute();
  await releasePendingWorkOrders(ctx, {
    reporterId: person.id,
    lease: joinedLease && { leaseId: joinedLease.id, unitId: unit.id, propertyId: unit.property_id },
  });
  return joinedLease;
}
