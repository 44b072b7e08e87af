import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import type { FileImport, ImportState } from "../contract.ts";

const badgesByState = {
  reading: { label: "Reading", tone: "blue" },
  matching: { label: "Match columns", tone: "amber" },
  checked: { label: "Ready to import", tone: "violet" },
  queued: { label: "Waiting", tone: "blue" },
  running: { label: "Importing", tone: "amber" },
  stopped: { label: "Stopped", tone: "red" },
  done: { label: "Imported", tone: "green" },
  undone: { label: "Undone", tone: "gray" },
  expired: { label: "Expired", tone: "gray" },
} as const satisfies Record<ImportState, { label: string; tone: Tone }>;

export function ImportStateBadge({ state, badRows }: FileImport) {
  if (state === "checked" && badRows > 0) return <Badge tone="red">Has errors</Badge>;
  return <Badge tone={badgesByState[state].tone}>{badgesByState[state].label}</Badge>;
}
