import { localToday } from "#web/local-today.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { formatExpiration } from "./format.ts";

const tones = { valid: "gray", soon: "amber", expired: "red" } as const;

/** The expiration date of a document, colored if it's near or past. */
export function ExpirationBadge({ expiresOn }: { expiresOn: string }) {
  const { state, text } = formatExpiration(expiresOn, localToday());
  return <Badge tone={tones[state]}>{text}</Badge>;
}
