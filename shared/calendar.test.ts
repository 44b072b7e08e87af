import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, addMonths, countDays, countDaysInMonth, dayInMonth, isDay, monthEnd } from "./calendar.ts";

describe("calendar dates", () => {
  test.each([
    ["2024-02-29", true],
    ["2026-02-29", false],
    ["2100-02-29", false],
    ["2026-13-01", false],
    ["2026-00-10", false],
    ["2026-1-1", false],
    ["2026-01-01T00:00:00Z", false],
    ["0026-01-01", false],
    ["", false],
  ])("%j is a valid date: %j", (text, expected) => expect(isDay(text)).toBe(expected));

  test.each([
    ["2026-01-31", 1, "2026-02-01"],
    ["2026-12-15", 1, "2027-01-01"],
    ["2026-01-15", -1, "2025-12-01"],
    ["2024-02-29", 12, "2025-02-01"],
  ])("the month of %s plus %i months starts on %s", (day, months, expected) =>
    expect(addMonths(day, months)).toBe(expected),
  );

  test.each([
    ["2026-02-10", 31, "2026-02-28"],
    ["2024-02-10", 31, "2024-02-29"],
    ["2026-04-10", 31, "2026-04-30"],
    ["2026-05-10", 1, "2026-05-01"],
  ])("in the month of %s, day %i is %s", (day, number, expected) =>
    expect(dayInMonth(day, number)).toBe(expected),
  );

  test("adding and then subtracting days returns the same date, across leap years and clock changes", () => {
    const day = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 2000 }), (instant, days) => {
        const from = instant.toISOString().slice(0, 10);
        const to = addDays(from, days);
        expect(addDays(to, -days)).toBe(from);
        expect(countDays(from, to)).toBe(days + 1);
        expect(countDaysInMonth(from)).toBe(Number(monthEnd(from).slice(8)));
      }),
    );
  });
});
