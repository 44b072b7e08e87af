import { expect, test } from "vitest";
import { findDayOrder, findDecimalMark, readValue, type ValueType } from "./read-values.ts";

const unknown = { decimalMark: null, isDayFirst: null };

test.each([
  ["money", "$ 2,500.00", "2500.00"],
  ["money", "(350.00)", "-350.00"],
  ["money", "$(1,350.25)", "-1350.25"],
  ["money", "-$12", "-12"],
  ["money", "$-12.5", "-12.5"],
  ["money", "12.50-", "-12.50"],
  ["money", "1.234,50", "1234.50"],
  ["money", "1.234.567", "1234567"],
  ["money", "1 234,50 €", "1234.50"],
  ["money", "1'234.50", "1234.50"],
  ["money", "USD 99", "99"],
  ["money", "-", "0"],
  ["money", ".5", "0.5"],
  ["money", "0.125", "0.125"],
  ["money", 2500.5, "2500.5"],
  ["money", 2307.333333, "2307.33"],
  ["number", "1,250 sq ft", undefined],
  ["number", "12,50 SF", "12.50"],
  ["number", "1250.00", "1250"],
  ["number", 1250, "1250"],
  ["percent", "3%", "3"],
  ["percent", "3.25%", "3.25"],
  ["money", "12,34,567.00", undefined],
  ["money", "1.234,5.0", undefined],
  ["money", "n/a", undefined],
  ["money", "", undefined],
  ["day", "2026-01-31", "2026-01-31"],
  ["day", "1/31/26", "2026-01-31"],
  ["day", "31.01.2026", "2026-01-31"],
  ["day", "31-Jan-26", "2026-01-31"],
  ["day", "Jan 31, 2026", "2026-01-31"],
  ["day", "January 31st, 2026", "2026-01-31"],
  ["day", "31 January 2026", "2026-01-31"],
  ["day", "1/31/2026 12:00:00 AM", "2026-01-31"],
  ["day", "2026-01-31T00:00:00Z", "2026-01-31"],
  ["day", "2026/1/31", "2026-01-31"],
  ["day", "6/30/85", "1985-06-30"],
  ["day", "3/3/26", "2026-03-03"],
  ["day", 46053, "2026-01-31"],
  ["day", 5, undefined],
  ["day", "2/30/2026", undefined],
  ["day", "13/13/2026", undefined],
  ["day", "month to month", undefined],
] as const)("%s %s is read as %s without asking the user", (type, cell, reading) => {
  expect(readValue(cell, type, unknown)).toBe(reading);
});

test.each<[ValueType, string, string, string]>([
  ["number", "1.000", "1", "1000"],
  ["money", "1.000", "1.000", "1000"],
  ["money", "(12,345)", "-12345", "-12.345"],
])("%s %s depends on the decimal mark of its column: %s or %s", (type, cell, withPoint, withComma) => {
  expect(findDecimalMark(cell)).toBe("either");
  expect(readValue(cell, type, unknown)).toBeUndefined();
  expect(readValue(cell, type, { ...unknown, decimalMark: "." })).toBe(withPoint);
  expect(readValue(cell, type, { ...unknown, decimalMark: "," })).toBe(withComma);
});

test.each([
  ["1/2/26", "2026-02-01", "2026-01-02"],
  ["01.02.2026", "2026-02-01", "2026-01-02"],
])("%s depends on the order of its column: %s or %s", (cell, dayFirst, monthFirst) => {
  expect(findDayOrder(cell)).toBe("either");
  expect(readValue(cell, "day", unknown)).toBeUndefined();
  expect(readValue(cell, "day", { ...unknown, isDayFirst: true })).toBe(dayFirst);
  expect(readValue(cell, "day", { ...unknown, isDayFirst: false })).toBe(monthFirst);
});
