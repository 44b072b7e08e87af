import { expect, test } from "vitest";
import { getAxisTicks } from "./axis-ticks.ts";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [41, [0, 20, 40, 60]],
  [4_654_138, [0, 2_000_000, 4_000_000, 6_000_000]],
  [100_000_000_000, [0, 25_000_000_000, 50_000_000_000, 75_000_000_000, 100_000_000_000]],
])("axis ticks up to %d", (highest, ticks) => {
  expect(getAxisTicks(highest)).toEqual(ticks);
});
