import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import type { Day } from "#shared/calendar.ts";
import { plainDollars } from "#shared/format/dollars.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { AgedLease, AgedSort, AgedTotals, listAged } from "../reports-contract.ts";
import { balanceColumns } from "./balance-columns.ts";
import { columnsOfLease, leaseCells, leasesOfReports } from "./reports-leases.ts";

type Query = QueryOf<typeof listAged>;
type Sums = Omit<AgedTotals, "leases">;

interface Row extends Omit<AgedLease, keyof Sums> {
  sums: Sums;
}

const { from, id } = leasesOfReports;

/**
 * The receivables of each lease by the days since they were due, newest lease first or in the given order. A charge is
 * overdue from the day after it was due (requirements, "Charges"); the parts of a row and its credit sum to the lease's
 * balance on that day.
 */
export function agedLeases(ctx: SignedInCtx, { on }: Query) {
  const open = openOf(ctx, on);
  const present = ({ sums: ofLease, ...lease }: Row): AgedLease => ({ ...lease, ...ofLease });
  return defineList<Query, Row, AgedLease, AgedLease>({
    from,
    columns: sql`${columnsOfLease}, (select json_build_object(${asPairs}) from (${open}) item) as sums`,
    id,
    order: ({ sort = "newest" }) => orders(open, on)[sort],
    scope: moneyScope,
    always: sql`exists (${open})`,
    filters: {
      ...leasesOfReports.filters,
      on: () => sql`true`,
      overdue: () => sql`exists (select from (${open}) item where item.cents > 0 and item.days > 0)`,
    },
    search: leasesOfReports.search,
    present: (rows) => rows.map(present),
    csv: {
      name: "aged-receivables",
      present,
      cells: {
        ...leaseCells,
        "Not yet due": ({ notDueCents }) => plainDollars(notDueCents),
        "Up to 30 days overdue": ({ upTo30Cents }) => plainDollars(upTo30Cents),
        "31 to 60 days": ({ upTo60Cents }) => plainDollars(upTo60Cents),
        "61 to 90 days": ({ upTo90Cents }) => plainDollars(upTo90Cents),
        "Over 90 days": ({ over90Cents }) => plainDollars(over90Cents),
        Credit: ({ creditCents }) => plainDollars(-creditCents),
        ...balanceColumns<AgedLease>(({ balanceCents }) => balanceCents),
      },
    },
  });
}

/** The totals of the list of aged leases. */
export async function sumAged(ctx: SignedInCtx, query: Query): Promise<AgedTotals> {
  const { rows } = await sql<AgedTotals>`
    select count(distinct l.id) as leases, ${asColumns}
    from ${from} cross join lateral (${openOf(ctx, query.on)}) item
    where ${agedLeases(ctx, query).conditions(ctx, query)}`.execute(ctx.db);
  const [totals] = rows;
  if (totals === undefined) throw new Error("Sums are always a row.");
  return totals;
}

/**
 * The orders of the list, now or at the end of the day `on`, where `open` selects the open items of a lease. The present
 * balance is kept; a past balance is the present one less what came later.
 */
function orders(
  open: RawBuilder<unknown>,
  on: Day | undefined,
): Record<AgedSort, { by: RawBuilder<unknown>[]; descending?: boolean }> {
  const balance = sql`(select a.balance_cents from lease_accounts a where a.lease_id = l.id)`;
  const later = sql`coalesce((select sum(r.amount_cents) from receivables r where r.lease_id = l.id and r.on_day > ${on}::date), 0)`;
  // A lease with credit alone is not overdue at all: it comes last.
  const dueFirst = sql`coalesce((select -max(item.days) from (${open}) item where item.cents > 0), 1000000)`;
  return {
    newest: { by: [id], descending: true },
    owed: { by: [on === undefined ? balance : sql`(${balance} - ${later})`, id], descending: true },
    longest: { by: [dueFirst, id] },
    company: { by: [sql`(select lower(c.name) from companies c where c.id = l.company_id)`, id] },
  };
}

/**
 * The open items of the lease `l` at `p`, with the days since they were due: now, or at the end of the day `on`, for which
 * later allocations are taken back.
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

const sums = {
  notDueCents: owedFor(sql`item.days <= 0`),
  upTo30Cents: owedFor(sql`item.days between 1 and 30`),
  upTo60Cents: owedFor(sql`item.days between 31 and 60`),
  upTo90Cents: owedFor(sql`item.days between 61 and 90`),
  over90Cents: owedFor(sql`item.days > 90`),
  creditCents: sql`coalesce(sum(item.cents) filter (where item.cents < 0), 0)::bigint`,
  balanceCents: sql`coalesce(sum(item.cents), 0)::bigint`,
} satisfies Record<keyof Sums, RawBuilder<unknown>>;
const asColumns = sql.join(Object.entries(sums).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`));
const asPairs = sql.join(Object.entries(sums).map(([name, sum]) => sql`${sql.lit(name)}, ${sum}`));
