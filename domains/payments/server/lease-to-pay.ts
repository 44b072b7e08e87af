import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";

export interface LeaseToPay {
  leaseId: number;
  propertyId: number;
  /** The card fee at this property, in hundredths of a percent. */
  feeBasisPoints: number;
}

/**
 * Returns the lease to pay for: the requested lease, the lease of the unit that staff requested, or the
 * user's own. The user must have access to it. Ended leases count only if there is no current lease
 * (requirements, "`amount`, unit").
 * @throws AppError not_found; invalid if staff specify no lease, or if there is more than one; conflict for a draft,
 * or for a tenant without a lease
 */
export async function findLeaseToPay(
  ctx: SignedInCtx,
  { leaseId, unitId }: { leaseId?: number | null; unitId?: number | null },
): Promise<LeaseToPay> {
  const { effectiveRole, userId } = ctx.actor.accessScope;
  const isTenant = effectiveRole === "tenant";
  const requestedLeaseId = leaseId ?? null;
  // Tenants pay for their own lease, no matter which unit is sent.
  const requestedUnitId = isTenant ? null : (unitId ?? null);
  if (!isTenant && requestedLeaseId === null && requestedUnitId === null)
    throw invalid({ leaseId: "Please select the lease you're paying for." });
  const { rows } = await sql<LeaseToPay & { state: string; count: number }>`
    select l.id as "leaseId", l.property_id as "propertyId", l.state,
      count(*) over (partition by l.state = 'draft', l.state = 'ended') as count,
      coalesce(p.card_fee_basis_points, o.card_fee_basis_points) as "feeBasisPoints"
    from leases l join properties p on p.id = l.property_id cross join organization o
    where ${moneyScope(ctx.actor.accessScope)}
      and (${requestedLeaseId}::bigint is null or l.id = ${requestedLeaseId})
      and (${requestedUnitId}::bigint is null or exists (select from lease_units u where u.lease_id = l.id and u.unit_id = ${requestedUnitId}))
      and (not ${isTenant}::boolean or exists (select from lease_members m where m.lease_id = l.id and m.user_id = ${userId}))
    order by l.state = 'draft', l.state = 'ended', l.id limit 1`.execute(ctx.db);
  const lease = rows[0];
  if (lease === undefined && isTenant && requestedLeaseId === null)
    throw conflict("You don't have a lease to pay for. Contact your property manager.");
  if (lease === undefined) throw notFound(requestedLeaseId === null ? "unit" : "lease");
  if (lease.state === "draft") throw conflict("This lease is a draft. Activate it before taking payments.");
  if (lease.count > 1)
    throw invalid({
      leaseId: `${isTenant ? "You have" : "This unit has"} more than one lease. Please select the lease you're paying for.`,
    });
  return lease;
}
