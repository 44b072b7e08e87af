import type { QueueState } from "#web/offline-queue/offline-queue.ts";
import { formatChangeCount } from "#web/offline-queue/pending-counts.ts";

/** Summarizes the state of the offline queue. */
export function summarizeQueue({ changes, sending, wasDiscarded }: QueueState): string {
  if (sending !== null) return `Sending ${sending.position} of ${sending.total}`;
  const attentionCount = changes.filter(({ state }) => state === "needs-you").length;
  if (attentionCount > 0)
    return attentionCount === 1
      ? "1 change needs your attention"
      : `${attentionCount} changes need your attention`;
  if (changes.length > 0) return `${formatChangeCount(changes.length)} waiting`;
  return wasDiscarded ? "No unsent changes" : "All sent";
}
