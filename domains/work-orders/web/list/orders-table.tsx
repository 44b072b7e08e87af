import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { ClipboardList } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Table } from "#web/ui/table.tsx";
import { exportWorkOrders, listWorkOrders } from "../../contract.ts";
import { shortOrderColumns } from "./order-columns.tsx";

const ordersOfPlace = { filters: {}, pageSize: 10, isInAddress: false };

interface OrdersTableProps {
  of:
    | { propertyId: string }
    | { unitId: string }
    | { leaseId: string }
    | { companyId: string; status: "open" };
  caption: string;
  title?: string | undefined;
  /** The link to the whole list, if there is one. */
  all?: ReactNode;
}

/** The work orders of a property, unit or lease, or the open ones of a company, newest first. */
export function OrdersTable({ of, caption, title = "Work Orders", all }: OrdersTableProps) {
  const list = useList(listWorkOrders, useListAddress(ordersOfPlace), of);
  const [, navigate] = useLocation();
  return (
    <>
      <CardHeader
        title={title}
        action={
          <div className="flex items-center gap-4">
            {all}
            <ExportLink endpoint={exportWorkOrders} query={of} what="work orders" />
          </div>
        }
      />
      <ListView
        list={list}
        frame="part"
        noun="work orders"
        failed="The work orders could not be loaded."
        skeleton={4}
        empty={
          <EmptyState icon={<ClipboardList />} title="No work orders">
            What is reported here appears in this list.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption={caption}
            columns={shortOrderColumns(navigate)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(paths.workOrder(id))}
          />
        )}
      </ListView>
    </>
  );
}
