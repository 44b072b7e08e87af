import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { comingCents } from "#domains/ledger/describe.ts";
import { readAccount } from "#domains/ledger/server/account/read-account.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { PaymentSummary } from "../../contract.ts";
import { payments } from "./list-payments.ts";

const empty: PaymentSummary = {
  currentBalance: 0,
  nextDueDate: null,
  lastPayment: null,
  yearToDate: 0,
  overdue: 0,
  dueNow: 0,
  coming: 0,
};

/**
 * Returns the figures on the cards above the payment history (PAY-11): for a tenant's leases, for the leases
 * a landlord or administrator can access, or for one lease.
 * @throws AppError not_found
 */
export async function readSummary(ctx: SignedInCtx, leaseId: number | undefined): Promise<PaymentSummary> {
  const { effectiveRole } = ctx.actor.accessScope;
  if (effectiveRole !== "tenant" && effectiveRole !== "landlord" && effectiveRole !== "admin") {
    if (leaseId !== undefined) throw notFound("lease");
    return empty;
  }
  const leases =
    leaseId === undefined && effectiveRole !== "tenant" ? null : await findLeaseIds(ctx, leaseId);
  const [amountsDue, yearToDate, lastPayment] = await Promise.all([
    leases === null ? sumAccessible(ctx) : sumAccounts(ctx, leases),
    collectedThisYear(ctx, leases),
    findLastPayment(ctx, leaseId),
  ]);
  return { ...amountsDue, yearToDate, lastPayment };
}

/**
 * Returns the ids of a tenant's own leases, or of the requested lease.
 * @throws AppError not_found
 */
async function findLeaseIds({ db, actor }: SignedInCtx, leaseId: number | undefined): Promise<number[]> {
  const condition =
    leaseId === undefined
      ? sql`l.id in (select m.lease_id from lease_members m where m.user_id = ${actor.accessScope.userId})`
      : sql`l.id = ${leaseId}`;
  const { rows } = await sql<{ id: number }>`
    select l.id from leases l where ${condition} and ${moneyScope(actor.accessScope)} order by l.id`.execute(
    db,
  );
  if (leaseId !== undefined && rows.length === 0) throw notFound("lease");
  return rows.map(({ id }) => id);
}

type AmountsDue = Pick<PaymentSummary, "currentBalance" | "nextDueDate" | "overdue" | "dueNow" | "coming">;

/** For a few leases: the next due date is also computed from their terms. */
async function sumAccounts(ctx: SignedInCtx, leases: readonly number[]): Promise<AmountsDue> {
  const accounts = await Promise.all(leases.map((id) => readAccount(ctx, id)));
  const dueDays = accounts.flatMap(({ nextDue }) => (nextDue === null ? [] : [nextDue.on])).sort();
  return {
    currentBalance: accounts.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
    nextDueDate: dueDays[0] ?? null,
    overdue: accounts.reduce((sum, { overdueCents }) => sum + overdueCents, 0),
    dueNow: accounts.reduce((sum, { dueNowCents }) => sum + dueNowCents, 0),
    coming: accounts.reduce((sum, account) => sum + comingCents(account), 0),
  };
}

async function sumAccessible({ db, actor, now }: SignedInCtx): Promise<AmountsDue> {
  const { effectiveRole, propertyIds } = actor.accessScope;
  const isAccessible =
    effectiveRole === "admin" ? sql`true` : sql`x.property_id = any(${propertyIds}::bigint[])`;
  const today = sql`(${now}::timestamptz at time zone p.time_zone)::date`;
  const { rows } = await sql<AmountsDue>`
    with open as (
      select x.due_on, x.open_cents, ${today} as today from receivables x join properties p on p.id = x.property_id
      where x.open_cents > 0 and ${isAccessible}
    )
    select (select coalesce(sum(x.balance_cents), 0)::bigint from lease_accounts x where ${isAccessible}) as "currentBalance",
      (select min(due_on) from open) as "nextDueDate",
      (select coalesce(sum(open_cents), 0)::bigint from open where due_on < today) as overdue,
      (select coalesce(sum(open_cents), 0)::bigint from open where due_on <= today) as "dueNow",
      (select coalesce(sum(open_cents), 0)::bigint from open where due_on > today) as coming`.execute(db);
  return rows[0] ?? { currentBalance: 0, nextDueDate: null, overdue: 0, dueNow: 0, coming: 0 };
}

/** The principal received this year minus refunds, as on the dashboard (DASH-26). */
async function collectedThisYear(
  { db, actor, now }: SignedInCtx,
  leases: readonly number[] | null,
): Promise<number> {
  const { effectiveRole, propertyIds } = actor.accessScope;
  const year = sql`year as (select date_trunc('year', ${now}::timestamptz at time zone o.time_zone)::date as start from organization o)`;
  const { rows } =
    leases === null
      ? await sql<{ cents: number }>`
          with ${year} select coalesce(sum(m.collected_cents), 0)::bigint as cents from property_months m, year
          where m.month >= year.start and m.month < year.start + interval '1 year'
            and ${effectiveRole === "admin" ? sql`true` : sql`m.property_id = any(${propertyIds}::bigint[])`}`.execute(
          db,
        )
      : await sql<{ cents: number }>`
          with ${year} select coalesce(-sum(r.amount_cents), 0)::bigint as cents from receivables r, year
          where r.lease_id = any(${leases}::bigint[]) and r.counts_as = 'collected'
            and r.on_day >= year.start and r.on_day < year.start + interval '1 year'`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** The newest payment that was neither refunded nor returned. */
async function findLastPayment(
  ctx: SignedInCtx,
  leaseId: number | undefined,
): Promise<PaymentSummary["lastPayment"]> {
  const [payment] = await payments.first(ctx, { status: "completed", leaseId }, 1);
  if (payment === undefined || payment.paidAt === null || payment.paidOn === null) return null;
  const { amountCents, paidAt, paidOn, description } = payment;
  return { amountCents, paidAt, paidOn, description };
}
