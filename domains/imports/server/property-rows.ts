import { sql } from "kysely";
import { newProperty } from "#domains/properties/property-facts.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import { note, type RowKind } from "./row-kind.ts";

/** Buildings; a landlord's become the landlord's own. */
export const propertyRows: RowKind = {
  read: (values) => ({ ...values, country: values.country === "" ? "USA" : values.country }),
  rules: newProperty,

  async examine({ db, actor }, importId) {
    const key = sql`lower(r.content ->> 'name'), lower(r.content ->> 'address'), lower(r.content ->> 'city')`;
    await note(
      db,
      importId,
      "Name",
      sql`select line, format('This building stands on line %s already.', first) as message from (
        select r.line, min(r.line) over (partition by ${key}) as first from import_rows r where r.import_id = ${importId}) twice
      where line > first`,
    );
    await note(
      db,
      importId,
      "Name",
      sql`select r.line, 'The portal has a building of this name at this address already.' as message
      from import_rows r where r.import_id = ${importId} and exists (select 1 from properties p
        where lower(p.name) = lower(r.content ->> 'name') and lower(p.address) = lower(r.content ->> 'address')
          and lower(p.city) = lower(r.content ->> 'city') and ${propertyScope(actor.reach)})`,
    );
  },

  rowsAtOnce: 500,

  async write({ db, actor }, importId, { from, to }) {
    await sql`
      with made as (
        insert into properties (name, address, city, state, zip, country, type, year_built, mls_number, time_zone, created_by_id)
        select f.name, f.address, f.city, f.state, f.zip, f.country, f.type, f."yearBuilt", f."mlsNumber", o.time_zone, ${actor.id}
        from import_rows r, organisation o, jsonb_to_record(r.content) as f (
          name text, address text, city text, state text, zip text, country text, type text, "yearBuilt" integer, "mlsNumber" text)
        where r.import_id = ${importId} and r.line between ${from} and ${to} order by r.line
        returning id, type
      ), owned as (
        insert into property_landlords (property_id, user_id)
        select id, ${actor.id} from made where ${actor.role === "landlord"}
      )
      insert into units (property_id, unit_number, type)
      select id, '1', 'office' from made where type = 'single'`.execute(db);
  },
};
