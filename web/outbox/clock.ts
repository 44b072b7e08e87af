/** What the phone knows about its clock; it outlives the program, as the next start may be without a network. */
export interface ClockMemory {
  /** How far the server is ahead of the phone. */
  offsetMs: number;
  /** The latest time that was read, by the server's clock: time does not run backwards. */
  latestMs: number;
  /** The clock was set back and no answer has told the time since: the true time is at least the reckoned one. */
  isGuess?: boolean;
}

export interface Clock {
  /** The phone's own clock, in milliseconds since 1970. */
  phoneNow(): number;
  /** The time by the server's clock, as the phone reckons it. */
  now(): Date;
  /** The server's time, from the answer to a question asked at `askedMs` by the phone's clock. */
  learn(serverMs: number, askedMs: number): void;
  /** How far the server is ahead of the phone; 0 within what a slow answer explains. */
  offsetMs(): number;
  /** Whether the time is only known to be later than the reckoned one. */
  isGuess(): boolean;
}

/** An answer has whole seconds and was on its way for some. */
const latencyMs = 5_000;
/** Answers come often, and each write of the memory takes the browser a moment. */
const rememberedEveryMs = 60_000;

interface ClockParts {
  phoneNow: () => number;
  read: () => ClockMemory | undefined;
  write: (memory: ClockMemory) => void;
}

/** Reckons the server's time on a phone whose clock may be wrong, or be set while there is no network. */
export function makeClock({ phoneNow, read, write }: ClockParts): Clock {
  // Another tab may know more, so it is read each time.
  const memory = () => read() ?? { offsetMs: 0, latestMs: 0 };
  return {
    phoneNow,
    now() {
      const known = memory();
      const { offsetMs, latestMs } = known;
      const reckoned = phoneNow() + offsetMs;
      if (reckoned > latestMs) write({ ...known, latestMs: reckoned });
      // The clock was set back: it goes on from the latest time that is known.
      else if (reckoned < latestMs - latencyMs)
        write({ offsetMs: latestMs - phoneNow(), latestMs, isGuess: true });
      return new Date(Math.max(reckoned, latestMs));
    },
    learn(serverMs, askedMs) {
      const phoneMs = phoneNow();
      // The phone slept meanwhile, or the answer was slow: it says too little.
      if (Number.isNaN(serverMs) || Math.abs(phoneMs - askedMs) > latencyMs) return;
      const { offsetMs, latestMs, isGuess = false } = memory();
      const measured = serverMs - phoneMs;
      const isRight = Math.abs(measured - offsetMs) < latencyMs;
      const isAhead = latestMs > serverMs + latencyMs;
      // Without this a clock that is set back before the first change would go unnoticed.
      const isOld = serverMs > latestMs + rememberedEveryMs;
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

/** Less is nobody's concern. */
const toldFromMs = 120_000;

/** `This phone's clock is 1 day fast`; undefined while it is right. */
export function clockText(offsetMs: number): string | undefined {
  const wrongMs = Math.abs(offsetMs);
  if (wrongMs < toldFromMs) return undefined;
  const [one, ms] =
    units.find(([, unitMs]) => wrongMs >= unitMs - unitMs / 20) ?? (["minute", 60_000] as const);
  const count = Math.round(wrongMs / ms);
  return `This phone's clock is ${count} ${one}${count === 1 ? "" : "s"} ${offsetMs < 0 ? "fast" : "slow"}`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
] as const;

/** Where the browser keeps it. */
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
    // Without storage it is learned again from the next answer.
  }
}

/** The clock of this phone. */
export const phoneClock = makeClock({ phoneNow: () => Date.now(), read: readMemory, write: writeMemory });
