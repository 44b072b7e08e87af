/** One line of a report. */
export interface Figure {
  what: string;
  now: string;
  must: string;
  aim: string;
  reached: boolean;
}

interface Goal {
  must: number;
  aim?: number;
  unit?: string;
  digits?: number;
  /** Shown after the value. */
  note?: string;
}

/** A figure that must not exceed `must`. */
export const upTo = (what: string, value: number, goal: Goal): Figure =>
  toFigure(what, value, goal, value <= goal.must);

/** A figure that must reach `must`. */
export const atLeast = (what: string, value: number, goal: Goal): Figure =>
  toFigure(what, value, goal, value >= goal.must);

/** A count that must be zero. */
export const none = (what: string, count: number): Figure => upTo(what, count, { must: 0, digits: 0 });

function toFigure(what: string, value: number, goal: Goal, reached: boolean): Figure {
  const { must, aim, unit = "", digits = 2, note } = goal;
  return {
    what,
    now: `${value.toFixed(digits)}${unit}${note === undefined ? "" : ` (${note})`}`,
    must: `${must}${unit}`,
    aim: aim === undefined ? "" : `${aim}${unit}`,
    reached,
  };
}

export const figureTable = (figures: readonly Figure[]): string =>
  [
    "| What | Must | Aim | Now | Reached |",
    "|---|---|---|---|---|",
    ...figures.map(
      ({ what, must, aim, now, reached }) =>
        `| ${what} | ${must} | ${aim} | ${now} | ${reached ? "yes" : "**no**"} |`,
    ),
  ].join("\n");

/** Returns the value that a `share` (0 to 1) of `values` doesn't exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("A percentile needs at least one value.");
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Measures the sides in turn, `rounds` times, and returns the median of each, so that other work on the
 * machine affects all sides equally. Each side has a warm-up turn first, which doesn't count, unless `warmUp`
 * is false.
 */
export async function inTurn<Side extends string>(
  sides: Record<Side, () => Promise<number>>,
  { rounds = 3, warmUp = true } = {},
): Promise<Record<Side, number>> {
  const names = Object.keys(sides) as Side[];
  const values = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = warmUp ? 0 : 1; round <= rounds; round += 1)
    for (const name of names) {
      const value = await sides[name]();
      if (round > 0) values.get(name)?.push(value);
    }
  return Object.fromEntries(names.map((name) => [name, median(values.get(name) ?? [])])) as Record<
    Side,
    number
  >;
}

interface Comparison {
  must: number;
  aim: number;
  rounds?: number;
  warmUp?: boolean;
}

type Sides = Record<"portal" | "bare", () => Promise<number>>;

/** The portal's milliseconds as a multiple of the bare side's. */
export async function compareTimes(what: string, sides: Sides, goal: Comparison): Promise<Figure> {
  const { portal, bare } = await inTurn(sides, goal);
  return upTo(what, portal / bare, { ...goal, unit: "x", note: `${formatMs(portal)} / ${formatMs(bare)}` });
}

/** The portal's rate as a share of the bare side's. */
export async function compareRates(what: string, sides: Sides, goal: Comparison): Promise<Figure> {
  const { portal, bare } = await inTurn(sides, goal);
  return atLeast(what, portal / bare, { ...goal, note: `${portal.toFixed(0)} / ${bare.toFixed(0)}` });
}

const formatMs = (ms: number): string =>
  ms < 1_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** The milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
