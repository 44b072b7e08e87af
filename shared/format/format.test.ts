import { expect, test } from "vitest";
import { formatDay, formatMoment } from "./dates.ts";
import { workOrderNumber } from "./ids.ts";
import { formatCents, toCents } from "./money.ts";

test("WO-03 CON-08 a work order's number has at least four digits", () => {
  expect([7, 123, 9999, 12_345].map(workOrderNumber)).toEqual([
    "#WO-0007",
    "#WO-0123",
    "#WO-9999",
    "#WO-12345",
  ]);
});

test("WO-21 CON-03 a day on cards and rows", () => {
  expect(formatDay("2025-01-05T23:30:00Z", "UTC")).toBe("Jan 5, 2025");
  expect(formatDay("2025-01-05T23:30:00Z", "Asia/Tokyo")).toBe("Jan 6, 2025");
});

test("ACT-12 CON-04 a moment in the activity log", () => {
  expect(formatMoment("2025-01-05T15:07:00Z", "UTC")).toBe("Jan 5, 3:07 PM");
  expect(formatMoment("2025-01-05T00:00:00Z", "UTC")).toBe("Jan 5, 12:00 AM");
});

test("CON-01 CON-02 money is whole cents, shown in US dollars", () => {
  expect(formatCents(toCents(250_000))).toBe("$2,500.00");
  expect(formatCents(toCents(-5))).toBe("-$0.05");
  expect(() => toCents(0.5)).toThrow(RangeError);
});
