import { expect, test } from "vitest";
import { getQuietHoursEnd } from "./quiet-hours.ts";

const night = { from: "22:00", to: "07:00" };
const noon = { from: "12:00", to: "13:30" };

test.each([
  // In Los Angeles, it's 21:59, 22:00, 23:30, 06:59, and 07:00.
  [night, "America/Los_Angeles", "2026-11-25T05:59:00Z", null],
  [night, "America/Los_Angeles", "2026-11-25T06:00:00Z", "2026-11-25T15:00:00.000Z"],
  [night, "America/Los_Angeles", "2026-11-25T07:30:00Z", "2026-11-25T15:00:00.000Z"],
  [night, "America/Los_Angeles", "2026-11-25T14:59:00Z", "2026-11-25T15:00:00.000Z"],
  [night, "America/Los_Angeles", "2026-11-25T15:00:00Z", null],
  // The same instant is daytime in Berlin and night in Auckland.
  [night, "Europe/Berlin", "2026-11-25T10:00:00Z", null],
  [night, "Pacific/Auckland", "2026-11-25T10:00:00Z", "2026-11-25T18:00:00.000Z"],
  [noon, "Asia/Kolkata", "2026-11-25T06:30:00Z", "2026-11-25T08:00:00.000Z"],
  [noon, "Asia/Kolkata", "2026-11-25T08:00:00Z", null],
  [noon, "Asia/Kolkata", "2026-11-25T06:29:59Z", null],
  // The nights when clocks in Berlin are set forward and back.
  [night, "Europe/Berlin", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00.000Z"],
  [night, "Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T06:00:00.000Z"],
  // Quiet until 02:30. That time occurs twice, and the first one counts.
  [{ from: "22:00", to: "02:30" }, "Europe/Berlin", "2026-10-25T00:15:00Z", "2026-10-25T00:30:00.000Z"],
  [{ from: "22:00", to: "02:30" }, "Europe/Berlin", "2026-10-25T01:15:00Z", null],
  // Quiet until 02:30, a time that is skipped.
  [{ from: "22:00", to: "02:30" }, "Europe/Berlin", "2026-03-29T00:15:00Z", "2026-03-29T01:30:00.000Z"],
])("NAV-31 quiet hours %j in %s at %s end at %s", (hours, zone, now, end) => {
  expect(getQuietHoursEnd(new Date(now), hours, zone)?.toISOString() ?? null).toBe(end);
});
