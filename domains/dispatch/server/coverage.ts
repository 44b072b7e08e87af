import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";

/** The columns of a team or rule that determine which properties it covers. */
export interface Coverage {
  property_id: number | null;
  landlord_id: number | null;
}

/**
 * Returns the coverage to store: the given property, or without one all of the landlord's properties. For
 * administrators, no property means every property, unless the team or rule being edited covers one
 * landlord's properties. In that case, it still covers those.
 * @throws AppError not_found for a property outside the access scope
 */
export async function resolveCoverage(
  { db, actor }: SignedInCtx,
  propertyId: number | null,
  currentCoverage?: Coverage,
): Promise<Coverage> {
  if (propertyId === null)
    return {
      property_id: null,
      landlord_id:
        actor.accessScope.effectiveRole === "landlord" ? actor.id : (currentCoverage?.landlord_id ?? null),
    };
  const { rows } = await sql`
    select from properties p where p.id = ${propertyId} and ${propertyScope(actor.accessScope)}`.execute(db);
  if (rows.length === 0) throw notFound("property");
  return { property_id: propertyId, landlord_id: null };
}
