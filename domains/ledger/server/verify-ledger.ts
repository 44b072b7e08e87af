import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { verifySchedules } from "./verify-schedule.ts";

/** How many leases or entries are checked in one query. Limits memory use. */
const leasesPerQuery = 2_000;
const entriesPerQuery = 50_000;

/**
 * Verifies the ledger and yields a sentence for each problem. Every entry must sum to zero. A lease's balance
 * must be the same whether it's calculated from its postings, its receivables, or its open amounts and their
 * allocations, or read from the stored balance. Deposits and monthly totals must match the entries they're
 * derived from, and the scheduled charges posted must match the schedule without gaps. Read-only. A
 * transaction gives it a single consistent state.
 */
export async function* verifyLedger(db: Db): AsyncGenerator<string> {
  yield* verifyEntries(db);
  yield* verifyAccounts(db);
  yield* verifyAllocations(db);
  yield* verifyMonths(db);
  yield* verifySchedules(db);
}

async function* verifyEntries(db: Db): AsyncGenerator<string> {
  for await (const { from, to } of readIdRanges(db, sql`ledger_entries`, entriesPerQuery)) {
    const { rows } = await sql<{ id: number; sum: number | null; posted: number; receivable: number | null }>`
      select e.id, p.sum, coalesce(p.posted, 0) as posted, r.amount_cents as receivable
      from ledger_entries e
        left join lateral (select sum(amount_cents)::bigint as sum,
            (sum(amount_cents) filter (where account = 'receivable'))::bigint as posted
          from ledger_postings where entry_id = e.id) p on true
        left join receivables r on r.entry_id = e.id
      where e.id between ${from} and ${to}
        and (p.sum is distinct from 0 or coalesce(p.posted, 0) <> coalesce(r.amount_cents, 0))
      order by e.id`.execute(db);
    for (const { id, sum, posted, receivable } of rows) {
      if (sum === null) yield `Entry ${id} has no postings.`;
      else if (sum !== 0) yield `The postings of entry ${id} sum to ${sum} cents instead of zero.`;
      if (posted !== (receivable ?? 0))
        yield `Entry ${id} posts ${posted} cents to its lease account, but its charge or credit is ${receivable ?? 0}.`;
    }
  }
}

interface AccountSums {
  id: number;
  posted: number;
  receivable: number;
  open: number;
  stored: number;
  deposits: number;
  stored_deposit: number;
}

async function* verifyAccounts(db: Db): AsyncGenerator<string> {
  for await (const { from, to } of readIdRanges(db, sql`leases`, leasesPerQuery)) {
    const { rows } = await sql<AccountSums>`
      with posted as (
        select lease_id, coalesce(sum(amount_cents) filter (where account = 'receivable'), 0)::bigint as posted,
          coalesce(-sum(amount_cents) filter (where account = 'deposits'), 0)::bigint as deposits
        from ledger_postings where lease_id between ${from} and ${to} group by lease_id
      ), receivable as (
        select lease_id, sum(amount_cents)::bigint as receivable, sum(open_cents)::bigint as open
        from receivables where lease_id between ${from} and ${to} group by lease_id
      ), account as (
        select l.id, coalesce(posted, 0) as posted, coalesce(receivable, 0) as receivable, coalesce(open, 0) as open,
          coalesce(a.balance_cents, 0) as stored, coalesce(deposits, 0) as deposits, coalesce(a.deposit_cents, 0) as stored_deposit
        from leases l left join posted p on p.lease_id = l.id left join receivable o on o.lease_id = l.id
          left join lease_accounts a on a.lease_id = l.id
        where l.id between ${from} and ${to}
      )
      select * from account where posted <> receivable or posted <> open or posted <> stored or deposits <> stored_deposit
      order by id`.execute(db);
    for (const { id, posted, receivable, open, stored, deposits, stored_deposit } of rows) {
      if (posted !== receivable)
        yield `Lease ${id}: postings total ${posted} cents, but charges and credits total ${receivable}.`;
      if (posted !== open)
        yield `Lease ${id}: postings total ${posted} cents, but unpaid amounts total ${open}.`;
      if (posted !== stored)
        yield `Lease ${id}: postings total ${posted} cents, but the stored balance is ${stored}.`;
      if (deposits !== stored_deposit)
        yield `Lease ${id}: postings show a deposit of ${deposits} cents, but ${stored_deposit} is stored.`;
    }
  }
}

async function* verifyAllocations(db: Db): AsyncGenerator<string> {
  for await (const { from, to } of readIdRanges(db, sql`leases`, leasesPerQuery)) {
    const { rows: wrongOpenAmounts } = await sql<{ id: number; open: number; left: number }>`
      with allocated as (
        select id, sum(cents) as cents from (
          select charge_id as id, amount_cents as cents from allocations where lease_id between ${from} and ${to}
          union all select credit_id, -amount_cents from allocations where lease_id between ${from} and ${to}) both_sides
        group by id
      )
      select r.entry_id as id, r.open_cents as open, (r.amount_cents - coalesce(s.cents, 0))::bigint as left
      from receivables r left join allocated s on s.id = r.entry_id
      where r.lease_id between ${from} and ${to} and r.open_cents <> r.amount_cents - coalesce(s.cents, 0)
      order by r.entry_id`.execute(db);
    for (const { id, open: stored, left } of wrongOpenAmounts)
      yield `Entry ${id}: ${left} cents are unpaid based on allocations, but ${stored} is stored.`;
    const { rows: mismatchedAllocations } = await sql<{ id: number }>`
      select a.id from allocations a
        left join receivables credit on credit.entry_id = a.credit_id left join receivables charge on charge.entry_id = a.charge_id
      where a.lease_id between ${from} and ${to}
        and (credit.lease_id <> a.lease_id or charge.lease_id <> a.lease_id or credit.amount_cents > 0 or charge.amount_cents < 0)
      order by a.id`.execute(db);
    for (const { id } of mismatchedAllocations)
      yield `Allocation ${id} doesn't link a charge and a credit on the same lease.`;
  }
}

interface MonthSums {
  property_id: number;
  month: string;
  computed: number[];
  stored: number[];
}

/** Compares one row per property and month, regardless of the number of entries. */
async function* verifyMonths(db: Db): AsyncGenerator<string> {
  const { rows } = await sql<MonthSums>`
    with parts as (
      select property_id, due_on as on_day, amount_cents as charged, 0 as credited, 0 as collected
      from receivables where counts_as = 'charged'
      union all select property_id, on_day, 0, 0, -amount_cents from receivables where counts_as = 'collected'
      union all select charge.property_id, charge.due_on, 0, a.amount_cents, 0 from allocations a
        join receivables credit on credit.entry_id = a.credit_id and credit.counts_as = 'credited'
        join receivables charge on charge.entry_id = a.charge_id and charge.counts_as = 'charged'
    ), receivable as (
      select property_id, date_trunc('month', on_day)::date as month, sum(charged)::bigint as charged,
        sum(credited)::bigint as credited, sum(collected)::bigint as collected
      from parts group by 1, 2
    ), both_sides as (
      select coalesce(o.property_id, m.property_id) as property_id, coalesce(o.month, m.month) as month,
        array[coalesce(o.charged, 0), coalesce(o.credited, 0), coalesce(o.collected, 0)] as "computed",
        array[coalesce(m.charged_cents, 0), coalesce(m.credited_cents, 0), coalesce(m.collected_cents, 0)] as stored
      from receivable o full join property_months m on m.property_id = o.property_id and m.month = o.month
    )
    select * from both_sides where "computed" <> stored order by property_id, month`.execute(db);
  const columnNames = ["charged", "credited", "collected"];
  for (const { property_id, month, computed, stored } of rows)
    for (const [index, name] of columnNames.entries())
      if (computed[index] !== stored[index])
        yield `Property ${property_id}: ${computed[index]} cents were ${name} in ${month.slice(0, 7)}, but ${stored[index]} is stored.`;
}

/** Yields the ids of a table in ascending ranges of up to `size` rows. */
export async function* readIdRanges(
  db: Db,
  table: ReturnType<typeof sql>,
  size: number,
): AsyncGenerator<{ from: number; to: number }> {
  let from = 0;
  for (;;) {
    const { rows } = await sql<{ to: number | null }>`
      select max(id) as "to" from (select id from ${table} where id > ${from} order by id limit ${size}) part`.execute(
      db,
    );
    const to = rows[0]?.to ?? null;
    if (to === null) return;
    yield { from: from + 1, to };
    from = to;
  }
}
