import { sql } from "kysely";
import { buildingAt, type KeptList, keptTotal } from "#server/db/list-counts.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import { notFound } from "#shared/errors.ts";
import type { listUnits, UnitRow } from "../choices-contract.ts";
import type { listVacantUnits } from "../contract.ts";
import { propertyScope, unitPlaceScope, unitScope } from "./access.ts";
import { readPart } from "./list-part.ts";
import { afterUnit, unitColumns, unitOrder } from "./unit-queries.ts";

/** With the company of the lease that runs today. */
export const withTenant = sql`${unitColumns},
  (select c.name from current_lease_units now join leases l on l.id = now.lease_id join companies c on c.id = l.company_id
    where now.unit_id = u.id limit 1) as tenant,
  (select now.lease_id from current_lease_units now where now.unit_id = u.id limit 1) as "leaseId"`;
const place = sql`u.id, u.property_id as "propertyId", u.unit_number as "unitNumber", u.type, u.status`;

/** Units of a building within reach. @throws AppError not_found when the building is not */
export async function unitsOf(ctx: SignedInCtx, input: Input<typeof listUnits>): Promise<UnitRow[]> {
  const { reach } = ctx.actor;
  const { id } = input.params;
  const { rows: properties } = await sql`
    select p.id from properties p where p.id = ${id} and ${propertyScope(reach)}`.execute(ctx.db);
  if (properties.length === 0) throw notFound("building");
  const seesAll = reach.caller === "admin" || reach.caller === "landlord";
  return readPart<UnitRow>(
    ctx,
    {
      id: sql`u.id`,
      columns: seesAll ? withTenant : place,
      rows: sql`from units u where u.property_id = ${id} and ${unitScope(reach)}`,
      order: unitOrder,
      after: afterUnit,
      total: seesAll ? keptTotal({ list: "units", places: [id] }) : undefined,
    },
    input,
  );
}

/** Vacant units within reach, building by building (APR-19). */
export const vacantUnitsOf = (ctx: SignedInCtx, input: Input<typeof listVacantUnits>): Promise<UnitRow[]> =>
  readPart<UnitRow>(
    ctx,
    {
      columns: unitColumns,
      ...unitsByBuilding(ctx, { statuses: ["vacant"] }),
      rows: sql`from units u where u.status = 'vacant' and ${unitPlaceScope(ctx.actor.reach)}`,
    },
    input,
  );

/** Units building by building, with the totals and the places that are kept of them. */
export function unitsByBuilding(
  { db, actor }: SignedInCtx,
  { statuses, propertyId }: { statuses?: readonly string[] | undefined; propertyId?: number | undefined },
) {
  const { caller, everywhere, propertyIds } = actor.reach;
  const within = everywhere ? undefined : propertyIds;
  const places =
    propertyId === undefined
      ? within
      : [propertyId].filter((id) => within === undefined || within.includes(id));
  const kept: KeptList = { list: "units", places, facets: statuses };
  const isKept = caller !== "tenant";
  return {
    id: sql<number>`u.id`,
    order: sql`u.property_id, u.id`,
    after: (id: number) =>
      sql<boolean>`(u.property_id, u.id) > (select c.property_id, c.id from units c where c.id = ${id})`,
    total: isKept ? keptTotal(kept) : undefined,
    far: async (offset: number) => {
      const building = isKept ? await buildingAt(db, kept, offset) : undefined;
      return building && { from: sql<boolean>`u.property_id >= ${building.place}`, before: building.before };
    },
  };
}
