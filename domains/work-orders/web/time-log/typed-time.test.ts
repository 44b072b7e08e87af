import { expect, test } from "vitest";
import { endsNextDay, toSpan, toTypedTime } from "./typed-time.ts";

const seattle = "America/Los_Angeles";
const day = "2026-12-01";

test.each([
  ["09:00", "11:30", "2026-12-01T17:00:00.000Z", "2026-12-01T19:30:00.000Z", false],
  ["22:00", "01:15", "2026-12-02T06:00:00.000Z", "2026-12-02T09:15:00.000Z", true],
  ["09:00", "", "2026-12-01T17:00:00.000Z", null, false],
])("from %s to %s", (from, to, startedAt, endedAt, isUntilNextDay) => {
  const typed = { day, from, to };
  expect(toSpan(typed, seattle)).toEqual({ startedAt, endedAt });
  expect(toTypedTime({ startedAt, endedAt }, seattle)).toEqual(typed);
  expect(endsNextDay(typed)).toBe(isUntilNextDay);
});

test("unchanged times keep their seconds, and changed times are exact", () => {
  const before = { startedAt: "2026-12-01T17:00:41.000Z", endedAt: "2026-12-01T17:00:59.000Z" };
  const typed = toTypedTime(before, seattle);
  expect(toSpan(typed, seattle, before)).toEqual(before);
  expect(toSpan({ ...typed, to: "09:20" }, seattle, before)).toEqual({
    startedAt: before.startedAt,
    endedAt: "2026-12-01T17:20:00.000Z",
  });
});

test("a timer that was forgotten for days ends on its first or second day when edited", () => {
  const before = { startedAt: "2026-12-01T17:00:00.000Z", endedAt: "2026-12-04T20:00:00.000Z" };
  expect(toSpan(toTypedTime(before, seattle), seattle, before).endedAt).toBe("2026-12-01T20:00:00.000Z");
});
