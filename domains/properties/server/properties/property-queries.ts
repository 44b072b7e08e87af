import { type Selectable, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { PropertiesTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { PropertyDetails } from "../../contract.ts";
import { propertyScope } from "../access.ts";

export type PropertyRecord = Selectable<PropertiesTable>;

/** The URL of the photo of `properties p`. A new photo gets a new URL, so that pages show it immediately. */
export const imageUrl = sql<string | null>`
  '/api/properties/' || p.id || '/photo?v=' || substr(p.image_key, 4, 8)`;

/** The fields of PROP-05, from `properties p`. */
export const propertyColumns = sql`
  p.id, p.name, p.address, p.city, p.state, p.zip, p.country, p.type,
  case p.type when 'multi' then (select count(*) from units u where u.property_id = p.id) end as "unitCount",
  p.year_built as "yearBuilt", p.mls_number as "mlsNumber", p.created_by_id as "createdById",
  '[]'::json as attachments, ${imageUrl} as image, p.version`;

/** The searchable text of `properties p`, as in the index `properties_words`. */
export const propertyText = sql`fold_text(p.name || ' ' || p.address || ' ' || p.city || ' ' || p.state || ' ' || p.zip)`;

/**
 * Returns a property regardless of the access scope, for a user who just saved it or whose access has already
 * been checked.
 */
export async function presentProperty(db: Db, id: number): Promise<PropertyDetails> {
  const { rows } = await sql<PropertyDetails>`
    select ${propertyColumns}, p.time_zone as "timeZone", p.access_notes as "accessNotes" from properties p where p.id = ${id}`.execute(
    db,
  );
  const property = rows[0];
  if (property === undefined) throw notFound("property");
  return property;
}

/** @throws AppError not_found if it is missing or the user can't access it */
export async function readPropertyDetails(ctx: SignedInCtx, id: number): Promise<PropertyDetails> {
  await findProperty(ctx, id);
  return presentProperty(ctx.db, id);
}

/** @throws AppError not_found if it is missing or the user can't access it */
export async function findProperty({ db, actor }: SignedInCtx, id: number): Promise<PropertyRecord> {
  const { rows } = await sql<PropertyRecord>`
    select p.* from properties p where p.id = ${id} and ${propertyScope(actor.accessScope)}`.execute(db);
  const property = rows[0];
  if (property === undefined) throw notFound("property");
  return property;
}

/** Locks a property for a change to it or to its units. @throws AppError not_found */
export async function lockProperty({ db, actor }: SignedInCtx, id: number): Promise<PropertyRecord> {
  const { rows } = await sql<PropertyRecord>`
    select p.* from properties p where p.id = ${id} and ${propertyScope(actor.accessScope)} for no key update of p`.execute(
    db,
  );
  const property = rows[0];
  if (property === undefined) throw notFound("property");
  return property;
}
