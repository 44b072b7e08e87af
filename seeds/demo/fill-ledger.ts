import { sql } from "kysely";
import { postedDaysAhead } from "#domains/leases/schedule.ts";
import { applyCredits } from "#domains/ledger/server/entries/apply-credits.ts";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { type NewEntry, writeEntries } from "#domains/ledger/server/entries/write-entries.ts";
import { postLateFees } from "#domains/ledger/server/posting/late-fees.ts";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { calculateFee } from "#domains/payments/fee.ts";
import type { PaymentMethod } from "#domains/payments/methods.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import type { Ctx } from "#server/http/context.ts";
import type { PaidWith } from "#server/integrations/cards/card-provider.ts";
import { addDays, addMonths, type Day, minDay, monthStart } from "#shared/calendar.ts";
import { type Cents, negate, toCents } from "#shared/format/money.ts";
import { leaseInArrears, payOnTime, returnCheck, waiveFirstLateFee } from "./arrears.ts";
import { leases } from "./properties-and-leases.ts";
import { buildTerms, getDeposit } from "./terms.ts";
import { firstOfMonth, lastOfMonth, localDay } from "./time.ts";

/** How a company pays: days after the due date (negative if before), and recent unpaid charges. */
interface PaymentPattern {
  daysAfterDue: number;
  by: PaymentMethod;
  /** How a person at the company has paid for the last few months, with receipts in their name. */
  online?: PaymentMethod;
  /** The number of most recent due dates that are unpaid. */
  unpaid?: number;
  /** The amount paid for the most recent due date, if it was paid in part. */
  partCents?: number;
  /** The charges due this many months before the most recent due date were paid late. */
  lateMonthsAgo?: number;
}

/** The card and the bank account of those who pay online. */
const paidWith: Partial<Record<PaymentMethod, PaidWith>> = {
  card: { brand: "Visa", lastFour: "4242" },
  us_bank_account: { brand: "First Harbor Bank", lastFour: "6789" },
};

const lateMonthsAgo = 8;
const onlineSinceMonthsAgo = 3;
const cardFeeBasisPoints = 350;

/** By lease id. Emerald Dental Studio is in arrears. */
const paymentPatterns: Record<number, PaymentPattern> = {
  1: { daysAfterDue: 0, by: "bank_transfer", unpaid: 1 },
  2: { daysAfterDue: 2, by: "check", unpaid: 1 },
  3: { daysAfterDue: -1, by: "bank_transfer", online: "us_bank_account" },
  4: { daysAfterDue: 3, by: "check" },
  5: { daysAfterDue: 1, by: "bank_transfer", online: "zelle" },
  [leaseInArrears]: { daysAfterDue: 4, by: "check", unpaid: 3, lateMonthsAgo },
  7: { daysAfterDue: 2, by: "bank_transfer" },
  8: { daysAfterDue: 0, by: "bank_transfer", online: "card" },
  9: { daysAfterDue: -2, by: "bank_transfer" },
  10: { daysAfterDue: 3, by: "check" },
  11: { daysAfterDue: 1, by: "bank_transfer" },
  12: { daysAfterDue: 4, by: "check", partCents: 150_000 },
};

const activeLeases = leases.filter(({ state }) => state !== "draft");

/**
 * Writes eighteen months of charges and payments in chronological order. Each month is posted on the date the
 * portal would have posted it, then paid according to each company's payment pattern.
 * @param afterNewYear called once January 1 of this year is paid and before February 1 is posted
 */
export async function fillLedger(
  ctx: Ctx,
  afterNewYear?: (timeOn: (day: Day) => Ctx, newYear: Day) => Promise<void>,
): Promise<void> {
  await writeAllTerms(ctx);
  const today = localDay(ctx.now);
  const newestDue = monthStart(addDays(today, postedDaysAhead));
  const first = Math.max(...activeLeases.map(({ startedMonthsAgo }) => startedMonthsAgo));
  for (let due = firstOfMonth(ctx.now, -first); due <= newestDue; due = addMonths(due, 1)) {
    await postCharges(
      at(ctx, addDays(due, -postedDaysAhead)),
      activeLeases.map(({ id }) => id),
    );
    const startingLeases = activeLeases.filter(
      ({ startedMonthsAgo }) => firstOfMonth(ctx.now, -startedMonthsAgo) === due,
    );
    await writeEntries(
      at(ctx, due),
      startingLeases.map(({ id, property }) =>
        deposit({ leaseId: id, propertyId: property, onDay: due, cents: getDeposit(id) }),
      ),
    );
    await recordPayments(at(ctx, minDay(addDays(due, 5), today)), { due, newestDue, today });
    const timeOn = (day: Day) => at(ctx, day);
    const paymentId = due === addMonths(newestDue, -2) ? await payOnTime(timeOn, due) : null;
    await postLateFees(
      timeOn(addDays(due, 6)),
      activeLeases.map(({ id }) => id),
    );
    if (due === `${today.slice(0, 4)}-01-01` && due < newestDue) await afterNewYear?.(timeOn, due);
    if (due === addMonths(newestDue, -lateMonthsAgo)) await waiveFirstLateFee(timeOn, due);
    if (paymentId !== null) await returnCheck(timeOn, { due, paymentId });
  }
  await depositChecks(ctx, today);
  await writeOtherEntries(ctx, today);
}

/** Takes the checks of each property to the bank on the 8th of each month. Later ones are still to be deposited. */
async function depositChecks({ db }: Ctx, today: Day): Promise<void> {
  const { rows: deposits } = await sql<{ day: Day; landlordId: number; paymentIds: number[] }>`
    select c.day, min(l.user_id) as "landlordId", array_agg(distinct c.entry_id) as "paymentIds"
    from (select entry_id, property_id, date_trunc('month', paid_on - 7 + interval '1 month')::date + 7 as day
        from payments where method = 'check') c
      join property_landlords l on l.property_id = c.property_id
    where c.day < ${today}::date group by c.day, c.property_id order by c.day, c.property_id`.execute(db);
  for (const { day, landlordId, paymentIds } of deposits) {
    const { id } = await db
      .insertInto("bank_deposits")
      .values({ deposited_on: day, created_by_id: landlordId, created_at: new Date(`${day}T21:00:00Z`) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("payments")
      .set({ bank_deposit_id: id })
      .where("entry_id", "in", paymentIds)
      .execute();
  }
}

/** The context at noon of a date in Seattle, or now if that is earlier. */
const at = (ctx: Ctx, day: Day): Ctx => ({
  ...ctx,
  now: new Date(Math.min(ctx.now.getTime(), Date.parse(`${day}T20:00:00Z`))),
});

async function writeAllTerms({ db, now }: Ctx): Promise<void> {
  await db
    .insertInto("lease_terms")
    .values(
      leases.map(({ id, property, startedMonthsAgo }) => ({
        lease_id: id,
        property_id: property,
        number: 1,
        starts_on: firstOfMonth(now, -startedMonthsAgo),
        terms: JSON.stringify(buildTerms(id, startedMonthsAgo, now)),
      })),
    )
    .execute();
}

/** Records all companies' payments for charges due by `due`. */
async function recordPayments(
  ctx: Ctx,
  { due, newestDue, today }: { due: Day; newestDue: Day; today: Day },
): Promise<void> {
  const { rows } = await sql<{ lease_id: number; cents: number; payer_id: number | null }>`
    select lease_id, sum(open_cents)::bigint as cents,
      (select min(m.user_id) from lease_members m where m.lease_id = receivables.lease_id) as payer_id
    from receivables where due_on <= ${due}::date
    group by lease_id having sum(open_cents) > 0 order by lease_id`.execute(ctx.db);
  for (const { lease_id, cents, payer_id } of rows) {
    const pattern = paymentPatterns[lease_id];
    if (pattern === undefined) continue;
    const onDay = addDays(due, pattern.daysAfterDue);
    const isUnpaid = due > addMonths(newestDue, -(pattern.unpaid ?? 0));
    const isLate =
      pattern.lateMonthsAgo !== undefined && due === addMonths(newestDue, -pattern.lateMonthsAgo);
    if (onDay > today || isUnpaid || isLate) continue;
    const amount = due === newestDue && pattern.partCents !== undefined ? pattern.partCents : cents;
    const isOnline = pattern.online !== undefined && due > addMonths(newestDue, -onlineSinceMonthsAgo);
    const method = isOnline ? (pattern.online ?? pattern.by) : pattern.by;
    const checkNumber = 1000 + lease_id * 100 + Number(due.slice(5, 7));
    await takePayment(ctx, await lockAnyAccount(ctx, lease_id), {
      amountCents: toCents(amount),
      feeCents: calculateFee(amount, method, cardFeeBasisPoints),
      method,
      ...(method === "check" && { reference: `No. ${checkNumber}` }),
      ...paidWith[method],
      onDay,
      paidAt: new Date(`${onDay}T20:00:00Z`),
      payerId: isOnline ? payer_id : null,
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

/** A security deposit received, or refunded if negative. */
const deposit = ({ leaseId, propertyId, onDay, cents }: Money): NewEntry => ({
  leaseId,
  propertyId,
  kind: cents > 0 ? "deposit-received" : "deposit-refunded",
  onDay,
  description: cents > 0 ? "Security deposit received" : "Security deposit refunded",
  postings: [
    { account: "bank", amountCents: cents },
    { account: "deposits", amountCents: negate(cents) },
  ],
});

async function writeOtherEntries(ctx: Ctx, today: Day): Promise<void> {
  const pacific = leases.find(({ id }) => id === 7);
  if (pacific === undefined) throw new Error("The demo data has no lease for Pacific Ledger Accounting.");
  const movedOutOn = lastOfMonth(ctx.now, pacific.endsInMonths);
  const refundedOn = addDays(movedOutOn, 14);
  await writeEntries(at(ctx, refundedOn), [
    deposit({ leaseId: 7, propertyId: 1, onDay: refundedOn, cents: negate(getDeposit(7)) }),
  ]);
  const creditOn = addDays(today, -130);
  await writeEntries(at(ctx, creditOn), [
    {
      leaseId: 11,
      propertyId: 3,
      kind: "credit",
      onDay: creditOn,
      description: "CAM credit",
      reason: "The studio was unusable for two days after the water damage.",
      postings: [
        { account: "income-common-area", amountCents: toCents(25_000) },
        { account: "receivable", amountCents: toCents(-25_000) },
      ],
      receivable: { dueOn: creditOn, countsAs: "credited", chargeKind: "common-area" },
    },
  ]);
  await applyCredits(ctx, [11]);
}
