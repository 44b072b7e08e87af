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
export const isCommercial = (type: string): boolean => ["office", "retail", "warehouse"].includes(type);
export const unitTypes = Object.keys(unitTypeLabels) as UnitType[];
