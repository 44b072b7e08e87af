const steps = [1, 2, 2.5, 5, 10];
/** With 0, up to three grid lines. */
const intervals = 2;

/** Returns the ticks of an axis from 0 to at least `highest`, in round whole steps. */
export function getAxisTicks(highest: number): number[] {
  const least = Math.max(1, highest / intervals);
  const power = 10 ** Math.floor(Math.log10(least));
  const step =
    steps.map((step) => step * power).find((step) => step >= least && Number.isInteger(step)) ?? 10 * power;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
