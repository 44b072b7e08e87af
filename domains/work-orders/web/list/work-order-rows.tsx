import type { ReactNode } from "react";
import { formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useProperties } from "#web/list/filters.tsx";
import { PriorityBars } from "#web/ui/faces/priority.tsx";
import { StatusBadge } from "#web/ui/faces/status-badge.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { priorityLabels } from "../../priorities.ts";
import { AssigneeFace } from "../assignment/assignee-face.tsx";
import { PendingBadge } from "../offline-queue/pending-badge.tsx";
import { PauseNote } from "../pauses/pause-note.tsx";

interface WorkOrderRowsProps {
  /** Read by screen readers. */
  caption: string;
  rows: readonly WorkOrderRow[];
  onOpen: (id: number) => void;
  /** Renders actions in addition to opening the work order. */
  action?: (row: WorkOrderRow) => ReactNode;
}

/** Work orders on a phone: rows instead of a table. */
export const WorkOrderRows = ({ caption, rows, onOpen, action }: WorkOrderRowsProps) => (
  <ul aria-label={caption} className="divide-y divide-line border-line border-b">
    {rows.map((row) => (
      <li key={row.id} className="relative flex min-h-21 gap-3 px-(--inset,0) pt-3 pb-2.75 active:bg-pressed">
        <AssigneeFace order={row} size={36} />
        <div className="min-w-0 flex-1">
          <div className="flex">
            {/* Covers the row. */}
            <button
              type="button"
              onClick={() => onOpen(row.id)}
              className="min-w-0 flex-1 truncate text-left font-semibold outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {row.title}
            </button>
            {action !== undefined && <span className="relative -my-3 -mr-3 h-11">{action(row)}</span>}
          </div>
          <p className="truncate text-ink-soft text-sm">
            <span className="tabular-nums">{workOrderNumber(row.id)}</span>
            {" · "}
            <PropertyOrLocation row={row} />
          </p>
          <PauseNote order={row} className="block truncate text-sm" />
          <p className="mt-0.5 flex items-center gap-2 text-ink-soft text-sm">
            <StatusBadge status={row.status} />
            <PendingBadge orderId={row.id} />
            {row.status !== "urgent" && <PriorityBars level={row.priority} />}
            <span className="sr-only">{`Priority: ${priorityLabels[row.priority]}`}</span>
            <time dateTime={row.createdAt} className="truncate tabular-nums">
              {formatDay(row.createdAt)}
            </time>
            <span aria-hidden="true" className="ml-auto shrink-0 font-semibold text-accent-text">
              View
            </span>
          </p>
        </div>
      </li>
    ))}
  </ul>
);

/** The property and unit if the user has more than one property, otherwise the location. */
function PropertyOrLocation({
  row: { propertyId, unitNumber, location, awaitingApproval },
}: {
  row: WorkOrderRow;
}) {
  const properties = useProperties();
  const propertyName =
    properties.length > 1 ? properties.find(({ id }) => id === propertyId)?.name : undefined;
  const parts = propertyName === undefined ? [location] : [propertyName, unitNumber ?? location];
  return (awaitingApproval ? ["Not yet approved", ...parts] : parts).join(" · ");
}
