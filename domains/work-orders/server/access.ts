import { type RawBuilder, sql } from "kysely";
import { accessRule, isStaff, managesProperty, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";

/** What the user wants to do with work orders. Former tenants can read their history but not add to it. */
export type Purpose = "read" | "write";

/**
 * Work orders `o` a viewer can see or change (ROLE-17). Tenants see the work orders of their current lease,
 * never those tied only to the unit, and can always read the ones they reported. Only landlords and admins
 * see work orders from people who aren't approved yet.
 */
export const workOrderScope = (viewer: Viewer, purpose: Purpose = "read"): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, everywhere, propertyIds, leaseIds }) => {
    const isOnLease = sql`o.lease_id = any(${leaseIds})`;
    const isRequester = sql`o.created_by_id = ${userId}`;
    return {
      admin: sql`true`,
      landlord: sql`o.property_id = any(${propertyIds})`,
      maintenance: sql`(${everywhere} or o.property_id = any(${propertyIds})) and not o.awaiting_approval`,
      tenant: purpose === "read" ? sql`${isOnLease} or ${isRequester}` : isOnLease,
      pending: purpose === "read" ? isRequester : sql`false`,
    };
  });

/** Files `f` a user can see on an accessible work order. Staff-only files are hidden from tenants. */
export const fileScope = (scope: AccessScope): RawBuilder<boolean> =>
  isStaff(scope) ? sql`true` : sql`not f.internal`;

/** Comments `a` a user can see on an accessible work order. Internal comments are hidden from tenants. */
export const commentScope = (scope: AccessScope): RawBuilder<boolean> =>
  isStaff(scope) ? sql`true` : sql`not a.internal`;

/** Rows `s` of property_staff at the properties where a viewer can assign work to others. */
export const assignableStaffScope = (viewer: Viewer): RawBuilder<boolean> =>
  managesProperty(viewer, sql`s.property_id`);
