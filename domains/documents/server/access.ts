import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";

/**
 * The documents within `reach` as a condition on `documents d` (ROLE-19). A tenant's are those of the building and of the
 * own running lease, never of the bare unit, and own uploads; a technician's are the papers of maintenance, and own uploads.
 */
export function documentScope(reach: Reach): RawBuilder<boolean> {
  const { caller, everywhere, propertyIds, leaseIds, leasedPropertyIds, userId } = reach;
  const own = sql`d.created_by_id = ${userId}`;
  const inBuildings = everywhere ? sql`true` : sql`d.property_id = any(${propertyIds}::bigint[])`;
  switch (caller) {
    case "admin":
    case "landlord":
      return sql`(${inBuildings})`;
    case "maintenance":
      return sql`(${inBuildings} and (d.type = 'Maintenance' or ${own}))`;
    case "tenant":
      return sql`(d.visibility = 'building' and d.property_id = any(${leasedPropertyIds}::bigint[])
        or d.visibility = 'lease' and d.lease_id = any(${leaseIds}::bigint[]) or ${own})`;
    case "pending":
      return sql`(${own})`;
  }
}

/** Those of them that the caller may change: a tenant and a technician their own, while they have to do with the building. */
export function changeScope(reach: Reach): RawBuilder<boolean> {
  const { caller, leaseIds, userId } = reach;
  if (caller === "pending") return sql`false`;
  if (caller === "admin" || caller === "landlord") return documentScope(reach);
  const own = sql`d.created_by_id = ${userId} and ${documentScope(reach)}`;
  return caller === "tenant" ? sql`(${own} and d.lease_id = any(${leaseIds}::bigint[]))` : sql`(${own})`;
}

/** What a live event says of a document, so that each stream can decide whether it hears of it. */
export interface DocumentHeardOf {
  propertyId: number;
  leaseId: number | null;
  visibility: string;
  type: string;
  createdById: number;
}

/** Whether a stream with this reach may hear of a change of the document: the same as `documentScope`. */
export function mayHearOfDocument(reach: Reach, document: DocumentHeardOf): boolean {
  const { caller, everywhere, propertyIds, leaseIds, leasedPropertyIds, userId } = reach;
  const isOwn = document.createdById === userId;
  const isInBuildings = everywhere || propertyIds.includes(document.propertyId);
  switch (caller) {
    case "admin":
    case "landlord":
      return isInBuildings;
    case "maintenance":
      return isInBuildings && (document.type === "Maintenance" || isOwn);
    case "tenant":
      return (
        isOwn ||
        (document.visibility === "building" && leasedPropertyIds.includes(document.propertyId)) ||
        (document.visibility === "lease" && document.leaseId !== null && leaseIds.includes(document.leaseId))
      );
    case "pending":
      return isOwn;
  }
}
