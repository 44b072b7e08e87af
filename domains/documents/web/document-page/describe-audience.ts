import type { DocumentCard } from "../../contract.ts";
import type { DocumentType, Visibility } from "../../types.ts";

type AudienceFields = Pick<DocumentCard, "visibility" | "type" | "unit">;

/**
 * Returns the audience of a document as a sentence without its period. Technicians can see maintenance
 * documents.
 */
export function describeAudience({ visibility, type, unit }: AudienceFields): string {
  const readerGroups = [
    describeTenants(visibility, unit),
    type === "Maintenance" ? "the building's technicians" : null,
  ].filter((audience) => audience !== null);
  if (readerGroups.length === 0) return "Only the property's managers";
  const allGroups = [...readerGroups, "the property's managers"];
  return capitalize(new Intl.ListFormat("en-US").format(allGroups));
}

function describeTenants(visibility: Visibility, unit: AudienceFields["unit"]): string | null {
  if (visibility === "building") return "all tenants in the building";
  if (visibility !== "lease") return null;
  return unit === null ? "its tenant" : `the tenant of unit ${unit.unitNumber}`;
}

interface AudienceChange {
  visibility: Visibility;
  type: DocumentType | "";
}

const uploaderKeepsAccess = "The person who uploaded it keeps access.";

/** Returns sentences about who will lose access and who will get it. Empty if nothing changes. */
export function describeAudienceChange(before: AudienceFields, after: AudienceChange): string[] {
  const { unit } = before;
  const sentences: string[] = [];
  if (after.visibility !== before.visibility) {
    const losingTenants = describeTenants(before.visibility, unit);
    const gainingTenants = describeTenants(after.visibility, unit);
    if (losingTenants !== null) {
      sentences.push(`${capitalize(losingTenants)} will lose access.`);
      // Documents for everyone in the building were uploaded by its managers, who always keep access.
      if (before.visibility !== "building") sentences.push(uploaderKeepsAccess);
    }
    if (gainingTenants !== null) sentences.push(`${capitalize(gainingTenants)} will get access.`);
  }
  const wasMaintenance = before.type === "Maintenance";
  const isMaintenance = after.type === "Maintenance";
  if (wasMaintenance && !isMaintenance)
    sentences.push("The building's technicians will lose access.", uploaderKeepsAccess);
  if (!wasMaintenance && isMaintenance) sentences.push("The building's technicians will get access.");
  return [...new Set(sentences)];
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
