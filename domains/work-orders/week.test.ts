import { expect, test } from "vitest";
import type { Appointment } from "./appointment.ts";
import {
  isToPlan,
  minutesOf,
  mondayOf,
  type PlannedOrder,
  placedOrders,
  placesOf,
  visitElsewhere,
  weekFrom,
} from "./week.ts";

const visit = (more: Partial<Appointment> = {}): Appointment => ({
  from: "2026-12-02T01:00:00Z",
  to: "2026-12-02T03:30:00Z",
  state: "agreed",
  note: null,
  ...more,
});
const order = (more: Partial<PlannedOrder> = {}): PlannedOrder => ({
  id: 7,
  status: "open",
  priority: "medium",
  assignee: { id: 5 },
  plannedOn: null,
  estimateMinutes: null,
  dueAt: null,
  appointment: null,
  timeZone: "America/Los_Angeles",
  ...more,
});

test.each([
  ["nowhere without day, visit and due time", {}, []],
  ["an hour on its planned day", { plannedOn: "2026-12-03" }, [["2026-12-03", "planned", 60]]],
  [
    "its estimate on its planned day",
    { plannedOn: "2026-12-03", estimateMinutes: 240 },
    [["2026-12-03", "planned", 240]],
  ],
  // 1 AM in UTC is still Tuesday in the building.
  ["as long as its visit, on the building's day", { appointment: visit() }, [["2026-12-01", "visit", 150]]],
  ["nowhere for a visit that nobody agreed to", { appointment: visit({ state: "tenant_asked" }) }, []],
  [
    "once when its visit is on the planned day",
    { appointment: visit(), plannedOn: "2026-12-01", estimateMinutes: 30 },
    [["2026-12-01", "visit", 150]],
  ],
  [
    "twice when its visit is on another day",
    { appointment: visit(), plannedOn: "2026-12-03" },
    [
      ["2026-12-01", "visit", 150],
      ["2026-12-03", "planned", 60],
    ],
  ],
  ["on its due day, without taking time", { dueAt: "2026-12-05T01:00:00Z" }, [["2026-12-04", "due", 0]]],
  [
    "only on its planned day when it is due as well",
    { dueAt: "2026-12-05T01:00:00Z", plannedOn: "2026-12-03" },
    [["2026-12-03", "planned", 60]],
  ],
  ["nowhere when it was due and is done", { dueAt: "2026-12-05T01:00:00Z", status: "completed" }, []],
  [
    "on its planned day also when it is done",
    { plannedOn: "2026-12-03", status: "completed" },
    [["2026-12-03", "planned", 60]],
  ],
  ["nowhere when it is cancelled", { plannedOn: "2026-12-03", status: "cancelled" }, []],
])("an order is %s", (_, more, expected) => {
  expect(placesOf(order(more)).map(({ day, as, minutes }) => [day, as, minutes])).toEqual(expected);
});

test("a day has its visits by their time, then what is planned by urgency, then what is due", () => {
  const days = weekFrom("2026-11-30");
  const orders = [
    order({ id: 1, dueAt: "2026-12-01T20:00:00Z" }),
    order({ id: 2, plannedOn: "2026-12-01" }),
    order({ id: 3, plannedOn: "2026-12-01", priority: "urgent", estimateMinutes: 30 }),
    order({ id: 4, appointment: visit() }),
    order({ id: 5, appointment: visit({ from: "2026-12-01T17:00:00Z", to: "2026-12-01T18:00:00Z" }) }),
    order({ id: 6, plannedOn: "2026-12-01", assignee: null }),
    order({ id: 7, plannedOn: "2026-12-09" }),
  ];
  const placed = placedOrders(orders, days).get(5)?.get("2026-12-01") ?? [];
  expect(placed.map((one) => one.order.id)).toEqual([5, 4, 3, 2, 1]);
  expect(minutesOf(placed)).toBe(60 + 150 + 30 + 60);
});

test("weeks begin on Mondays, also over the end of a year", () => {
  expect(["2026-12-27", "2026-12-28", "2027-01-03"].map(mondayOf)).toEqual([
    "2026-12-21",
    "2026-12-28",
    "2026-12-28",
  ]);
  expect(weekFrom("2026-12-28").at(-1)).toBe("2027-01-03");
});

const now = new Date("2026-12-02T07:30:00Z");
test.each([
  ["nobody has it", { assignee: null, plannedOn: "2026-12-09" }, true],
  ["it has no day", {}, true],
  ["its visit is still to come", { appointment: visit({ to: "2026-12-02T08:00:00Z" }) }, false],
  ["its visit went by", { appointment: visit() }, true],
  // It is still Tuesday in the building.
  ["it is planned for today", { plannedOn: "2026-12-01" }, false],
  ["its day went by", { plannedOn: "2026-11-30" }, true],
  ["it is done", { status: "completed" }, false],
])("whether somebody has to plan an order when %s", (_, more, expected) => {
  expect(isToPlan(order(more), now)).toBe(expected);
});

test("an agreed visit stays behind when the work is planned for another day", () => {
  const coming = visit({ from: "2026-12-03T17:00:00Z", to: "2026-12-03T19:00:00Z" });
  const visited = order({ appointment: coming });
  expect(visitElsewhere(visited, "2026-12-04", now)).toEqual(coming);
  for (const [one, day] of [
    [visited, "2026-12-03"],
    [visited, null],
    [{ ...visited, plannedOn: "2026-12-04" }, "2026-12-04"],
    [order({ appointment: visit() }), "2026-12-04"],
    [order({ appointment: { ...coming, state: "tenant_asked" as const } }), "2026-12-04"],
  ] as const)
    expect(visitElsewhere(one, day, now)).toBeNull();
});
