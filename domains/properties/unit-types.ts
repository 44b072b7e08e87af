import { lookUp } from "#shared/look-up.ts";

/** AUN-05. */
export const unitTypeLabels = {
  apartment: "Apartment",
  office: "Office Space",
  retail: "Retail Space",
  warehouse: "Warehouse",
  studio: "Studio",
  duplex: "Duplex",
  house: "House",
  condo: "Condominium",
} as const satisfies Record<string, string>;

export type UnitType = keyof typeof unitTypeLabels;
/** Returns the label of a type. Unknown values are returned unchanged. */
export const unitTypeLabel = (type: string): string => lookUp(unitTypeLabels, type) ?? type;
export const isCommercial = (type: string): boolean => ["office", "retail", "warehouse"].includes(type);
export const unitTypes = Object.keys(unitTypeLabels) as UnitType[];
