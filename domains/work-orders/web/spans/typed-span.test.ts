import { expect, test } from "vitest";
import { describeTimeZone, endsNextDay, toInstants, toTypedSpan } from "./typed-span.ts";

const seattle = "America/Los_Angeles";
const day = "2026-12-01";

test.each([
  ["09:00", "11:30", "2026-12-01T17:00:00.000Z", "2026-12-01T19:30:00.000Z", false],
  ["22:00", "01:15", "2026-12-02T06:00:00.000Z", "2026-12-02T09:15:00.000Z", true],
  ["09:00", "", "2026-12-01T17:00:00.000Z", null, false],
])(
  "the typed times from %s to %s convert to timestamps and back",
  (typedFrom, typedTo, from, to, isUntilNextDay) => {
    const typed = { day, from: typedFrom, to: typedTo };
    expect(toInstants(typed, seattle)).toEqual({ from, to });
    expect(toTypedSpan({ from, to }, seattle)).toEqual(typed);
    expect(endsNextDay(typed)).toBe(isUntilNextDay);
  },
);

test("unchanged times keep their seconds, and changed times are stored exactly", () => {
  const before = { from: "2026-12-01T17:00:41.000Z", to: "2026-12-01T17:00:59.000Z" };
  const typed = toTypedSpan(before, seattle);
  expect(toInstants(typed, seattle, before)).toEqual(before);
  expect(toInstants({ ...typed, to: "09:20" }, seattle, before)).toEqual({
    from: before.from,
    to: "2026-12-01T17:20:00.000Z",
  });
});

test("a timer that was forgotten for days ends on its first or second day when edited", () => {
  const before = { from: "2026-12-01T17:00:00.000Z", to: "2026-12-04T20:00:00.000Z" };
  expect(toInstants(toTypedSpan(before, seattle), seattle, before).to).toBe("2026-12-01T20:00:00.000Z");
});

test("the property's time zone is named only if it differs from the viewer's", () => {
  const now = new Date("2026-12-01T18:00:00Z");
  expect(describeTimeZone(seattle, now, "America/New_York")).toBe(
    "Times are in the property's time zone, Pacific Time.",
  );
  expect(describeTimeZone("America/Detroit", now, "America/New_York")).toBeNull();
});
