import { formatCalendarDay } from "#shared/format/dates.ts";
import type { DocumentCard } from "../contract.ts";
import { type DocumentKind, documentKinds } from "../kinds.ts";
import type { Visibility } from "../types.ts";

/** Returns the format, which the server has verified: `PDF`, `DOCX`. */
export const formatFileType = (mediaType: string): string =>
  (Object.keys(documentKinds) as DocumentKind[])
    .find((kind) => documentKinds[kind] === mediaType)
    ?.toUpperCase() ?? "File";

/** Returns the property and unit of a document: `Harborview Center, unit 3`. */
export const formatPlace = ({ property, unit }: Pick<DocumentCard, "property" | "unit">): string =>
  unit === null ? property.name : `${property.name}, unit ${unit.unitNumber}`;

/** Returns the audience of a document in addition to the property's managers. */
export function formatAudience({ visibility, unit }: Pick<DocumentCard, "visibility" | "unit">): string {
  switch (visibility) {
    case "building":
      return "Everyone in the building";
    case "lease":
      return unit === null ? "Its tenant" : `Tenant of unit ${unit.unitNumber}`;
    case "staff":
      return "Staff only";
  }
}

/** The first reminder is sent this many days before the expiration date. */
const firstReminderDays = 60;

/** Returns the text and status of an expiration date. `today` is a calendar date. */
export function formatExpiration(
  expiresOn: string,
  today: string,
): { state: "valid" | "soon" | "expired"; text: string } {
  const days = Math.round((Date.parse(expiresOn) - Date.parse(today)) / 86_400_000);
  if (days < 0) return { state: "expired", text: `Expired ${formatCalendarDay(expiresOn)}` };
  if (days > firstReminderDays) return { state: "valid", text: `Expires ${formatCalendarDay(expiresOn)}` };
  const relativeDay = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  return { state: "soon", text: `Expires ${relativeDay}` };
}

/** Returns the audiences that the document can have. */
export const getVisibilities = ({
  unit,
  leaseId,
}: Pick<DocumentCard, "unit" | "leaseId">): readonly Visibility[] =>
  unit === null && leaseId === null ? ["building", "staff"] : ["lease", "staff"];
