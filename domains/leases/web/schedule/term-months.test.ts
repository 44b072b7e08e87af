import { describe, expect, it } from "vitest";
import { commercialTerms } from "#test/money/commercial-lease.ts";
import { countTermMonths } from "./term-months.ts";

const terms = commercialTerms();

describe("the months of a schedule", () => {
  it.each([
    ["the full term", "2027-01-15", "2030-01-14", 37],
    ["a term within one month", "2027-01-15", "2027-01-20", 1],
    ["one month when the term is already over", "2030-02-01", "2030-01-14", 1],
    ["20 years of a longer term", "2027-01-15", "2087-01-14", 240],
    // The last step is on Jan 15, 2029.
    ["a year starting with the last change of an open-ended lease", "2027-01-15", null, 36],
    ["two years of an open-ended lease without upcoming changes", "2029-06-01", null, 24],
  ] as const)("the months of a schedule are %s", (_, from, to, months) => {
    expect(countTermMonths({ from, to }, terms)).toBe(months);
  });
});
