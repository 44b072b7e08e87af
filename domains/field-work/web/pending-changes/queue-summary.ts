import type { QueueState } from "#web/offline-queue/offline-queue.ts";
import { formatChangeCount } from "#web/offline-queue/pending-counts.ts";

/** Summarizes the state of the offline queue and the user's sent updates that conflict with others. */
export function summarizeQueue(
  { changes, sending, wasDiscarded }: QueueState,
  conflictCount: number,
): string {
  if (sending !== null) return `Sending ${sending.position} of ${sending.total}`;
  const attentionCount = changes.filter(({ state }) => state === "needs-you").length;
  if (attentionCount > 0)
    return attentionCount === 1
      ? "1 change needs your attention"
      : `${attentionCount} changes need your attention`;
  if (changes.length > 0) return `${formatChangeCount(changes.length)} waiting`;
  if (conflictCount > 0)
    return conflictCount === 1 ? "1 update needs a decision" : `${conflictCount} updates need a decision`;
  return wasDiscarded ? "No unsent changes" : "All sent";
}
