import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";

/** What the user means to do with the orders: a former tenant may still read own history, but not add to it. */
export type Purpose = "read" | "write";

/**
 * The orders `o` a viewer may see, or change (ROLE-17): a tenant's belong to the running lease, never to the bare unit, and
 * what tenants reported stays theirs to read; those of a person nobody has approved yet are for the landlord and admins only.
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
