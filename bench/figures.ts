/** The middle of `values`, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** The value that `share` (0 to 1) of `values` do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return at(sorted, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1));
}

const at = (values: readonly number[], index: number): number => {
  const value = values[index];
  if (value === undefined) throw new Error("A percentile needs at least one value.");
  return value;
};

/**
 * Runs the sides in turn, `rounds` times, and returns the median of each, so that disturbances of the machine affect all sides
 * alike. By default each side has a warm-up turn first, which does not count.
 */
export async function inTurn<Side extends string>(
  rounds: number,
  sides: Record<Side, () => Promise<number>>,
  { warmsUp = true } = {},
): Promise<Record<Side, number>> {
  const names = Object.keys(sides) as Side[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>;
  for (let round = warmsUp ? 0 : 1; round <= rounds; round += 1)
    for (const name of names) {
      const value = await sides[name]();
      if (round > 0) taken[name].push(value);
    }
  return Object.fromEntries(names.map((name) => [name, median(taken[name])])) as Record<Side, number>;
}
