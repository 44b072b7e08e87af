import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { ClipboardList } from "#web/icons.ts";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import { exportWorkOrders, listWorkOrders } from "../contract.ts";
import { shortOrderColumns } from "./order-columns.tsx";

const pageSize = 10;

/** The work orders of a property, of one unit or of one lease, newest first. */
export function OrdersTable({
  of,
  caption,
}: {
  of: { propertyId: string } | { unitId: string } | { leaseId: string };
  caption: string;
}) {
  const [page, setPage] = useState(1);
  const [, navigate] = useLocation();
  const orders = useQuery(listPageQuery(listWorkOrders, { ...of, page, pageSize }));
  useExistingPage(orders, { page, pageSize, open: setPage });
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
      <div className="flex justify-end px-4 pt-3 sm:px-5">
        <ExportLink endpoint={exportWorkOrders} query={of} what="work orders" />
      </div>
      <Table
        caption={caption}
        columns={shortOrderColumns(navigate)}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => navigate(paths.workOrder(id))}
      />
      <Pagination page={page} pageSize={pageSize} total={total} onPage={setPage} noun="work orders" />
    </>
  );
}
