import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { foldText } from "#shared/fold-text.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BankDepositPayment } from "../../bank-deposits-contract.ts";
import type { PaymentMethod } from "../../methods.ts";
import { describeSamePayment, type SamePayment } from "../../same-payment.ts";
import { paymentScope } from "../access.ts";

/** How long after a check is recorded the same check counts as a duplicate. */
const sameCheckDays = 180;
/** How far apart the dates of a reported and a recorded transfer can be. Weekly transfers aren't duplicates. */
const maxReportedDaysApart = 6;

type ComparedPayment = Pick<BankDepositPayment, "leaseId" | "amountCents" | "reference" | "onDay"> & {
  method: PaymentMethod;
};

/**
 * Finds payments that are already recorded, reported and waiting for review, or listed twice, and returns a
 * message for each by its index. Duplicates have the same lease, method, amount, and reference. A check number
 * is unique, so the date of a check doesn't matter. Other references can repeat, as with monthly transfers, so
 * their date must match too. The date of a reported one can differ by a few days because the payer entered it.
 * A reversed payment doesn't count because a returned check can be deposited again.
 */
export async function findSamePayments(
  ctx: SignedInCtx,
  payments: readonly ComparedPayment[],
  advice = {
    reported: "Approve the report instead.",
    recorded: "If this is a different payment, change its reference.",
  },
): Promise<Map<number, string>> {
  const messages = new Map<number, string>();
  for (const { index, company, reportedOn, method } of await findReports(ctx, payments))
    messages.set(
      index,
      `${company} reported this ${method === "check" ? "check" : "payment"} on ${formatCalendarDay(reportedOn)}. ${advice.reported}`,
    );
  for (const { index, ...same } of await findRecordedPayments(ctx, payments, 0))
    messages.set(index, `Already ${describeSamePayment(same)}. ${advice.recorded}`);
  const firstIndexes = new Map<string, number>();
  for (const [index, payment] of payments.entries()) {
    if ((payment.reference ?? "") === "") continue;
    const key = toDuplicateKey(payment);
    const firstIndex = firstIndexes.get(key);
    if (firstIndex === undefined) firstIndexes.set(key, index);
    else messages.set(index, `The same payment is on line ${firstIndex + 1}.`);
  }
  return messages;
}

/** Returns the recorded payment that is the same as a reported one. */
export async function findPaymentOfReport(
  ctx: SignedInCtx,
  report: ComparedPayment,
): Promise<SamePayment | undefined> {
  const [same] = await findRecordedPayments(ctx, [report], maxReportedDaysApart);
  return same;
}

/** The recorded payment that is the same as the reported one `k`, as JSON. */
export const selectPaymentOfReport = (ctx: SignedInCtx): RawBuilder<SamePayment | null> => sql`(
  select to_json(same) from (select k.lease_id as "leaseId", k.method, k.amount_cents as "amountCents", k.reference,
    k.payment_date as "onDay") n cross join lateral (${selectSamePayment(ctx, maxReportedDaysApart)}) same)`;

const toDuplicateKey = ({ leaseId, method, amountCents, reference = "", onDay }: ComparedPayment): string =>
  JSON.stringify([leaseId, method, amountCents, foldText(reference), method === "check" ? "" : onDay]);

/** The payments as rows `n`. */
const toRows = (payments: readonly ComparedPayment[]) => sql`
  jsonb_to_recordset(${JSON.stringify(payments.map((payment, index) => ({ ...payment, index })))}::jsonb)
    as n (index integer, "leaseId" bigint, method text, "amountCents" bigint, reference text, "onDay" date)`;

async function findRecordedPayments(
  ctx: SignedInCtx,
  payments: readonly ComparedPayment[],
  maxDaysApart: number,
): Promise<(SamePayment & { index: number })[]> {
  const { rows } = await sql<SamePayment & { index: number }>`
    select n.index, same.* from ${toRows(payments)}
    cross join lateral (${selectSamePayment(ctx, maxDaysApart)}) same`.execute(ctx.db);
  return rows;
}

/** The newest recorded payment that is the same as the payment `n`. */
const selectSamePayment = ({ actor, now }: SignedInCtx, maxDaysApart: number) => sql<SamePayment>`
  select e.entry_id as "paymentId", e.receipt_number as "receiptNumber",
    (le.made_at at time zone b.time_zone)::date as "recordedOn", u.full_name as "recordedBy"
  from payments e join ledger_entries le on le.id = e.entry_id join properties b on b.id = e.property_id
    left join users u on u.id = le.made_by_id
  where e.reference <> '' and e.method = n.method and fold_text(e.reference) = fold_text(n.reference)
    and e.lease_id = n."leaseId" and e.amount_cents = n."amountCents" and e.reversal_cause is null
    and (abs(e.paid_on - n."onDay") <= case when exists (select from payment_confirmations o where o.payment_id = e.entry_id)
        then ${maxReportedDaysApart} else ${maxDaysApart}::integer end or n.method = 'check'
      and le.made_at > ${now}::timestamptz - make_interval(days => ${sameCheckDays}))
    and ${paymentScope(actor.accessScope)}
  order by e.entry_id desc limit 1`;

interface Report {
  index: number;
  company: string;
  method: PaymentMethod;
  reportedOn: string;
}

/** Finds the reports that wait for review and are the same as a payment. */
async function findReports(
  { actor, db }: SignedInCtx,
  payments: readonly ComparedPayment[],
): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select n.index, c.name as company, k.method, (k.created_at at time zone b.time_zone)::date as "reportedOn"
    from ${toRows(payments)} join payment_confirmations k on k.state = 'pending' and k.method = n.method
        and fold_text(k.reference) = fold_text(n.reference) and k.lease_id = n."leaseId" and k.amount_cents = n."amountCents"
        and (k.method = 'check' or abs(k.payment_date - n."onDay") <= ${maxReportedDaysApart}::integer)
      join leases l on l.id = k.lease_id join companies c on c.id = l.company_id join properties b on b.id = k.property_id
    where ${moneyScope(actor.accessScope)}`.execute(db);
  return rows;
}
