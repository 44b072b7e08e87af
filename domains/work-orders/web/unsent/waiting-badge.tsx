import { Badge } from "#web/ui/badge.tsx";
import { useWaitingCount } from "./waiting-work.ts";

/** Marks an order with something that is not sent yet. */
export function WaitingBadge({ orderId }: { orderId: number }) {
  return useWaitingCount(orderId) > 0 && <Badge tone="amber">Waiting</Badge>;
}
