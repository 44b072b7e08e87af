import { expect, test } from "vitest";
import { toInstant, toWallTime } from "./wall-time.ts";

const seattle = "America/Los_Angeles";

test.each([
  ["winter", seattle, "2026-12-01", "09:00", "2026-12-01T17:00:00.000Z"],
  ["summer", seattle, "2026-07-01", "09:00", "2026-07-01T16:00:00.000Z"],
  ["midnight", seattle, "2026-12-01", "00:00", "2026-12-01T08:00:00.000Z"],
  ["before the clocks go forward", seattle, "2026-03-08", "01:59", "2026-03-08T09:59:00.000Z"],
  ["after the clocks went forward", seattle, "2026-03-08", "03:00", "2026-03-08T10:00:00.000Z"],
  ["the first of an hour that repeats", seattle, "2026-11-01", "01:30", "2026-11-01T08:30:00.000Z"],
  ["after the clocks went back", seattle, "2026-11-01", "02:00", "2026-11-01T10:00:00.000Z"],
  ["east of Greenwich, forward", "Europe/Berlin", "2026-03-29", "03:00", "2026-03-29T01:00:00.000Z"],
  ["east of Greenwich, back", "Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30:00.000Z"],
  ["half an hour of change", "Australia/Lord_Howe", "2026-10-04", "03:00", "2026-10-03T16:00:00.000Z"],
  ["no clock changes", "Asia/Kolkata", "2026-03-08", "02:30", "2026-03-07T21:00:00.000Z"],
])("a wall time converts to a timestamp and back: %s", (_, zone, day, time, instant) => {
  expect(toInstant({ day, time }, zone).toISOString()).toBe(instant);
  expect(toWallTime(instant, zone)).toEqual({ day, time });
});

test("a time skipped when clocks change is shifted by the skipped hour", () => {
  const skipped = toInstant({ day: "2026-03-08", time: "02:30" }, seattle);
  expect(toWallTime(skipped, seattle)).toEqual({ day: "2026-03-08", time: "03:30" });
});

test("the second occurrence of a repeated hour is displayed like the first", () => {
  expect(toWallTime("2026-11-01T09:30:00Z", seattle)).toEqual({ day: "2026-11-01", time: "01:30" });
});
