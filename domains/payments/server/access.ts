import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";

/**
 * The user's own payment intents on leases whose money they can access, as a condition on `payment_intents i
 * join leases l`.
 */
export const intentScope = (accessScope: AccessScope): RawBuilder<boolean> =>
  sql`(i.user_id = ${accessScope.userId} and ${moneyScope(accessScope)})`;

/**
 * Payments and charges on leases whose ledger the user can access, as a condition on `lease_id` and
 * `property_id` of `e`.
 */
export const paymentScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, propertyIds }) => ({
    admin: sql`true`,
    landlord: sql`e.property_id = any(${propertyIds})`,
    maintenance: sql`false`,
    tenant: sql`e.lease_id = any(array(select l.id from leases l
      where l.id in (select m.lease_id from lease_members m where m.user_id = ${userId}) and ${moneyScope(viewer)}))`,
    pending: sql`false`,
  }));

/**
 * The bank deposits with a payment the user can access, as a condition on `bank_deposits d`. Other payments
 * in them stay hidden.
 */
export const bankDepositScope = (viewer: Viewer): RawBuilder<boolean> =>
  sql`exists (select from payments e where e.bank_deposit_id = d.id and ${paymentScope(viewer)})`;

/**
 * The lines of bank files that the user set aside, as a condition on `bank_lines b`. Without an account
 * number, lines of different accounts can look the same, so other users don't see the reason.
 */
export const bankLineScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId }) => ({
    admin: sql`true`,
    landlord: sql`b.made_by_id = ${userId}`,
    maintenance: sql`false`,
    tenant: sql`false`,
    pending: sql`false`,
  }));
