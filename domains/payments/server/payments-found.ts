import { type RawBuilder, sql } from "kysely";
import { ledgerScope } from "#domains/ledger/server/access.ts";
import type { KeptList } from "#server/db/list-counts.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listPayments } from "../contract.ts";

export type Filters = Pick<
  QueryOf<typeof listPayments>,
  "status" | "method" | "from" | "to" | "propertyId" | "unitId" | "leaseId"
>;

/** What a list of payments is made of: those that came in and those that should have, each left out where none can be. */
export interface PaymentsFound {
  /** A condition on `payments p`. */
  paid: RawBuilder<boolean> | null;
  /** A condition on `receivables r`. */
  overdue: RawBuilder<boolean> | null;
  /** The counts that are kept of those that came in; undefined where the filters need another. */
  kept: KeptList | undefined;
}

/** The payments within reach that the filters leave (requirements, "Reach"). */
export async function paymentsFound(ctx: SignedInCtx, filters: Filters): Promise<PaymentsFound> {
  const { caller } = ctx.actor.reach;
  const none: PaymentsFound = { paid: null, overdue: null, kept: undefined };
  if (caller !== "tenant" && caller !== "landlord" && caller !== "admin") return none;
  const leases = await leasesOf(ctx, filters);
  const { status, method } = filters;
  const isOverdueOnly = status === "overdue";
  const isPaidOnly = method !== undefined || (status !== undefined && !isOverdueOnly);
  return {
    paid: isOverdueOnly ? null : sql`(${sql.join(conditionsOf(ctx, filters, leases, "paid"), sql` and `)})`,
    overdue: isPaidOnly ? null : sql`(${sql.join(conditionsOf(ctx, filters, leases, "due"), sql` and `)})`,
    kept: leases === undefined ? keptOf(ctx, filters) : undefined,
  };
}

/**
 * The leases it is narrowed to, as a tenant is to the own ones; undefined where whole buildings are asked for. They are
 * few, and known before the payments are looked for.
 */
async function leasesOf(
  { db, actor }: SignedInCtx,
  { leaseId, unitId }: Filters,
): Promise<readonly number[] | undefined> {
  const isTenant = actor.reach.caller === "tenant";
  if (!isTenant && leaseId === undefined && unitId === undefined) return undefined;
  const conditions = [ledgerScope(actor.reach)];
  if (isTenant)
    conditions.push(
      sql`l.id in (select m.lease_id from lease_members m where m.user_id = ${actor.reach.userId})`,
    );
  if (leaseId !== undefined) conditions.push(sql`l.id = ${leaseId}`);
  if (unitId !== undefined)
    conditions.push(sql`l.id in (select u.lease_id from lease_units u where u.unit_id = ${unitId})`);
  const { rows } = await sql<{ id: number }>`
    select l.id from leases l where ${sql.join(conditions, sql` and `)}`.execute(db);
  return rows.map(({ id }) => id);
}

function conditionsOf(
  ctx: SignedInCtx,
  { status, method, from, to, propertyId }: Filters,
  leases: readonly number[] | undefined,
  which: "paid" | "due",
): RawBuilder<unknown>[] {
  const { caller, propertyIds } = ctx.actor.reach;
  const table = sql.ref(which === "paid" ? "p" : "r");
  const day = which === "paid" ? sql`p.paid_on` : sql`r.due_on`;
  const conditions: RawBuilder<unknown>[] = [];
  if (which === "due") conditions.push(isOverdue(ctx));
  if (leases !== undefined) conditions.push(sql`${table}.lease_id = any(${leases}::bigint[])`);
  if (propertyId !== undefined) conditions.push(sql`${table}.property_id = ${propertyId}`);
  if (caller === "landlord") conditions.push(sql`${table}.property_id = any(${propertyIds}::bigint[])`);
  if (from !== undefined) conditions.push(sql`${day} >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`${day} <= ${to}::date`);
  if (which === "paid" && method !== undefined) conditions.push(sql`p.method = ${method}`);
  if (which === "paid" && status !== undefined) conditions.push(hasStatus(status));
  return conditions.length === 0 ? [sql`true`] : conditions;
}

const notKept = sql`(p.is_reversed or p.refunded_cents = p.amount_cents)`;

/** Completed ones are most; the others have an index of their own. */
const hasStatus = (status: string): RawBuilder<unknown> =>
  status === "completed" ? sql`not ${notKept}` : sql`(${notKept} and payment_status(p) = ${status})`;

/**
 * Past its due day and not covered (DASH-26). Everywhere on earth it is within a day of the day in UTC, so the
 * property is asked only for due days at the edge.
 */
function isOverdue({ now }: SignedInCtx): RawBuilder<unknown> {
  const day = now.toISOString().slice(0, 10);
  return sql`r.open_cents > 0 and r.due_on <= ${day}::date and (r.due_on < ${day}::date - 1 or exists (
    select from properties b where b.id = r.property_id and r.due_on < (${now}::timestamptz at time zone b.time_zone)::date))`;
}

/** For callers whose reach is made of whole buildings. */
function keptOf({ actor }: SignedInCtx, filters: Filters): KeptList | undefined {
  const { status, method, from, to, propertyId } = filters;
  if (from !== undefined || to !== undefined) return undefined;
  const chosen = propertyId === undefined ? undefined : [propertyId];
  const { caller, propertyIds } = actor.reach;
  const facet = [method, status].filter((one) => one !== undefined).join(" ");
  return {
    list: "payments",
    places:
      caller === "admin" ? chosen : propertyIds.filter((id) => propertyId === undefined || id === propertyId),
    facets: [facet],
  };
}
