import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";

/** The vendors, pools, and categories, which all properties share. */
export const sharedScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, () => ({
    admin: sql`true`,
    landlord: sql`true`,
    maintenance: sql`false`,
    tenant: sql`false`,
    pending: sql`false`,
  }));
