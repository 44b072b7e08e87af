import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/** From the day of an import until its first charges are posted, at least 24 hours later. */
const heldDays = 2;

/** Whether the first charges of the lease with the account `a` are held until `next_post_on`. */
export const hasHeldCharges: RawBuilder<boolean> = sql`(
  coalesce(a.next_post_on = a.charged_since + ${sql.lit(heldDays)}, false)
  and not exists (select from receivables r where r.lease_id = a.lease_id and r.line_key is not null))`;

/**
 * Schedules the first charges of imported leases instead of posting them, so that the import can be undone
 * until then: at midnight at the property after `heldDays` days.
 */
export async function holdCharges(
  ctx: Ctx,
  leaseIds: readonly number[],
): Promise<{ entries: number; cents: number }> {
  await sql`
    insert into lease_accounts (lease_id, property_id, next_post_on, charged_since)
    select l.id, l.property_id, today.day + ${sql.lit(heldDays)}, today.day
    from leases l join properties p on p.id = l.property_id
      cross join lateral (select (${ctx.now}::timestamptz at time zone p.time_zone)::date as day) today
    where l.id = any(${leaseIds}::bigint[]) and l.state <> 'draft'
      and exists (select from lease_terms t where t.lease_id = l.id)
    order by l.id
    on conflict (lease_id) do update set next_post_on = excluded.next_post_on, charged_since = excluded.charged_since`.execute(
    ctx.db,
  );
  return { entries: 0, cents: 0 };
}
