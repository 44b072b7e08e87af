import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";

export interface LeaseToPay {
  leaseId: number;
  propertyId: number;
  /** The card fee at this building, in hundredths of a percent. */
  feeBasisPoints: number;
}

/**
 * The lease to pay for: the named one, or that of the unit named by staff, or the user's own; always within the access scope.
 * Of several own ones, the running one that began first, else the one that ended last (requirements, "`amount`, unit").
 * @throws AppError not_found; invalid when staff name none; conflict for a draft, or a tenant without a lease
 */
export async function leaseToPay(
  ctx: SignedInCtx,
  { leaseId, unitId }: { leaseId?: number | null | undefined; unitId?: number | null | undefined },
): Promise<LeaseToPay> {
  const { effectiveRole, userId } = ctx.actor.accessScope;
  const isTenant = effectiveRole === "tenant";
  const named = leaseId ?? null;
  // A tenant pays for their own lease, whatever unit is sent.
  const unit = isTenant ? null : (unitId ?? null);
  if (!isTenant && named === null && unit === null)
    throw invalid({ leaseId: "Please choose the lease that is paid for." });
  const { rows } = await sql<LeaseToPay & { state: string }>`
    select l.id as "leaseId", l.property_id as "propertyId", l.state,
      coalesce(p.card_fee_basis_points, o.card_fee_basis_points) as "feeBasisPoints"
    from leases l join properties p on p.id = l.property_id cross join organisation o
    where ${moneyScope(ctx.actor.accessScope)}
      and (${named}::bigint is null or l.id = ${named})
      and (${unit}::bigint is null or exists (select from lease_units u where u.lease_id = l.id and u.unit_id = ${unit}))
      and (not ${isTenant}::boolean or exists (select from lease_members m where m.lease_id = l.id and m.user_id = ${userId}))
    order by l.state = 'draft', l.state = 'ended', case when l.state = 'ended' then null else l.from_on end, l.to_on desc, l.id
    limit 1`.execute(ctx.db);
  const lease = rows[0];
  if (lease === undefined && isTenant && named === null)
    throw conflict("You have no lease to pay for. Please ask your building's management.");
  if (lease === undefined) throw notFound(named === null ? "unit" : "lease");
  if (lease.state === "draft") throw conflict("This lease is a draft. Activate it before it is paid for.");
  return lease;
}
