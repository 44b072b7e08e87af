import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { Building, listBuildings } from "../choices-contract.ts";
import type { listProperties, Property } from "../contract.ts";
import { propertyScope } from "./access.ts";
import { anywhere, readPart } from "./list-part.ts";
import { imageAddress, propertyColumns } from "./property-queries.ts";

/** Buildings within reach, in the order they were made (API-13). */
export const buildingsOf = (ctx: SignedInCtx, input: Input<typeof listBuildings>): Promise<Building[]> =>
  readPart<Building>(
    ctx,
    {
      id: sql`p.id`,
      columns: sql`p.id, p.name, concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as address,
        ${imageAddress} as image`,
      rows: sql`from properties p where ${propertyScope(ctx.actor.reach)}`,
      order: sql`p.id`,
      after: (id) => sql`p.id > ${id}`,
    },
    input,
  );

/** Properties within reach, newest first; `q` is looked for in name, address, city, state and zip (PROP-08). */
export function propertiesOf(ctx: SignedInCtx, input: Input<typeof listProperties>): Promise<Property[]> {
  const { q = "", type } = input.query;
  const conditions = [propertyScope(ctx.actor.reach)];
  if (type !== undefined) conditions.push(sql`p.type = ${type}`);
  if (q !== "") {
    const pattern = anywhere(q);
    conditions.push(sql`(p.name ilike ${pattern} or p.address ilike ${pattern} or p.city ilike ${pattern}
      or p.state ilike ${pattern} or p.zip ilike ${pattern})`);
  }
  return readPart<Property>(
    ctx,
    {
      id: sql`p.id`,
      columns: propertyColumns,
      rows: sql`from properties p where ${sql.join(conditions, sql` and `)}`,
      order: sql`p.id desc`,
      after: (id) => sql`p.id < ${id}`,
      countedUpTo: q === "" ? undefined : 1_000,
    },
    input,
  );
}
