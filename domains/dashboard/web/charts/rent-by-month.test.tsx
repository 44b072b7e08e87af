import { expect, test } from "vitest";
import { getAxisTicks } from "./rent-by-month.tsx";

test.each([
  [0, [0]],
  [1, [0, 1]],
  [3, [0, 2, 4]],
  [7, [0, 5, 10]],
  [41, [0, 25, 50]],
  [4_654_138, [0, 2_500_000, 5_000_000]],
  [100_000_000_000, [0, 50_000_000_000, 100_000_000_000]],
])("the rent chart's axis has round ticks up to %d", (highest, ticks) => {
  expect(getAxisTicks(highest)).toEqual(ticks);
});
