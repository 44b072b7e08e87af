import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/actor.ts";

/**
 * The leases within the access scope as a condition on `leases l` (requirements, "Access scope"): a landlord sees those in
 * their own buildings; a tenant those they are or were a member of, except drafts. Maintenance sees none.
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
 * The leases `l` whose terms, ledger and payments a viewer may see (requirements, "Access scope"): a landlord's are those
 * in their own buildings; a tenant's those of which they are a member, will be once the lease begins, or were when it
 * ended, except drafts. Members who left earlier no longer see the lease's money. Maintenance sees none.
 */
export const moneyScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, propertyIds, leaseIds }) => ({
    admin: sql`true`,
    landlord: sql`l.property_id = any(${propertyIds})`,
    maintenance: sql`false`,
    // By the second condition an index finds the few leases that the person is or was a member of.
    tenant: sql`l.state <> 'draft' and l.id in (select m.lease_id from lease_members m where m.user_id = ${userId})
      and (l.id = any(${leaseIds}) or exists (
      select from lease_members m join properties p on p.id = m.property_id
      where m.lease_id = l.id and m.user_id = ${userId} and case l.state
        when 'ended' then coalesce(m.to_on, 'infinity') >= l.to_on
        else l.from_on > (now() at time zone p.time_zone)::date end))`,
    pending: sql`false`,
  }));

/** The companies within the access scope, as a condition on `companies c`: those with a visible lease, and those the user added. */
export function companyScope({ effectiveRole, propertyIds, userId }: AccessScope): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  if (effectiveRole !== "landlord") return sql`false`;
  return sql`(c.created_by_id = ${userId}
    or c.id in (select l.company_id from leases l where l.property_id = any(${propertyIds}::bigint[])))`;
}

/** Properties on which the user may record leases, as a condition on `properties p`. */
export function lettableProperties({ effectiveRole, propertyIds }: AccessScope): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  return sql`p.id = any(${effectiveRole === "landlord" ? propertyIds : []}::bigint[])`;
}
