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

/** The same for the person under the name `person` and the document under the name `document`, for whom a mail is written. */
export function isDocumentWithinReachOf(person: string, document: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${document}.${column}`);
  const own = sql`${of("created_by_id")} = told.id`;
  const isMember = (column: "property_id" | "lease_id") =>
    sql`exists (select from current_lease_members m where m.user_id = told.id and m.${sql.ref(column)} = ${of(column)})`;
  return sql`exists (select from users told where told.id = ${sql.ref(person)} and case told.role
    when 'landlord' then exists (select from property_landlords l where l.user_id = told.id and l.property_id = ${of("property_id")})
    when 'maintenance' then (${of("type")} = 'Maintenance' or ${own}) and (told.all_buildings
      or exists (select from property_staff s where s.user_id = told.id and s.property_id = ${of("property_id")}))
    when 'tenant' then ${own} or ${of("visibility")} = 'building' and ${isMember("property_id")}
      or ${of("visibility")} = 'lease' and ${isMember("lease_id")}
    else true end)`;
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
