import type { KindName } from "../import-kinds.ts";
import { propertyRows } from "./property-rows.ts";
import type { RowKind } from "./row-kind.ts";
import { unitRows } from "./unit-rows.ts";

export const rowKinds = {
  properties: propertyRows,
  units: unitRows,
} as const satisfies Record<KindName, RowKind>;
