import { expect, it } from "vitest";
import { addBusinessDays } from "./business-days.ts";

it.each([
  ["Monday", "2026-11-23", "2026-11-30"],
  ["Friday", "2026-11-27", "2026-12-04"],
  ["Saturday", "2026-11-28", "2026-12-04"],
  ["Sunday", "2026-11-29", "2026-12-04"],
  ["the end of a year", "2026-12-30", "2027-01-06"],
])("five business days from %s skip the weekend", (_, from, to) => {
  expect(addBusinessDays(from, 5)).toBe(to);
});
