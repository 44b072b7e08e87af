/** The first seeds, or the one that SHIFT_SEED names. */
export function shiftSeeds(count: number): number[] {
  const asked = process.env["SHIFT_SEED"];
  return asked === undefined ? Array.from({ length: count }, (_, at) => at + 1) : [Number(asked)];
}
