import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { note } from "./row-kind.ts";

/**
 * Finds the building that each row names in `content.property`, by its name or else by its number, within the caller's
 * reach, and notes the rows that name none or more than one.
 */
export async function findBuildings({ db, actor }: SignedInCtx, importId: number): Promise<void> {
  const scope = propertyScope(actor.reach);
  await sql`
    with named as materialized (
      select distinct r.content ->> 'property' as name from import_rows r where r.import_id = ${importId}
    ), candidates as (
      select n.name, min(p.id) as id, count(*) as found from named n
      join properties p on lower(p.name) = lower(n.name) and ${scope} group by n.name
    ), numbered as (
      select n.name, p.id from named n
      join properties p on n.name ~ '^[1-9][0-9]{0,14}$' and p.id::text = n.name and ${scope}
      where not exists (select 1 from candidates c where c.name = n.name)
    )
    update import_rows r set property_id = f.id
    from (select n.name, coalesce(c.id, b.id) as id from named n
      left join candidates c on c.name = n.name and c.found = 1 left join numbered b on b.name = n.name) f
    where r.import_id = ${importId} and f.name = r.content ->> 'property' and r.property_id is distinct from f.id`.execute(
    db,
  );
  await note(
    db,
    importId,
    "Property",
    sql`
    select r.line, case
      when exists (select 1 from properties p where lower(p.name) = lower(r.content ->> 'property') and ${scope})
      then format('More than one building is called “%s”. Please give the number of the building instead, as in the address of its page.', left(r.content ->> 'property', 80))
      else format('There is no building “%s”. Please write its name as the portal shows it, or import the buildings first.', left(r.content ->> 'property', 80))
      end as message
    from import_rows r where r.import_id = ${importId} and r.property_id is null`,
  );
}
