import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";

/**
 * The leases whose ledger is within `reach`, as a condition on `leases l` (decisions, "Reach"): a landlord's are those in own
 * buildings; a tenant's those he or she is a member of, or was when the lease ended. Whoever left the company before has no
 * more to do with its money. Maintenance has none.
 */
export function ledgerScope({ caller, propertyIds, userId, leaseIds }: Reach): RawBuilder<boolean> {
  if (caller === "admin") return sql`true`;
  if (caller === "landlord") return sql`l.property_id = any(${propertyIds}::bigint[])`;
  if (caller !== "tenant") return sql`false`;
  return sql`(l.id = any(${leaseIds}::bigint[]) or (l.state = 'ended' and exists (
    select from lease_members m where m.lease_id = l.id and m.user_id = ${userId}
      and coalesce(m.to_on, 'infinity') >= l.to_on)))`;
}
