import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { formatBalance } from "../../describe.ts";
import {
  exportRentRoll,
  listRentRoll,
  type RentRollLease,
  type RentRollTotals,
  sumRentRoll,
} from "../../reports-contract.ts";
import {
  alwaysRefetch,
  formatTotalLabel,
  leaseColumn,
  leaseFilters,
  Money,
  reportRowsPerPage,
  type Totals,
} from "./report-parts.tsx";

const rentRoll = { filters: leaseFilters, pageSize: reportRowsPerPage };

/** The monthly income, deposit, and balance of every current lease. */
export function RentRollReport() {
  const address = useListAddress(rentRoll);
  const { filters } = address;
  const list = useList(listRentRoll, address, filters, alwaysRefetch);
  const totals = useQuery({
    ...endpointQuery(sumRentRoll, { query: filters }),
    ...alwaysRefetch,
    placeholderData: keepPreviousData,
  }).data;
  const [, navigate] = useLocation();
  const sum = totals?.sums == null ? [] : [{ totalLabel: formatTotalLabel(totals.leases), ...totals.sums }];
  return (
    <>
      <FilterBar
        filters={rentRoll.filters}
        address={address}
        action={<ExportLink endpoint={exportRentRoll} query={filters} what="rent roll" />}
      />
      <ListView
        list={list}
        noun="leases"
        failed="The rent roll could not be loaded."
        empty={
          <EmptyState isPage title="No active leases today">
            Leases appear here from their start date to their end date.
          </EmptyState>
        }
        nothingMatches={{ title: "No leases found", hint: "No leases match these filters." }}
      >
        {(rows) => (
          <>
            <Table<RentRollLease | RentRollSum>
              caption="Rent roll"
              columns={columns}
              rows={[...rows, ...sum]}
              rowKey={(row) => ("id" in row ? row.id : "total")}
              onOpen={(row) => "id" in row && navigate(leasePath(row.id))}
            />
            {totals !== undefined && totals.sums === null && (
              <p className="border-line border-t px-(--inset) py-3 text-ink-soft">
                Select a property to see totals.
              </p>
            )}
          </>
        )}
      </ListView>
    </>
  );
}

type RentRollSum = Totals & NonNullable<RentRollTotals["sums"]>;

const columns: Column<RentRollLease | RentRollSum>[] = [
  leaseColumn<RentRollLease>() as Column<RentRollLease | RentRollSum>,
  {
    key: "days",
    header: "Lease dates",
    cell: (row) =>
      "id" in row && (
        <span className="text-sm tabular-nums">
          <span className="whitespace-nowrap">{`${formatCalendarDay(row.from)} –`}</span>{" "}
          <span className="whitespace-nowrap">
            {row.to === null ? "open-ended" : formatCalendarDay(row.to)}
          </span>
        </span>
      ),
  },
  {
    key: "area",
    header: "Square feet",
    align: "end",
    cell: ({ areaSquareFeet }) => (areaSquareFeet === 0 ? "–" : areaSquareFeet.toLocaleString("en-US")),
  },
  {
    key: "rent",
    header: "Monthly rent",
    align: "end",
    onPhone: "figure",
    cell: ({ monthlyRentCents }) => <Money cents={monthlyRentCents} tone="font-medium" />,
  },
  {
    key: "other",
    header: "Other monthly",
    align: "end",
    cell: ({ otherMonthlyCents }) => <Money cents={otherMonthlyCents} />,
    phoneCell: ({ otherMonthlyCents }) => otherMonthlyCents !== 0 && <Money cents={otherMonthlyCents} />,
  },
  {
    key: "next",
    header: "Next rent",
    align: "end",
    cell: (row) => "id" in row && <NextStep step={row.nextStep} />,
    phoneCell: (row) => "id" in row && row.nextStep !== null && <NextStep step={row.nextStep} />,
  },
  { key: "deposit", header: "Deposit", align: "end", cell: (row) => <Money cents={row.depositCents} /> },
  {
    key: "balance",
    header: "Balance",
    align: "end",
    cell: ({ balanceCents }) => formatBalance(balanceCents),
  },
];

function NextStep({ step }: { step: RentRollLease["nextStep"] }) {
  if (step === null) return <span className="text-ink-faint">–</span>;
  return (
    <>
      <span className="whitespace-nowrap">{formatCents(toCents(step.monthlyRentCents))}</span>{" "}
      <span className="text-ink-soft text-sm sm:block xl:whitespace-nowrap">
        {`from ${formatCalendarDay(step.on)}`}
      </span>
    </>
  );
}
