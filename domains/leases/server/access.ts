import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";

/**
 * The leases the viewer can access, as a condition on `leases l` (requirements, "Access scope"). Landlords
 * see leases at their own properties. Tenants see leases they are or were on, except drafts. Maintenance
 * staff see none.
 */
export const leaseScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, propertyIds }) => ({
    admin: sql`true`,
    landlord: sql`l.property_id = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`l.state <> 'draft' and l.id in (select m.lease_id from lease_members m where m.user_id = ${userId})`,
    pending: sql`false`,
  }));

/**
 * The leases `l` whose terms, ledger, and payments the viewer can see (requirements, "Access scope").
 * Landlords see leases at their own properties. Tenants see leases they are on, will be on once the lease
 * starts, or were on when it ended, except drafts. People who left earlier no longer see the lease's money.
 * Maintenance staff see none.
 */
export const moneyScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, propertyIds, leaseIds }) => ({
    admin: sql`true`,
    landlord: sql`l.property_id = any(${propertyIds})`,
    maintenance: sql`false`,
    // The second condition lets an index find the few leases the person is or was on.
    tenant: sql`l.state <> 'draft' and l.id in (select m.lease_id from lease_members m where m.user_id = ${userId})
      and (l.id = any(${leaseIds}) or exists (
      select from lease_members m join properties p on p.id = m.property_id
      where m.lease_id = l.id and m.user_id = ${userId} and case l.state
        when 'ended' then coalesce(m.ends_on, 'infinity') >= l.ends_on
        else l.starts_on > (now() at time zone p.time_zone)::date end))`,
    pending: sql`false`,
  }));

/**
 * The companies the user can access, as a condition on `companies c`: those with a visible lease, and those
 * the user added.
 */
export function companyScope({ effectiveRole, propertyIds, userId }: AccessScope): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  if (effectiveRole !== "landlord") return sql`false`;
  return sql`(c.created_by_id = ${userId}
    or c.id in (select l.company_id from leases l where l.property_id = any(${propertyIds}::bigint[])))`;
}

/** The properties where the user can create leases, as a condition on `properties p`. */
export function leasableProperties({ effectiveRole, propertyIds }: AccessScope): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  return sql`p.id = any(${effectiveRole === "landlord" ? propertyIds : []}::bigint[])`;
}
