import { sql } from "kysely";
import { buildSchedule } from "#domains/leases/schedule.ts";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { LeaseState } from "#domains/leases/states.ts";
import type { EffectiveTerms } from "#domains/leases/terms.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addMonths, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import { getGrant } from "#shared/permissions.ts";
import type { LeaseAccount } from "../../contract.ts";
import { findUpcomingLateFees } from "../posting/late-fees.ts";

interface Row {
  state: LeaseState;
  from_on: Day;
  to_on: Day | null;
  today: Day;
  balance_cents: number;
  deposit_cents: number;
  overdue_cents: number;
  due_now_cents: number;
  credit_cents: number;
  next_due_on: Day | null;
  next_due_cents: number | null;
}

/** How many months ahead to search for the next due date. */
const lookAheadMonths = 12;

/** Returns the current state of a lease's account, with the next amount due. @throws AppError not_found */
export async function readAccount(ctx: SignedInCtx, leaseId: number): Promise<LeaseAccount> {
  const { rows } = await sql<Row>`
    with lease as materialized (
      select l.id, l.state, l.from_on, l.to_on, (${ctx.now}::timestamptz at time zone p.time_zone)::date as today
      from leases l join properties p on p.id = l.property_id
      where l.id = ${leaseId} and ${moneyScope(ctx.actor.accessScope)}
    ), open as (
      select r.due_on, r.open_cents from receivables r where r.lease_id in (select id from lease) and r.open_cents <> 0
    ), next_due as (
      select due_on, sum(open_cents) as cents from open where open_cents > 0 group by due_on order by due_on limit 1
    )
    select lease.state, lease.from_on, lease.to_on, lease.today,
      coalesce(a.balance_cents, 0)::bigint as balance_cents, coalesce(a.deposit_cents, 0)::bigint as deposit_cents,
      (select coalesce(sum(open_cents), 0)::bigint from open where open_cents > 0 and due_on < lease.today) as overdue_cents,
      (select coalesce(sum(open_cents), 0)::bigint from open where open_cents > 0 and due_on <= lease.today) as due_now_cents,
      (select coalesce(-sum(open_cents), 0)::bigint from open where open_cents < 0) as credit_cents,
      (select due_on from next_due) as next_due_on, (select cents::bigint from next_due) as next_due_cents
    from lease left join lease_accounts a on a.lease_id = lease.id`.execute(ctx.db);
  const account = rows[0];
  if (account === undefined) throw notFound("lease");
  return {
    today: account.today,
    balanceCents: account.balance_cents,
    depositCents: account.deposit_cents,
    overdueCents: account.overdue_cents,
    dueNowCents: account.due_now_cents,
    creditCents: account.credit_cents,
    nextDue:
      account.next_due_on === null
        ? await findNextScheduledDue(ctx, leaseId, account)
        : { on: account.next_due_on, cents: account.next_due_cents ?? 0 },
    // Without unpaid charges there can't be a late fee.
    nextLateFee: account.next_due_on === null ? null : await nextLateFee(ctx, leaseId),
    can: {
      correct:
        account.state !== "draft" && getGrant(ctx.actor.accessScope.effectiveRole, "ledger.correct") !== "no",
    },
  };
}

/**
 * Returns the first due date that isn't posted yet, less existing credit. Null if nothing is due within a
 * year.
 */
async function findNextScheduledDue(
  ctx: SignedInCtx,
  leaseId: number,
  lease: Row,
): Promise<LeaseAccount["nextDue"]> {
  if (lease.state === "draft") return null;
  const from = monthStart(lease.today);
  const { rows } = await sql<{ versions: EffectiveTerms[]; posted: string[] }>`
    select
      (select coalesce(json_agg(json_build_object('number', number, 'from', from_on, 'terms', terms) order by number), '[]')
        from lease_terms where lease_id = ${leaseId}) as versions,
      (select coalesce(json_agg(terms_number || ' ' || line_key || ' ' || month), '[]') from receivables
        where lease_id = ${leaseId} and month >= ${from}::date) as posted`.execute(ctx.db);
  const { versions = [], posted = [] } = rows[0] ?? {};
  const upcoming = buildSchedule(
    versions,
    { from: lease.from_on, to: lease.to_on },
    { from, through: monthEnd(addMonths(from, lookAheadMonths)) },
  ).filter(
    (charge) => !posted.includes(`${charge.termsNumber} ${charge.lineKey} ${monthStart(charge.from)}`),
  );
  const nextDueOn = upcoming[0]?.dueOn;
  if (nextDueOn === undefined) return null;
  const cents = upcoming
    .filter(({ dueOn }) => dueOn === nextDueOn)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { on: nextDueOn, cents: Math.max(0, cents - lease.credit_cents) };
}

async function nextLateFee(ctx: SignedInCtx, leaseId: number): Promise<LeaseAccount["nextLateFee"]> {
  const fees = await findUpcomingLateFees(ctx, leaseId);
  const [next] = fees.sort((a, b) => a.feeOn.localeCompare(b.feeOn));
  return next === undefined ? null : { on: next.feeOn, cents: next.feeCents, dueOn: next.dueOn };
}
