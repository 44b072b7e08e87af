export const propertyTypes = ["single", "multi"] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** The labels on a property card's badge (PROP-10). The tabs use hyphens instead. */
export const propertyTypeLabels = {
  single: "Single Unit",
  multi: "Multi Unit",
} as const satisfies Record<PropertyType, string>;
