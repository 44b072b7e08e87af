import type { Pages } from "#web/page.ts";

export const propertiesPages = {
  properties: {
    patterns: ["/properties"],
    access: "properties.list",
    load: () => import("./property-list/properties-page.tsx"),
  },
  property: {
    patterns: ["/properties/:id"],
    access: "properties.read",
    load: () => import("./property/property-page.tsx"),
  },
  addProperty: {
    patterns: ["/add-property"],
    access: "properties.create",
    load: () => import("./property/add-property-page.tsx"),
  },
  addUnit: {
    patterns: ["/add-unit"],
    access: "units.create",
    load: () => import("./unit/add-unit-page.tsx"),
  },
  addUnits: {
    patterns: ["/properties/:id/add-units"],
    access: "units.create",
    load: () => import("./units/add-units-page.tsx"),
  },
  units: {
    patterns: ["/units"],
    access: "units.read",
    load: () => import("./units/units-page.tsx"),
  },
  unit: {
    patterns: ["/units/:id"],
    access: "units.read",
    load: () => import("./unit/unit-page.tsx"),
  },
} as const satisfies Pages;
