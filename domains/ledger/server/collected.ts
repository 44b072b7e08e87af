import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { ledgerScope } from "./access.ts";

/**
 * The principal collected this year, less refunds, in cents: of a tenant's leases, of a landlord's buildings, of all for an
 * administrator; null for who has nothing to do with money. It is what the report of the year's months adds up to.
 */
export async function collectedThisYear({ db, actor }: SignedInCtx): Promise<number | null> {
  const { caller, everywhere, propertyIds } = actor.reach;
  const began = sql`(select date_trunc('year', now() at time zone time_zone)::date from organisation)`;
  if (caller === "tenant") {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(-sum(r.amount_cents), 0)::bigint as cents from receivables r join leases l on l.id = r.lease_id
      where r.counts_as = 'collected' and r.on_day >= ${began} and r.on_day < ${began} + interval '1 year'
        and ${ledgerScope(actor.reach)}`.execute(db);
    return rows[0]?.cents ?? 0;
  }
  if (caller !== "admin" && caller !== "landlord") return null;
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(m.collected_cents), 0)::bigint as cents from property_months m
    where (${everywhere}::boolean or m.property_id = any(${propertyIds}::bigint[]))
      and m.month >= ${began} and m.month < ${began} + interval '1 year'`.execute(db);
  return rows[0]?.cents ?? 0;
}
