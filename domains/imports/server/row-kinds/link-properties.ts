import { type RawBuilder, sql } from "kysely";
import { lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { recordErrors } from "./row-kind.ts";

/**
 * Selects the properties that rows name in `content.properties`, by name or else by number, within the access
 * scope: `name`, `id` if exactly one matches, and `matches` (the number of matches).
 */
export function namedProperties(accessScope: AccessScope, importId: number): RawBuilder<unknown> {
  const scope = propertyScope(accessScope);
  return sql`(
    with named as materialized (
      select distinct property_name as name from import_rows r, jsonb_array_elements_text(r.content -> 'properties') property_name
      where r.import_id = ${importId}
    ), by_name as (
      select n.name, min(p.id) as id, count(*) as matches from named n
      join properties p on fold_text(p.name) = fold_text(n.name) and ${scope} group by n.name
    ), by_number as (
      select n.name, p.id from named n
      join properties p on n.name ~ '^[1-9][0-9]{0,14}$' and p.id::text = n.name and ${scope}
    )
    select n.name, case when a.matches > 1 then null else coalesce(a.id, b.id) end as id, coalesce(a.matches, 0) as matches
    from named n left join by_name a on a.name = n.name left join by_number b on b.name = n.name)`;
}

/**
 * Links rows to the properties they name. Records an error for each name that matches no property the user
 * can access, or more than one.
 */
export async function linkProperties({ db, actor }: SignedInCtx, importId: number): Promise<void> {
  const propertyMatches = namedProperties(actor.accessScope, importId);
  await sql`
    update import_rows r set property_id = n.id from ${propertyMatches} n
    where r.import_id = ${importId} and jsonb_array_length(r.content -> 'properties') = 1
      and n.name = r.content -> 'properties' ->> 0 and r.property_id is distinct from n.id`.execute(db);
  await recordErrors(
    db,
    importId,
    "Property",
    sql`
    select r.line, case when n.matches > 1
      then format('Several properties are called “%s”. Enter the number in the page URL of the property instead.', left(n.name, 80))
      else format('There is no property “%s”. Enter its name as shown in the portal, or import the property first.', left(n.name, 80))
      end as message
    from ${propertyMatches} n join import_rows r on r.import_id = ${importId} and r.content -> 'properties' ? n.name
    where n.id is null`,
  );
}

/** Records an error for each unit number of `content.units` that doesn't exist at the row's property. */
export async function checkUnits({ db }: SignedInCtx, importId: number, column: string): Promise<void> {
  await recordErrors(
    db,
    importId,
    column,
    sql`
    select r.line, format('There is no unit “%s” at this property.', left(number, 40)) as message
    from import_rows r, jsonb_array_elements_text(r.content -> 'units') number
    where r.import_id = ${importId} and r.property_id is not null and not exists (
      select from units u where u.property_id = r.property_id and fold_text(u.unit_number) = fold_text(number))`,
  );
}

/**
 * Locks the existing units that the rows name, and then the months of their properties, in the order all code locks
 * them. Until the transaction ends, no one else sees the records that the import creates.
 */
export async function lockUnitsAndMonths(ctx: SignedInCtx, importId: number): Promise<void> {
  await sql`
    select from units where id in (
      select u.id from import_rows r, jsonb_array_elements_text(r.content -> 'units') number
      join units u on fold_text(u.unit_number) = fold_text(number)
      where r.import_id = ${importId} and u.property_id = r.property_id)
    order by id for no key update`.execute(ctx.db);
  const { rows } = await sql<{ id: number }>`
    select distinct property_id as id from import_rows where import_id = ${importId} and property_id is not null`.execute(
    ctx.db,
  );
  await lockPropertyMonths(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** Returns the rows of a batch with the records they name, for types that are written row by row. */
export async function readLinkedRows<Content>(
  { db, actor }: SignedInCtx,
  importId: number,
  lines: readonly number[],
): Promise<{ content: Content; propertyIds: number[]; unitIds: number[] }[]> {
  const { rows } = await sql<{ content: Content; propertyIds: number[]; unitIds: number[] }>`
    select r.content,
      array(select n.id from ${namedProperties(actor.accessScope, importId)} n where r.content -> 'properties' ? n.name and n.id is not null) as "propertyIds",
      array(select u.id from jsonb_array_elements_text(r.content -> 'units') number
        join units u on u.property_id = r.property_id and fold_text(u.unit_number) = fold_text(number)) as "unitIds"
    from import_rows r where r.import_id = ${importId} and r.line = any(${lines}::integer[]) order by r.line`.execute(
    db,
  );
  return rows;
}
