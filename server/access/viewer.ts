import { type RawBuilder, sql } from "kysely";
import type { EffectiveRole } from "#shared/permissions.ts";
import type { AccessScope } from "../http/actor.ts";

/*
 * Who may see a record is defined once per kind of record, in the access.ts of its domain. The same rule serves requests
 * (one person) and live events, notifications and mails (many people at once).
 */

type Sql = RawBuilder<unknown>;

/** Every person who is not disabled, as the view access_scopes under the alias `viewer`. */
export const everyViewer = Symbol("every row of access_scopes viewer");
export type Viewer = AccessScope | typeof everyViewer;

/**
 * One person as `viewer`, in place of the view. For a few people: a connection keeps the plan of the function, and planning the
 * view takes longer than reading their rows.
 */
export const viewerOf = (userId: Sql): Sql => sql`person_of(${userId}) viewer (user_id)`;

/** The access scope as expressions: values of a person, or columns of the view. */
interface ScopeColumns {
  userId: Sql;
  everywhere: Sql;
  propertyIds: Sql;
  leaseIds: Sql;
  leasedPropertyIds: Sql;
}

type Rules = Record<Exclude<EffectiveRole, "signedOut">, Sql>;

const columns: ScopeColumns = {
  userId: sql`viewer.user_id`,
  everywhere: sql`viewer.everywhere`,
  propertyIds: sql`viewer.property_ids`,
  leaseIds: sql`viewer.lease_ids`,
  leasedPropertyIds: sql`viewer.leased_property_ids`,
};

/** What each effective role may see, as a condition inside the SQL. */
export function accessRule(viewer: Viewer, rulesFor: (scope: ScopeColumns) => Rules): RawBuilder<boolean> {
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
