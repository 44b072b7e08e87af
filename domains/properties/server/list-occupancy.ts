import { type RawBuilder, sql } from "kysely";
import { preparedOf } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { listUnitsByOccupancy, UnitInBuilding } from "../contract.ts";
import { type Occupancy, occupancies, statusesOfOccupancy } from "../occupancy.ts";
import { unitPlaceScope } from "./access.ts";
import { readPart } from "./list-part.ts";
import { unitsByBuilding, withTenant } from "./list-units.ts";

const isOneOf = (column: string, occupancy: Occupancy): RawBuilder<boolean> =>
  sql`${sql.ref(column)} in (${sql.join(statusesOfOccupancy[occupancy].map((status) => sql.lit(status)))})`;

/** Units within reach, building by building. */
export const unitsByOccupancy = (
  ctx: SignedInCtx,
  input: Input<typeof listUnitsByOccupancy>,
): Promise<UnitInBuilding[]> => {
  const { occupancy, propertyId } = input.query;
  return readPart<UnitInBuilding>(
    ctx,
    {
      columns: sql`${withTenant},
        (select json_build_object('id', p.id, 'name', p.name) from properties p where p.id = u.property_id) as property`,
      ...unitsByBuilding(ctx, { statuses: occupancy && statusesOfOccupancy[occupancy], propertyId }),
      rows: sql`from units u where ${unitPlaceScope(ctx.actor.reach)}
        and ${occupancy === undefined ? sql`true` : isOneOf("u.status", occupancy)}
        and ${propertyId === undefined ? sql`true` : sql`u.property_id = ${propertyId}`}`,
    },
    input,
  );
};

/** How many units within reach are let, free and neither: what the list would count, from the same kept counts. */
export async function countByOccupancy({ db, actor }: SignedInCtx): Promise<Record<Occupancy, number>> {
  const { everywhere, propertyIds } = actor.reach;
  const counts = occupancies.map(
    (occupancy) =>
      sql`coalesce(sum(c.count) filter (where ${isOneOf("c.facet", occupancy)}), 0)::bigint as ${sql.ref(occupancy)}`,
  );
  const statement = sql<Record<Occupancy, number>>`
    select ${sql.join(counts)} from list_counts c where c.list = 'units' and c.facet <> ''
      and ${everywhere ? sql`c.place = 0` : sql`c.place = any(${propertyIds}::bigint[])`}`;
  const { rows } = await preparedOf(db, statement);
  return rows[0] ?? { occupied: 0, vacant: 0, other: 0 };
}
