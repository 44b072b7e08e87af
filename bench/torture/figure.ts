/** One line of a report. */
export interface Figure {
  what: string;
  must: string;
  now: string;
  reached: boolean;
}

/** A part of `npm run torture`. */
export interface Part {
  /** The argument of `npm run torture -- <name>`. */
  name: string;
  title: string;
  /** A sentence instead of figures: why it cannot be tried here. */
  run(): Promise<Figure[] | string>;
}

/** A count that has to be zero. */
export const none = (what: string, count: number): Figure => ({
  what,
  must: "0",
  now: String(count),
  reached: count === 0,
});

export const atMost = (what: string, most: number, now: number, unit = ""): Figure => ({
  what,
  must: `at most ${most}${unit}`,
  now: `${Number(now.toFixed(1))}${unit}`,
  reached: now <= most,
});

export const atLeast = (what: string, least: number, now: number): Figure => ({
  what,
  must: `at least ${least}`,
  now: String(now),
  reached: now >= least,
});
