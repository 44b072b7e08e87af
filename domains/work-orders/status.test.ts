import { describe, expect, test } from "vitest";
import {
  boardColumns,
  canTenantSetStatus,
  editStatuses,
  filterStatuses,
  readStatus,
  type Status,
  statuses,
  statusLabel,
} from "./status.ts";

describe("work order statuses", () => {
  test("WO-04 every status has a label in lists", () => {
    expect(statuses.map(statusLabel)).toEqual([
      "Open",
      "In Progress",
      "Scheduled",
      "Completed",
      "Urgent",
      "Cancelled",
    ]);
  });

  test("WO-05 unknown statuses are displayed unchanged", () => {
    expect(statusLabel("on_hold")).toBe("on_hold");
  });

  test("WO-06 both spellings of in progress are the same status", () => {
    expect(readStatus("in-progress")).toBe("in_progress");
    expect(readStatus("in_progress")).toBe("in_progress");
  });

  test("WO-12 WO-22 the filter and the board have four statuses, in this order", () => {
    expect(boardColumns).toEqual(["open", "in_progress", "scheduled", "completed"]);
    expect(filterStatuses).toEqual(["open", "in_progress", "completed", "scheduled"]);
  });

  test("WO-34 the edit form offers four statuses, one of them spelled with a hyphen", () => {
    expect(editStatuses).toEqual(["open", "in-progress", "completed", "cancelled"]);
  });
});

describe("WO-07 ROLE-18 status changes by tenants", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const cases: [from: Status, to: Status, completedAt: Date | null, can: boolean][] = [
    ["open", "cancelled", null, true],
    ["urgent", "cancelled", null, true],
    ["in_progress", "cancelled", null, false],
    ["scheduled", "cancelled", null, false],
    ["completed", "cancelled", daysAgo(1), false],
    ["completed", "open", daysAgo(7), true],
    ["completed", "open", new Date(daysAgo(7).getTime() - 1), false],
    ["completed", "in_progress", daysAgo(1), false],
    ["cancelled", "open", null, false],
    ["open", "completed", null, false],
  ];
  test.each(cases)(
    "a tenant can change the status from %s to %s, completed at %s: %s",
    (from, to, completedAt, can) => {
      expect(canTenantSetStatus(from, to, completedAt, now)).toBe(can);
    },
  );
});
