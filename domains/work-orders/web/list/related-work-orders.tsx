import type { ReactNode } from "react";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { exportWorkOrders, listWorkOrders } from "../../contract.ts";
import { ShortWorkOrderTable } from "./short-work-order-table.tsx";

const listOptions = { filters: {}, pageSize: 10, isInUrl: false };

interface RelatedWorkOrdersProps {
  filter: { propertyId: string } | { unitId: string } | { leaseId: string } | { companyId: string };
  caption: string;
  /** The link to the full list, if there is one. */
  all?: ReactNode;
}

/** The work orders of a property, unit, lease, or company, newest first. */
export function RelatedWorkOrders({ filter, caption, all }: RelatedWorkOrdersProps) {
  const list = useList(listWorkOrders, useListUrl(listOptions), filter);
  return (
    <>
      <SectionHeader
        title="Work Orders"
        action={
          <div className="flex items-center gap-4">
            {all}
            <ExportLink endpoint={exportWorkOrders} query={filter} noun="work orders" />
          </div>
        }
      />
      <ListView
        list={list}
        frame="part"
        itemNoun="work orders"
        errorTitle="Couldn't load work orders."
        skeleton={4}
        emptyState={
          <EmptyState title="No work orders">Work orders reported here will appear in this list.</EmptyState>
        }
      >
        {(rows) => <ShortWorkOrderTable caption={caption} rows={rows} />}
      </ListView>
    </>
  );
}
