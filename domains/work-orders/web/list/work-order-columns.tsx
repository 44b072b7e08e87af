import { formatAge, formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useProperties } from "#web/list/filters.tsx";
import { Priority } from "#web/ui/faces/priority.tsx";
import { StatusBadge } from "#web/ui/faces/status-badge.tsx";
import type { Column } from "#web/ui/tables/table.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { AssigneeFace } from "../assignment/assignee-face.tsx";
import { DueTime } from "../due-date/due-date.tsx";
import { PendingBadge } from "../offline-queue/pending-badge.tsx";

type WorkOrderColumn = Column<WorkOrderRow>;

/** The columns that all work order tables share (WO-14, DASH-11). */
export const workOrderColumns = {
  id: {
    key: "id",
    header: "ID",
    cell: ({ id }) => (
      <span className="whitespace-nowrap text-ink-soft tabular-nums">{workOrderNumber(id)}</span>
    ),
  },
  category: {
    key: "category",
    header: "Category",
    cell: ({ category }) => <span className="whitespace-nowrap">{category}</span>,
  },
  location: {
    key: "location",
    header: "Location",
    className: "sm:max-w-56 sm:min-w-20 sm:wrap-break-word",
    cell: ({ location }) => (
      <span className="line-clamp-2 min-[90rem]:line-clamp-(--row-lines)" title={location}>
        {location}
      </span>
    ),
  },
  reported: {
    key: "reported",
    header: "Reported",
    sorts: ["newest", "oldest"],
    cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{formatDay(createdAt)}</span>,
  },
  status: {
    key: "status",
    header: "Status",
    sorts: ["to-do-first", "done-first"],
    cell: (row) => (
      <span className="flex items-center gap-2">
        <StatusCell row={row} />
        <AssigneeFace order={row} size={22} />
      </span>
    ),
  },
} as const satisfies Record<string, WorkOrderColumn>;

/** The status alone, for tables that have an assignee column. */
export const statusOnlyColumn: WorkOrderColumn = {
  ...workOrderColumns.status,
  cell: (row) => <StatusCell row={row} />,
};

const StatusCell = ({ row: { id, status } }: { row: WorkOrderRow }) => (
  <span className="flex items-center gap-2">
    <StatusBadge status={status} />
    <PendingBadge orderId={id} />
  </span>
);

/** The columns that users can add to the list. */
export const optionalWorkOrderColumns: readonly WorkOrderColumn[] = [
  {
    key: "priority",
    header: "Priority",
    sorts: ["highest", "lowest"],
    cell: ({ priority }) => <Priority level={priority} />,
  },
  {
    key: "assignee",
    header: "Assigned to",
    align: "start",
    sorts: ["assignee-z-a", "assignee-a-z"],
    isAscendingFirst: true,
    cell: (row) => (
      <span className="flex items-center gap-2">
        <span aria-hidden="true" className="contents">
          <AssigneeFace order={row} size={22} />
        </span>
        <span className="line-clamp-2 min-w-16 max-w-32 min-[90rem]:line-clamp-(--row-lines) min-[90rem]:min-w-26">
          <AssigneeName row={row} />
        </span>
      </span>
    ),
  },
  {
    key: "property",
    header: "Property",
    sorts: ["property-z-a", "property-a-z"],
    isAscendingFirst: true,
    className: "min-w-24 wrap-break-word",
    cell: ({ propertyId }) => <PropertyName id={propertyId} />,
  },
  {
    key: "due",
    header: "Due",
    className: "min-w-28",
    sorts: ["due-first", "due-last"],
    cell: (row) => <DueTime order={row} />,
  },
  {
    key: "age",
    header: "Age",
    sorts: ["oldest", "newest"],
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatAge(createdAt)}</span>,
  },
];

const AssigneeName = ({ row: { assignee, team } }: { row: WorkOrderRow }) =>
  assignee?.fullName ??
  (team === null ? <span className="text-ink-faint">Unassigned</span> : `Team ${team.name}`);

const PropertyName = ({ id }: { id: number }) => useProperties().find((property) => property.id === id)?.name;
