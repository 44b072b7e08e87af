import { expect, test } from "vitest";
import {
  formatAge,
  formatDay,
  formatMoment,
  formatMomentWithZone,
  formatSince,
  formatVisitTime,
} from "./dates.ts";
import { workOrderNumber } from "./ids.ts";
import { formatCents, toCents } from "./money.ts";
import { formatTimeZone } from "./time-zone.ts";

test("WO-03 CON-08 a work order number has at least four digits", () => {
  expect([7, 123, 9999, 12_345].map(workOrderNumber)).toEqual([
    "#WO-0007",
    "#WO-0123",
    "#WO-9999",
    "#WO-12345",
  ]);
});

test.each([
  ["America/Los_Angeles", "Pacific Time (Los Angeles)"],
  ["America/Phoenix", "Mountain Standard Time (Phoenix)"],
  ["America/Indiana/Knox", "Central Time (Knox, Indiana)"],
  ["America/Anchorage", "Alaska Time (Anchorage)"],
  ["Asia/Singapore", "Singapore Standard Time"],
  ["UTC", "UTC"],
])("the time zone %s is shown as %s", (zone, text) => {
  expect(formatTimeZone(zone)).toBe(text);
});

test("WO-21 CON-03 dates on cards and rows are formatted like Jan 5, 2025", () => {
  expect(formatDay("2025-01-05T23:30:00Z", "UTC")).toBe("Jan 5, 2025");
  expect(formatDay("2025-01-05T23:30:00Z", "Asia/Tokyo")).toBe("Jan 6, 2025");
});

test.each([
  ["2026-03-10T00:10:00", "today"],
  ["2026-03-09T23:50:00", "yesterday"],
  ["2026-01-10T12:00:00", "59 days ago"],
  ["2026-01-09T12:00:00", "2 months ago"],
  ["2023-03-01T12:00:00", "3 years ago"],
])("the age of %s is formatted as %s", (instant, age) => {
  expect(formatAge(instant, new Date("2026-03-10T08:00:00"))).toBe(age);
});

test.each([
  ["2026-03-10T07:59:30", "just now"],
  ["2026-03-10T07:35:00", "25 minutes ago"],
  ["2026-03-10T05:00:00", "3 hours ago"],
  ["2026-03-08T08:00:00", "2 days ago"],
])("the time since %s is formatted as %s", (instant, age) => {
  expect(formatSince(instant, new Date("2026-03-10T08:00:00"))).toBe(age);
});

test("ACT-12 CON-04 times in the activity log are formatted like Jan 5, 3:07 PM", () => {
  expect(formatMoment("2025-01-05T15:07:00Z", "UTC")).toBe("Jan 5, 3:07 PM");
  expect(formatMoment("2025-01-05T00:00:00Z", "UTC")).toBe("Jan 5, 12:00 AM");
  expect(formatMomentWithZone("2025-01-05T20:07:00Z", "America/Los_Angeles")).toBe("Jan 5, 12:07 PM PT");
});

test.each([
  ["2026-12-01T17:00:00Z", "2026-12-01T19:00:00Z", "9:00–11:00 AM"],
  ["2026-12-02T06:00:00Z", "2026-12-02T09:30:00Z", "10:00 PM–1:30 AM"],
])("the times of a visit from %s to %s are shown without dates, even past midnight", (from, to, text) => {
  expect(formatVisitTime({ from, to }, "America/Los_Angeles")).toBe(text);
});

test("CON-01 CON-02 amounts are whole cents, shown in US dollars", () => {
  expect(formatCents(toCents(250_000))).toBe("$2,500.00");
  expect(formatCents(toCents(-5))).toBe("-$0.05");
  expect(formatCents(toCents(-0))).toBe("$0.00");
  expect(() => toCents(0.5)).toThrow(RangeError);
});
