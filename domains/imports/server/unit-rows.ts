import { sql } from "kysely";
import * as z from "zod/mini";
import { unitAsTyped } from "#domains/properties/unit-as-typed.ts";
import { text } from "#shared/http/fields.ts";
import { findBuildings } from "./find-buildings.ts";
import { note, type RowKind } from "./row-kind.ts";

/** The building a row names; which one it is, the database says later. */
const propertyName = text(1, "Property is required", 200);
/** The form has the building's id where a file has its name. */
const standIn = "1";

const beside = z.object({ property: propertyName });

/** Units of buildings within reach. */
export const unitRows: RowKind = {
  shape: z.pipe(
    z.pipe(
      z.record(z.string(), z.string()),
      z.transform((values) => ({ unit: { ...values, propertyId: standIn }, place: values })),
    ),
    z.pipe(
      z.object({ unit: unitAsTyped, place: beside }),
      z.transform(({ unit: { propertyId: _, ...unit }, place }) => ({ ...unit, ...place })),
    ),
  ),

  async examine(ctx, importId) {
    await findBuildings(ctx, importId);
    await note(
      ctx.db,
      importId,
      "Unit number",
      sql`select line, format('This unit stands on line %s already.', first) as message from (
        select r.line, min(r.line) over (partition by r.property_id, lower(r.content ->> 'unitNumber')) as first
        from import_rows r where r.import_id = ${importId} and r.property_id is not null) twice
      where line > first`,
    );
    await note(
      ctx.db,
      importId,
      "Unit number",
      sql`select r.line, format('The building has a unit %s already.', u.unit_number) as message
      from import_rows r join units u on u.property_id = r.property_id
        and lower(u.unit_number) = lower(r.content ->> 'unitNumber')
      where r.import_id = ${importId}`,
    );
  },

  async write({ db }, importId, { from, to }) {
    await sql`
      insert into units (property_id, unit_number, type, beds, baths, rent_cents, deposit_cents, size_sqft, status)
      select r.property_id, f."unitNumber", f.type, f.beds, f.baths, f.rent, f.deposit, f."sizeSqft", f.status
      from import_rows r, jsonb_to_record(r.content) as f (
        "unitNumber" text, type text, beds integer, baths numeric, rent bigint, deposit bigint, "sizeSqft" integer, status text)
      where r.import_id = ${importId} and r.line between ${from} and ${to} order by r.line`.execute(db);
  },
};
