import { todayHere } from "#web/today-here.ts";
import { Badge } from "#web/ui/badge.tsx";
import { expiryOf } from "./words.ts";

const tones = { valid: "gray", soon: "amber", expired: "red" } as const;

/** The expiry date of a document, marked when it is near or past. */
export function ExpiryBadge({ expiresOn }: { expiresOn: string }) {
  const { state, words } = expiryOf(expiresOn, todayHere());
  return <Badge tone={tones[state]}>{words}</Badge>;
}
