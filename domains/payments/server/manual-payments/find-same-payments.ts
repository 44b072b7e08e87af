import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { foldText } from "#shared/fold-text.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BankDepositPayment } from "../../bank-deposits-contract.ts";

/** How long after a check is recorded the same check counts as a duplicate. */
const sameCheckDays = 180;

interface SamePayment {
  index: number;
  receiptNumber: number;
  recordedOn: Day;
  recordedBy: string | null;
}

/**
 * Finds payments that are already recorded or listed twice, and returns a message for each by its index.
 * Duplicates have the same lease, method, amount, and reference. A check number is unique, so the date of a
 * check doesn't matter. Other references can repeat, as with monthly transfers, so their date must match too.
 * A reversed payment doesn't count because a returned check can be deposited again.
 */
export async function findSamePayments(
  ctx: SignedInCtx,
  payments: readonly BankDepositPayment[],
): Promise<Map<number, string>> {
  const messages = new Map<number, string>();
  for (const { index, receiptNumber, recordedOn, recordedBy } of await findRecordedPayments(ctx, payments))
    messages.set(
      index,
      `Already recorded on ${formatCalendarDay(recordedOn)}${recordedBy === null ? "" : ` by ${recordedBy}`}, receipt ${receiptNumber}. If this is a different payment, change its reference.`,
    );
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

const toDuplicateKey = ({
  leaseId,
  method,
  amountCents,
  reference = "",
  onDay,
}: BankDepositPayment): string =>
  JSON.stringify([leaseId, method, amountCents, foldText(reference), method === "check" ? "" : onDay]);

async function findRecordedPayments(
  ctx: SignedInCtx,
  payments: readonly BankDepositPayment[],
): Promise<SamePayment[]> {
  const listedPayments = JSON.stringify(payments.map((payment, index) => ({ ...payment, index })));
  const { rows } = await sql<SamePayment>`
    select n.index, same.*
    from jsonb_to_recordset(${listedPayments}::jsonb)
      as n (index integer, "leaseId" bigint, method text, "amountCents" bigint, reference text, "onDay" date)
    cross join lateral (
      select p.receipt_number as "receiptNumber", (e.made_at at time zone b.time_zone)::date as "recordedOn",
        u.full_name as "recordedBy"
      from payments p join ledger_entries e on e.id = p.entry_id join properties b on b.id = p.property_id
        left join users u on u.id = e.made_by_id
      where p.reference <> '' and p.method = n.method and fold_text(p.reference) = fold_text(n.reference)
        and p.lease_id = n."leaseId" and p.amount_cents = n."amountCents" and p.reversal_cause is null
        and (p.paid_on = n."onDay" or n.method = 'check'
          and e.made_at > ${ctx.now}::timestamptz - make_interval(days => ${sameCheckDays}))
      order by p.entry_id desc limit 1) same`.execute(ctx.db);
  return rows;
}
