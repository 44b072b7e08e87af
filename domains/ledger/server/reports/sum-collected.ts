import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";

/**
 * Returns the principal collected this year, less refunds, in cents: on a tenant's leases, at a landlord's
 * properties, or everywhere for an administrator. Null for roles that can't see money. Equals the sum of this
 * year's months in the report.
 */
export async function sumCollectedThisYear({ db, actor }: SignedInCtx): Promise<number | null> {
  const { effectiveRole, everywhere, propertyIds } = actor.accessScope;
  const yearStart = sql`(select date_trunc('year', now() at time zone time_zone)::date from organization)`;
  if (effectiveRole === "tenant") {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(-sum(r.amount_cents), 0)::bigint as cents from receivables r join leases l on l.id = r.lease_id
      where r.counts_as = 'collected' and r.on_day >= ${yearStart} and r.on_day < ${yearStart} + interval '1 year'
        and ${moneyScope(actor.accessScope)}`.execute(db);
    return rows[0]?.cents ?? 0;
  }
  if (effectiveRole !== "admin" && effectiveRole !== "landlord") return null;
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(m.collected_cents), 0)::bigint as cents from property_months m
    where (${everywhere}::boolean or m.property_id = any(${propertyIds}::bigint[]))
      and m.month >= ${yearStart} and m.month < ${yearStart} + interval '1 year'`.execute(db);
  return rows[0]?.cents ?? 0;
}
