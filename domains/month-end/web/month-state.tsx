import { formatDay } from "#shared/format/dates.ts";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import type { PropertyMonth } from "../contract.ts";

const states = {
  current: { tone: "blue", label: "Current" },
  open: { tone: "violet", label: "Open" },
  closed: { tone: "green", label: "Closed" },
} as const satisfies Record<PropertyMonth["state"], { tone: Tone; label: string }>;

export const MonthStateBadge = ({ state }: Pick<PropertyMonth, "state">) => (
  <Badge tone={states[state].tone}>{states[state].label}</Badge>
);

/** Who closed the month or reopened it last. */
export function describeHistory({ state, closed, reopened }: PropertyMonth): string {
  if (state === "closed" && closed !== null) return `Closed by ${closed.by} on ${formatDay(closed.at)}`;
  if (reopened !== null) return `Reopened by ${reopened.by} on ${formatDay(reopened.at)}: ${reopened.reason}`;
  return state === "current" ? "Can be closed when it's over" : "Not closed yet";
}
