import { expect, test } from "vitest";
import { describeDueDate } from "./due.ts";

const at = (dueAt: string | null, status = "open") => ({ status, dueAt, timeZone: "America/Los_Angeles" });

test.each([
  ["later", at("2026-12-02T01:00:00Z"), "2026-11-30T12:00:00Z", "Due Tue, Dec 1, 5:00 PM"],
  ["later today", at("2026-12-02T01:00:00Z"), "2026-12-01T08:00:00Z", "Due today, 5:00 PM"],
  ["at the exact minute", at("2026-12-02T01:00:00Z"), "2026-12-02T01:00:00Z", "Due today, 5:00 PM"],
  [
    "one minute late",
    at("2026-12-02T01:00:00Z"),
    "2026-12-02T01:01:00Z",
    "Overdue since Tue, Dec 1, 5:00 PM",
  ],
  [
    "late but completed",
    at("2026-12-02T01:00:00Z", "completed"),
    "2026-12-09T01:00:00Z",
    "Due Tue, Dec 1, 5:00 PM",
  ],
  ["without a due date", at(null), "2026-12-02T01:00:00Z", null],
  ["on the day clocks go forward", at("2026-03-09T00:00:00Z"), "2026-03-08T09:00:00Z", "Due today, 5:00 PM"],
  ["on the day clocks go back", at("2026-11-02T01:00:00Z"), "2026-11-01T08:00:00Z", "Due today, 5:00 PM"],
])("describeDueDate describes the due date: %s", (_, order, now, words) => {
  expect(describeDueDate(order, new Date(now))).toBe(words);
});
