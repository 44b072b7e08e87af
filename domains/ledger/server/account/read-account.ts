import { sql } from "kysely";
import { buildSchedule } from "#domains/leases/schedule.ts";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { LeaseState } from "#domains/leases/states.ts";
import type { EffectiveTerms } from "#domains/leases/terms.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addMonths, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import { getGrant } from "#shared/permissions.ts";
import type { AmountsDue } from "../../amounts-due.ts";
import type { LeaseAccount } from "../../contract.ts";
import { getSuggestedCharges, sumPayable } from "../../suggested-payment.ts";
import { findUpcomingLateFees } from "../posting/late-fees.ts";
import { listOpenCharges } from "./list-open-charges.ts";
import { sumAmountsDue } from "./sum-amounts-due.ts";

interface AccountRow {
  state: LeaseState;
  starts_on: Day;
  ends_on: Day | null;
  today: Day;
  deposit_cents: number;
  had_deposit: boolean;
}

/** How many months ahead to search for the next due date. */
const lookAheadMonths = 12;

/** Returns the current state of a lease's account, with the next amount due. @throws AppError not_found */
export async function readAccount(ctx: SignedInCtx, leaseId: number): Promise<LeaseAccount> {
  const { rows } = await sql<AccountRow>`
    select l.state, l.starts_on, l.ends_on, (${ctx.now}::timestamptz at time zone p.time_zone)::date as today,
      coalesce(a.deposit_cents, 0)::bigint as deposit_cents,
      exists (select from ledger_postings o where o.lease_id = l.id and o.account = 'deposits') as had_deposit
    from leases l join properties p on p.id = l.property_id left join lease_accounts a on a.lease_id = l.id
    where l.id = ${leaseId} and ${moneyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  const lease = rows[0];
  if (lease === undefined) throw notFound("lease");
  const amounts = await sumAmountsDue(ctx, [leaseId]);
  const postedDue = getPostedDue(amounts);
  return {
    ...amounts,
    today: lease.today,
    depositCents: lease.deposit_cents,
    hadDeposit: lease.had_deposit,
    nextDue:
      postedDue ?? (await findNextScheduledDue(ctx, leaseId, { ...lease, creditCents: amounts.creditCents })),
    suggestedCents: postedDue === null ? 0 : await suggestPayment(ctx, leaseId, lease.today),
    // Without unpaid charges there can't be a late fee.
    nextLateFee: postedDue === null ? null : await findNextLateFee(ctx, leaseId),
    can: {
      correct:
        lease.state !== "draft" && getGrant(ctx.actor.accessScope.effectiveRole, "ledger.correct") !== "no",
    },
  };
}

const suggestPayment = async (ctx: SignedInCtx, leaseId: number, today: Day): Promise<number> =>
  sumPayable(getSuggestedCharges(await listOpenCharges(ctx, leaseId), today));

/** Returns the overdue amount, or else the next posted amount due. Null if there are no unpaid charges. */
function getPostedDue({ overdueSince, overdueCents, dueOn, dueCents }: AmountsDue): LeaseAccount["nextDue"] {
  if (overdueSince !== null) return { on: overdueSince, cents: overdueCents };
  return dueOn === null ? null : { on: dueOn, cents: dueCents };
}

/**
 * Returns the first due date that isn't posted yet and its charges less the credit. Null if nothing is due
 * within a year, or if charges of an imported lease are past due but not posted yet.
 */
async function findNextScheduledDue(
  ctx: SignedInCtx,
  leaseId: number,
  lease: AccountRow & { creditCents: number },
): Promise<LeaseAccount["nextDue"]> {
  if (lease.state === "draft") return null;
  const from = monthStart(lease.today);
  const { rows } = await sql<{ versions: EffectiveTerms[]; posted: string[] }>`
    select
      (select coalesce(json_agg(json_build_object('number', number, 'from', starts_on, 'terms', terms) order by number), '[]')
        from lease_terms where lease_id = ${leaseId}) as versions,
      (select coalesce(json_agg(terms_number || ' ' || line_key || ' ' || month), '[]') from receivables
        where lease_id = ${leaseId} and month >= ${from}::date) as posted`.execute(ctx.db);
  const { versions = [], posted = [] } = rows[0] ?? {};
  const upcomingCharges = buildSchedule(
    versions,
    { from: lease.starts_on, to: lease.ends_on },
    { from, through: monthEnd(addMonths(from, lookAheadMonths)) },
  ).filter(
    (charge) => !posted.includes(`${charge.termsNumber} ${charge.lineKey} ${monthStart(charge.from)}`),
  );
  const nextDueOn = upcomingCharges[0]?.dueOn;
  if (nextDueOn === undefined || nextDueOn < lease.today) return null;
  const cents = upcomingCharges
    .filter(({ dueOn }) => dueOn === nextDueOn)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { on: nextDueOn, cents: Math.max(0, cents - lease.creditCents) };
}

async function findNextLateFee(ctx: SignedInCtx, leaseId: number): Promise<LeaseAccount["nextLateFee"]> {
  const fees = await findUpcomingLateFees(ctx, leaseId);
  const [nextFee] = fees.sort((a, b) => a.feeOn.localeCompare(b.feeOn));
  return nextFee === undefined ? null : { on: nextFee.feeOn, cents: nextFee.feeCents, dueOn: nextFee.dueOn };
}
