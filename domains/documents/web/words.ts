import { formatCalendarDay } from "#shared/format/dates.ts";
import type { DocumentCard } from "../contract.ts";
import { type DocumentKind, documentKinds } from "../kinds.ts";

/** `PDF`, `DOCX`: the format, which the server has verified. */
export const kindInWords = (mediaType: string): string =>
  (Object.keys(documentKinds) as DocumentKind[])
    .find((kind) => documentKinds[kind] === mediaType)
    ?.toUpperCase() ?? "File";

/** The place of a document: `Harborview Center, unit 3`. */
export const placeInWords = ({ property, unit }: Pick<DocumentCard, "property" | "unit">): string =>
  unit === null ? property.name : `${property.name}, unit ${unit.unitNumber}`;

/** The audience of a document besides those who manage the building. */
export function audienceInWords({ visibility, unit }: Pick<DocumentCard, "visibility" | "unit">): string {
  switch (visibility) {
    case "building":
      return "Everyone in the building";
    case "lease":
      return unit === null ? "Its tenant" : `Tenant of unit ${unit.unitNumber}`;
    case "staff":
      return "Staff only";
  }
}

/** The first reminder is sent this many days before the expiry date. */
const soonDays = 60;

/** The text and state of an expiry date; `today` is a calendar day. */
export function expiryOf(
  expiresOn: string,
  today: string,
): { state: "valid" | "soon" | "expired"; words: string } {
  const days = Math.round((Date.parse(expiresOn) - Date.parse(today)) / 86_400_000);
  if (days < 0) return { state: "expired", words: `Expired ${formatCalendarDay(expiresOn)}` };
  if (days > soonDays) return { state: "valid", words: `Valid until ${formatCalendarDay(expiresOn)}` };
  const inWords = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  return { state: "soon", words: `Expires ${inWords}` };
}
