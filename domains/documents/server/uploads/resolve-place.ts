import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createDocument } from "../../contract.ts";
import type { Visibility } from "../../types.ts";
import { canChooseVisibility } from "../read-document.ts";

/** The building, unit, and lease of a document, and its visibility. */
export interface DocumentPlace {
  propertyId: number;
  unitId: number | null;
  leaseId: number | null;
  visibility: Visibility;
}

/**
 * Determines where an uploaded document belongs (ROLE-19; requirements, "Files"). A tenant's upload always
 * goes to their own unit and its lease. A technician's upload is visible to staff only until a manager
 * changes that. Managers can choose. By default, a building's document is visible to everyone in the building. A
 * unit's document is visible to its tenant, or only to staff if the unit is vacant.
 * @throws AppError conflict, invalid, not_found
 */
export function resolvePlace(ctx: SignedInCtx, body: BodyOf<typeof createDocument>): Promise<DocumentPlace> {
  const unitId = typeof body.unitId === "number" ? body.unitId : null;
  return ctx.actor.accessScope.effectiveRole === "tenant"
    ? resolveTenantPlace(ctx, unitId)
    : resolveStaffPlace(ctx, { ...body, unitId });
}

async function resolveTenantPlace({ db, actor }: SignedInCtx, unitId: number | null): Promise<DocumentPlace> {
  const { rows } = await sql<{ propertyId: number; unitId: number; leaseId: number }>`
    select property_id as "propertyId", unit_id as "unitId", lease_id as "leaseId" from open_lease_units
    where lease_id = any(${actor.accessScope.leaseIds}::bigint[])
    order by coalesce(unit_id = ${unitId}::bigint, false) desc, lease_id, unit_id limit 1`.execute(db);
  const [place] = rows;
  if (place === undefined) throw conflict("You're not on a current lease, so you can't add documents.");
  return { ...place, visibility: "lease" };
}

interface PlaceRequest {
  buildingId: number;
  unitId: number | null;
  visibility?: Visibility | "";
}

async function resolveStaffPlace(ctx: SignedInCtx, request: PlaceRequest): Promise<DocumentPlace> {
  const { db, actor } = ctx;
  const { everywhere, propertyIds } = actor.accessScope;
  const { rows } = await sql<{ unitId: number | null; leaseId: number | null }>`
    select u.id as "unitId", (select lease_id from current_lease_units lu where lu.unit_id = u.id limit 1) as "leaseId"
    from properties p left join units u on u.property_id = p.id and u.id = ${request.unitId}::bigint
    where p.id = ${request.buildingId} and (${everywhere}::boolean or p.id = any(${propertyIds}::bigint[]))`.execute(
    db,
  );
  const [place] = rows;
  if (place === undefined) throw notFound("building");
  if (place.unitId !== request.unitId) throw invalid({ unitId: "This unit isn't in the selected building" });
  const { unitId, leaseId } = place;
  const visibility = canChooseVisibility(ctx) ? request.visibility || getDefaultVisibility(place) : "staff";
  assertVisibility({ unitId, leaseId, visibility });
  return { propertyId: request.buildingId, unitId, leaseId, visibility };
}

/** The default never shows a document to more people than intended. */
function getDefaultVisibility({ unitId, leaseId }: Pick<DocumentPlace, "unitId" | "leaseId">): Visibility {
  if (unitId === null) return "building";
  return leaseId === null ? "staff" : "lease";
}

/**
 * @throws AppError invalid when the visibility would include no one, or people who shouldn't see the document
 */
export function assertVisibility({ unitId, leaseId, visibility }: Omit<DocumentPlace, "propertyId">): void {
  if (visibility === "building" && (unitId !== null || leaseId !== null))
    throw invalid({
      visibility: "Documents for a single unit can be visible to its tenant or to staff only.",
    });
  if (visibility === "lease" && leaseId === null)
    throw invalid({
      visibility:
        unitId === null
          ? "Select the unit whose tenant should see it."
          : "This unit is vacant, so its documents are visible to staff only.",
    });
}
