import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList, type ListSort } from "#server/list/define-list.ts";
import type { Day } from "#shared/calendar.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { AgedLease, AgedSort, listAged } from "../../reports-contract.ts";
import { leaseColumns, reportedLeases } from "./reports-leases.ts";

type AgedQuery = QueryOf<typeof listAged>;
type AgedSums = Pick<AgedLease, keyof typeof sums>;

interface AgedRow extends Omit<AgedLease, keyof AgedSums> {
  sums: AgedSums;
}

const { from, id } = reportedLeases;

/**
 * Lists the receivables of each lease by days past due, longest overdue first or in the requested order. A
 * charge is overdue from the day after its due date (requirements, "Charges"). The columns of a row and its
 * credit add up to the lease's balance on that date.
 */
export function agedLeases(ctx: SignedInCtx, { on }: AgedQuery) {
  const openItems = selectOpenItems(ctx, on);
  const present = ({ sums: leaseSums, ...lease }: AgedRow): AgedLease => ({ ...lease, ...leaseSums });
  return defineList<AgedQuery, AgedRow, AgedLease>({
    from,
    columns: sql`${leaseColumns}, (select json_build_object(${sumPairs}) from (${openItems}) item) as sums`,
    id,
    sort: ({ sort = "longest" }) => getSortOrders(openItems, on)[sort],
    scope: moneyScope,
    baseCondition: sql`exists (${openItems})`,
    filters: {
      ...reportedLeases.filters,
      on: () => sql`true`,
      overdue: () => sql`exists (select from (${openItems}) item where item.cents > 0 and item.days > 0)`,
    },
    search: reportedLeases.search,
    present: (rows) => rows.map(present),
  });
}

/**
 * Defines the sort orders of the list, now or at the end of `on`. `openItems` selects the open items of a
 * lease. Only the current balance is stored, so a past balance is the current one less later entries.
 */
function getSortOrders(openItems: RawBuilder<unknown>, on: Day | undefined): Record<AgedSort, ListSort> {
  const balanceCents = sql`(select a.balance_cents from lease_accounts a where a.lease_id = l.id)`;
  const laterCents = sql`coalesce((select sum(r.amount_cents) from receivables r where r.lease_id = l.id and r.on_day > ${on}::date), 0)`;
  // A lease with only credit isn't overdue, so it comes last.
  const longestOverdueFirst = sql`coalesce((select -max(item.days) from (${openItems}) item where item.cents > 0), 1000000)`;
  return {
    newest: { by: [id], descending: true },
    balance: {
      by: [on === undefined ? balanceCents : sql`(${balanceCents} - ${laterCents})`, id],
      descending: true,
      usesPageNumbers: true,
    },
    longest: { by: [longestOverdueFirst, id], usesPageNumbers: true },
    company: {
      by: [sql`(select fold_text(c.name) from companies c where c.id = l.company_id)`, id],
      usesPageNumbers: true,
    },
  };
}

/**
 * Selects the open items of lease `l` at `p` with their days past due, either now or at the end of `on`. A
 * past date excludes later allocations.
 */
function selectOpenItems({ now }: SignedInCtx, on: Day | undefined): RawBuilder<unknown> {
  if (on === undefined)
    return sql`select r.open_cents as cents, (${now}::timestamptz at time zone p.time_zone)::date - r.due_on as days
      from receivables r where r.lease_id = l.id and r.open_cents <> 0`;
  const sumLaterAllocations = (side: RawBuilder<unknown>) =>
    sql`coalesce((select sum(a.amount_cents) from allocations a where ${side} = r.entry_id and a.on_day > ${on}::date), 0)`;
  return sql`select past.cents, ${on}::date - past.due_on as days from (
      select r.due_on, r.open_cents + ${sumLaterAllocations(sql`a.charge_id`)} - ${sumLaterAllocations(sql`a.credit_id`)} as cents
      from receivables r where r.lease_id = l.id and r.on_day <= ${on}::date offset 0
    ) past where past.cents <> 0`;
}

const sumUnpaid = (days: RawBuilder<unknown>) =>
  sql`coalesce(sum(item.cents) filter (where item.cents > 0 and ${days}), 0)::bigint`;

const sums = {
  notDueCents: sumUnpaid(sql`item.days <= 0`),
  days1To30Cents: sumUnpaid(sql`item.days between 1 and 30`),
  days31To60Cents: sumUnpaid(sql`item.days between 31 and 60`),
  days61To90Cents: sumUnpaid(sql`item.days between 61 and 90`),
  over90Cents: sumUnpaid(sql`item.days > 90`),
  creditCents: sql`coalesce(sum(item.cents) filter (where item.cents < 0), 0)::bigint`,
  balanceCents: sql`coalesce(sum(item.cents), 0)::bigint`,
} satisfies Partial<Record<keyof AgedLease, RawBuilder<unknown>>>;
const sumPairs = sql.join(Object.entries(sums).map(([name, sum]) => sql`${sql.lit(name)}, ${sum}`));
