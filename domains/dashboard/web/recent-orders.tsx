import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { shortOrderColumns } from "#domains/work-orders/web/list/order-columns.tsx";
import { ClipboardList } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Table } from "#web/ui/table.tsx";
import { recentOrders, recentOrdersQuery } from "./queries.ts";
import { RecentCard } from "./recent-card.tsx";

/** DASH-10 to DASH-12, DASH-24; the columns are those of DASH-11. */
export function RecentOrders() {
  const orders = useQuery(recentOrdersQuery);
  const [, navigate] = useLocation();
  const columns = shortOrderColumns(navigate);
  return (
    <RecentCard
      title="Recent Work Orders"
      what="work orders"
      href={paths.workOrders}
      count={recentOrders}
      query={orders}
    >
      {(found) =>
        found.length === 0 ? (
          <EmptyState icon={<ClipboardList />} title="No work orders to display" />
        ) : (
          <Table
            caption="Recent work orders"
            columns={columns}
            rows={found.slice(0, recentOrders)}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(paths.workOrder(id))}
          />
        )
      }
    </RecentCard>
  );
}
