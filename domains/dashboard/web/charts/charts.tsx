import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { reportPath } from "#domains/reports/paths.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { DashboardCharts } from "../../contract.ts";
import { chartsQuery } from "../queries.ts";
import { ChartsLoading } from "./charts-loading.tsx";
import { OpenWorkOrders } from "./open-work-orders.tsx";
import { RentByMonth } from "./rent-by-month.tsx";

/** The charts, side by side. Every bar and cell opens the list it counts (DASH-29). */
export default function Charts() {
  const charts = useQuery(chartsQuery);
  if (charts.isPending) return <ChartsLoading />;
  if (charts.isError)
    return (
      <Section aria-label="Charts" className="col-span-full">
        <ErrorState
          title="Couldn't load the charts."
          error={charts.error}
          onRetry={() => void charts.refetch()}
          isRetrying={charts.isFetching}
        />
      </Section>
    );
  const { openWorkOrders, months } = charts.data;
  return (
    <>
      {months !== null && (
        <Section
          title="Rent due and collected by month"
          action={
            <Link
              href={reportPath("months")}
              className="thumb rounded-sm text-ink-soft text-sm hover:text-ink hover:underline"
            >
              View by month
            </Link>
          }
        >
          <RentByMonth months={months} />
        </Section>
      )}
      <Section title="Open work orders by age">
        <p className="py-2 text-ink-soft text-xs">{summarizeAges(openWorkOrders)}</p>
        <OpenWorkOrders orders={openWorkOrders} />
      </Section>
    </>
  );
}

/** Summarizes the chart in one sentence. */
function summarizeAges(orders: DashboardCharts["openWorkOrders"]): string {
  const sumCounts = (orderCounts: typeof orders) =>
    orderCounts.reduce((total, { count }) => total + count, 0);
  const overWeekCount = sumCounts(orders.filter(({ age }) => age === "8-30" || age === "over-30"));
  const formattedTotal = sumCounts(orders).toLocaleString("en-US");
  if (sumCounts(orders) === 0) return "No open work orders";
  return overWeekCount === 0
    ? `None of the ${formattedTotal} have been open for more than a week`
    : `${overWeekCount.toLocaleString("en-US")} of ${formattedTotal} open for more than a week`;
}
