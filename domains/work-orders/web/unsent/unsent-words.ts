import type { OutboxState } from "#web/outbox/outbox.ts";
import { countOf } from "#web/outbox/unsent-marks.ts";

/** The state of the outbox in a few words. */
export function wordsFor({ changes, sending }: OutboxState): string {
  if (sending !== null) return `Sending ${sending.at} of ${sending.of}`;
  const needsYou = changes.filter(({ state }) => state === "needs-you").length;
  if (needsYou > 0) return needsYou === 1 ? "1 needs you" : `${needsYou} need you`;
  return changes.length === 0 ? "All sent" : `${countOf(changes.length)} waiting`;
}
