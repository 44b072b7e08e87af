import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { readAccount } from "#domains/ledger/server/account/read-account.ts";
import { sumAmountsDue } from "#domains/ledger/server/account/sum-amounts-due.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { PaymentSummary } from "../../contract.ts";
import { payments } from "./list-payments.ts";

/**
 * Returns the figures on the cards above the payment history (PAY-11): for a tenant's leases, for the leases
 * a landlord or administrator can access, or for one lease.
 * @throws AppError not_found
 */
export async function readSummary(ctx: SignedInCtx, leaseId: number | undefined): Promise<PaymentSummary> {
  const { effectiveRole } = ctx.actor.accessScope;
  if (effectiveRole !== "tenant" && effectiveRole !== "landlord" && effectiveRole !== "admin") {
    if (leaseId !== undefined) throw notFound("lease");
    return {
      currentBalance: 0,
      nextDueDate: null,
      lastPayment: null,
      yearToDate: 0,
      amounts: await sumAmountsDue(ctx, []),
      suggestedCents: 0,
    };
  }
  const leases =
    leaseId === undefined && effectiveRole !== "tenant" ? null : await findLeaseIds(ctx, leaseId);
  const [amounts, accounts, yearToDate, lastPayment] = await Promise.all([
    sumAmountsDue(ctx, leases ?? "managed"),
    Promise.all((leases ?? []).map((id) => readAccount(ctx, id))),
    sumYearToDate(ctx, leases),
    findLastPayment(ctx, leaseId),
  ]);
  const nextScheduledDate = accounts
    .flatMap(({ nextDue }) => (nextDue === null ? [] : [nextDue.on]))
    .toSorted()[0];
  return {
    currentBalance: amounts.balanceCents,
    nextDueDate: amounts.overdueSince ?? amounts.dueOn ?? nextScheduledDate ?? null,
    amounts,
    suggestedCents: accounts.reduce((sum, account) => sum + account.suggestedCents, 0),
    yearToDate,
    lastPayment,
  };
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

/** Returns the principal received this year minus refunds, as on the dashboard (DASH-26). */
async function sumYearToDate(
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

/** Returns the newest payment that was neither fully refunded nor reversed. */
async function findLastPayment(
  ctx: SignedInCtx,
  leaseId: number | undefined,
): Promise<PaymentSummary["lastPayment"]> {
  const [payment] = await payments.first(ctx, { status: "completed", leaseId }, 1);
  if (payment === undefined || payment.paidAt === null || payment.paidOn === null) return null;
  const { amountCents, feeCents, paidAt, paidOn, description } = payment;
  return { amountCents, feeCents, paidAt, paidOn, description };
}
