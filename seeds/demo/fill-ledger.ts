import { sql } from "kysely";
import { postedDaysAhead } from "#domains/leases/schedule.ts";
import { postLateFees } from "#domains/ledger/server/late-fees.ts";
import { lockAnyAccount } from "#domains/ledger/server/lock-account.ts";
import { postCharges } from "#domains/ledger/server/post-charges.ts";
import { settleOpen } from "#domains/ledger/server/settle.ts";
import { type NewEntry, writeEntries } from "#domains/ledger/server/write-entries.ts";
import type { PaymentMethod } from "#domains/payments/methods.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import type { Ctx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, earlier, monthStart } from "#shared/calendar.ts";
import { type Cents, negated, toCents } from "#shared/format/money.ts";
import { leaseInArrears, payInTime, returnCheck, waiveFirstLateFee } from "./arrears.ts";
import { leases } from "./tenancies.ts";
import { depositOf, termsOf } from "./terms.ts";
import { firstOfMonth, lastOfMonth, localDay } from "./time.ts";

/** How a company pays: the days after the due date (negative: before it), and recent unpaid charges. */
interface Habit {
  daysAfterDue: number;
  by: PaymentMethod;
  /** The number of newest due dates that are unpaid. */
  unpaid?: number;
  /** The paid part of the newest due date. */
  partCents?: number;
  /** The charges of this many months before the newest due date were paid late. */
  lateMonthsAgo?: number;
}

const lateMonthsAgo = 8;

/** By the id of the lease; Emerald Dental Studio is in arrears. */
const habits: Record<number, Habit> = {
  1: { daysAfterDue: 0, by: "bank_transfer", unpaid: 1 },
  2: { daysAfterDue: 2, by: "check", unpaid: 1 },
  3: { daysAfterDue: -1, by: "bank_transfer" },
  4: { daysAfterDue: 3, by: "check" },
  5: { daysAfterDue: 1, by: "bank_transfer" },
  [leaseInArrears]: { daysAfterDue: 4, by: "check", unpaid: 3, lateMonthsAgo },
  7: { daysAfterDue: 2, by: "bank_transfer" },
  8: { daysAfterDue: 0, by: "bank_transfer" },
  9: { daysAfterDue: -2, by: "bank_transfer" },
  10: { daysAfterDue: 3, by: "check" },
  11: { daysAfterDue: 1, by: "bank_transfer" },
  12: { daysAfterDue: 4, by: "check", partCents: 150_000 },
};

const running = leases.filter(({ state }) => state !== "draft");

/**
 * Writes eighteen months of charges and payments in chronological order: each month is posted on the day on which the portal
 * would have posted it, then paid by the habit of each company.
 */
export async function fillLedger(ctx: Ctx): Promise<void> {
  await writeAllTerms(ctx);
  const today = localDay(ctx.now);
  const newestDue = monthStart(addDays(today, postedDaysAhead));
  const first = Math.max(...running.map(({ beganMonthsAgo }) => beganMonthsAgo));
  for (let due = firstOfMonth(ctx.now, -first); due <= newestDue; due = addMonths(due, 1)) {
    await postCharges(
      at(ctx, addDays(due, -postedDaysAhead)),
      running.map(({ id }) => id),
    );
    const beginners = running.filter(({ beganMonthsAgo }) => firstOfMonth(ctx.now, -beganMonthsAgo) === due);
    await writeEntries(
      at(ctx, due),
      beginners.map(({ id, property }) =>
        deposit({ leaseId: id, propertyId: property, onDay: due, cents: depositOf(id) }),
      ),
    );
    await payAll(at(ctx, earlier(addDays(due, 5), today)), { due, newestDue, today });
    const on = (day: Day) => at(ctx, day);
    const paymentId = due === addMonths(newestDue, -2) ? await payInTime(on, due) : null;
    await postLateFees(
      on(addDays(due, 6)),
      running.map(({ id }) => id),
    );
    if (due === addMonths(newestDue, -lateMonthsAgo)) await waiveFirstLateFee(on, due);
    if (paymentId !== null) await returnCheck(on, { due, paymentId });
  }
  await notifyWhatElseHappened(ctx, today);
}

/** The context at noon of a day in Seattle, or now if that is earlier. */
const at = (ctx: Ctx, day: Day): Ctx => ({
  ...ctx,
  now: new Date(Math.min(ctx.now.getTime(), Date.parse(`${day}T20:00:00Z`))),
});

async function writeAllTerms({ db, now }: Ctx): Promise<void> {
  await db
    .insertInto("lease_terms")
    .values(
      leases.map(({ id, property, beganMonthsAgo }) => ({
        lease_id: id,
        property_id: property,
        number: 1,
        from_on: firstOfMonth(now, -beganMonthsAgo),
        terms: JSON.stringify(termsOf(id, beganMonthsAgo, now)),
      })),
    )
    .execute();
}

/** Records the payments of all companies for the charges due until `due`. */
async function payAll(
  ctx: Ctx,
  { due, newestDue, today }: { due: Day; newestDue: Day; today: Day },
): Promise<void> {
  const { rows } = await sql<{ lease_id: number; cents: number }>`
    select lease_id, sum(open_cents)::bigint as cents from receivables where due_on <= ${due}::date
    group by lease_id having sum(open_cents) > 0 order by lease_id`.execute(ctx.db);
  for (const { lease_id, cents } of rows) {
    const habit = habits[lease_id];
    if (habit === undefined) continue;
    const onDay = addDays(due, habit.daysAfterDue);
    const isUnpaid = due > addMonths(newestDue, -(habit.unpaid ?? 0));
    const isLate = habit.lateMonthsAgo !== undefined && due === addMonths(newestDue, -habit.lateMonthsAgo);
    if (onDay > today || isUnpaid || isLate) continue;
    const amount = due === newestDue && habit.partCents !== undefined ? habit.partCents : cents;
    await takePayment(ctx, await lockAnyAccount(ctx, lease_id), {
      amountCents: toCents(amount),
      method: habit.by,
      onDay,
      paidAt: new Date(`${onDay}T20:00:00Z`),
      payerId: null,
      into: "bank",
    });
  }
}

interface Money {
  leaseId: number;
  propertyId: number;
  onDay: Day;
  cents: Cents;
}

/** A deposit that was taken, or returned if negative. */
const deposit = ({ leaseId, propertyId, onDay, cents }: Money): NewEntry => ({
  leaseId,
  propertyId,
  kind: cents > 0 ? "deposit-taken" : "deposit-returned",
  onDay,
  description: cents > 0 ? "Deposit" : "Deposit given back",
  postings: [
    { account: "bank", amountCents: cents },
    { account: "deposits", amountCents: negated(cents) },
  ],
});

async function notifyWhatElseHappened(ctx: Ctx, today: Day): Promise<void> {
  const pacific = leases.find(({ id }) => id === 7);
  if (pacific === undefined) throw new Error("The demo data has no lease of Pacific Ledger Accounting.");
  const leftOn = lastOfMonth(ctx.now, pacific.endsInMonths);
  const backOn = addDays(leftOn, 14);
  await writeEntries(at(ctx, backOn), [
    deposit({ leaseId: 7, propertyId: 1, onDay: backOn, cents: negated(depositOf(7)) }),
  ]);
  const creditOn = addDays(today, -130);
  await writeEntries(at(ctx, creditOn), [
    {
      leaseId: 11,
      propertyId: 3,
      kind: "credit",
      onDay: creditOn,
      description: "Credit for common areas",
      reason: "The studio could not be used for two days after the water damage.",
      postings: [
        { account: "income-common-area", amountCents: toCents(25_000) },
        { account: "receivable", amountCents: toCents(-25_000) },
      ],
      owed: { dueOn: creditOn, countsAs: "credited", chargeKind: "common-area" },
    },
  ]);
  await settleOpen(ctx, [11]);
}
