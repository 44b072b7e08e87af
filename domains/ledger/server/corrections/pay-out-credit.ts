import { sql } from "kysely";
import { findLeasesToNotify } from "#domains/leases/server/members/leases-to-notify.ts";
import { decidedDisputeStates } from "#domains/payments/disputes.ts";
import { appendMethod } from "#domains/payments/methods.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { payOutCredit as payOutCreditEndpoint } from "../../contract.ts";
import { applyCredits } from "../entries/apply-credits.ts";
import { lockAccount, resolveEntryDay } from "../entries/lock-account.ts";
import { writeEntry } from "../entries/write-entry.ts";

/**
 * Records that a lease's credit was paid out outside the portal, such as by check. The payments behind it can
 * no longer be refunded by that amount. Notifies the people on the lease, or those on its last day if it has
 * ended. Returns the id of the entry.
 * @throws AppError not_found; conflict for a draft or without a credit; invalid if the amount exceeds the
 * credit available from that date on
 */
export async function payOutCredit(
  ctx: SignedInCtx,
  leaseId: number,
  { amountCents, onDay, method, reference, reason }: BodyOf<typeof payOutCreditEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = resolveEntryDay(account, onDay);
  const creditCents = toCents(await findMinimumCredit(ctx, leaseId, day));
  if (creditCents <= 0) throw conflict("This lease has no credit to pay out on that date.");
  if (amountCents > creditCents)
    throw invalid({ amountCents: `You can pay out up to ${formatCents(creditCents)}.` });
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: "credit-paid-out",
      onDay: day,
      description: [appendMethod("Credit paid out", method), reference].filter(Boolean).join(", "),
      reason,
      debit: "receivable",
      credit: "bank",
      amountCents,
      receivable: { dueOn: day, countsAs: "collected", chargeKind: null },
    },
    "ledger.credit-paid-out",
  );
  // The credit covers everything unpaid and this entry too.
  await applyCredits(ctx, [leaseId], { onDay: day });
  const lease = (await findLeasesToNotify(ctx, [leaseId])).get(leaseId);
  await notify(ctx, lease?.memberIds ?? [], {
    kind: "payment.refunded",
    details: { cents: amountCents, receiptNumber: null },
    link: `/leases/${leaseId}?tab=ledger`,
    propertyId: account.propertyId,
  });
  return id;
}

/**
 * Returns the smallest credit, in cents, that a lease has on `day` or later, minus card refunds still in
 * progress and the unapplied part of disputed payments. Zero or less if an amount is due.
 */
async function findMinimumCredit({ db }: Pick<Ctx, "db">, leaseId: number, day: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    with pending_refunds as (
      select coalesce(sum(amount_cents), 0) as cents from refunds
      where lease_id = ${leaseId} and state = 'requested'
    ), disputed as (
      select coalesce(-sum(r.open_cents), 0) as cents from receivables r
      where r.lease_id = ${leaseId} and r.open_cents < 0 and exists (
        select from disputes d where d.payment_id = r.entry_id and d.state <> all(${decidedDisputeStates}::text[]))
    ), changes as (
      select ${day}::date as on_day, 0 as cents
      union all select on_day, -amount_cents from receivables where lease_id = ${leaseId}
    ), credits as (
      select on_day, sum(sum(cents)) over (order by on_day) as cents from changes group by on_day
    )
    select (min(credits.cents) - min(pending_refunds.cents) - min(disputed.cents))::bigint as cents
    from credits, pending_refunds, disputed where credits.on_day >= ${day}::date`.execute(db);
  return rows[0]?.cents ?? 0;
}
