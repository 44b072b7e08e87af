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
