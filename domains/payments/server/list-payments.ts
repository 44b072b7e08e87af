import { type RawBuilder, sql } from "kysely";
import { ledgerScope } from "#domains/ledger/server/access.ts";
import { keptBlocks, keptTotal } from "#server/db/list-counts.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import type { Day } from "#shared/calendar.ts";
import type { listPayments as listPaymentsEndpoint, Payment } from "../contract.ts";
import { type PaymentsFound, paymentsFound } from "./payments-found.ts";
import { idsOf, type PaymentSlice, type Place } from "./payments-part.ts";
import {
  overdueColumns,
  type PaymentRow,
  paymentColumns,
  placeColumns,
  presentPayment,
} from "./read-payment.ts";
import { searchCountedUpTo, searchPayments } from "./search-payments.ts";

/** From here on the page is looked for in the month it begins in. */
const farOffset = 2_000;

/**
 * Payments that came in and charges that are overdue, by the day they count from or were due, newest first (DASH-26;
 * requirements, "Lists"). Totals are kept where the filters allow it.
 */
export async function listPayments(
  ctx: SignedInCtx,
  { query, request, reply }: Input<typeof listPaymentsEndpoint>,
): Promise<Payment[]> {
  const { q = "", ...filters } = query;
  const found = await paymentsFound(ctx, filters);
  const { cursor, ...part } = partOf(query);
  const after = cursor === undefined ? undefined : await placeOf(ctx, cursor);
  const slice = { ...part, after };
  // A cursor that names nothing within reach has nothing after it.
  const isLost = cursor !== undefined && after === undefined;
  const { ids, total } = isLost
    ? { ids: nothing, total: 0 }
    : q === ""
      ? await pageOf(ctx, found, slice)
      : await searchPayments(ctx, found, { text: q, slice });
  const rows = await readRows(ctx, ids);
  const isCapped = q !== "" && total > searchCountedUpTo;
  describePart({ request, reply }, query, rows, { count: total, isCapped });
  return rows;
}

const nothing = sql`select null::bigint as id where false`;

async function pageOf(
  ctx: SignedInCtx,
  found: PaymentsFound,
  slice: PaymentSlice,
): Promise<{ ids: RawBuilder<unknown>; total: number }> {
  const { rows } = await sql<{ total: number }>`select ${totalOf(found)} as total`.execute(ctx.db);
  const total = rows[0]?.total ?? 0;
  return { ids: idsOf(found, await fromItsMonth(ctx, found, slice)), total };
}

const count = (table: RawBuilder<unknown>, condition: RawBuilder<boolean> | null) =>
  condition === null ? sql`0::bigint` : sql`(select count(*) from ${table} where ${condition})`;

const totalOf = ({ paid, overdue, kept }: PaymentsFound): RawBuilder<number> => sql`
  ${paid !== null && kept !== undefined ? keptTotal(kept) : count(sql`payments p`, paid)}
    + ${count(sql`receivables r`, overdue)}`;

/** The slice as seen from the newest day of the month it begins in; as it is while it begins near. */
async function fromItsMonth(
  { db }: SignedInCtx,
  { paid, overdue, kept }: PaymentsFound,
  slice: PaymentSlice,
): Promise<PaymentSlice> {
  if (slice.offset < farOffset || slice.after !== undefined || kept === undefined) return slice;
  const months = [
    ...(paid === null ? [] : [keptBlocks(kept)]),
    ...(overdue === null
      ? []
      : [
          sql`select extract(year from r.due_on)::integer * 12 + extract(month from r.due_on)::integer - 1, count(*)
            from receivables r where ${overdue} group by 1`,
        ]),
  ];
  const { rows } = await sql<{ nextMonth: Day; before: number }>`
    select make_date(((block + 1) / 12)::integer, ((block + 1) % 12 + 1)::integer, 1) as "nextMonth",
      (through - count)::bigint as before
    from (
      select block, sum(count) as count, sum(sum(count)) over (order by block desc) as through
      from (${sql.join(months, sql` union all `)}) months (block, count) group by block
    ) months where through > ${slice.offset} order by block desc limit 1`.execute(db);
  const [place] = rows;
  if (place === undefined) return { ...slice, limit: 0 };
  return { ...slice, offset: slice.offset - place.before, after: { day: place.nextMonth, id: 0 } };
}

/** Where an entry within reach stands in the list; a charge that was paid meanwhile stood there too. */
async function placeOf(ctx: SignedInCtx, id: number): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select e.id, coalesce(p.paid_on, r.due_on) as day
    from ledger_entries e join leases l on l.id = e.lease_id join receivables r on r.entry_id = e.id
      left join payments p on p.entry_id = e.id
    where e.id = ${id} and ${ledgerScope(ctx.actor.reach)}`.execute(ctx.db);
  return rows[0];
}

async function readRows({ db }: SignedInCtx, ids: RawBuilder<unknown>): Promise<Payment[]> {
  const { rows } = await sql<PaymentRow>`
    with page as materialized (${ids})
    select * from (
      select ${paymentColumns}, ${placeColumns}
      from page join payments p on p.entry_id = page.id join leases l on l.id = p.lease_id
      union all
      select ${overdueColumns}, ${placeColumns}
      from page join receivables r on r.entry_id = page.id and r.amount_cents > 0
        join ledger_entries e on e.id = r.entry_id join leases l on l.id = r.lease_id
    ) rows order by coalesce("paidOn", "dueOn") desc, id desc`.execute(db);
  return rows.map(presentPayment);
}
