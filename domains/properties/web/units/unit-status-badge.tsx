import { lookUp } from "#shared/look-up.ts";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import { describeUnitStatus, type UnitStatus } from "../../unit-statuses.ts";

const tones = {
  vacant: "blue",
  occupied: "green",
  maintenance: "amber",
  renovation: "amber",
  reserved: "violet",
} as const satisfies Record<UnitStatus, Tone>;

/** AUN-11. An unknown status is shown as is. */
export const UnitStatusBadge = (unit: Parameters<typeof describeUnitStatus>[0]) => (
  <Badge tone={lookUp(tones, unit.status) ?? "gray"}>{describeUnitStatus(unit)}</Badge>
);
