import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listUnits, UnitRow } from "../../choices-contract.ts";
import type { listUnitsByOccupancy, listVacantUnits, UnitWithProperty } from "../../contract.ts";
import { type Occupancy, statusesByOccupancy } from "../../occupancy.ts";
import { type UnitStatus, unitStatusLabel } from "../../unit-statuses.ts";
import { unitTypeLabel } from "../../unit-types.ts";
import { unitPropertyScope, unitScope } from "../access.ts";
import { nextLeaseColumn, unitColumns } from "./unit-queries.ts";

/** The unit columns, the company on the current lease, and the start date of the next lease. */
const columnsWithTenant = sql`${unitColumns}, ${nextLeaseColumn},
  (select c.name from current_lease_units lu join leases l on l.id = lu.lease_id join companies c on c.id = l.company_id
    where lu.unit_id = u.id limit 1) as tenant,
  (select lu.lease_id from current_lease_units lu where lu.unit_id = u.id limit 1) as "leaseId"`;
const basicColumns = sql`u.id, u.property_id as "propertyId", u.unit_number as "unitNumber", u.type, u.status, u.suite, u.floor`;

const idColumn = sql`u.id`;
const propertyOrder = { by: [sql`u.property_id`, idColumn] };
/** Sorts naturally: 2 before 10, and A10 before B2. */
const numberOrder = {
  by: [
    sql`(substring(u.unit_number from '^\\D*') collate "C")`,
    sql`coalesce(substring(u.unit_number from '\\d{1,15}')::bigint, -1)`,
    sql`(u.unit_number collate "C")`,
    idColumn,
  ],
};

/** The units at a property that the user can access. Rent and tenant are for landlords and administrators. */
export const definePropertyUnitList = (propertyId: number) =>
  defineList<QueryOf<typeof listUnits>, UnitRow>({
    from: sql`units u`,
    columns: ({ actor }) =>
      actor.accessScope.effectiveRole === "admin" || actor.accessScope.effectiveRole === "landlord"
        ? columnsWithTenant
        : basicColumns,
    id: idColumn,
    sort: () => numberOrder,
    scope: unitScope,
    baseCondition: sql`u.property_id = ${propertyId}`,
    filters: {},
    returnsAllByDefault: true,
  });

/** The vacant units the user can access, by property (APR-19). */
export const vacantUnitList = defineList<QueryOf<typeof listVacantUnits>, UnitRow>({
  from: sql`units u`,
  columns: unitColumns,
  id: idColumn,
  sort: () => propertyOrder,
  scope: unitPropertyScope,
  baseCondition: sql`u.status = 'vacant'`,
  filters: {},
  returnsAllByDefault: true,
});

/** The units the user can access, by property. */
export const unitList = defineList<QueryOf<typeof listUnitsByOccupancy>, UnitWithProperty>({
  from: sql`units u`,
  columns: sql`${columnsWithTenant},
    (select json_build_object('id', p.id, 'name', p.name) from properties p where p.id = u.property_id) as property`,
  id: idColumn,
  sort: () => propertyOrder,
  scope: unitPropertyScope,
  filters: {
    occupancy: (occupancy) => sql`u.status = any(${statusesByOccupancy[occupancy]}::text[])`,
    propertyId: (propertyId) => sql`u.property_id = ${propertyId}`,
  },
  returnsAllByDefault: true,
  csv: {
    name: "units",
    cells: {
      Property: ({ property }) => property.name,
      Unit: ({ unitNumber }) => unitNumber,
      Tenant: ({ tenant }) => tenant ?? null,
      Type: ({ type }) => unitTypeLabel(type),
      Status: ({ status }) => unitStatusLabel(status),
      Suite: ({ suite }) => suite,
      Floor: ({ floor }) => floor,
      "Size (sq ft)": ({ sizeSqft }) => sizeSqft,
      "Rentable area (sq ft)": ({ rentableSqft }) => rentableSqft,
      "Asking rent (USD)": ({ rent }) => rent / 100,
    },
  },
});

interface OccupancyTotals extends Record<Occupancy, number> {
  occupiedSquareFeet: number;
  vacantSquareFeet: number;
  squareFeet: number;
}

/**
 * Counts the units the user can access as leased, available, or neither, and totals the areas that are known.
 */
export async function sumByOccupancy(
  ctx: SignedInCtx,
  query: { propertyId?: number } = {},
): Promise<OccupancyTotals> {
  const { rows } = await sql<{ status: UnitStatus; total: number; squareFeet: number }>`
    select u.status, count(*) as total, coalesce(sum(u.area_sqft), 0)::bigint as "squareFeet"
    from units u where ${unitList.conditions(ctx, query)} group by 1`.execute(ctx.db);
  const filterByOccupancy = (occupancy: Occupancy) =>
    rows.filter(({ status }) => statusesByOccupancy[occupancy].some((listed) => listed === status));
  const countUnits = (occupancy: Occupancy) =>
    filterByOccupancy(occupancy).reduce((sum, { total }) => sum + total, 0);
  const sumSquareFeet = (selectedRows: typeof rows) =>
    selectedRows.reduce((sum, row) => sum + row.squareFeet, 0);
  return {
    occupied: countUnits("occupied"),
    vacant: countUnits("vacant"),
    other: countUnits("other"),
    occupiedSquareFeet: sumSquareFeet(filterByOccupancy("occupied")),
    vacantSquareFeet: sumSquareFeet(filterByOccupancy("vacant")),
    squareFeet: sumSquareFeet(rows),
  };
}
