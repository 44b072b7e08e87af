import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { Link, useLocation } from "wouter";
import { shortOrderColumns } from "#domains/work-orders/web/order-columns.tsx";
import { paths } from "#web/paths.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import { recentOrders, recentOrdersQuery } from "./queries.ts";

/** DASH-10 to DASH-12, DASH-24; the columns are those of DASH-11. */
export function RecentOrders() {
  const orders = useQuery(recentOrdersQuery);
  const [, navigate] = useLocation();
  const columns = shortOrderColumns(navigate);
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
