import type { UnitStatus } from "./unit-statuses.ts";

/** How the dashboard counts a unit: leased, available, or neither. */
export const occupancies = ["occupied", "vacant", "other"] as const;
export type Occupancy = (typeof occupancies)[number];

export const occupancyLabels = {
  occupied: "Occupied",
  vacant: "Vacant",
  other: "Unavailable",
} as const satisfies Record<Occupancy, string>;

export const statusesByOccupancy = {
  occupied: ["occupied"],
  vacant: ["vacant"],
  other: ["maintenance", "renovation", "reserved"],
} as const satisfies Record<Occupancy, readonly UnitStatus[]>;
