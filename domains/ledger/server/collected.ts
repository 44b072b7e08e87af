import type { Alongside } from "#server/http/session.ts";

const year = "(select date_trunc('year', now() at time zone o.time_zone)::date as began from organisation o)";

/**
 * The principal collected this year, less refunds, in cents: of a tenant's leases, of a landlord's buildings, of all for an
 * administrator; null for who has nothing to do with money. It is what the report of the year's months adds up to.
 */
export const collectedThisYear: Alongside = {
  expression: `(
    select case
      when caller.caller = 'tenant' then (
        select coalesce(-sum(r.amount_cents), 0) from receivables r
        where r.lease_id in (select l.id from lease_members m join leases l on l.id = m.lease_id
            where m.user_id = caller.user_id and (l.id = any(caller.lease_ids)
              or l.state = 'ended' and coalesce(m.to_on, 'infinity') >= l.to_on)) and r.counts_as = 'collected'
          and r.on_day >= year.began and r.on_day < year.began + interval '1 year')
      when caller.caller in ('admin', 'landlord') then (
        select coalesce(sum(m.collected_cents), 0) from property_months m
        where (caller.everywhere or m.property_id = any(caller.property_ids))
          and m.month >= year.began and m.month < year.began + interval '1 year')
      end::bigint
    from ${year} year)`,
};
