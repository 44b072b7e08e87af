import { sql } from "kysely";
import * as z from "zod/mini";
import { unitInput } from "#domains/properties/unit-input.ts";
import { linkProperties } from "./link-properties.ts";
import { auditEach, propertyName, type RowKind, recordErrors, splitList } from "./row-kind.ts";

/** A placeholder id. The form has the property's id where a file has its name. */
const placeholderId = "1";

/** Imports units at properties the user can access. */
export const unitRows: RowKind = {
  read: (values) => ({ unit: { ...values, propertyId: placeholderId }, place: values }),
  readNames: ({ property }) => ({ properties: splitList(property) }),
  rules: z.pipe(
    z.object({ unit: unitInput, place: z.object({ property: propertyName }) }),
    z.transform(({ unit: { propertyId: _, ...unit }, place: { property } }) => ({
      ...unit,
      properties: [property],
    })),
  ),

  async checkAgainstPortal(ctx, importId) {
    await linkProperties(ctx, importId);
    await recordErrors(
      ctx.db,
      importId,
      "Unit number",
      sql`select line, format('This unit is already on line %s.', first) as message from (
        select r.line, min(r.line) over (partition by r.property_id, fold_text(r.content ->> 'unitNumber')) as first
        from import_rows r where r.import_id = ${importId} and r.property_id is not null and r.content ? 'unitNumber') twice
      where line > first`,
    );
    await recordErrors(
      ctx.db,
      importId,
      "Unit number",
      sql`select r.line, format('The property already has a unit %s.', u.unit_number) as message
      from import_rows r join units u on u.property_id = r.property_id
        and fold_text(u.unit_number) = fold_text(r.content ->> 'unitNumber')
      where r.import_id = ${importId}`,
    );
    await recordErrors(
      ctx.db,
      importId,
      "Property",
      sql`select line, 'A single-unit property can have only one unit. Change it to a multi-unit property to add more.' as message from (
        select r.line, r.property_id, row_number() over (partition by r.property_id order by r.line) as nth
        from import_rows r join properties p on p.id = r.property_id and p.type = 'single' where r.import_id = ${importId}) further
      where nth > 1 or exists (select from units u where u.property_id = further.property_id)`,
    );
  },

  batchSize: 500,

  async write(ctx, importId, lines) {
    const entry = { action: "unit.created", subjectType: "unit", importId } as const;
    await sql`
      with made as (
        insert into units (property_id, unit_number, type, beds, baths, rent_cents, deposit_cents, size_sqft,
          suite, floor, rentable_sqft, status)
        select r.property_id, f."unitNumber", f.type, f.beds, f.baths, f.rent, f.deposit, f."sizeSqft",
          f.suite, f.floor, f."rentableSqft", f.status
        from import_rows r, jsonb_to_record(r.content) as f (
          "unitNumber" text, type text, beds integer, baths numeric, rent bigint, deposit bigint, "sizeSqft" integer,
          suite text, floor text, "rentableSqft" integer, status text)
        where r.import_id = ${importId} and r.line = any(${lines}::integer[]) order by r.line
        returning id, property_id, jsonb_build_object('after', jsonb_build_object('propertyId', property_id,
          'unitNumber', unit_number, 'type', type, 'beds', beds, 'baths', baths, 'rent', rent_cents, 'deposit', deposit_cents,
          'sizeSqft', size_sqft, 'suite', suite, 'floor', floor, 'rentableSqft', rentable_sqft, 'status', status)) as details
      ), remembered as (
        insert into import_records (import_id, type, record_id) select ${importId}, 'unit', id from made
      )
      ${auditEach(ctx, entry, sql`made`)}`.execute(ctx.db);
  },
};
