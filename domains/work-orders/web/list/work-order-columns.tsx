import { formatAge, formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useBuildings } from "#web/list/filters.tsx";
import { Button } from "#web/ui/button.tsx";
import { Priority } from "#web/ui/priority.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { Column } from "#web/ui/table.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { workOrderPath } from "../../paths.ts";
import { DueTime } from "../due-date/due-date.tsx";
import { PendingBadge } from "../offline-queue/pending-badge.tsx";
import { PauseNote } from "../pauses/pause-note.tsx";

type WorkOrderColumn = Column<WorkOrderRow>;

/** The columns that all work order tables share (WO-14, DASH-11). */
export const workOrderColumns = {
  id: {
    key: "id",
    header: "ID",
    onPhone: "hidden",
    cell: ({ id }) => (
      <span className="whitespace-nowrap text-ink-soft tabular-nums">{workOrderNumber(id)}</span>
    ),
  },
  category: {
    key: "category",
    header: "Category",
    onPhone: "hidden",
    cell: ({ category }) => <span className="whitespace-nowrap">{category}</span>,
  },
  location: {
    key: "location",
    header: "Location",
    className: "sm:max-w-56 sm:min-w-20 sm:wrap-break-word",
    onPhone: "line",
    cell: ({ location }) => <span className="line-clamp-3">{location}</span>,
    phoneCell: (row) => <CompactLocation row={row} />,
  },
  reported: {
    key: "reported",
    header: "Reported",
    sorts: ["newest", "oldest"],
    onPhone: "line",
    cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{formatDay(createdAt)}</span>,
    phoneCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAge(createdAt)}</time>,
  },
  status: {
    key: "status",
    header: "Status",
    sorts: ["to-do-first", "done-first"],
    onPhone: "badge",
    cell: ({ id, status }) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={status} />
        <PendingBadge orderId={id} />
      </span>
    ),
  },
} as const satisfies Record<string, WorkOrderColumn>;

/** The columns that users can add to the list. */
export const optionalWorkOrderColumns: readonly WorkOrderColumn[] = [
  {
    key: "building",
    header: "Property",
    sorts: ["building-z-a", "building-a-z"],
    isAscendingFirst: true,
    className: "min-w-24 wrap-break-word",
    onPhone: "hidden",
    cell: ({ propertyId }) => <BuildingName id={propertyId} />,
  },
  {
    key: "assignee",
    header: "Assigned to",
    sorts: ["assignee-z-a", "assignee-a-z"],
    isAscendingFirst: true,
    className: "min-w-20 wrap-break-word",
    onPhone: "hidden",
    cell: ({ assignee, team }) =>
      assignee?.fullName ??
      (team === null ? <span className="text-ink-faint">Unassigned</span> : `Team ${team.name}`),
  },
  {
    key: "priority",
    header: "Priority",
    sorts: ["highest", "lowest"],
    onPhone: "hidden",
    cell: ({ priority }) => <Priority level={priority} />,
  },
  {
    key: "due",
    header: "Due",
    className: "min-w-28",
    sorts: ["due-first", "due-last"],
    onPhone: "hidden",
    cell: (row) => <DueTime order={row} />,
  },
  {
    key: "age",
    header: "Age",
    sorts: ["oldest", "newest"],
    onPhone: "hidden",
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatAge(createdAt)}</span>,
  },
];

const BuildingName = ({ id }: { id: number }) => useBuildings().find((building) => building.id === id)?.name;

/**
 * Property and unit if there are several properties, or the location if the unit isn't known. The unit is
 * never truncated.
 */
function CompactLocation({
  row: { propertyId, unitNumber, location, awaitingApproval },
}: {
  row: WorkOrderRow;
}) {
  const buildings = useBuildings();
  const building = buildings.length > 1 ? buildings.find(({ id }) => id === propertyId)?.name : undefined;
  const place = building ?? location;
  const unit = building !== undefined && ` · ${unitNumber ?? location}`;
  return (
    <span className="flex">
      <span className="truncate">{awaitingApproval ? `Not yet approved · ${place}` : place}</span>
      <span className={unitNumber === null ? "truncate whitespace-pre" : "shrink-0 whitespace-pre"}>
        {unit}
      </span>
    </span>
  );
}

/** The title, and below it why the work is on hold. */
export const CompactIssue = ({ row }: { row: WorkOrderRow }) => (
  <>
    <span>{row.title}</span>
    <PauseNote order={row} className="block! text-sm" />
  </>
);

/** The columns of a short list. `View` opens the work order. */
export const shortWorkOrderColumns = (navigate: (address: string) => void): WorkOrderColumn[] => [
  workOrderColumns.id,
  {
    key: "issue",
    header: "Issue",
    onPhone: "title",
    className: "sm:max-w-72",
    cell: (row) => (
      <>
        <span className="line-clamp-2 font-medium">{row.title}</span>
        <PauseNote order={row} className="block text-sm" />
      </>
    ),
    phoneCell: (row) => <CompactIssue row={row} />,
  },
  workOrderColumns.location,
  workOrderColumns.reported,
  workOrderColumns.status,
  {
    key: "view",
    header: "View",
    isHeaderHidden: true,
    onPhone: "hidden",
    cell: ({ id }) => (
      <Button
        size="sm"
        aria-label={`View ${workOrderNumber(id)}`}
        onClick={() => navigate(workOrderPath(id))}
      >
        View
      </Button>
    ),
  },
];
