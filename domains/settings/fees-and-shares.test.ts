import { expect, test } from "vitest";
import { calculateBreakdown } from "./breakdown.ts";
import { calculateCardFee } from "./card-fee.ts";
import { isTimeZone } from "./time-zone.ts";

const usual = { rentSharePermille: 923, commonAreaSharePermille: 67, utilitiesSharePermille: 10 };

test.each([
  [250_000, 230_750, 16_750, 2_500],
  [1, 1, 0, 0],
  [0, 0, 0, 0],
  [10_007, 9_237, 670, 100],
])(
  "CON-12 %i cents are split into %i, %i, and %i, which add up to the amount",
  (amount, rent, common, utilities) => {
    expect(calculateBreakdown(amount, usual)).toEqual({
      rentCents: rent,
      commonAreaCents: common,
      utilitiesCents: utilities,
    });
    expect(rent + common + utilities).toBe(amount);
  },
);

test("no share is negative when two shares round up to more than the amount", () => {
  const halves = { rentSharePermille: 0, commonAreaSharePermille: 500, utilitiesSharePermille: 500 };
  expect(calculateBreakdown(1, halves)).toEqual({ rentCents: 0, commonAreaCents: 1, utilitiesCents: 0 });
});

test.each([
  [100_000, 350, 3_500],
  [100_000, 0, 0],
  [1_014, 350, 35],
  [100, 350, 4],
  [10_000_000_000, 350, 350_000_000],
])("the fee on %i cents at %i hundredths of a percent is %i, rounding half a cent up", (base, rate, fee) => {
  expect(calculateCardFee(base, rate)).toBe(fee);
});

test.each([
  ["America/Los_Angeles", true],
  ["Asia/Kolkata", true],
  ["UTC", true],
  ["Mars/Olympus", false],
  ["+05:00", false],
  ["", false],
  ["America/Los_Angeles; drop table", false],
])("%j is a valid time zone: %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
