import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { sayBalance } from "../describe.ts";
import { exportRentRoll, type RentRollLease, type RentRollTotals } from "../reports-contract.ts";
import { type FilterName, useReportAddress } from "./report-address.ts";
import {
  leaseColumn,
  Money,
  NothingToReport,
  ReportCard,
  ReportFilterBar,
  type Totals,
  totalOf,
} from "./report-parts.tsx";
import { rentRollQuery, rentRollTotalsQuery, reportRowsPerPage } from "./report-queries.ts";

const filterNames: readonly FilterName[] = ["q", "propertyId"];

/** What every lease that runs brings in a month, and what is held and owed. */
export function RentRollReport() {
  const address = useReportAddress(filterNames);
  const { filters, page, setPage } = address;
  const [, navigate] = useLocation();
  const list = useQuery(rentRollQuery(filters, page));
  const totals = useQuery(rentRollTotalsQuery(filters)).data;
  useExistingPage(list, { page, pageSize: reportRowsPerPage, open: setPage });
  const sum = totals?.sums == null ? [] : [{ totalOf: totalOf(totals.leases), ...totals.sums }];
  return (
    <>
      <ReportFilterBar
        address={address}
        action={
          <ExportLink endpoint={exportRentRoll} query={filters} what="rent roll" className="max-sm:grow" />
        }
      />
      <ReportCard query={list} failed="The rent roll could not be loaded.">
        {({ rows, total }) =>
          rows.length === 0 ? (
            <NothingToReport address={address} title="No lease runs today">
              A lease stands here from its first day to its last, once it is active.
            </NothingToReport>
          ) : (
            <>
              <Table<RentRollLease | RentRollSum>
                caption="Rent roll"
                columns={columns}
                rows={[...rows, ...sum]}
                rowKey={(row) => ("id" in row ? row.id : "total")}
                onOpen={(row) => "id" in row && navigate(paths.lease(row.id))}
              />
              {totals !== undefined && totals.sums === null && (
                <p className="border-line border-t px-4 py-3 text-ink-soft sm:px-5">
                  Choose a building to see its totals.
                </p>
              )}
              <Pagination
                page={page}
                pageSize={reportRowsPerPage}
                total={total}
                onPage={setPage}
                noun="leases"
              />
            </>
          )
        }
      </ReportCard>
    </>
  );
}

type RentRollSum = Totals & NonNullable<RentRollTotals["sums"]>;

const columns: Column<RentRollLease | RentRollSum>[] = [
  leaseColumn<RentRollLease>() as Column<RentRollLease | RentRollSum>,
  {
    key: "days",
    header: "From and to",
    cell: (row) =>
      !("id" in row) ? (
        <OnlyOnPhones />
      ) : (
        <span className="text-sm tabular-nums">
          <span className="whitespace-nowrap">{formatCalendarDay(row.from)}</span>
          {" to "}
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
    cell: ({ monthlyRentCents }) => <Money cents={monthlyRentCents} tone="font-medium" />,
  },
  {
    key: "other",
    header: "Other a month",
    align: "end",
    cell: ({ otherMonthlyCents }) => <Money cents={otherMonthlyCents} />,
  },
  {
    key: "next",
    header: "Next rent",
    align: "end",
    cell: (row) => ("id" in row ? <NextStep step={row.nextStep} /> : <OnlyOnPhones />),
  },
  { key: "deposit", header: "Deposit", align: "end", cell: (row) => <Money cents={row.depositCents} /> },
  {
    key: "balance",
    header: "Balance",
    align: "end",
    cell: ({ balanceCents }) => sayBalance(balanceCents),
  },
];

/** Beside a heading of a card there is something. */
const OnlyOnPhones = () => <span className="text-ink-faint sm:hidden">–</span>;

function NextStep({ step }: { step: RentRollLease["nextStep"] }) {
  if (step === null) return <span className="text-ink-faint">–</span>;
  return (
    <>
      <span className="whitespace-nowrap">{formatCents(toCents(step.monthlyRentCents))}</span>{" "}
      <span className="whitespace-nowrap text-ink-soft text-sm sm:block">
        {`from ${formatCalendarDay(step.on)}`}
      </span>
    </>
  );
}
