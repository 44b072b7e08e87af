import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import type { exportProperties, exportUnits, Property, UnitInBuilding } from "../contract.ts";
import { propertyTypeLabels } from "../property-types.ts";
import { type UnitStatus, unitStatusLabels } from "../unit-statuses.ts";
import { type UnitType, unitTypeLabels } from "../unit-types.ts";
import { unitsByOccupancy } from "./list-occupancy.ts";
import { propertiesOf } from "./list-properties.ts";

/** The properties that the list shows, for spreadsheets. */
export const propertiesAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportProperties>,
): CsvTable<Property> => ({
  name: "properties",
  columns: {
    Name: ({ name }) => name,
    Address: ({ address }) => address,
    City: ({ city }) => city,
    State: ({ state }) => state,
    "ZIP code": ({ zip }) => zip,
    Country: ({ country }) => country,
    Type: ({ type }) => propertyTypeLabels[type],
    Units: ({ unitCount, type }) => (type === "single" ? 1 : (unitCount ?? 0)),
    "Year built": ({ yearBuilt }) => yearBuilt ?? null,
    "MLS number": ({ mlsNumber }) => mlsNumber ?? null,
  },
  rows: rowsOf((part) => propertiesOf(ctx, { ...input, ...part }), input),
});

/** The units that the list shows, for spreadsheets. */
export const unitsAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportUnits>,
): CsvTable<UnitInBuilding> => ({
  name: "units",
  columns: {
    Building: ({ property }) => property.name,
    Unit: ({ unitNumber }) => unitNumber,
    Tenant: ({ tenant }) => tenant ?? null,
    Type: ({ type }) => unitTypeLabels[type as UnitType] ?? type,
    Status: ({ status }) => unitStatusLabels[status as UnitStatus] ?? status,
    "Size (sq ft)": ({ sizeSqft }) => sizeSqft,
    "Asking rent (USD)": ({ rent }) => rent / 100,
  },
  rows: rowsOf((part) => unitsByOccupancy(ctx, { ...input, ...part }), input),
});
