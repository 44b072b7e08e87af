import { formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { Column } from "#web/ui/table.tsx";
import type { WorkOrderRow } from "../contract.ts";

type OrderColumn = Column<WorkOrderRow>;

/** The columns shared by all tables of work orders (WO-14, DASH-11). */
export const orderColumns = {
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
    className: "sm:max-w-56 sm:min-w-20",
    cell: ({ location }) => <span className="line-clamp-3">{location}</span>,
  },
  reported: {
    key: "reported",
    header: "Reported",
    cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{formatDay(createdAt)}</span>,
  },
  status: { key: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
} as const satisfies Record<string, OrderColumn>;

/** The columns of a short list of orders; `View` opens the order. */
export const shortOrderColumns = (navigate: (address: string) => void): OrderColumn[] => [
  orderColumns.id,
  {
    key: "issue",
    header: "Issue",
    onPhone: "title",
    className: "sm:max-w-72",
    cell: ({ title }) => <span className="line-clamp-2 font-medium">{title}</span>,
  },
  orderColumns.location,
  orderColumns.reported,
  orderColumns.status,
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
