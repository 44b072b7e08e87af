import { type RawBuilder, sql } from "kysely";
import { prepared } from "#server/db/statements.ts";
import type { Reach } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { listUnitsByOccupancy, UnitInBuilding } from "../contract.ts";
import { type Occupancy, occupancies, statusesOfOccupancy } from "../occupancy.ts";
import { propertyScope } from "./access.ts";
import { readPart } from "./list-part.ts";
import { withTenant } from "./list-units.ts";

const unitsWithin = (reach: Reach): RawBuilder<unknown> =>
  sql`from units u join properties p on p.id = u.property_id where ${propertyScope(reach)}`;

/** What the list shows is what the dashboard counts. */
const isUsedAs = (occupancy: Occupancy): RawBuilder<boolean> =>
  sql`u.status in (${sql.join(statusesOfOccupancy[occupancy].map((status) => sql.lit(status)))})`;

/** Units within reach, building by building. */
export const unitsByOccupancy = (
  ctx: SignedInCtx,
  input: Input<typeof listUnitsByOccupancy>,
): Promise<UnitInBuilding[]> => {
  const { occupancy, propertyId } = input.query;
  return readPart<UnitInBuilding>(
    ctx,
    {
      columns: sql`${withTenant}, json_build_object('id', p.id, 'name', p.name) as property`,
      rows: sql`${unitsWithin(ctx.actor.reach)} and ${occupancy === undefined ? sql`true` : isUsedAs(occupancy)}
        and ${propertyId === undefined ? sql`true` : sql`u.property_id = ${propertyId}`}`,
      order: sql`u.property_id, u.id`,
      after: (id) =>
        sql`(u.property_id, u.id) > (select c.property_id, c.id from units c where c.id = ${id})`,
    },
    input,
  );
};

/** How many units within reach are let, free and neither. */
export async function countByOccupancy({ db, actor }: SignedInCtx): Promise<Record<Occupancy, number>> {
  const counts = occupancies.map(
    (occupancy) => sql`count(*) filter (where ${isUsedAs(occupancy)}) as ${sql.ref(occupancy)}`,
  );
  const statement = sql`select ${sql.join(counts)} ${unitsWithin(actor.reach)}`.compile(db);
  const { rows } = await prepared<Record<Occupancy, number>>(db, statement.sql, statement.parameters);
  return rows[0] ?? { occupied: 0, vacant: 0, other: 0 };
}
