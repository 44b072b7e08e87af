import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import { getGrant } from "#shared/permissions.ts";
import { getReportAction, reportNames } from "../../reports.ts";

const landlordReports = reportNames.filter((name) => getGrant("landlord", getReportAction(name)) !== "no");

/**
 * The saved reports `v` that the viewer could open if they were shared or sent. The viewer must be able to
 * read the report and access the property and company it filters by. Its owner must be an administrator or
 * manage one of the viewer's properties.
 */
export const canOpenSavedReport = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ propertyIds }) => {
    const isFrom = (owner: RawBuilder<unknown>) =>
      sql`exists (select from users owner where owner.id = v.owner_id and owner.state = 'active' and ${owner})`;
    return {
      admin: isFrom(sql`owner.role in ('admin', 'landlord')`),
      landlord: sql`v.report = any(${landlordReports}::text[]) and cardinality(${propertyIds}) > 0
        and (v.property_id is null or v.property_id = any(${propertyIds}))
        and (v.company_id is null or exists (
          select from leases l where l.company_id = v.company_id and l.property_id = any(${propertyIds})))
        and ${isFrom(sql`(owner.role = 'admin' or owner.role = 'landlord' and exists (
          select from property_landlords owned where owned.user_id = owner.id and owned.property_id = any(${propertyIds})))`)}`,
      maintenance: sql`false`,
      tenant: sql`false`,
      pending: sql`false`,
    };
  });

/** The saved reports `v` of the viewer, and those that others share with or send to them. */
export const savedReportScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId }) => {
    const managers = sql`v.owner_id = ${userId} or ${canOpenSavedReport(viewer)} and (v.is_shared or exists (
      select from report_recipients r where r.report_id = v.id and r.user_id = ${userId}))`;
    const others = sql`false`;
    return { admin: managers, landlord: managers, maintenance: others, tenant: others, pending: others };
  });
