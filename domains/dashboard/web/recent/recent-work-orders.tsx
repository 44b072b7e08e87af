import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { workOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { shortWorkOrderColumns } from "#domains/work-orders/web/list/work-order-columns.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Table } from "#web/ui/table.tsx";
import { recentWorkOrdersMax, recentWorkOrdersQuery } from "../queries.ts";
import { RecentCard } from "./recent-card.tsx";

/** The newest work orders (DASH-10 to DASH-12, DASH-24), with the columns of DASH-11. */
export function RecentWorkOrders() {
  const orders = useQuery(recentWorkOrdersQuery);
  const [, navigate] = useLocation();
  const columns = shortWorkOrderColumns(navigate);
  return (
    <RecentCard
      title="Recent Work Orders"
      noun="work orders"
      href={workOrdersPath}
      count={recentWorkOrdersMax}
      query={orders}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="No work orders to display" />
        ) : (
          <Table
            caption="Recent work orders"
            columns={columns}
            rows={rows.slice(0, recentWorkOrdersMax)}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(workOrderPath(id))}
          />
        )
      }
    </RecentCard>
  );
}
