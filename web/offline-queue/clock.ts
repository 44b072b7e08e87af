export interface Clock {
  /** The phone's own clock, in milliseconds since 1970. */
  phoneNow(): number;
  /** The server time as estimated by the phone. The server limits it: not in the future, not long ago. */
  now(): Date;
  /** Learns the server time from the response to a request sent at `sentAtMs` by the phone's clock. */
  learn(serverMs: number, sentAtMs: number): void;
  /** How far the server's clock is ahead of the phone's. 0 if a slow response explains the difference. */
  offsetMs(): number;
}

/** The uncertainty of a measurement. Responses have whole seconds and take a while to arrive. */
const latencyMs = 5_000;

interface ClockDependencies {
  phoneNow: () => number;
  /**
   * The stored offset. It's stored because the next start might be offline, and another tab might know more.
   */
  readOffset: () => number;
  writeOffset: (offsetMs: number) => void;
}

/** Estimates the server time on a phone whose clock might be wrong, from the last response. */
export const createClock = ({ phoneNow, readOffset, writeOffset }: ClockDependencies): Clock => ({
  phoneNow,
  now: () => new Date(phoneNow() + readOffset()),
  learn(serverMs, sentAtMs) {
    const phoneMs = phoneNow();
    // The phone was asleep or the response was slow, so this measurement isn't reliable.
    if (Number.isNaN(serverMs) || Math.abs(phoneMs - sentAtMs) > latencyMs) return;
    const measuredOffsetMs = serverMs - phoneMs;
    if (Math.abs(measuredOffsetMs - readOffset()) >= latencyMs)
      writeOffset(Math.abs(measuredOffsetMs) < latencyMs ? 0 : measuredOffsetMs);
  },
  offsetMs: readOffset,
});

/** Smaller differences aren't reported. */
const reportThresholdMs = 120_000;

/** Returns a sentence such as `This phone's clock is 1 day fast`, or undefined if it's about right. */
export function describeClock(offsetMs: number): string | undefined {
  const differenceMs = Math.abs(offsetMs);
  if (differenceMs < reportThresholdMs) return undefined;
  const [unit, ms] =
    units.find(([, unitMs]) => differenceMs >= unitMs - unitMs / 20) ?? (["minute", 60_000] as const);
  const count = Math.round(differenceMs / ms);
  const duration = count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
  return offsetMs < 0 ? `This phone's clock is ${duration} fast` : `This phone's clock is ${duration} slow`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
] as const;

/** The key in local storage. */
const storageKey = "clock";

/** The clock of this phone. */
export const phoneClock = createClock({
  phoneNow: () => Date.now(),
  readOffset() {
    try {
      return Number(localStorage.getItem(storageKey)) || 0;
    } catch {
      return 0;
    }
  },
  writeOffset(offsetMs) {
    try {
      localStorage.setItem(storageKey, String(offsetMs));
    } catch {
      // Without storage, the clock is measured again with the next response.
    }
  },
});
