import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatShare } from "#shared/format/share.ts";
import { Choice } from "#web/list/filters.tsx";
import { toList } from "#web/list/use-list.ts";
import type { ControlProps } from "#web/list/use-list-address.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
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
  const { filters } = useListAddress(monthList);
  return <ExportLink endpoint={exportMonths} query={filters} what="months" variant="primary" />;
}

/** The amounts charged, credited, and collected each month. */
export function MonthsReport() {
  const address = useListAddress(monthList);
  const months = useQuery({
    ...endpointQuery(listMonths, { query: address.filters }),
    ...alwaysRefetch,
    placeholderData: keepPreviousData,
  });
  const { data = [] } = months;
  const [first, last] = [data[0], data.at(-1)];
  return (
    <ReportFrame
      report="months"
      filters={monthList.filters}
      address={address}
      summary={
        first === undefined || last === undefined
          ? ""
          : `${formatMonth(first.month)} to ${formatMonth(last.month)}.`
      }
      preparedAt={months.dataUpdatedAt}
      figures={months.data && toFigures(sumMonths(data))}
      chart={undefined}
      list={toList(months, address)}
      noun="months"
      failed="The report could not be loaded."
      empty={null}
      note="Charges are counted in the month they're due, and credits and payments in the month received. Deposits and opening balances aren't included."
    >
      {(rows) => (
        <>
          <MonthBars months={rows} className="mb-4" />
          <Table<Row>
            caption="Charged and collected by month"
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

const toFigures = ({ chargedCents, creditedCents, collectedCents, differenceCents }: Row): Figure[] => [
  { label: "Charged", value: money(chargedCents) },
  { label: "Credited", value: money(creditedCents) },
  {
    label: "Collected",
    value: money(collectedCents),
    note: `${formatShare(collectedCents, chargedCents)} of the charges`,
  },
  { label: "Difference", value: money(differenceCents), note: "Charged, less credited and collected" },
];

type Row = LedgerMonth & { name: string };

function sumMonths(rows: readonly LedgerMonth[]): Row {
  const sumColumn = (name: keyof Omit<LedgerMonth, "month">) => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    month: "total",
    name: "Total",
    chargedCents: sumColumn("chargedCents"),
    creditedCents: sumColumn("creditedCents"),
    collectedCents: sumColumn("collectedCents"),
    differenceCents: sumColumn("differenceCents"),
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
    phoneCell: ({ creditedCents }) => creditedCents !== 0 && <Money cents={creditedCents} />,
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
      <span className="whitespace-nowrap font-medium">{money(differenceCents)}</span>
    ),
  },
];
