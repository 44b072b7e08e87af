import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import type { Building, listUnits } from "../contract.ts";
import { propertyScope, unitScope } from "./access.ts";

/** Buildings within reach, in the order they were made (API-13). */
export async function buildingsOf({ db, actor }: SignedInCtx): Promise<Building[]> {
  const { rows } = await sql<Building>`
    select p.id, p.name, concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as address, p.image_key as image
    from properties p where ${propertyScope(actor.reach)} order by p.id`.execute(db);
  return rows;
}

/** Units of a building within reach. @throws AppError not_found when the building is not */
export async function unitsOf(
  { db, actor }: SignedInCtx,
  propertyId: number,
): Promise<AnswerOf<typeof listUnits>> {
  const { rows: properties } = await sql`
    select p.id from properties p where p.id = ${propertyId} and ${propertyScope(actor.reach)}`.execute(db);
  if (properties.length === 0) throw notFound("building");
  const { rows } = await sql<AnswerOf<typeof listUnits>[number]>`
    select u.id, u.property_id as "propertyId", u.unit_number as "unitNumber", u.type, u.status
    from units u where u.property_id = ${propertyId} and ${unitScope(actor.reach)}
    order by u.unit_number collate "C", u.id`.execute(db);
  return rows;
}
