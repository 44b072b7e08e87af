import type { DocumentCard } from "../contract.ts";
import type { DocumentType, Visibility } from "../types.ts";

type Seen = Pick<DocumentCard, "visibility" | "type" | "unit">;

/** The audience of a document, as a sentence without its full stop. Technicians see maintenance documents. */
export function seenBy({ visibility, type, unit }: Seen): string {
  const others = [
    tenantsOf(visibility, unit),
    type === "Maintenance" ? "the building's technicians" : null,
  ].filter((one) => one !== null);
  if (others.length === 0) return "Only those who manage the building";
  const all = [...others, "those who manage the building"];
  return capital(`${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`);
}

const tenantsOf = (visibility: Visibility, unit: Seen["unit"]): string | null =>
  visibility === "building"
    ? "all tenants of the building"
    : visibility === "lease"
      ? unit === null
        ? "its tenant"
        : `the tenant of unit ${unit.unitNumber}`
      : null;

interface Change {
  visibility: Visibility;
  type: DocumentType | "";
}

/** Sentences on who would lose access to the document and who would gain it; empty when nobody would. */
export function whoLosesAndGains(before: Seen, after: Change): string[] {
  const { unit } = before;
  const sentences: string[] = [];
  if (after.visibility !== before.visibility) {
    const losing = tenantsOf(before.visibility, unit);
    const gaining = tenantsOf(after.visibility, unit);
    // Documents for everybody in the building were uploaded by its managers, who always keep access.
    const unless = before.visibility === "building" ? "" : "; whoever uploaded it still does";
    if (losing !== null) sentences.push(`${capital(losing)} will no longer see it${unless}.`);
    if (gaining !== null) sentences.push(`${capital(gaining)} will see it.`);
  }
  const wasOfMaintenance = before.type === "Maintenance";
  const isOfMaintenance = after.type === "Maintenance";
  if (wasOfMaintenance && !isOfMaintenance)
    sentences.push("The building's technicians will no longer see it; whoever uploaded it still does.");
  if (!wasOfMaintenance && isOfMaintenance) sentences.push("The building's technicians will see it.");
  return sentences;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
