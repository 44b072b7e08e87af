import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";

/**
 * The bills and budgets the viewer can access, as a condition on the id of their property. Tenants and
 * maintenance staff see none.
 */
export const expenseScope = (viewer: Viewer, propertyId: RawBuilder<unknown>): RawBuilder<boolean> =>
  accessRule(viewer, ({ propertyIds }) => ({
    admin: sql`true`,
    landlord: sql`${propertyId} = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`false`,
    pending: sql`false`,
  }));

/** The vendors, pools, and categories, which all properties share. */
export const sharedScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, () => ({
    admin: sql`true`,
    landlord: sql`true`,
    maintenance: sql`false`,
    tenant: sql`false`,
    pending: sql`false`,
  }));
