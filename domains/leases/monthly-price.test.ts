import { describe, expect, test } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { sampleTerms } from "#test/money/ledger.ts";
import { findNextRentStep, getMonthlyPrice } from "./monthly-price.ts";
import type { ChargeLine } from "./terms.ts";

const lease = { from: "2026-01-15", to: "2027-12-31" };
const first = {
  number: 1,
  from: "2026-01-15",
  terms: sampleTerms({
    escalations: [
      { on: "2026-08-01", basisPoints: 0 },
      { on: "2027-01-01", basisPoints: 350 },
    ],
    freeRent: [{ from: "2026-01-15", to: "2026-02-14", basisPoints: 5_000 }],
  }),
};

describe("monthly price on a day", () => {
  test("the monthly price for a date is that day's rent after abatement, and null before and after the lease", () => {
    // $3,000.00, half of it abated at first. 3.5% increase in 2027.
    for (const [day, rentCents] of [
      ["2026-01-20", 150_000],
      ["2026-02-15", 300_000],
      ["2026-12-31", 300_000],
      ["2027-01-01", 310_500],
    ] as const)
      expect(getMonthlyPrice([first], lease, day)).toEqual({
        areaSquareFeet: 1_200,
        rentCents,
        otherCents: 0,
      });
    expect(getMonthlyPrice([first], lease, "2026-01-14")).toBeNull();
    expect(getMonthlyPrice([first], lease, "2028-01-01")).toBeNull();
  });

  test("the next rent step is the end of free rent, the next step that changes the rent, or an amendment", () => {
    expect(findNextRentStep([first], lease, "2026-01-20")).toEqual({
      on: "2026-02-15",
      monthlyRentCents: 300_000,
    });
    expect(findNextRentStep([first], lease, "2026-02-15")).toEqual({
      on: "2027-01-01",
      monthlyRentCents: 310_500,
    });
    expect(findNextRentStep([first], lease, "2027-01-01")).toBeNull();
    const amended = {
      number: 2,
      from: "2026-10-01",
      terms: sampleTerms({
        lines: [
          {
            key: 1,
            kind: "rent",
            label: "Base rent",
            from: "2026-01-15",
            to: null,
            price: { monthlyCents: toCents(280_000) },
          },
        ],
      }),
    };
    expect(findNextRentStep([first, amended], lease, "2026-03-01")).toEqual({
      on: "2026-10-01",
      monthlyRentCents: 280_000,
    });
  });

  test("if a lease starts before its first terms, their rent applies from the start date", () => {
    const importedLease = { from: "2025-05-01", to: null };
    const terms = sampleTerms({
      escalations: [{ on: "2027-05-01", basisPoints: 1_000 }],
      freeRent: [{ from: "2026-12-01", to: "2026-12-31", basisPoints: 10_000 }],
    });
    const versions = [
      { number: 1, from: "2026-12-01", terms: { ...terms, lines: terms.lines.map(chargedFromDecember) } },
    ];
    for (const day of ["2025-05-01", "2026-11-30", "2027-01-01"])
      expect(getMonthlyPrice(versions, importedLease, day)?.rentCents).toBe(300_000);
    expect(getMonthlyPrice(versions, importedLease, "2025-04-30")).toBeNull();
    expect(getMonthlyPrice(versions, importedLease, "2026-12-01")?.rentCents).toBe(0);
    expect(
      ["2026-11-29", "2026-12-31", "2027-01-01"].map((day) => findNextRentStep(versions, importedLease, day)),
    ).toEqual([
      { on: "2026-12-01", monthlyRentCents: 0 },
      { on: "2027-01-01", monthlyRentCents: 300_000 },
      { on: "2027-05-01", monthlyRentCents: 330_000 },
    ]);
  });
});

const chargedFromDecember = (line: ChargeLine): ChargeLine => ({ ...line, from: "2026-12-01" });
