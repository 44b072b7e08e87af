import { describe, expect, it } from "vitest";
import { buildEntry, buildWorkOrder } from "../testing/work-orders.ts";
import { getSteps } from "./steps.ts";

const sam = { id: 5, fullName: "Sam Whitfield" };
const log = [
  buildEntry(3, {
    actionType: "status_changed",
    newStatus: "in_progress",
    createdAt: "2025-01-06T19:46:00Z",
    happenedAt: "2025-01-06T18:46:00Z",
  }),
  buildEntry(2, { actionType: "assigned", createdAt: "2025-01-06T18:28:00Z" }),
  buildEntry(1),
];
const stepsOf = (more: Parameters<typeof buildWorkOrder>[1], entries = log) =>
  getSteps(buildWorkOrder(7, more), entries).map(({ name, state }) => `${name} ${state}`);

describe("steps of a work order", () => {
  it("each status has its current step", () => {
    expect(stepsOf({})).toEqual(["Reported now", "Assigned next", "In Progress next", "Completed next"]);
    expect(stepsOf({ status: "urgent", assignee: sam })[1]).toBe("Assigned now");
    expect(stepsOf({ status: "in_progress", assignee: sam })).toEqual([
      "Reported done",
      "Assigned done",
      "In Progress now",
      "Completed next",
    ]);
    expect(stepsOf({ status: "scheduled" })).toEqual([
      "Reported done",
      "Assigned next",
      "Visit now",
      "Completed next",
    ]);
    expect(stepsOf({ status: "completed", assignee: sam })[3]).toBe("Completed done");
    expect(stepsOf({ status: "cancelled", assignee: sam })).toEqual([
      "Reported done",
      "Assigned done",
      "In Progress next",
      "Cancelled now",
    ]);
  });

  it("step times come from the log and show when the steps happened", () => {
    const order = buildWorkOrder(7, { status: "in_progress", assignee: sam });
    expect(getSteps(order, log).map(({ occursAt }) => occursAt)).toEqual([
      order.createdAt,
      "2025-01-06T18:28:00Z",
      "2025-01-06T18:46:00Z",
      null,
    ]);
  });
});
