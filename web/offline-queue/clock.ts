/** What the phone knows about its clock. It's stored, because the next start might be offline. */
export interface ClockMemory {
  /** How far the server's clock is ahead of the phone's. */
  offsetMs: number;
  /** The latest time that was read, in server time. Time doesn't run backwards. */
  latestMs: number;
  /**
   * Whether the clock was set back and no response has told the time since. The true time is then the
   * estimated time or later.
   */
  isGuess?: boolean;
}

export interface Clock {
  /** The phone's own clock, in milliseconds since 1970. */
  phoneNow(): number;
  /** The server time as estimated by the phone. */
  now(): Date;
  /** Learns the server time from the response to a request sent at `sentAtMs` by the phone's clock. */
  learn(serverMs: number, sentAtMs: number): void;
  /** How far the server's clock is ahead of the phone's. 0 if a slow response explains the difference. */
  offsetMs(): number;
  /** Whether the true time might be later than the estimated time. */
  isGuess(): boolean;
}

/** The server time in a response is in whole seconds, and the response took a while. */
const latencyMs = 5_000;
/** Responses come often, and each write to storage takes the browser a moment. */
const saveIntervalMs = 60_000;

interface ClockParts {
  phoneNow: () => number;
  read: () => ClockMemory | undefined;
  write: (memory: ClockMemory) => void;
}

/** Estimates the server time on a phone whose clock might be wrong or might be changed while offline. */
export function createClock({ phoneNow, read, write }: ClockParts): Clock {
  // Read each time, because another tab might know more.
  const memory = () => read() ?? { offsetMs: 0, latestMs: 0 };
  return {
    phoneNow,
    now() {
      const known = memory();
      const { offsetMs, latestMs } = known;
      const estimated = phoneNow() + offsetMs;
      if (estimated > latestMs) write({ ...known, latestMs: estimated });
      // The clock was set back. Continue from the latest known time.
      else if (estimated < latestMs - latencyMs)
        write({ offsetMs: latestMs - phoneNow(), latestMs, isGuess: true });
      return new Date(Math.max(estimated, latestMs));
    },
    learn(serverMs, sentAtMs) {
      const phoneMs = phoneNow();
      // The phone was asleep or the response was slow, so this measurement isn't reliable.
      if (Number.isNaN(serverMs) || Math.abs(phoneMs - sentAtMs) > latencyMs) return;
      const { offsetMs, latestMs, isGuess = false } = memory();
      const measured = serverMs - phoneMs;
      const isRight = Math.abs(measured - offsetMs) < latencyMs;
      const isAhead = latestMs > serverMs + latencyMs;
      // Without this, a clock set back before the first change would go unnoticed.
      const isOld = serverMs > latestMs + saveIntervalMs;
      if (isRight && !isAhead && !isOld && !isGuess) return;
      write({
        offsetMs: Math.abs(measured) < latencyMs ? 0 : measured,
        latestMs: isAhead || isOld ? serverMs : latestMs,
      });
    },
    offsetMs: () => memory().offsetMs,
    isGuess: () => memory().isGuess ?? false,
  };
}

/** Smaller differences aren't reported. */
const reportThresholdMs = 120_000;

/** Returns a text such as `This phone's clock is 1 day fast`, or undefined if it's right. */
export function clockText(offsetMs: number): string | undefined {
  const wrongMs = Math.abs(offsetMs);
  if (wrongMs < reportThresholdMs) return undefined;
  const [unit, ms] =
    units.find(([, unitMs]) => wrongMs >= unitMs - unitMs / 20) ?? (["minute", 60_000] as const);
  const count = Math.round(wrongMs / ms);
  const duration = count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
  return offsetMs < 0 ? `This phone's clock is ${duration} fast` : `This phone's clock is ${duration} slow`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
] as const;

/** The key in local storage. */
const storageKey = "clock";

function readMemory(): ClockMemory | undefined {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? "null") as ClockMemory | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeMemory(memory: ClockMemory): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(memory));
  } catch {
    // Without storage, the clock is measured again with the next response.
  }
}

/** The clock of this phone. */
export const phoneClock = createClock({ phoneNow: () => Date.now(), read: readMemory, write: writeMemory });
