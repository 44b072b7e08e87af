export const propertyTypes = ["single", "multi"] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** As on the badge of a card (PROP-10); the tabs write them with a hyphen. */
export const propertyTypeLabels = {
  single: "Single Unit",
  multi: "Multi Unit",
} as const satisfies Record<PropertyType, string>;
