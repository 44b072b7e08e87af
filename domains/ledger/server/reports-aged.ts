import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import type { Day } from "#shared/calendar.ts";
import { plainDollars } from "#shared/format/dollars.ts";
import type {
  AgedLease,
  AgedTotals,
  exportAged,
  listAged as listAgedEndpoint,
  sumAged as sumAgedEndpoint,
} from "../reports-contract.ts";
import { idsInOrder, orderOf } from "./aged-order.ts";
import { balanceColumns } from "./balance-columns.ts";
import { columnsOfLease, leasesOfReport, linkToNext, partOfReport } from "./reports-leases.ts";

type Filters = Input<typeof sumAgedEndpoint>["query"];

/**
 * What is owed on each lease by the days since it was due, newest lease first or as asked for. A charge is overdue from the day after it was
 * due (requirements, "Charges"); the parts of a row and its credit sum to the lease's balance on that day.
 */
export async function listAged(
  ctx: SignedInCtx,
  { query, request, reply }: Input<typeof listAgedEndpoint>,
): Promise<AgedLease[]> {
  const { among, isFound } = await foundBy(ctx, query);
  const { size, offset } = partOfReport(query);
  const open = openOf(ctx, query.on);
  const ids = idsInOrder(
    orderOf(query.sort, open, query.on),
    { among, isFound },
    {
      size: size + 1,
      offset,
      cursor: query.page === undefined ? query.cursor : undefined,
    },
  );
  const { rows } = await sql<AgedLease>`
    with page as materialized (select id, place from unnest(array(${ids})) with ordinality u(id, place))
    select ${columnsOfLease}, ${sums}
    from page join leases l on l.id = page.id join properties p on p.id = l.property_id
    cross join lateral (${open}) item
    group by l.id, p.id, page.place order by page.place`.execute(ctx.db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from leases l join properties p on p.id = l.property_id where ${among} and ${isFound}`.execute(
    ctx.db,
  );
  reply.header("x-total-count", String(counts[0]?.total ?? 0));
  const next = linkToNext(request.url, query, size, rows);
  if (next !== undefined) reply.header("link", next);
  return rows.slice(0, size);
}

/** The sums of what `listAged` lists. */
export async function sumAged(ctx: SignedInCtx, filters: Filters): Promise<AgedTotals> {
  const { among, isFound } = await foundBy(ctx, filters);
  const { rows } = await sql<AgedTotals>`
    select count(distinct l.id) as leases, ${sums}
    from leases l join properties p on p.id = l.property_id cross join lateral (${openOf(ctx, filters.on)}) item
    where ${among} and ${isFound}`.execute(ctx.db);
  const [totals] = rows;
  if (totals === undefined) throw new Error("Sums are always a row.");
  return totals;
}

/** The aged receivables for spreadsheets. */
export const agedAsTable = (ctx: SignedInCtx, input: Input<typeof exportAged>): CsvTable<AgedLease> => ({
  name: "aged-receivables",
  columns: {
    Lease: ({ id }) => id,
    Company: ({ company }) => company,
    Building: ({ property }) => property.name,
    Units: ({ units }) => units.join(", "),
    "Not yet due": ({ notDueCents }) => plainDollars(notDueCents),
    "Up to 30 days overdue": ({ upTo30Cents }) => plainDollars(upTo30Cents),
    "31 to 60 days": ({ upTo60Cents }) => plainDollars(upTo60Cents),
    "61 to 90 days": ({ upTo90Cents }) => plainDollars(upTo90Cents),
    "Over 90 days": ({ over90Cents }) => plainDollars(over90Cents),
    Credit: ({ creditCents }) => plainDollars(-creditCents),
    ...balanceColumns<AgedLease>(({ balanceCents }) => balanceCents),
  },
  rows: rowsOf((part) => listAged(ctx, { ...input, ...part }), input),
});

/** Leases with something open, or something overdue, as conditions on `leases l` at `properties p`. */
async function foundBy(ctx: SignedInCtx, filters: Filters) {
  const isOverdue = sql`item.cents > 0 and item.days > 0`;
  return {
    among: await leasesOfReport(ctx, filters),
    isFound: sql<boolean>`exists (
      select from (${openOf(ctx, filters.on)}) item where ${filters.overdue === undefined ? sql`true` : isOverdue})`,
  };
}

/**
 * What is open on the lease `l` at `p`, with the days since it was due: now, or at the end of the day `on`, for which what
 * was settled later is taken back.
 */
function openOf({ now }: SignedInCtx, on: Day | undefined): RawBuilder<unknown> {
  if (on === undefined)
    return sql`select r.open_cents as cents, (${now}::timestamptz at time zone p.time_zone)::date - r.due_on as days
      from receivables r where r.lease_id = l.id and r.open_cents <> 0`;
  const settledLater = (side: RawBuilder<unknown>) =>
    sql`coalesce((select sum(a.amount_cents) from allocations a where ${side} = r.entry_id and a.on_day > ${on}::date), 0)`;
  return sql`select past.cents, ${on}::date - past.due_on as days from (
      select r.due_on, r.open_cents + ${settledLater(sql`a.charge_id`)} - ${settledLater(sql`a.credit_id`)} as cents
      from receivables r where r.lease_id = l.id and r.on_day <= ${on}::date offset 0
    ) past where past.cents <> 0`;
}

const owedFor = (days: RawBuilder<unknown>) =>
  sql`coalesce(sum(item.cents) filter (where item.cents > 0 and ${days}), 0)::bigint`;

const sums: RawBuilder<unknown> = sql`
  ${owedFor(sql`item.days <= 0`)} as "notDueCents",
  ${owedFor(sql`item.days between 1 and 30`)} as "upTo30Cents",
  ${owedFor(sql`item.days between 31 and 60`)} as "upTo60Cents",
  ${owedFor(sql`item.days between 61 and 90`)} as "upTo90Cents",
  ${owedFor(sql`item.days > 90`)} as "over90Cents",
  coalesce(sum(item.cents) filter (where item.cents < 0), 0)::bigint as "creditCents",
  coalesce(sum(item.cents), 0)::bigint as "balanceCents"`;
