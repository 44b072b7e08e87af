import { expect, test } from "vitest";
import type { Appointment } from "./appointment.ts";
import {
  findPlacements,
  findVisitOnOtherDay,
  getMonday,
  getMondayToPlan,
  getWeekDays,
  groupByPersonAndDay,
  needsPlanning,
  type PlannedWorkOrder,
  sumMinutes,
} from "./week.ts";

const visit = (overrides: Partial<Appointment> = {}): Appointment => ({
  from: "2026-12-02T01:00:00Z",
  to: "2026-12-02T03:30:00Z",
  state: "confirmed",
  note: null,
  ...overrides,
});
const order = (overrides: Partial<PlannedWorkOrder> = {}): PlannedWorkOrder => ({
  id: 7,
  status: "open",
  priority: "medium",
  assignee: { id: 5 },
  plannedOn: null,
  estimateMinutes: null,
  dueAt: null,
  appointment: null,
  timeZone: "America/Los_Angeles",
  ...overrides,
});

test.each([
  ["nowhere without a planned day, visit, or due date", {}, []],
  ["for one hour on its planned day", { plannedOn: "2026-12-03" }, [["2026-12-03", "planned", 60]]],
  [
    "for its estimate on its planned day",
    { plannedOn: "2026-12-03", estimateMinutes: 240 },
    [["2026-12-03", "planned", 240]],
  ],
  // 1 AM UTC is still Tuesday at the property.
  [
    "for the duration of its visit, on the property's date",
    { appointment: visit() },
    [["2026-12-01", "visit", 150]],
  ],
  ["nowhere with an unconfirmed visit", { appointment: visit({ state: "awaiting_tenant" }) }, []],
  [
    "once if its visit is on the planned day",
    { appointment: visit(), plannedOn: "2026-12-01", estimateMinutes: 30 },
    [["2026-12-01", "visit", 150]],
  ],
  [
    "twice if its visit is on another day",
    { appointment: visit(), plannedOn: "2026-12-03" },
    [
      ["2026-12-01", "visit", 150],
      ["2026-12-03", "planned", 60],
    ],
  ],
  ["on its due date, without taking time", { dueAt: "2026-12-05T01:00:00Z" }, [["2026-12-04", "due", 0]]],
  [
    "only on its planned day if it also has a due date",
    { dueAt: "2026-12-05T01:00:00Z", plannedOn: "2026-12-03" },
    [["2026-12-03", "planned", 60]],
  ],
  ["nowhere if it was due and is completed", { dueAt: "2026-12-05T01:00:00Z", status: "completed" }, []],
  [
    "on its planned day even if it's completed",
    { plannedOn: "2026-12-03", status: "completed" },
    [["2026-12-03", "planned", 60]],
  ],
  ["nowhere if it's cancelled", { plannedOn: "2026-12-03", status: "cancelled" }, []],
])("a work order appears %s", (_, overrides, expected) => {
  expect(findPlacements(order(overrides)).map(({ day, kind, minutes }) => [day, kind, minutes])).toEqual(
    expected,
  );
});

test("a day in the plan lists visits by time, then planned work by priority, then due work", () => {
  const days = getWeekDays("2026-11-30");
  const orders = [
    order({ id: 1, dueAt: "2026-12-01T20:00:00Z" }),
    order({ id: 2, plannedOn: "2026-12-01" }),
    order({ id: 3, plannedOn: "2026-12-01", priority: "urgent", estimateMinutes: 30 }),
    order({ id: 4, appointment: visit() }),
    order({ id: 5, appointment: visit({ from: "2026-12-01T17:00:00Z", to: "2026-12-01T18:00:00Z" }) }),
    order({ id: 6, plannedOn: "2026-12-01", assignee: null }),
    order({ id: 7, plannedOn: "2026-12-09" }),
  ];
  const placed = groupByPersonAndDay(orders, days).get(5)?.get("2026-12-01") ?? [];
  expect(placed.map((one) => one.order.id)).toEqual([5, 4, 3, 2, 1]);
  expect(sumMinutes(placed)).toBe(60 + 150 + 30 + 60);
});

test("the week to plan is the current week or, on a Sunday, the coming week", () => {
  expect(["2026-11-23", "2026-11-28", "2026-11-29", "2026-11-30"].map(getMondayToPlan)).toEqual([
    "2026-11-23",
    "2026-11-23",
    "2026-11-30",
    "2026-11-30",
  ]);
});

test("weeks start on Monday, even at the end of a year", () => {
  expect(["2026-12-27", "2026-12-28", "2027-01-03"].map(getMonday)).toEqual([
    "2026-12-21",
    "2026-12-28",
    "2026-12-28",
  ]);
  expect(getWeekDays("2026-12-28").at(-1)).toBe("2027-01-03");
});

const now = new Date("2026-12-02T07:30:00Z");
test.each([
  ["it has no assignee", { assignee: null, plannedOn: "2026-12-09" }, true],
  ["it has no planned day", {}, true],
  ["its visit is upcoming", { appointment: visit({ to: "2026-12-02T08:00:00Z" }) }, false],
  ["its visit has passed", { appointment: visit() }, true],
  // It's still Tuesday at the property.
  ["it's planned for today", { plannedOn: "2026-12-01" }, false],
  ["its planned day has passed", { plannedOn: "2026-11-30" }, true],
  ["it's completed", { status: "completed" }, false],
])("needsPlanning says whether a work order still needs planning: %s", (_, overrides, expected) => {
  expect(needsPlanning(order(overrides), now)).toBe(expected);
});

test("a confirmed visit stays in place when the work is planned for another day", () => {
  const coming = visit({ from: "2026-12-03T17:00:00Z", to: "2026-12-03T19:00:00Z" });
  const visited = order({ appointment: coming });
  expect(findVisitOnOtherDay(visited, "2026-12-04", now)).toEqual(coming);
  for (const [one, day] of [
    [visited, "2026-12-03"],
    [visited, null],
    [{ ...visited, plannedOn: "2026-12-04" }, "2026-12-04"],
    [order({ appointment: visit() }), "2026-12-04"],
    [order({ appointment: { ...coming, state: "awaiting_tenant" as const } }), "2026-12-04"],
  ] as const)
    expect(findVisitOnOtherDay(one, day, now)).toBeNull();
});
