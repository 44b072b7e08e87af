import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import { type LeaseState, leaseStateLabels } from "../states.ts";

const tones = {
  draft: "gray",
  active: "green",
  notice: "amber",
  ended: "gray",
} as const satisfies Record<LeaseState, Tone>;

/** A lease's status as a colored dot and a word. */
export const LeaseStateBadge = ({ state }: { state: LeaseState }) => (
  <Badge tone={tones[state]}>{leaseStateLabels[state]}</Badge>
);
