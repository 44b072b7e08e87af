import { Badge } from "#web/ui/faces/badge.tsx";
import { usePendingCount } from "./pending-work.ts";

/** Marks a work order that has unsent changes. */
export function PendingBadge({ orderId }: { orderId: number }) {
  return usePendingCount(orderId) > 0 && <Badge tone="amber">Waiting</Badge>;
}
