import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";

/** The columns of a team or rule that say for which buildings it is. */
export interface Reach {
  property_id: number | null;
  landlord_id: number | null;
}

/**
 * For the building, or without one for all of the landlord, or for every building where an administrator decides; all of
 * the same landlord when an administrator changes what was for these.
 * @throws AppError not_found for a building outside the access scope
 */
export async function reachFor(
  { db, actor }: SignedInCtx,
  propertyId: number | null,
  before?: Reach,
): Promise<Reach> {
  if (propertyId === null)
    return {
      property_id: null,
      landlord_id: actor.role === "landlord" ? actor.id : (before?.landlord_id ?? null),
    };
  const { rows } = await sql`
    select from properties p where p.id = ${propertyId} and ${propertyScope(actor.accessScope)}`.execute(db);
  if (rows.length === 0) throw notFound("building");
  return { property_id: propertyId, landlord_id: null };
}
