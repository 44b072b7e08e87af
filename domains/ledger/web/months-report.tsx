import { useQuery } from "@tanstack/react-query";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportMonths, type LedgerMonth } from "../reports-contract.ts";
import { MonthBars, monthInWords } from "./month-bars.tsx";
import { type FilterName, useReportAddress } from "./report-address.ts";
import { Money, ReportCard, ReportFilterBar } from "./report-parts.tsx";
import { monthsQuery } from "./report-queries.ts";

const filterNames: readonly FilterName[] = ["propertyId", "year"];
const yearsBack = 10;

/** What was charged, credited and collected in each month. */
export function MonthsReport() {
  const address = useReportAddress(filterNames);
  const { filters, set } = address;
  const months = useQuery(monthsQuery(filters));
  return (
    <>
      <ReportFilterBar
        address={address}
        hasSearch={false}
        action={<ExportLink endpoint={exportMonths} query={filters} what="months" className="max-sm:grow" />}
      >
        <Select
          aria-label="Year"
          className="w-44 max-sm:flex-1"
          placeholder="The last 12 months"
          options={yearOptions(filters.year)}
          value={filters.year ?? ""}
          onChange={(event) => set("year", event.target.value)}
        />
      </ReportFilterBar>
      <ReportCard query={months} failed="The months could not be loaded.">
        {(rows) => (
          <>
            <MonthBars months={rows} className="px-4 pt-4 pb-5 sm:px-5" />
            <div className="border-line border-t">
              <Table<Row>
                caption="Charged and collected by month"
                columns={columns}
                rows={[...rows.map((row) => ({ ...row, name: monthInWords(row.month) })), totalsOf(rows)]}
                rowKey={({ month }) => month}
              />
            </div>
          </>
        )}
      </ReportCard>
    </>
  );
}

/** The next year has charges posted ahead; one further back is offered when the address names it. */
function yearOptions(chosen: string | undefined) {
  const next = new Date().getFullYear() + 1;
  const years = Array.from({ length: yearsBack }, (_, back) => String(next - back));
  const all = chosen === undefined || years.includes(chosen) ? years : [...years, chosen];
  return all.map((year) => ({ value: year, label: year }));
}

type Row = LedgerMonth & { name: string };

function totalsOf(rows: readonly LedgerMonth[]): Row {
  const sumOf = (name: keyof Omit<LedgerMonth, "month">) => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    month: "total",
    name: "Total",
    chargedCents: sumOf("chargedCents"),
    creditedCents: sumOf("creditedCents"),
    collectedCents: sumOf("collectedCents"),
    differenceCents: sumOf("differenceCents"),
  };
}

const columns: Column<Row>[] = [
  {
    key: "month",
    header: "Month",
    onPhone: "title",
    cell: ({ month, name }) => (
      <span className={month === "total" ? "font-semibold" : "font-medium"}>{name}</span>
    ),
  },
  {
    key: "charged",
    header: "Charged",
    align: "end",
    cell: ({ chargedCents }) => <Money cents={chargedCents} />,
  },
  {
    key: "credited",
    header: "Credited",
    align: "end",
    cell: ({ creditedCents }) => <Money cents={creditedCents} />,
  },
  {
    key: "collected",
    header: "Collected",
    align: "end",
    cell: ({ collectedCents }) => <Money cents={collectedCents} />,
  },
  {
    key: "difference",
    header: "Difference",
    align: "end",
    cell: ({ differenceCents }) => (
      <span className="whitespace-nowrap font-medium">{formatCents(toCents(differenceCents))}</span>
    ),
  },
];
