import { expect, test } from "vitest";
import { dueText } from "./due.ts";

const at = (dueAt: string | null, status = "open") => ({ status, dueAt, timeZone: "America/Los_Angeles" });

test.each([
  ["later", at("2026-12-02T01:00:00Z"), "2026-11-30T12:00:00Z", "Due Tue, Dec 1, 5:00 PM"],
  ["later today", at("2026-12-02T01:00:00Z"), "2026-12-01T08:00:00Z", "Due today, 5:00 PM"],
  ["the minute itself", at("2026-12-02T01:00:00Z"), "2026-12-02T01:00:00Z", "Due today, 5:00 PM"],
  ["a minute late", at("2026-12-02T01:00:00Z"), "2026-12-02T01:01:00Z", "Overdue since Tue, Dec 1, 5:00 PM"],
  [
    "late but done",
    at("2026-12-02T01:00:00Z", "completed"),
    "2026-12-09T01:00:00Z",
    "Due Tue, Dec 1, 5:00 PM",
  ],
  ["no due time", at(null), "2026-12-02T01:00:00Z", null],
  ["the day the clocks go forward", at("2026-03-09T00:00:00Z"), "2026-03-08T09:00:00Z", "Due today, 5:00 PM"],
  ["the day they go back", at("2026-11-02T01:00:00Z"), "2026-11-01T08:00:00Z", "Due today, 5:00 PM"],
])("a due time in words: %s", (_, order, now, words) => {
  expect(dueText(order, new Date(now))).toBe(words);
});
