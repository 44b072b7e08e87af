import { sql } from "kysely";
import { newProperty } from "#domains/properties/property-fields.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import { publishPropertyChange } from "#domains/properties/server/publish-change.ts";
import { auditEach, type RowKind, recordErrors } from "./row-kind.ts";

/** Imports properties. Those a landlord imports are assigned to that landlord. */
export const propertyRows: RowKind = {
  read: (values) => ({ ...values, country: values.country === "" ? "USA" : values.country }),
  rules: newProperty,

  async checkAgainstPortal({ db, actor }, importId) {
    const key = sql`fold_text(r.content ->> 'name'), fold_text(r.content ->> 'address'), fold_text(r.content ->> 'city')`;
    await recordErrors(
      db,
      importId,
      "Name",
      sql`select line, format('This property is already on line %s.', first) as message from (
        select r.line, min(r.line) over (partition by ${key}) as first from import_rows r where r.import_id = ${importId}) twice
      where line > first`,
    );
    await recordErrors(
      db,
      importId,
      "Name",
      sql`select r.line, 'A property with this name and address already exists.' as message
      from import_rows r where r.import_id = ${importId} and exists (select 1 from properties p
        where fold_text(p.name) = fold_text(r.content ->> 'name') and fold_text(p.address) = fold_text(r.content ->> 'address')
          and fold_text(p.city) = fold_text(r.content ->> 'city') and ${propertyScope(actor.accessScope)})`,
    );
  },

  batchSize: 500,

  async write(ctx, importId, lines) {
    const { db, actor } = ctx;
    const isLandlord = actor.accessScope.effectiveRole === "landlord";
    await sql`
      with made as (
        insert into properties (name, address, city, state, zip, country, type, year_built, mls_number, time_zone, created_by_id)
        select f.name, f.address, f.city, f.state, f.zip, f.country, f.type, f."yearBuilt", f."mlsNumber", o.time_zone, ${actor.id}
        from import_rows r, organization o, jsonb_to_record(r.content) as f (
          name text, address text, city text, state text, zip text, country text, type text, "yearBuilt" integer, "mlsNumber" text)
        where r.import_id = ${importId} and r.line = any(${lines}::integer[]) order by r.line
        returning id, id as property_id, type, jsonb_build_object('after', jsonb_build_object(
          'name', name, 'address', address, 'city', city, 'state', state, 'zip', zip, 'country', country, 'type', type,
          'yearBuilt', year_built, 'mlsNumber', mls_number)) as details
      ), assigned as (
        insert into property_landlords (property_id, user_id) select id, ${actor.id} from made where ${isLandlord}
      ), remembered as (
        insert into import_records (import_id, type, record_id) select ${importId}, 'property', id from made
      ), noted as (
        ${auditEach(ctx, { action: "property.created", subjectType: "property", importId }, sql`made`)}
      ), only_units as (
        insert into units (property_id, unit_number, type) select id, '1', 'office' from made where type = 'single'
        returning id, property_id, jsonb_build_object('after', jsonb_build_object(
          'propertyId', property_id, 'unitNumber', unit_number, 'type', type, 'status', status)) as details
      ), remembered_units as (
        insert into import_records (import_id, type, record_id) select ${importId}, 'unit', id from only_units
      )
      ${auditEach(ctx, { action: "unit.created", subjectType: "unit", importId }, sql`only_units`)}`.execute(
      db,
    );
    const { rows } = await sql<{ id: number }>`
      select max(id) as id from properties where created_by_id = ${actor.id}`.execute(db);
    // A page that shows any of the properties shows the list, which refetches on a change to any of them.
    publishPropertyChange(ctx, rows[0]?.id ?? 0);
    // The landlord's access scope has grown, including on open pages.
    if (isLandlord) ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [actor.id] }));
  },
};
