import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link, useLocation } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatShare } from "#shared/format/share.ts";
import { DateInput } from "#web/list/date-input.tsx";
import { calendarDay, choice } from "#web/list/filters.tsx";
import { useList } from "#web/list/use-list.ts";
import type { ControlProps } from "#web/list/use-list-url.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { localToday } from "#web/local-today.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { CompanyLink } from "#web/ui/faces/company-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import type { Figure } from "#web/ui/page/figures.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { formatBalance } from "../../describe.ts";
import { type AgedLease, type AgedTotals, exportAged, listAged, sumAged } from "../../reports-contract.ts";
import { type ReportBar, ReportBars } from "./report-bars.tsx";
import { ReportFrame } from "./report-frame.tsx";
import {
  alwaysRefetch,
  countLeases,
  leaseFilters,
  Money,
  money,
  propertyFilter,
  reportRowsPerPage,
} from "./report-parts.tsx";

export const agedList = {
  filters: {
    propertyId: propertyFilter,
    on: { schema: calendarDay, Control: AsOf },
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
      all: "Longest overdue first",
      options: [
        { value: "balance", label: "Highest balance first" },
        { value: "company", label: "By company" },
        { value: "newest", label: "Newest lease first" },
      ],
    }),
    ...leaseFilters,
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

export function ExportAged() {
  const { filters } = useListUrl(agedList);
  return <ExportLink endpoint={exportAged} query={filters} what="aged receivables" variant="primary" />;
}

/** Aged receivables: the balance of each lease by days past due, now or at the end of a date. */
export function AgedReport() {
  const listUrl = useListUrl(agedList);
  const { sort: _, ...narrowing } = listUrl.filters;
  const list = useList(listAged, listUrl, listUrl.filters, alwaysRefetch);
  const { data: totals, dataUpdatedAt } = useQuery({
    ...endpointQuery(sumAged, { query: narrowing }),
    ...alwaysRefetch,
    placeholderData: keepPreviousData,
  });
  const [, navigate] = useLocation();
  const day = formatCalendarDay(listUrl.filters.on ?? localToday());
  return (
    <ReportFrame
      report="aged"
      filters={agedList.filters}
      listUrl={listUrl}
      summary={totals === undefined ? `As of ${day}.` : `As of ${day}. ${countLeases(totals.leases)}.`}
      preparedAt={dataUpdatedAt}
      figures={totals && toFigures(totals)}
      chart={totals !== undefined && totals.leases > 0 && <Aging totals={totals} />}
      list={list}
      noun="leases"
      failed="The aged receivables could not be loaded."
      empty={
        <EmptyState title="No balances due">All posted charges are paid and there are no credits.</EmptyState>
      }
      note="A charge is overdue from the day after its due date. Credit is what isn't applied to charges yet."
    >
      {(rows) => (
        <Table<AgedLease | AgedSum>
          caption="Aged receivables"
          columns={columns}
          rows={
            totals === undefined
              ? rows
              : [...rows, { name: `Total of ${countLeases(totals.leases)}`, ...totals }]
          }
          rowKey={(row) => ("id" in row ? row.id : "total")}
          look={(row) => ("id" in row ? undefined : "total")}
          canOpen={(row) => "id" in row}
          onOpen={(row) => "id" in row && navigate(leasePath(row.id))}
          phoneOpenLabel="View lease"
        />
      )}
    </ReportFrame>
  );
}

type AgedSum = { name: string } & AgedTotals;

const sumOverdue = ({ upTo30Cents, upTo60Cents, upTo90Cents, over90Cents }: AgedTotals): number =>
  upTo30Cents + upTo60Cents + upTo90Cents + over90Cents;

function toFigures(totals: AgedTotals): Figure[] {
  const { notDueCents, over90Cents, creditCents, balanceCents } = totals;
  const overdueCents = sumOverdue(totals);
  return [
    { label: "Balance", value: formatBalance(balanceCents), note: countLeases(totals.leases) },
    {
      label: "Overdue",
      value: money(overdueCents),
      note: `${money(over90Cents)} over 90 days`,
      isBad: overdueCents > 0,
    },
    { label: "Not due yet", value: money(notDueCents), note: "Posted ahead of the due date" },
    { label: "Credit", value: money(0 - creditCents), note: "Not applied yet" },
  ];
}

function Aging({ totals }: { totals: AgedTotals }) {
  const { notDueCents, upTo30Cents, upTo60Cents, upTo90Cents, over90Cents } = totals;
  const unpaidCents = notDueCents + sumOverdue(totals);
  const bar = (label: string, cents: number, look: ReportBar["look"]): ReportBar => ({
    label,
    cents,
    look,
    value: formatShare(cents, unpaidCents),
  });
  return (
    <ReportBars
      title="Unpaid charges by days overdue"
      bars={[
        bar("Not due", notDueCents, "coming"),
        bar("1–30", upTo30Cents, "bad"),
        bar("31–60", upTo60Cents, "bad"),
        bar("61–90", upTo90Cents, "bad"),
        bar("Over 90", over90Cents, "bad"),
      ]}
    />
  );
}

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

const formatPlace = ({ property, units }: AgedLease) =>
  [property.name, units.join(", ")].filter((part) => part !== "").join(" · ");

const columns: Column<AgedLease | AgedSum>[] = [
  {
    key: "company",
    header: "Tenant",
    phoneSlot: "title",
    className: "sm:min-w-28",
    cell: (row) =>
      "id" in row ? (
        <span className="flex flex-wrap items-center gap-x-2.5">
          <CompanyLink id={row.companyId} className="line-clamp-2 font-semibold">
            {row.company}
          </CompanyLink>
          <Link href={leasePath(row.id)} className="line-clamp-1 text-ink-soft text-sm hover:underline">
            {formatPlace(row)}
          </Link>
        </span>
      ) : (
        row.name
      ),
    phoneCell: (row) =>
      "id" in row ? (
        <>
          <span>{row.company}</span>
          <span className="font-normal text-ink-soft text-sm">{formatPlace(row)}</span>
        </>
      ) : (
        row.name
      ),
  },
  amount("upTo30Cents", "1–30 days", "text-red-text"),
  amount("upTo60Cents", "31–60 days", "text-red-text"),
  amount("upTo90Cents", "61–90 days", "text-red-text"),
  amount("over90Cents", "Over 90 days", "text-red-text"),
  amount("notDueCents", "Not due yet"),
  amount("creditCents", "Credit", "text-green-text"),
  {
    key: "balanceCents",
    header: "Balance",
    phoneSlot: "figure",
    align: "end",
    cell: ({ balanceCents }) => <span className="font-semibold">{formatBalance(balanceCents)}</span>,
  },
];
