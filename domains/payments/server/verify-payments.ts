import { sql } from "kysely";
import { readIdRanges } from "#domains/ledger/server/verify-ledger.ts";
import type { Db } from "#server/db/database.ts";

const entriesPerBatch = 50_000;

/**
 * Verifies the payments against the ledger and yields a sentence for each discrepancy. Each payment has one
 * entry with its amounts and is reversed if its entry is. Refunded amounts equal the refund entries. Receipts
 * are numbered without gaps. Bank deposits have payments, which add up to their slips. Read-only.
 */
export async function* verifyPayments(db: Db): AsyncGenerator<string> {
  for await (const range of readIdRanges(db, sql`ledger_entries`, entriesPerBatch)) {
    yield* findPaymentDiscrepancies(db, range);
    yield* findRefundDiscrepancies(db, range);
  }
  yield* findReceiptDiscrepancies(db);
  yield* findBankDepositDiscrepancies(db);
}

interface Range {
  from: number;
  to: number;
}

interface PaymentCheckRow {
  id: number;
  isPaid: boolean;
  isEntry: boolean;
  amount: number;
  receivable: number;
  fee: number;
  feePosted: number;
  isReversed: boolean;
  hasReversal: boolean;
  refunded: number;
  feeRefunded: number;
  entered: number;
  feeEntered: number;
}

async function* findPaymentDiscrepancies(db: Db, { from, to }: Range): AsyncGenerator<string> {
  const { rows } = await sql<PaymentCheckRow>`
    with rows as (
      select e.id, p.entry_id is not null as "isPaid", e.kind = 'payment' and p.lease_id is not distinct from e.lease_id as "isEntry",
        coalesce(p.amount_cents, 0) as amount, coalesce(-r.amount_cents, 0) as receivable, coalesce(p.fee_cents, 0) as fee,
        coalesce((select -sum(amount_cents) from ledger_postings where entry_id = e.id and account = 'income-card-fee'), 0)::bigint
          as "feePosted",
        p.reversal_cause is not null as "isReversed",
        exists (select from ledger_entries reversal where reversal.reverses_id = e.id) as "hasReversal",
        coalesce(p.refunded_cents, 0) as refunded, coalesce(p.fee_refunded_cents, 0) as "feeRefunded",
        f.amount as entered, f.fee as "feeEntered"
      from ledger_entries e left join payments p on p.entry_id = e.id left join receivables r on r.entry_id = e.id
        left join lateral (select coalesce(sum(amount_cents), 0)::bigint as amount, coalesce(sum(fee_cents), 0)::bigint as fee
          from refunds where payment_id = e.id and state in ('pending', 'done')) f on true
      where e.id between ${from} and ${to} and (e.kind = 'payment' or p.entry_id is not null)
    )
    select * from rows where not "isPaid" or not "isEntry" or amount <> receivable or fee <> "feePosted"
      or "isReversed" <> "hasReversal" or refunded <> entered or "feeRefunded" <> "feeEntered"
    order by id`.execute(db);
  for (const row of rows) yield* describeDiscrepancies(row);
}

function* describeDiscrepancies(row: PaymentCheckRow): Generator<string> {
  const { id } = row;
  if (!row.isPaid) return yield `Entry ${id} is a payment without a receipt.`;
  if (!row.isEntry) yield `Payment ${id} has no payment entry on its lease.`;
  if (row.amount !== row.receivable)
    yield `Payment ${id} is ${row.amount} cents, but its entry credits ${row.receivable}.`;
  if (row.fee !== row.feePosted)
    yield `Payment ${id} has a card fee of ${row.fee} cents, but its entry posts ${row.feePosted}.`;
  if (row.isReversed !== row.hasReversal)
    yield row.isReversed
      ? `Payment ${id} is marked as returned, but its entry is not reversed.`
      : `Payment ${id} is not marked as returned, but its entry is reversed.`;
  if (row.refunded !== row.entered || row.feeRefunded !== row.feeEntered)
    yield `Payment ${id}: ${row.refunded} cents and ${row.feeRefunded} of its fee were refunded, but its refund entries total ${row.entered} and ${row.feeEntered}.`;
}

async function* findRefundDiscrepancies(db: Db, { from, to }: Range): AsyncGenerator<string> {
  const { rows } = await sql<{ id: number; amount: number; receivable: number; isEntered: boolean }>`
    with rows as (
      select f.id, f.amount_cents + f.fee_cents as amount, coalesce((select sum(amount_cents) from ledger_postings
          where entry_id = f.entry_id and account in ('receivable', 'income-card-fee')), 0)::bigint as receivable,
        f.state in ('pending', 'done') = (f.entry_id is not null and not exists (
          select from ledger_entries reversal where reversal.reverses_id = f.entry_id)) as "isEntered"
      from refunds f where f.payment_id between ${from} and ${to} and f.state <> 'requested'
    )
    select * from rows where not "isEntered" or (receivable <> 0 and receivable <> amount) order by id`.execute(
    db,
  );
  for (const { id, amount, receivable, isEntered } of rows)
    yield isEntered
      ? `Refund ${id} is ${amount} cents, but its entry is ${receivable}.`
      : `Refund ${id} and its ledger entry disagree about whether it was completed.`;
}

async function* findReceiptDiscrepancies(db: Db): AsyncGenerator<string> {
  const { rows } = await sql<{ count: number; highest: number; last: number }>`
    select count(*) as count, coalesce(max(receipt_number), 0) as highest, (select last from receipt_numbers) as last
    from payments`.execute(db);
  const [row] = rows;
  if (row !== undefined && (row.count !== row.highest || row.highest !== row.last))
    yield `There are ${row.count} receipts numbered up to ${row.highest}, but the counter is at ${row.last}.`;
}

async function* findBankDepositDiscrepancies(db: Db): AsyncGenerator<string> {
  const { rows } = await sql<{ id: number; slip: number | null; total: number | null }>`
    select d.id, d.slip_cents as slip, paid.total
    from bank_deposits d left join lateral (select sum(p.amount_cents)::bigint as total from payments p
      where p.bank_deposit_id = d.id and p.reversal_cause is distinct from 'moved') paid on true
    where paid.total is null or d.slip_cents <> paid.total order by d.id`.execute(db);
  for (const { id, slip, total } of rows)
    yield total === null
      ? `Bank deposit ${id} has no payments.`
      : `Bank deposit ${id} has a deposit slip of ${slip} cents, but its payments total ${total}.`;
}
