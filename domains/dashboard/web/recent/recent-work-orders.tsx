import { useQuery } from "@tanstack/react-query";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { ShortWorkOrderTable } from "#domains/work-orders/web/list/short-work-order-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { recentWorkOrdersMax, recentWorkOrdersQuery } from "../queries.ts";
import { RecentCard } from "./recent-card.tsx";

/** The newest work orders (DASH-10 to DASH-12, DASH-24), with the columns of DASH-11. */
export function RecentWorkOrders() {
  const orders = useQuery(recentWorkOrdersQuery);
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
          <ShortWorkOrderTable caption="Recent work orders" rows={rows.slice(0, recentWorkOrdersMax)} />
        )
      }
    </RecentCard>
  );
}
