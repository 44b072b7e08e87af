/** AUN-11. */
export const unitStatusLabels = {
  vacant: "Vacant",
  occupied: "Occupied",
  maintenance: "Under Maintenance",
  renovation: "Under Renovation",
  reserved: "Reserved",
} as const satisfies Record<string, string>;

export type UnitStatus = keyof typeof unitStatusLabels;
export const unitStatuses = Object.keys(unitStatusLabels) as UnitStatus[];
