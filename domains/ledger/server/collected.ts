import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";

/**
 * The principal collected this year, less refunds, in cents: on a tenant's leases, in a landlord's buildings, or everywhere
 * for an administrator; null for roles that do not see money. Equals the sum of this year's months in the report.
 */
export async function collectedThisYear({ db, actor }: SignedInCtx): Promise<number | null> {
  const { effectiveRole, everywhere, propertyIds } = actor.accessScope;
  const began = sql`(select date_trunc('year', now() at time zone time_zone)::date from organisation)`;
  if (effectiveRole === "tenant") {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(-sum(r.amount_cents), 0)::bigint as cents from receivables r join leases l on l.id = r.lease_id
      where r.counts_as = 'collected' and r.on_day >= ${began} and r.on_day < ${began} + interval '1 year'
        and ${moneyScope(actor.accessScope)}`.execute(db);
    return rows[0]?.cents ?? 0;
  }
  if (effectiveRole !== "admin" && effectiveRole !== "landlord") return null;
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(m.collected_cents), 0)::bigint as cents from property_months m
    where (${everywhere}::boolean or m.property_id = any(${propertyIds}::bigint[]))
      and m.month >= ${began} and m.month < ${began} + interval '1 year'`.execute(db);
  return rows[0]?.cents ?? 0;
}
