import { Badge } from "#web/ui/badge.tsx";
import type { WorkOrderRow } from "../contract.ts";
import { waitingText } from "../work.ts";

/** Why the work rests, and until when. */
export const PauseBadge = ({ order: { pause, timeZone } }: { order: WorkOrderRow }) =>
  pause !== null && <Badge tone="gray">{`Paused: ${waitingText(pause, timeZone)}`}</Badge>;
