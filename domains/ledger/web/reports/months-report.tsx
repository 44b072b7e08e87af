import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatShare } from "#shared/format/share.ts";
import { Choice } from "#web/list/filters.tsx";
import { toList } from "#web/list/use-list.ts";
import type { ControlProps } from "#web/list/use-list-url.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import type { Figure } from "#web/ui/page/figures.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportMonths, type LedgerMonth, listMonths } from "../../reports-contract.ts";
import { formatMonth, MonthBars } from "./month-bars.tsx";
import { ReportFrame } from "./report-frame.tsx";
import { alwaysRefetch, Money, money, propertyFilter } from "./report-parts.tsx";

const monthList = {
  filters: {
    propertyId: propertyFilter,
    year: { schema: z.string().check(z.regex(/^(19|20|21)\d\d$/)), Control: YearFilter },
  },
  pageSize: 24,
};

const yearsBack = 10;

function YearFilter(props: ControlProps) {
  const choiceProps = { label: "Year", className: "w-48", all: "Last 12 months" };
  return <Choice {...choiceProps} {...props} options={yearOptions(props.value)} />;
}

/**
 * The years up to next year, which already has charges posted. An earlier year is included if the URL has it.
 */
function yearOptions(selected: string) {
  const next = new Date().getFullYear() + 1;
  const years = Array.from({ length: yearsBack }, (_, back) => String(next - back));
  const all = selected === "" || years.includes(selected) ? years : [...years, selected];
  return all.map((year) => ({ value: year, label: year }));
}

export function ExportMonths() {
  const { filters } = useListUrl(monthList);
  return <ExportLink endpoint={exportMonths} query={filters} what="months" variant="primary" />;
}

/** The charges due each month, collected, credited, and unpaid, and the cash received. */
export function MonthsReport() {
  const listUrl = useListUrl(monthList);
  const months = useQuery({
    ...endpointQuery(listMonths, { query: listUrl.filters }),
    ...alwaysRefetch,
    placeholderData: keepPreviousData,
  });
  const { data = [] } = months;
  const [first, last] = [data[0], data.at(-1)];
  return (
    <ReportFrame
      report="months"
      filters={monthList.filters}
      listUrl={listUrl}
      summary={
        first === undefined || last === undefined
          ? ""
          : `${formatMonth(first.month)} to ${formatMonth(last.month)}.`
      }
      preparedAt={months.dataUpdatedAt}
      figures={months.data && toFigures(sumMonths(data))}
      chart={undefined}
      list={toList(months, listUrl)}
      noun="months"
      failed="The report could not be loaded."
      empty={null}
      note="Collected, credited, overdue, and not due yet add up to the charges due in the month. Collected is paid with money, no matter when. Credited is covered by credits, waivers, and write-offs. Cash is counted in the month it arrived, without deposits and opening balances."
    >
      {(rows) => (
        <>
          <MonthBars months={rows} className="mb-4" />
          <Table<Row>
            caption="Charges due and collected by month"
            columns={columns}
            rows={[...rows.map((row) => ({ ...row, name: formatMonth(row.month) })), sumMonths(rows)]}
            rowKey={({ month }) => month}
            look={({ month }) => (month === "total" ? "total" : undefined)}
          />
        </>
      )}
    </ReportFrame>
  );
}

const toFigures = (sum: Row): Figure[] => [
  { label: "Charges due", value: money(sum.dueCents) },
  {
    label: "Collected",
    value: money(sum.collectedCents),
    note: `${formatShare(sum.collectedCents, sum.dueCents - sum.creditedCents)} of the charges due${sum.creditedCents > 0 ? " less credits" : ""}`,
  },
  {
    label: "Overdue",
    value: money(sum.overdueCents),
    isBad: sum.overdueCents > 0,
    ...(sum.upcomingCents > 0 ? { note: `${money(sum.upcomingCents)} not due yet` } : {}),
  },
  { label: "Credited", value: money(sum.creditedCents) },
  { label: "Cash received", value: money(sum.receivedCents) },
];

type Row = LedgerMonth & { name: string };

function sumMonths(rows: readonly LedgerMonth[]): Row {
  const sumColumn = (name: keyof Omit<LedgerMonth, "month">) => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    month: "total",
    name: "Total",
    dueCents: sumColumn("dueCents"),
    collectedCents: sumColumn("collectedCents"),
    overdueCents: sumColumn("overdueCents"),
    upcomingCents: sumColumn("upcomingCents"),
    creditedCents: sumColumn("creditedCents"),
    receivedCents: sumColumn("receivedCents"),
  };
}

const amount = (key: keyof Omit<LedgerMonth, "month">, header: string, tone?: string): Column<Row> => ({
  key,
  header,
  align: "end",
  cell: (row) => <Money cents={row[key]} tone={tone} />,
  phoneCell: (row) => row[key] !== 0 && <Money cents={row[key]} tone={tone} />,
});

const columns: Column<Row>[] = [
  {
    key: "month",
    header: "Month",
    phoneSlot: "title",
    cell: ({ month, name }) => (
      <span className={month === "total" ? "font-semibold" : "font-medium"}>{name}</span>
    ),
  },
  amount("dueCents", "Charges due"),
  amount("collectedCents", "Collected"),
  amount("overdueCents", "Overdue", "text-red-text"),
  amount("upcomingCents", "Not due yet"),
  amount("creditedCents", "Credited"),
  amount("receivedCents", "Cash received", "font-medium"),
];
