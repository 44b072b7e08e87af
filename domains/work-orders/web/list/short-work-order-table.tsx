import { useLocation } from "wouter";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Button } from "#web/ui/button.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { workOrderPath } from "../../paths.ts";
import { PauseNote } from "../pauses/pause-note.tsx";
import { workOrderColumns } from "./work-order-columns.tsx";
import { WorkOrderRows } from "./work-order-rows.tsx";

interface ShortWorkOrderTableProps {
  caption: string;
  rows: readonly WorkOrderRow[];
}

/** A short list of work orders on another page (DASH-11). `View` opens the work order. */
export function ShortWorkOrderTable({ caption, rows }: ShortWorkOrderTableProps) {
  const [, navigate] = useLocation();
  const openWorkOrder = (id: number) => navigate(workOrderPath(id));
  if (useIsPhone()) return <WorkOrderRows caption={caption} rows={rows} onOpen={openWorkOrder} />;
  return (
    <Table
      caption={caption}
      columns={[
        workOrderColumns.id,
        {
          key: "issue",
          header: "Issue",
          className: "sm:max-w-72",
          cell: (row) => (
            <>
              <span className="line-clamp-2 font-semibold">{row.title}</span>
              <PauseNote order={row} className="line-clamp-1 text-sm" />
            </>
          ),
        },
        workOrderColumns.location,
        workOrderColumns.reported,
        workOrderColumns.status,
        {
          key: "view",
          header: "View",
          isHeaderHidden: true,
          cell: ({ id }) => (
            <Button
              size="sm"
              variant="link"
              className="-my-1"
              aria-label={`View ${workOrderNumber(id)}`}
              onClick={() => openWorkOrder(id)}
            >
              View
            </Button>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => openWorkOrder(id)}
    />
  );
}
