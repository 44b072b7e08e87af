import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useLocation } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { DateInput } from "#web/list/date-input.tsx";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { calendarDay, choice } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import type { ControlProps } from "#web/list/use-list-address.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { formatBalance } from "../../describe.ts";
import { type AgedLease, type AgedTotals, exportAged, listAged, sumAged } from "../../reports-contract.ts";
import {
  alwaysRefetch,
  formatTotalLabel,
  leaseColumn,
  leaseFilters,
  Money,
  reportRowsPerPage,
  type Totals,
} from "./report-parts.tsx";

export const agedList = {
  filters: {
    ...leaseFilters,
    overdue: choice({
      label: "Show",
      className: "w-44",
      all: "All balances",
      options: [{ value: "yes", label: "Overdue only" }],
    }),
    sort: choice({
      label: "Sort by",
      className: "w-48",
      isNarrowing: false,
      all: "Newest lease first",
      options: [
        { value: "balance", label: "Highest balance first" },
        { value: "longest", label: "Longest overdue first" },
        { value: "company", label: "By company" },
      ],
    }),
    on: { schema: calendarDay, Control: AsOf },
  },
  pageSize: reportRowsPerPage,
};

function AsOf({ value, set, isLabelled }: ControlProps) {
  const id = useId();
  return (
    <div className={isLabelled ? "space-y-1.5" : "flex items-center gap-2"}>
      <label htmlFor={id} className={isLabelled ? "block font-medium" : "shrink-0 text-ink-soft"}>
        As of
      </label>
      <DateInput
        id={id}
        className={isLabelled ? undefined : "w-44"}
        min="1900-01-01"
        max="2199-12-31"
        value={value}
        onDay={set}
      />
    </div>
  );
}

/** Aged receivables: the balance of each lease by days past due, now or at the end of a date. */
export function AgedReport() {
  const address = useListAddress(agedList);
  const { sort: _, ...narrowing } = address.filters;
  const list = useList(listAged, address, address.filters, alwaysRefetch);
  const totals = useQuery({
    ...endpointQuery(sumAged, { query: narrowing }),
    ...alwaysRefetch,
    placeholderData: keepPreviousData,
  }).data;
  const [, navigate] = useLocation();
  return (
    <>
      <FilterBar
        filters={agedList.filters}
        address={address}
        action={<ExportLink endpoint={exportAged} query={address.filters} what="aged receivables" />}
      />
      <ListView
        list={list}
        noun="leases"
        failed="The aged receivables could not be loaded."
        empty={
          <EmptyState isPage title="No balances due">
            All posted charges are paid and there are no credits.
          </EmptyState>
        }
        nothingMatches={{ title: "No leases found", hint: "No leases match these filters." }}
      >
        {(rows) => (
          <Table<AgedLease | AgedSum>
            caption="Aged receivables"
            columns={columns}
            rows={
              totals === undefined
                ? rows
                : [...rows, { totalLabel: formatTotalLabel(totals.leases), ...totals }]
            }
            rowKey={(row) => ("id" in row ? row.id : "total")}
            onOpen={(row) => "id" in row && navigate(leasePath(row.id))}
          />
        )}
      </ListView>
    </>
  );
}

type AgedSum = Totals & AgedTotals;

const amount = (
  key: Exclude<keyof AgedTotals, "leases">,
  header: string,
  tone?: string,
): Column<AgedLease | AgedSum> => ({
  key,
  header,
  align: "end",
  cell: (row) => <Money cents={row[key]} tone={tone} />,
  phoneCell: (row) => row[key] !== 0 && <Money cents={row[key]} tone={tone} />,
});

const columns: Column<AgedLease | AgedSum>[] = [
  leaseColumn<AgedLease>() as Column<AgedLease | AgedSum>,
  amount("notDueCents", "Not due yet"),
  amount("upTo30Cents", "1–30 days"),
  amount("upTo60Cents", "31–60 days", "text-amber-text"),
  amount("upTo90Cents", "61–90 days", "text-red-text"),
  amount("over90Cents", "Over 90 days", "text-red-text"),
  amount("creditCents", "Credit", "text-green-text"),
  {
    key: "balanceCents",
    header: "Balance",
    onPhone: "figure",
    align: "end",
    cell: ({ balanceCents }) => <span className="font-medium">{formatBalance(balanceCents)}</span>,
  },
];
