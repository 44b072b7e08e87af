import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseDollars, toDollarText, toPlainDollars } from "./dollars.ts";

test.each([
  ["1250", 125_000],
  ["1,250", 125_000],
  ["$1,250.00", 125_000],
  [" 1250.5 ", 125_050],
  ["1250.", 125_000],
  [".05", 5],
  ["0.07", 7],
  ["0", 0],
  ["-0", 0],
  ["-12.30", -1_230],
  // As floats, 1.15 * 100 is 114.99999999999999, and 4.35 * 100 is 434.99999999999994.
  ["1.15", 115],
  ["4.35", 435],
  ["999999999999.99", 99_999_999_999_999],
])("“%s” dollars are %d cents", (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

test.each([
  "",
  " ",
  ".",
  "$",
  "-",
  "1.234",
  "12,50",
  "1,2500",
  "1.2.3",
  "1e3",
  "٣",
  "abc",
  "1 000",
  "1000000000000",
])("“%s” isn't a valid amount", (text) => {
  expect(parseDollars(text)).toBeUndefined();
});

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [125_000, "1,250.00"],
  [-1_230, "-12.30"],
  [99_999_999_999_999, "999,999,999,999.99"],
])("%d cents are written as %s", (cents, text) => {
  expect(toDollarText(cents)).toBe(text);
});

test("amounts for other programs have no commas, and amounts below a dollar keep their sign", () => {
  expect([125_000, 5, 0, -5, -99, -125_000].map(toPlainDollars)).toEqual([
    "1250.00",
    "0.05",
    "0.00",
    "-0.05",
    "-0.99",
    "-1250.00",
  ]);
});

test("every amount survives formatting and parsing", () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (cents) => {
      expect(parseDollars(toDollarText(cents))).toBe(cents);
    }),
  );
});
