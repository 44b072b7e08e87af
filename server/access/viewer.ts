import { type RawBuilder, sql } from "kysely";
import type { EffectiveRole } from "#shared/permissions.ts";
import type { AccessScope } from "../http/requests/actor.ts";

/*
 * Each domain's access.ts defines once who can see a record. The same rule serves requests (one person) and
 * live events, notifications, and emails (many people).
 */

type Sql = RawBuilder<unknown>;

/** Everyone who isn't disabled, as the view access_scopes with the alias `viewer`. */
export const everyViewer = Symbol("every row of access_scopes viewer");
export type Viewer = AccessScope | typeof everyViewer;

/**
 * Returns one person as `viewer`, for queries about a few people. Planning the view would take longer than
 * reading their rows, and a connection caches this function's plan.
 */
export const viewerFor = (userId: Sql): Sql => sql`person_of(${userId}) viewer (user_id)`;

/**
 * Whether the person can read content for staff only. The role counts only while the registration is
 * approved.
 */
export const isStaff = ({ effectiveRole }: Pick<AccessScope, "effectiveRole">): boolean =>
  effectiveRole !== "tenant" && effectiveRole !== "pending";

/** The access scope as SQL expressions: one person's values, or columns of the view. */
interface ScopeColumns {
  userId: Sql;
  everywhere: Sql;
  propertyIds: Sql;
  leaseIds: Sql;
  leasedPropertyIds: Sql;
}

type RulesByRole = Record<Exclude<EffectiveRole, "signedOut">, Sql>;

const columns: ScopeColumns = {
  userId: sql`viewer.user_id`,
  everywhere: sql`viewer.everywhere`,
  propertyIds: sql`viewer.property_ids`,
  leaseIds: sql`viewer.lease_ids`,
  leasedPropertyIds: sql`viewer.leased_property_ids`,
};

/** Combines the access conditions of all effective roles into one SQL condition. */
export function accessRule(
  viewer: Viewer,
  rulesFor: (scope: ScopeColumns) => RulesByRole,
): RawBuilder<boolean> {
  if (viewer !== everyViewer)
    return sql`(${
      rulesFor({
        userId: sql`${viewer.userId}::bigint`,
        everywhere: sql.lit(viewer.everywhere),
        propertyIds: sql`${viewer.propertyIds}::bigint[]`,
        leaseIds: sql`${viewer.leaseIds}::bigint[]`,
        leasedPropertyIds: sql`${viewer.leasedPropertyIds}::bigint[]`,
      })[viewer.effectiveRole]
    })`;
  const cases = Object.entries(rulesFor(columns)).map(
    ([role, rule]) => sql`when ${sql.lit(role)} then ${rule}`,
  );
  return sql`case viewer.effective_role ${sql.join(cases, sql` `)} end`;
}

/**
 * Whether the viewer manages a property, as a condition on its id: landlords manage their own, and
 * administrators manage all. It is the access rule of records that only managers can see.
 */
export const managesProperty = (viewer: Viewer, propertyId: RawBuilder<unknown>): RawBuilder<boolean> =>
  accessRule(viewer, ({ propertyIds }) => ({
    admin: sql`true`,
    landlord: sql`${propertyId} = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`false`,
    pending: sql`false`,
  }));
