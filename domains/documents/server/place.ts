import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createDocument } from "../contract.ts";
import type { Visibility } from "../types.ts";
import { mayChooseVisibility } from "./read-document.ts";

/** The building, unit and lease of a document, and its visibility. */
export interface DocumentPlace {
  propertyId: number;
  unitId: number | null;
  leaseId: number | null;
  visibility: Visibility;
}

/**
 * Where an uploaded document belongs (ROLE-19; requirements, "Files"). A tenant's belongs to their own unit and its lease,
 * whatever was sent; a technician's is for staff until those who run the building change that. Those who run the building may
 * choose; by default a document is for everyone in the building, or for the unit's tenant, or for staff while it is not let.
 * @throws AppError conflict, invalid, not_found
 */
export function placeOf(ctx: SignedInCtx, body: BodyOf<typeof createDocument>): Promise<DocumentPlace> {
  const unitId = typeof body.unitId === "number" ? body.unitId : null;
  return ctx.actor.accessScope.effectiveRole === "tenant"
    ? ownPlace(ctx, unitId)
    : placeOfStaff(ctx, { ...body, unitId });
}

async function ownPlace({ db, actor }: SignedInCtx, unitId: number | null): Promise<DocumentPlace> {
  const { rows } = await sql<{ propertyId: number; unitId: number; leaseId: number }>`
    select property_id as "propertyId", unit_id as "unitId", lease_id as "leaseId" from open_lease_units
    where lease_id = any(${actor.accessScope.leaseIds}::bigint[])
    order by coalesce(unit_id = ${unitId}::bigint, false) desc, lease_id, unit_id limit 1`.execute(db);
  const [place] = rows;
  if (place === undefined)
    throw conflict("You are on no current lease, so there is no unit that a document could belong to.");
  return { ...place, visibility: "lease" };
}

interface Asked {
  buildingId: number;
  unitId: number | null;
  visibility?: Visibility | "" | undefined;
}

async function placeOfStaff(ctx: SignedInCtx, asked: Asked): Promise<DocumentPlace> {
  const { db, actor } = ctx;
  const { everywhere, propertyIds } = actor.accessScope;
  const { rows } = await sql<{ unitId: number | null; leaseId: number | null }>`
    select u.id as "unitId", (select lease_id from current_lease_units lu where lu.unit_id = u.id limit 1) as "leaseId"
    from properties p left join units u on u.property_id = p.id and u.id = ${asked.unitId}::bigint
    where p.id = ${asked.buildingId} and (${everywhere}::boolean or p.id = any(${propertyIds}::bigint[]))`.execute(
    db,
  );
  const [place] = rows;
  if (place === undefined) throw notFound("building");
  if (place.unitId !== asked.unitId) throw invalid({ unitId: "This unit is not in the chosen building" });
  const { unitId, leaseId } = place;
  // The default never shows a document to more people than intended.
  const usual: Visibility =
    !mayChooseVisibility(ctx) || (unitId !== null && leaseId === null)
      ? "staff"
      : unitId === null
        ? "building"
        : "lease";
  const visibility = mayChooseVisibility(ctx) ? asked.visibility || usual : usual;
  refuseVisibility({ unitId, leaseId, visibility });
  return { propertyId: asked.buildingId, unitId, leaseId, visibility };
}

/** @throws AppError invalid when nobody would see it, or more people than it concerns */
export function refuseVisibility({ unitId, leaseId, visibility }: Omit<DocumentPlace, "propertyId">): void {
  if (visibility === "building" && (unitId !== null || leaseId !== null))
    throw invalid({ visibility: "A document of one unit is for its tenant or for staff only." });
  if (visibility === "lease" && leaseId === null)
    throw invalid({
      visibility:
        unitId === null
          ? "Please choose the unit whose tenant should see it."
          : "This unit is not let, so its documents are for staff only.",
    });
}
