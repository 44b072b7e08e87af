import { formatCalendarDay } from "#shared/format/dates.ts";
import { lookUp } from "#shared/look-up.ts";

/** AUN-11. */
export const unitStatusLabels = {
  vacant: "Vacant",
  occupied: "Occupied",
  maintenance: "Under Maintenance",
  renovation: "Under Renovation",
  reserved: "Reserved",
} as const satisfies Record<string, string>;

export type UnitStatus = keyof typeof unitStatusLabels;
/** Returns the label of a status. Unknown values are returned unchanged. */
export const unitStatusLabel = (status: string): string => lookUp(unitStatusLabels, status) ?? status;

/** Describes a unit that isn't leased yet: `Vacant, leased from Dec 15, 2026`. */
export const describeUnitStatus = ({
  status,
  nextLeaseStartsOn,
}: {
  status: string;
  nextLeaseStartsOn?: string | null | undefined;
}): string =>
  nextLeaseStartsOn == null || status === "occupied"
    ? unitStatusLabel(status)
    : `${unitStatusLabel(status)}, leased from ${formatCalendarDay(nextLeaseStartsOn)}`;

export const unitStatuses = Object.keys(unitStatusLabels) as UnitStatus[];
