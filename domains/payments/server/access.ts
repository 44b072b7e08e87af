import { type RawBuilder, sql } from "kysely";
import { ledgerScope } from "#domains/ledger/server/access.ts";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { Reach } from "#server/http/actor.ts";

/** Own intents, on leases whose money is within reach: as a condition on `payment_intents i join leases l`. */
export const intentScope = (reach: Reach): RawBuilder<boolean> =>
  sql`(i.user_id = ${reach.userId} and ${ledgerScope(reach)})`;

/** Money on leases whose ledger is within the scope, as a condition on `lease_id` and `property_id` of `e`. */
export const paymentScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, propertyIds }) => ({
    admin: sql`true`,
    landlord: sql`e.property_id = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`e.lease_id = any(array(select l.id from leases l
      where l.id in (select m.lease_id from lease_members m where m.user_id = ${userId}) and ${ledgerScope(viewer)}))`,
    pending: sql`false`,
  }));
