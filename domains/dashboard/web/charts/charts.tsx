import { useQuery } from "@tanstack/react-query";
import { reportPath } from "#domains/ledger/paths.ts";
import type { LedgerMonth } from "#domains/ledger/reports-contract.ts";
import { type Occupancy, occupancies, occupancyLabels } from "#domains/properties/occupancy.ts";
import { unitsPath } from "#domains/properties/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Section } from "#web/ui/section.tsx";
import type { DashboardCharts } from "../../contract.ts";
import { chartsQuery } from "../queries.ts";
import { ChartsLoading, chartGrid } from "./charts-loading.tsx";
import { OpenWorkOrders } from "./open-work-orders.tsx";
import { RentByMonth, summarizeCollection } from "./rent-by-month.tsx";
import { type ChartRow, StackedBar } from "./stacked-bar.tsx";

const occupancyColors = {
  occupied: "green",
  vacant: "amber",
  other: "gray",
} as const satisfies Record<Occupancy, ChartRow["color"]>;

/** The charts. Every bar opens the list it counts (DASH-29). */
export default function Charts() {
  const charts = useQuery(chartsQuery);
  if (charts.isPending) return <ChartsLoading />;
  if (charts.isError)
    return (
      <ErrorState
        title="Couldn't load the charts."
        error={charts.error}
        onRetry={() => void charts.refetch()}
        isRetrying={charts.isFetching}
      />
    );
  const { openOrders, occupancy, rentByMonth } = charts.data;
  return (
    <div className={chartGrid}>
      <ChartCard
        title="Open work orders by age"
        description={describeAge(openOrders)}
        className={occupancy === null ? "col-span-full" : "xl:col-span-2"}
      >
        <OpenWorkOrders orders={openOrders} />
      </ChartCard>
      {occupancy !== null && <OccupancyChart occupancy={occupancy} />}
      {rentByMonth !== null && (
        <ChartCard
          title="Rent due and collected by month"
          className="col-span-full"
          description={describeCollection(rentByMonth)}
          action={
            <ButtonLink size="sm" href={reportPath("months")}>
              View by month
            </ButtonLink>
          }
        >
          <RentByMonth months={rentByMonth} />
        </ChartCard>
      )}
    </div>
  );
}

/** Returns the chart's message in a sentence. */
function describeAge(orders: DashboardCharts["openOrders"]): string {
  const sum = (parts: typeof orders) => parts.reduce((all, { count }) => all + count, 0);
  const late = sum(orders.filter(({ age }) => age === "8-30" || age === "over-30"));
  const all = sum(orders).toLocaleString("en-US");
  return late === 0
    ? `None of the ${all} open work orders are more than a week old`
    : late === 1
      ? `1 of ${all} open work orders has been open for more than a week`
      : `${late.toLocaleString("en-US")} of ${all} open work orders have been open for more than a week`;
}

function describeCollection(months: readonly LedgerMonth[]): string {
  const sum = (name: keyof Omit<LedgerMonth, "month">) => months.reduce((all, month) => all + month[name], 0);
  const { rate, shortCents } = summarizeCollection({
    month: "",
    chargedCents: sum("chargedCents"),
    creditedCents: sum("creditedCents"),
    collectedCents: sum("collectedCents"),
    differenceCents: sum("differenceCents"),
  });
  if (rate === "–") return "Nothing was due in the last 12 months";
  return shortCents === 0
    ? `${rate} collected over 12 months. Payments are counted in the month received.`
    : `${rate} collected over 12 months, ${formatCents(toCents(shortCents))} short. Payments are counted in the month received.`;
}

function OccupancyChart({ occupancy }: { occupancy: NonNullable<DashboardCharts["occupancy"]> }) {
  const total = occupancies.reduce((sum, name) => sum + occupancy[name], 0);
  const rows = occupancies.map(
    (name): ChartRow => ({
      key: name,
      label: occupancyLabels[name],
      count: occupancy[name],
      color: occupancyColors[name],
      address: `${unitsPath}?occupancy=${name}`,
    }),
  );
  return (
    <ChartCard
      title="Occupancy"
      description={total === 1 ? "1 unit" : `${total.toLocaleString("en-US")} units`}
    >
      {total === 0 ? (
        <EmptyState title="No units yet">Units appear here once you add them to a property.</EmptyState>
      ) : (
        <StackedBar
          caption="Units by occupancy"
          heading="Occupancy"
          words={{ singular: "unit", plural: "units" }}
          rows={rows}
        />
      )}
    </ChartCard>
  );
}

interface ChartCardProps {
  title: string;
  className?: string;
  description: string;
  action?: React.ReactNode;
  children: React.ReactNode;
}

function ChartCard({ title, className, description, action, children }: ChartCardProps) {
  return (
    <Section title={title} description={description} action={action} className={className}>
      <div className="px-2 pb-3 sm:px-3">{children}</div>
    </Section>
  );
}
