import type { OutboxState } from "#web/outbox/outbox.ts";
import { countOf } from "#web/outbox/unsent-marks.ts";

/** The state of the outbox in a few words. */
export function wordsFor({ changes, sending, wasDiscarded }: OutboxState): string {
  if (sending !== null) return `Sending ${sending.at} of ${sending.of}`;
  const needsYou = changes.filter(({ state }) => state === "needs-you").length;
  if (needsYou > 0) return `${countOf(needsYou)} ${needsYou === 1 ? "needs" : "need"} you`;
  if (changes.length > 0) return `${countOf(changes.length)} waiting`;
  return wasDiscarded ? "Nothing is waiting" : "All sent";
}
