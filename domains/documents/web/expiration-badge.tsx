import { propertyToday } from "#web/local-today.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { formatExpiration } from "./format.ts";

const tones = { valid: "gray", soon: "amber", expired: "red" } as const;

interface ExpirationBadgeProps {
  expiresOn: string;
  /** The time zone of the document's property. */
  timeZone: string;
}

/** The expiration date of a document, colored if it's near or past. */
export function ExpirationBadge({ expiresOn, timeZone }: ExpirationBadgeProps) {
  const { state, text } = formatExpiration(expiresOn, propertyToday(timeZone));
  return <Badge tone={tones[state]}>{text}</Badge>;
}
