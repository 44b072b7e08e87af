import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";

/**
 * The leases whose ledger is within `reach`, as a condition on `leases l` (requirements, "Reach"): a landlord's are those in own
 * buildings; a tenant's those he or she is a member of, will be once the lease begins, or was when it ended. Whoever left
 * the company before has no more to do with its money. Maintenance has none.
 */
export const ledgerScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, propertyIds, leaseIds }) => ({
    admin: sql`true`,
    landlord: sql`l.property_id = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`l.id = any(${leaseIds}) or (l.state <> 'draft' and exists (
      select from lease_members m join properties p on p.id = m.property_id
      where m.lease_id = l.id and m.user_id = ${userId} and case l.state
        when 'ended' then coalesce(m.to_on, 'infinity') >= l.to_on
        else l.from_on > (now() at time zone p.time_zone)::date end))`,
    pending: sql`false`,
  }));
