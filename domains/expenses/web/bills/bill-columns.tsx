import { formatCalendarDay, formatDays } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import type { Column } from "#web/ui/tables/table.tsx";
import { type BillState, billStateLabels } from "../../bill-states.ts";
import type { BillRow } from "../../contract.ts";

const tones = { unpaid: "amber", paid: "green", voided: "gray" } as const satisfies Record<BillState, Tone>;

export const BillStateBadge = ({ state }: { state: BillState }) => (
  <Badge tone={tones[state]} isQuiet>
    {billStateLabels[state]}
  </Badge>
);

export const billColumns: readonly Column<BillRow>[] = [
  {
    key: "date",
    header: "Date",
    phoneSlot: "line",
    cell: ({ billedOn }) => (
      <span className="whitespace-nowrap tabular-nums">{formatCalendarDay(billedOn)}</span>
    ),
  },
  {
    key: "vendor",
    header: "Vendor",
    phoneSlot: "title",
    className: "sm:max-w-64",
    cell: ({ vendor, number }) => (
      <>
        <span className="block font-medium wrap-anywhere">{vendor.name}</span>
        {number !== "" && (
          <span className="block text-ink-soft text-sm wrap-anywhere">{`No. ${number}`}</span>
        )}
      </>
    ),
    phoneCell: ({ vendor }) => vendor.name,
  },
  {
    key: "property",
    header: "Property",
    phoneSlot: "hidden",
    cell: ({ property }) => property.name,
  },
  {
    key: "categories",
    header: "Categories",
    phoneSlot: "line",
    className: "sm:max-w-64",
    cell: ({ categories }) => <span className="line-clamp-2">{categories.join(", ")}</span>,
    phoneCell: ({ categories }) => categories[0],
  },
  {
    key: "service",
    header: "Service period",
    phoneSlot: "hidden",
    cell: ({ serviceFrom, serviceTo }) => (
      <span className="text-ink-soft text-sm">{formatDays(serviceFrom, serviceTo)}</span>
    ),
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    align: "start",
    cell: ({ state }) => <BillStateBadge state={state} />,
  },
  {
    key: "total",
    header: "Total",
    phoneSlot: "figure",
    align: "end",
    cell: ({ totalCents }) => (
      <span className="font-medium tabular-nums">{formatCents(toCents(totalCents))}</span>
    ),
  },
];
