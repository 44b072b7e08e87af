import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/actor.ts";

/** What the user is going to do with the orders: a former tenant may still read their own history, but not add to it. */
export type Purpose = "read" | "write";

/**
 * The orders `o` a viewer may see, or change (ROLE-17). A tenant's orders are those of the current lease, never of the bare
 * unit, and tenants may always read what they reported; orders of a person not yet approved are for landlords and admins only.
 */
export const workOrderScope = (viewer: Viewer, purpose: Purpose = "read"): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, everywhere, propertyIds, leaseIds }) => {
    const ofLease = sql`o.lease_id = any(${leaseIds})`;
    const own = sql`o.created_by_id = ${userId}`;
    return {
      admin: sql`true`,
      landlord: sql`o.property_id = any(${propertyIds})`,
      maintenance: sql`(${everywhere} or o.property_id = any(${propertyIds})) and not o.awaiting_approval`,
      tenant: purpose === "read" ? sql`${ofLease} or ${own}` : ofLease,
      pending: purpose === "read" ? own : sql`false`,
    };
  });

/** The files `f` of an order in the access scope that a user may see: those for staff only are for staff only. */
export const fileScope = ({ effectiveRole }: AccessScope): RawBuilder<boolean> =>
  effectiveRole === "tenant" || effectiveRole === "pending" ? sql`not f.internal` : sql`true`;

/** The rows `s` of property_staff of the buildings in which a viewer may give orders to others. */
export const buildingsToDispatch = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ propertyIds }) => ({
    admin: sql`true`,
    landlord: sql`s.property_id = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`false`,
    pending: sql`false`,
  }));
