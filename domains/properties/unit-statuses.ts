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
export const unitStatuses = Object.keys(unitStatusLabels) as UnitStatus[];
