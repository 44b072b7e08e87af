import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { Link, useLocation } from "wouter";
import type { WorkOrderRow } from "#domains/work-orders/contract.ts";
import { formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { recentOrders, recentOrdersQuery } from "./queries.ts";

/** DASH-11. */
const columnsFor = (navigate: (address: string) => void): Column<WorkOrderRow>[] => [
  {
    key: "id",
    header: "ID",
    cell: ({ id }) => (
      <span className="whitespace-nowrap text-ink-soft tabular-nums">{workOrderNumber(id)}</span>
    ),
  },
  {
    key: "issue",
    header: "Issue",
    onPhone: "title",
    className: "sm:max-w-72",
    cell: ({ title }) => <span className="line-clamp-2 font-medium">{title}</span>,
  },
  {
    key: "location",
    header: "Location",
    className: "sm:max-w-48",
    cell: ({ location }) => <span className="line-clamp-2">{location}</span>,
  },
  {
    key: "reported",
    header: "Reported",
    cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{formatDay(createdAt)}</span>,
  },
  { key: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: "view",
    header: "",
    cell: ({ id }) => (
      <Button
        size="sm"
        aria-label={`View ${workOrderNumber(id)}`}
        onClick={() => navigate(paths.workOrder(id))}
      >
        View
      </Button>
    ),
  },
];

/** DASH-10 to DASH-12, DASH-24. */
export function RecentOrders() {
  const orders = useQuery(recentOrdersQuery);
  const [, navigate] = useLocation();
  const columns = columnsFor(navigate);
  return (
    <Card aria-label="Recent work orders" className="overflow-hidden">
      <CardHeader
        title="Recent Work Orders"
        action={
          <Link
            href={paths.workOrders}
            className="shrink-0 rounded-sm font-medium text-accent-text hover:underline"
          >
            View all<span className="sr-only"> work orders</span>
          </Link>
        }
      />
      {orders.isPending ? (
        <SkeletonRows count={recentOrders} />
      ) : orders.isError ? (
        <ErrorState
          title="The work orders could not be loaded."
          error={orders.error}
          onRetry={() => void orders.refetch()}
          isRetrying={orders.isFetching}
        />
      ) : orders.data.length === 0 ? (
        <EmptyState icon={<ClipboardList />} title="No work orders to display" />
      ) : (
        <Table
          caption="Recent work orders"
          columns={columns}
          rows={orders.data.slice(0, recentOrders)}
          rowKey={({ id }) => id}
          onOpen={({ id }) => navigate(paths.workOrder(id))}
        />
      )}
    </Card>
  );
}
