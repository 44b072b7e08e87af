import { useQuery } from "@tanstack/react-query";
import { type Occupancy, occupancies, occupancyLabels } from "#domains/properties/occupancy.ts";
import { type Age, ageLabels } from "#domains/work-orders/ages.ts";
import { ChartNoAxesColumn } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import type { DashboardCharts } from "../contract.ts";
import { BarChart, type ChartRow, StackedBar } from "./bar-chart.tsx";
import { ChartsLoading, chartGrid } from "./charts-loading.tsx";
import { chartsQuery } from "./queries.ts";
import { RentByMonth } from "./rent-by-month.tsx";

const ageColours = {
  "0-2": "blue",
  "3-7": "blue",
  "8-30": "amber",
  "over-30": "red",
} as const satisfies Record<Age, ChartRow["colour"]>;

const occupancyColours = {
  occupied: "green",
  vacant: "amber",
  other: "gray",
} as const satisfies Record<Occupancy, ChartRow["colour"]>;

const orders = (filter: Record<string, string>) =>
  `${paths.workOrders}?${new URLSearchParams({ status: "open", ...filter })}`;

/** DASH-29: every bar opens the list that it counts. */
export default function Charts() {
  const charts = useQuery(chartsQuery);
  if (charts.isPending) return <ChartsLoading />;
  if (charts.isError)
    return (
      <Card>
        <ErrorState
          title="The charts could not be loaded."
          error={charts.error}
          onRetry={() => void charts.refetch()}
          isRetrying={charts.isFetching}
        />
      </Card>
    );
  const { openByAge, openByCategory, occupancy, rentByMonth } = charts.data;
  const openWords = { one: "open work order", many: "open work orders" };
  return (
    <div className={chartGrid}>
      <ChartCard title="Open work orders by age" description="Days since they were reported">
        <BarChart
          caption="Open work orders by age"
          heading="Age"
          words={openWords}
          rows={openByAge.map(({ age, count }) => ({
            key: age,
            label: ageLabels[age],
            count,
            colour: ageColours[age],
            address: orders({ age }),
          }))}
        />
      </ChartCard>
      <ChartCard title="Open work orders by category" description="What they are about">
        <BarChart
          caption="Open work orders by category"
          heading="Category"
          words={openWords}
          rows={openByCategory.map(({ category, count }) => ({
            key: category,
            label: category,
            count,
            colour: "blue",
            address: orders({ category }),
          }))}
        />
      </ChartCard>
      {occupancy !== null && <OccupancyChart occupancy={occupancy} />}
      {rentByMonth !== null && (
        <ChartCard
          title="Rent due and collected by month"
          className="col-span-full"
          description="Charges count in the month they are due, payments in the month they were received"
          action={
            <ButtonLink size="sm" href={paths.report("months")}>
              See by month
            </ButtonLink>
          }
        >
          <RentByMonth months={rentByMonth} />
        </ChartCard>
      )}
    </div>
  );
}

function OccupancyChart({ occupancy }: { occupancy: NonNullable<DashboardCharts["occupancy"]> }) {
  const total = occupancies.reduce((sum, name) => sum + occupancy[name], 0);
  const rows = occupancies.map(
    (name): ChartRow => ({
      key: name,
      label: occupancyLabels[name],
      count: occupancy[name],
      colour: occupancyColours[name],
      address: `${paths.units}?occupancy=${name}`,
    }),
  );
  return (
    <ChartCard
      title="Occupancy"
      className="md:max-xl:col-span-full"
      description={total === 1 ? "Of one unit" : `Of ${total.toLocaleString("en-US")} units`}
    >
      {total === 0 ? (
        <EmptyState icon={<ChartNoAxesColumn />} title="No units yet">
          Units appear here as soon as a property has some.
        </EmptyState>
      ) : (
        <StackedBar
          caption="Units by occupancy"
          heading="Use"
          words={{ one: "unit", many: "units" }}
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
    <Card aria-label={title} className={className}>
      <CardHeader title={title} description={description} action={action} />
      <div className="px-2 pb-3 sm:px-3">{children}</div>
    </Card>
  );
}
