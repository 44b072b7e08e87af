import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { listWorkOrders, type WorkOrderRow } from "#domains/work-orders/contract.ts";
import { formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { listPageQuery } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { type Column, Table } from "#web/ui/table.tsx";

const pageSize = 10;

/** The work orders of a property or of one unit, newest first. */
export function OrdersTable({
  of,
  caption,
}: {
  of: { propertyId: string } | { unitId: string };
  caption: string;
}) {
  const [page, setPage] = useState(1);
  const [, navigate] = useLocation();
  const orders = useQuery(listPageQuery(listWorkOrders, { ...of, page, pageSize }));
  if (orders.isPending) return <SkeletonRows count={4} />;
  if (orders.isError)
    return (
      <ErrorState
        title="The work orders could not be loaded."
        error={orders.error}
        onRetry={() => void orders.refetch()}
        isRetrying={orders.isFetching}
      />
    );
  const { rows, total } = orders.data;
  if (rows.length === 0)
    return (
      <EmptyState icon={<ClipboardList />} title="No work orders">
        What is reported here appears in this list.
      </EmptyState>
    );
  return (
    <>
      <Table
        caption={caption}
        columns={columnsFor(navigate)}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => navigate(paths.workOrder(id))}
      />
      <Pagination page={page} pageSize={pageSize} total={total} onPage={setPage} noun="work orders" />
    </>
  );
}

const columnsFor = (navigate: (address: string) => void): readonly Column<WorkOrderRow>[] => [
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
    className: "sm:max-w-88 sm:min-w-28",
    cell: ({ title }) => <span className="line-clamp-2 font-medium">{title}</span>,
  },
  {
    key: "location",
    header: "Location",
    className: "sm:max-w-56",
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
    header: "View",
    isHeaderHidden: true,
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
