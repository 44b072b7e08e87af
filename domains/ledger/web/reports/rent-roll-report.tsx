import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { endingWithinDays } from "#domains/leases/states.ts";
import type { Building } from "#domains/properties/choices-contract.ts";
import { addDays, countDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatShare } from "#shared/format/share.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import { useBuildings } from "#web/list/filters.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { localToday } from "#web/local-today.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { BuildingPhoto } from "#web/ui/faces/building-photo.tsx";
import { CompanyLink } from "#web/ui/faces/company-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import type { Figure } from "#web/ui/page/figures.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { useIsNarrower } from "#web/ui/use-is-narrower.ts";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { formatBalance } from "../../describe.ts";
import {
  exportRentRoll,
  listRentRoll,
  type RentRollLease,
  type RentRollTotals,
  sumRentRoll,
} from "../../reports-contract.ts";
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

const rentRoll = { filters: { propertyId: propertyFilter, ...leaseFilters }, pageSize: reportRowsPerPage };

export function ExportRentRoll() {
  const { filters } = useListUrl(rentRoll);
  return <ExportLink endpoint={exportRentRoll} query={filters} what="rent roll" variant="primary" />;
}

/** The monthly income, deposit, and balance of every current lease, by property. */
export function RentRollReport() {
  const listUrl = useListUrl(rentRoll);
  const { filters, page, pageSize } = listUrl;
  const list = useList(listRentRoll, listUrl, filters, alwaysRefetch);
  const { data: totals, dataUpdatedAt } = useQuery({
    ...endpointQuery(sumRentRoll, { query: filters }),
    ...alwaysRefetch,
    placeholderData: keepPreviousData,
  });
  const buildings = useBuildings();
  const [, navigate] = useLocation();
  const isLastPage = page * pageSize >= (list.total ?? 0);
  const isNarrow = useIsNarrower(80);
  const hasAllColumns = useIsPhone() || !isNarrow;
  return (
    <ReportFrame
      report="rent-roll"
      filters={rentRoll.filters}
      listUrl={listUrl}
      summary={
        totals === undefined
          ? `As of ${formatCalendarDay(localToday())}.`
          : `As of ${formatCalendarDay(localToday())}. ${countLeases(totals.leases)}.`
      }
      preparedAt={dataUpdatedAt}
      figures={totals?.sums == null ? undefined : toFigures(totals.sums)}
      chart={totals !== undefined && totals.years.length > 1 && <Expirations years={totals.years} />}
      list={list}
      noun="leases"
      failed="The rent roll could not be loaded."
      empty={
        <EmptyState title="No active leases today">
          Leases appear here from their start date to their end date.
        </EmptyState>
      }
      note={
        totals?.sums === null
          ? "Select a property to see totals."
          : "Square feet and rent are as of today. Other: common areas, utilities, and parking."
      }
    >
      {(rows) => (
        <Table<Row>
          caption="Rent roll"
          columns={hasAllColumns ? columns : columns.filter(({ key }) => !wideColumns.includes(key))}
          rows={toRows({ rows, totals, buildings, isLastPage })}
          rowKey={(row) => (row.kind === "lease" ? row.id : `${row.kind} ${row.key}`)}
          look={({ kind }) => (kind === "lease" ? undefined : kind)}
          canOpen={({ kind }) => kind === "lease"}
          onOpen={(row) => row.kind === "lease" && navigate(leasePath(row.id))}
          phoneOpenLabel="View lease"
        />
      )}
    </ReportFrame>
  );
}

type Sums = NonNullable<RentRollTotals["sums"]>;

function toFigures({
  areaSquareFeet,
  monthlyRentCents,
  otherMonthlyCents,
  depositCents,
  balanceCents,
}: Sums) {
  const figures: Figure[] = [
    { label: "Rent a month", value: money(monthlyRentCents), note: `${money(12 * monthlyRentCents)} a year` },
    {
      label: "Average rent",
      value: formatRate(monthlyRentCents, areaSquareFeet),
      note: `per sq ft a year, ${areaSquareFeet.toLocaleString("en-US")} sq ft`,
    },
    {
      label: "Other monthly",
      value: money(otherMonthlyCents),
      note: `${money(12 * otherMonthlyCents)} a year`,
    },
    { label: "Deposits held", value: money(depositCents), note: `Balance: ${formatBalance(balanceCents)}` },
  ];
  return figures;
}

/** The rent per square foot a year. */
const formatRate = (monthlyRentCents: number, squareFeet: number): string =>
  squareFeet === 0
    ? "–"
    : money(roundHalfUp({ numerator: 12n * BigInt(monthlyRentCents), denominator: BigInt(squareFeet) }));

/** How many years the chart of expirations has room for. */
const yearsMax = 5;

/** Every year from the first expiration on, the next ones lit, and then the open-ended leases. */
function Expirations({ years }: { years: RentRollTotals["years"] }) {
  const soon = addDays(localToday(), endingWithinDays);
  const whole = years.reduce((sum, { monthlyRentCents }) => sum + monthlyRentCents, 0);
  const known = years.flatMap(({ year }) => year ?? []);
  const first = Math.min(...known);
  const count = known.length === 0 ? 0 : Math.min(yearsMax, Math.max(...known) - first + 1);
  const shown = [
    ...Array.from({ length: count }, (_, index) => first + index),
    ...(years.some(({ year }) => year === null) ? [null] : []),
  ];
  const bars = shown.map((shownYear): ReportBar => {
    const ending = years.find(({ year }) => year === shownYear);
    return {
      label: shownYear === null ? "Open" : String(shownYear),
      note: ending && countLeases(ending.leases),
      cents: ending?.monthlyRentCents ?? 0,
      value: ending === undefined ? "–" : formatShare(ending.monthlyRentCents, whole),
      look: shownYear !== null && String(shownYear) <= soon.slice(0, 4) ? "soon" : undefined,
    };
  });
  return <ReportBars title="Rent by year of expiration" bars={bars} />;
}

type Row =
  | ({ kind: "head"; key: number; name: string; leases: number | undefined } & Partial<Building>)
  | ({ kind: "lease" } & RentRollLease)
  | ({ kind: "subtotal" | "total"; key: number; name: string } & Sums);

interface Contents {
  rows: readonly RentRollLease[];
  totals: RentRollTotals | undefined;
  buildings: readonly Building[];
  isLastPage: boolean;
}

/** The leases of the page below the name of each property, with subtotals if there is more than one. */
function toRows({ rows, totals, buildings, isLastPage }: Contents): Row[] {
  const all: Row[] = rows.flatMap((lease, at): Row[] => {
    const { id, name } = lease.property;
    const sums = totals?.properties.find((property) => property.id === id);
    const next = rows[at + 1];
    const isFirst = rows[at - 1]?.property.id !== id;
    const isLast = next === undefined ? isLastPage : next.property.id !== id;
    const building = buildings.find((known) => known.id === id);
    return [
      ...(isFirst ? [{ kind: "head" as const, key: id, name, leases: sums?.leases, ...building }] : []),
      { kind: "lease", ...lease },
      ...(isLast && sums !== undefined && totals !== undefined && totals.properties.length > 1
        ? [{ kind: "subtotal" as const, key: id, name, ...sums }]
        : []),
    ];
  });
  return totals?.sums == null
    ? all
    : [...all, { kind: "total", key: 0, name: `Total of ${countLeases(totals.leases)}`, ...totals.sums }];
}

function Head({ name, address, image, leases }: Extract<Row, { kind: "head" }>) {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 pt-2">
      <BuildingPhoto image={image} alt="" isSmall className="h-6.5! w-8.5! rounded-[5px]" />
      <span className="text-section">{name}</span>
      {address !== undefined && <span className="text-ink-soft text-sm">{address}</span>}
      {leases !== undefined && (
        <span className="text-ink-soft text-sm sm:ml-auto">{countLeases(leases)}</span>
      )}
    </span>
  );
}

const sumOf =
  (key: keyof Sums, tone?: string) =>
  (row: Row): ReactNode =>
    row.kind !== "head" && <Money cents={row[key]} tone={tone} />;

/** The columns for which a screen narrower than 80rem has no room. */
const wideColumns = ["other", "next", "deposit"];

const columns: Column<Row>[] = [
  {
    key: "units",
    header: "Unit",
    phoneSlot: "line",
    className: "wrap-normal sm:max-w-24",
    cell: (row) => {
      if (row.kind === "head") return <Head {...row} />;
      if (row.kind === "lease")
        return (
          <Link href={leasePath(row.id)} className="hover:underline">
            {row.units.join(", ")}
          </Link>
        );
      // Over the empty cells next to it.
      return <span className="block w-0 whitespace-nowrap">{row.name}</span>;
    },
    phoneCell: (row) => row.kind === "lease" && row.units.join(", "),
  },
  {
    key: "company",
    header: "Tenant",
    phoneSlot: "title",
    className: "sm:min-w-28 sm:max-w-60",
    cell: (row) =>
      row.kind === "lease" && (
        <span className="flex flex-wrap items-center gap-x-2">
          <CompanyLink id={row.companyId} className="line-clamp-2 font-semibold">
            {row.company}
          </CompanyLink>
          <DaysLeft to={row.to} />
        </span>
      ),
    phoneCell: (row) => (row.kind === "lease" ? row.company : row.name),
  },
  {
    key: "days",
    header: "Term",
    className: "sm:text-ink-soft sm:text-sm",
    cell: (row) =>
      row.kind === "lease" && (
        <span className="tabular-nums">
          <span className="whitespace-nowrap">{`${formatCalendarDay(row.from)} –`}</span>{" "}
          <span className="whitespace-nowrap">
            {row.to === null ? "open-ended" : formatCalendarDay(row.to)}
          </span>
        </span>
      ),
  },
  {
    key: "area",
    header: "Sq ft",
    align: "end",
    cell: (row) =>
      row.kind !== "head" && (row.areaSquareFeet === 0 ? "–" : row.areaSquareFeet.toLocaleString("en-US")),
  },
  {
    key: "rent",
    header: "Monthly rent",
    align: "end",
    phoneSlot: "figure",
    cell: sumOf("monthlyRentCents", "font-semibold"),
  },
  {
    key: "rate",
    header: "$/sq ft/yr",
    align: "end",
    cell: (row) => row.kind !== "head" && formatRate(row.monthlyRentCents, row.areaSquareFeet),
  },
  { key: "other", header: "Other", align: "end", cell: sumOf("otherMonthlyCents") },
  {
    key: "next",
    header: "Next rent",
    align: "end",
    cell: (row) => row.kind === "lease" && <NextStep step={row.nextStep} />,
  },
  {
    key: "deposit",
    header: "Deposit",
    align: "end",
    cell: sumOf("depositCents"),
  },
  { key: "overdue", header: "Overdue", align: "end", cell: sumOf("overdueCents", "text-red-text") },
  {
    key: "balance",
    header: "Balance",
    align: "end",
    cell: (row) => row.kind !== "head" && formatBalance(row.balanceCents),
  },
];

/** Marks a lease that ends soon. */
function DaysLeft({ to }: { to: string | null }) {
  const days = to === null ? Infinity : countDays(localToday(), to) - 1;
  if (days > endingWithinDays) return null;
  return (
    <span className="whitespace-nowrap rounded-[5px] bg-lamp-soft px-1.5 font-semibold text-lamp-text text-xs ring-1 ring-lamp-line ring-inset">
      {days === 1 ? "1 day left" : `${days} days left`}
    </span>
  );
}

function NextStep({ step }: { step: RentRollLease["nextStep"] }) {
  if (step === null) return <span className="text-ink-faint">–</span>;
  return (
    <>
      <span className="whitespace-nowrap">{money(step.monthlyRentCents)}</span>{" "}
      <span className="whitespace-nowrap text-ink-faint">{formatCalendarDay(step.on)}</span>
    </>
  );
}
