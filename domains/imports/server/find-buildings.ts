import { type RawBuilder, sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { AccessScope } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { note } from "./row-kind.ts";

/**
 * The buildings that rows name in `content.properties`, by their name or else by their number, within the access scope: `name`,
 * `id` when exactly one matches, and `found`, how many match.
 */
export function namedBuildings(accessScope: AccessScope, importId: number): RawBuilder<unknown> {
  const scope = propertyScope(accessScope);
  return sql`(
    with named as materialized (
      select distinct one as name from import_rows r, jsonb_array_elements_text(r.content -> 'properties') one
      where r.import_id = ${importId}
    ), by_name as (
      select n.name, min(p.id) as id, count(*) as found from named n
      join properties p on lower(p.name) = lower(n.name) and ${scope} group by n.name
    ), by_number as (
      select n.name, p.id from named n
      join properties p on n.name ~ '^[1-9][0-9]{0,14}$' and p.id::text = n.name and ${scope}
    )
    select n.name, case when a.found > 1 then null else coalesce(a.id, b.id) end as id, coalesce(a.found, 0) as found
    from named n left join by_name a on a.name = n.name left join by_number b on b.name = n.name)`;
}

/** Finds the buildings that the rows name, and notes each name that matches no building within the access scope, or several. */
export async function findBuildings({ db, actor }: SignedInCtx, importId: number): Promise<void> {
  const named = namedBuildings(actor.accessScope, importId);
  await sql`
    update import_rows r set property_id = n.id from ${named} n
    where r.import_id = ${importId} and jsonb_array_length(r.content -> 'properties') = 1
      and n.name = r.content -> 'properties' ->> 0 and r.property_id is distinct from n.id`.execute(db);
  await note(
    db,
    importId,
    "Property",
    sql`
    select r.line, case when n.found > 1
      then format('More than one building is called “%s”. Please give the number of the building instead, as in the address of its page.', left(n.name, 80))
      else format('There is no building “%s”. Please write its name as the portal shows it, or import the buildings first.', left(n.name, 80))
      end as message
    from ${named} n join import_rows r on r.import_id = ${importId} and r.content -> 'properties' ? n.name
    where n.id is null`,
  );
}

/** Records an error for each unit number of `content.units` that the row's building does not have. */
export async function findUnits({ db }: SignedInCtx, importId: number, column: string): Promise<void> {
  await note(
    db,
    importId,
    column,
    sql`
    select r.line, format('There is no unit “%s” in this building.', left(number, 40)) as message
    from import_rows r, jsonb_array_elements_text(r.content -> 'units') number
    where r.import_id = ${importId} and r.property_id is not null and not exists (
      select from units u where u.property_id = r.property_id and lower(u.unit_number) = lower(number))`,
  );
}

/** The rows of a part with the records they name, for kinds that are written row by row. */
export async function foundRows<Content>(
  { db, actor }: SignedInCtx,
  importId: number,
  { from, to }: { from: number; to: number },
): Promise<{ content: Content; propertyIds: number[]; unitIds: number[] }[]> {
  const { rows } = await sql<{ content: Content; propertyIds: number[]; unitIds: number[] }>`
    select r.content,
      array(select n.id from ${namedBuildings(actor.accessScope, importId)} n where r.content -> 'properties' ? n.name and n.id is not null) as "propertyIds",
      array(select u.id from jsonb_array_elements_text(r.content -> 'units') number
        join units u on u.property_id = r.property_id and lower(u.unit_number) = lower(number)) as "unitIds"
    from import_rows r where r.import_id = ${importId} and r.line between ${from} and ${to} order by r.line`.execute(
    db,
  );
  return rows;
}
