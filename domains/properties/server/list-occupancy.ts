import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { listUnitsByOccupancy, UnitInBuilding } from "../contract.ts";
import { type Occupancy, occupancies, statusesOfOccupancy } from "../occupancy.ts";
import { propertyScope } from "./access.ts";
import { readPart } from "./list-part.ts";
import { unitColumns } from "./unit-queries.ts";

/** The units within reach that are used so: what the list shows is what the dashboard counts. */
const unitsUsedAs = (reach: Reach, occupancy: Occupancy | undefined): RawBuilder<unknown> => sql`
  from units u join properties p on p.id = u.property_id
  where ${propertyScope(reach)} and ${
    occupancy === undefined ? sql`true` : sql`u.status in (${sql.join(statusesOfOccupancy[occupancy])})`
  }`;

/** Units within reach, building by building. */
export const unitsByOccupancy = (
  ctx: SignedInCtx,
  input: Input<typeof listUnitsByOccupancy>,
): Promise<UnitInBuilding[]> =>
  readPart<UnitInBuilding>(
    ctx,
    {
      columns: sql`${unitColumns}, json_build_object('id', p.id, 'name', p.name) as property`,
      rows: unitsUsedAs(ctx.actor.reach, input.query.occupancy),
      order: sql`u.property_id, u.id`,
      after: (id) =>
        sql`(u.property_id, u.id) > (select c.property_id, c.id from units c where c.id = ${id})`,
    },
    input,
  );

/** How many units within reach are let, free and neither. */
export async function countByOccupancy({ db, actor }: SignedInCtx): Promise<Record<Occupancy, number>> {
  const counts = occupancies.map(
    (occupancy) => sql`(select count(*) ${unitsUsedAs(actor.reach, occupancy)}) as ${sql.ref(occupancy)}`,
  );
  const { rows } = await sql<Record<Occupancy, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0] ?? { occupied: 0, vacant: 0, other: 0 };
}
