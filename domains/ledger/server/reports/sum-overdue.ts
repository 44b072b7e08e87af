import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";

interface OverdueTotals {
  cents: number;
  leases: number;
  /** The oldest due date. Null if nothing is overdue. */
  since: string | null;
}

/**
 * Returns the overdue amount in cents, by today's date at each property: for a landlord's properties, for
 * all properties of an administrator, or for one property. Equals the overdue columns of the aged
 * receivables and the length of their list.
 */
export async function sumOverdue(
  { db, actor: { accessScope }, now }: SignedInCtx,
  { propertyId }: { propertyId?: number } = {},
): Promise<OverdueTotals> {
  const { everywhere, propertyIds } = accessScope;
  const { rows } = await sql<OverdueTotals>`
    select coalesce(sum(r.open_cents), 0)::bigint as cents, count(distinct r.lease_id) as leases, min(r.due_on) as since
    from receivables r join properties p on p.id = r.property_id
    where r.open_cents > 0 and r.due_on < (${now}::timestamptz at time zone p.time_zone)::date
      and (${everywhere}::boolean or r.property_id = any(${propertyIds}::bigint[]))
      and r.property_id = coalesce(${propertyId ?? null}::bigint, r.property_id)`.execute(db);
  return rows[0] ?? { cents: 0, leases: 0, since: null };
}
