import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  findRecordedLines as findRecordedLinesEndpoint,
  RecordedMatch,
} from "../../bank-lines-contract.ts";
import { describeSamePayment } from "../../same-payment.ts";
import { bankDepositScope, paymentScope } from "../access.ts";

type LineToCompare = BodyOf<typeof findRecordedLinesEndpoint>["lines"][number];

/** How many days before the bank's date a payment can be recorded or reported. */
const maxDaysBeforeBank = 10;
/** How many days after a bank deposit its total can be on the bank's list. */
const maxDaysAfterDeposit = 5;

interface FoundRow {
  index: number;
  kind: RecordedMatch["kind"];
  id: number;
  onDay: string;
  receiptNumber: number;
  name: string | null;
}

/**
 * Finds the earlier record for each line of a bank file. One possibility is a payment or pending report from
 * the days before, with the same lease and amount. Its method and reference don't matter because the bank
 * writes its own text. The other is a bank deposit with this total. A payment or bank deposit belongs to only
 * one line, so those that already have a line don't count.
 */
export async function findRecordedLines(
  ctx: SignedInCtx,
  lines: readonly LineToCompare[],
): Promise<(RecordedMatch | null)[]> {
  const { accessScope } = ctx.actor;
  const { rows } = await sql<FoundRow>`
    select distinct on (n.index) n.index, r.kind, r.id, r.on_day as "onDay", r.receipt_number as "receiptNumber", r.name
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ ...line, index })))}::jsonb)
      as n (index integer, "leaseId" bigint, "amountCents" bigint, "onDay" date)
    cross join lateral (
      select 1 as rank, 'payment' as kind, e.entry_id as id, (le.made_at at time zone p.time_zone)::date as on_day,
        e.receipt_number, u.full_name as name, e.paid_on as matched_on
      from payments e join ledger_entries le on le.id = e.entry_id join properties p on p.id = e.property_id
        left join users u on u.id = le.made_by_id
      where e.lease_id = n."leaseId" and e.amount_cents = n."amountCents" and e.reversal_cause is null
        and e.paid_on between n."onDay" - ${maxDaysBeforeBank}::integer and n."onDay"
        and not exists (select from bank_lines b where b.payment_id = e.entry_id)
        and not exists (select from bank_lines b where b.bank_deposit_id = e.bank_deposit_id)
        and ${paymentScope(accessScope)}
      union all
      select 2, 'report', k.id, (k.created_at at time zone p.time_zone)::date, 0, c.name, k.payment_date
      from payment_confirmations k join leases l on l.id = k.lease_id join companies c on c.id = l.company_id
        join properties p on p.id = k.property_id
      where k.state = 'pending' and k.lease_id = n."leaseId" and k.amount_cents = n."amountCents"
        and k.payment_date between n."onDay" - ${maxDaysBeforeBank}::integer and n."onDay" and ${moneyScope(accessScope)}
      union all
      select 3, 'bank-deposit', d.id, d.deposited_on, 0, null, d.deposited_on
      from bank_deposits d
      where d.deposited_on between n."onDay" - ${maxDaysAfterDeposit}::integer and n."onDay"
        and not exists (select from bank_lines b where b.bank_deposit_id = d.id)
        and not exists (select from payments e join bank_lines b on b.payment_id = e.entry_id where e.bank_deposit_id = d.id)
        and not exists (select from payments e where e.bank_deposit_id = d.id and not ${paymentScope(accessScope)})
        and (select sum(e.amount_cents) from payments e where e.bank_deposit_id = d.id
          and ${countsInBankDeposit}) = n."amountCents"
        and ${bankDepositScope(accessScope)}
    ) r
    order by n.index, r.rank, r.matched_on desc, r.id desc`.execute(ctx.db);
  const matches = new Map(rows.map((row) => [row.index, toMatch(row)]));
  return lines.map((_, index) => matches.get(index) ?? null);
}

/** Whether a payment counts in its bank deposit. One entered by mistake or on the wrong lease was never in it. */
export const countsInBankDeposit = sql<boolean>`(e.reversal_cause is null or e.reversal_cause = 'returned')`;

function toMatch({ kind, id, onDay, receiptNumber, name }: FoundRow): RecordedMatch {
  const description = {
    payment: () => describeSamePayment({ paymentId: id, receiptNumber, recordedOn: onDay, recordedBy: name }),
    report: () => `reported by ${name} on ${formatCalendarDay(onDay)}, waiting for review`,
    "bank-deposit": () => `recorded as the bank deposit of ${formatCalendarDay(onDay)}`,
  }[kind]();
  return { kind, id, description };
}
