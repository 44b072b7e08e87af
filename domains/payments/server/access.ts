import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/actor.ts";

/** The user's own intents on leases whose money is within the access scope, as a condition on `payment_intents i join leases l`. */
export const intentScope = (accessScope: AccessScope): RawBuilder<boolean> =>
  sql`(i.user_id = ${accessScope.userId} and ${moneyScope(accessScope)})`;

/** Money on leases whose ledger is within the access scope, as a condition on `lease_id` and `property_id` of `e`. */
export const paymentScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, propertyIds }) => ({
    admin: sql`true`,
    landlord: sql`e.property_id = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`e.lease_id = any(array(select l.id from leases l
      where l.id in (select m.lease_id from lease_members m where m.user_id = ${userId}) and ${moneyScope(viewer)}))`,
    pending: sql`false`,
  }));

/** Payments with which staff compare another one, as a condition on its `property_id`. Tenants compare nothing. */
export const comparableScope = (viewer: Viewer, propertyId: RawBuilder<unknown>): RawBuilder<boolean> =>
  accessRule(viewer, ({ propertyIds }) => ({
    admin: sql`true`,
    landlord: sql`${propertyId} = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`false`,
    pending: sql`false`,
  }));
