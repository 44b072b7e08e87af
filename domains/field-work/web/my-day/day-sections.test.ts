import { expect, test } from "vitest";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import { buildWorkOrder } from "#domains/work-orders/web/testing/work-orders.ts";
import { findLead, getDaySection, getRowTime, toDaySections } from "../../my-day.ts";
import type { MyDayWorkOrder } from "../../my-day-contract.ts";

/** 10 AM at the property. */
const now = new Date("2026-12-01T18:00:00Z");
const me = { id: 5, fullName: "Theo Unger" };
const visit = (from: string, to: string) => ({ from, to, state: "confirmed", note: null }) as const;

test.each<[string, Partial<WorkOrder>, string]>([
  ["past its due date", { dueAt: "2026-12-01T17:59:00Z" }, "overdue"],
  ["after a missed visit", { appointment: visit("2026-11-30T17:00:00Z", "2026-11-30T18:00:00Z") }, "overdue"],
  ["due tonight, tomorrow by UTC", { dueAt: "2026-12-02T07:00:00Z" }, "today"],
  ["visited today", { appointment: visit("2026-12-01T22:00:00Z", "2026-12-02T00:00:00Z") }, "today"],
  ["planned today", { plannedOn: "2026-12-01" }, "today"],
  ["planned for a past date", { plannedOn: "2026-11-28" }, "today"],
  ["started", { status: "in_progress" }, "today"],
  ["started and due later", { status: "in_progress", dueAt: "2026-12-03T20:00:00Z" }, "next"],
  ["started, planned for later", { status: "in_progress", plannedOn: "2026-12-03" }, "next"],
  [
    "started, due later, with its clock running",
    {
      status: "in_progress",
      dueAt: "2026-12-03T20:00:00Z",
      clockStartedAt: "2026-12-01T17:00:00Z",
    },
    "today",
  ],
  ["planned tomorrow", { plannedOn: "2026-12-02" }, "next"],
  ["due tomorrow", { dueAt: "2026-12-02T09:00:00Z" }, "next"],
  ["never due", {}, "next"],
])("in My Day, work %s is listed in the right section", (_, facts, part) => {
  expect(getDaySection(buildWorkOrder(1, facts), now)).toBe(part);
});

const of = (id: number, facts: Partial<WorkOrder> = {}): MyDayWorkOrder => ({
  order: buildWorkOrder(id, { assignee: me, ...facts }),
  contacts: [],
  earlier: [],
  history: [],
});
const onFloor = (floor: string | null) => ({ unit: { id: 3, unitNumber: "101", floor } });
const ids = (orders: readonly MyDayWorkOrder[]) => orders.map(({ order }) => order.id);

test("in My Day, started work that's due later comes after tonight's visit, and work planned for today comes today even if it's due later", () => {
  const parts = toDaySections(
    {
      assigned: [
        of(1, { status: "in_progress", dueAt: "2026-12-03T20:00:00Z" }),
        of(2, { appointment: visit("2026-12-02T07:00:00Z", "2026-12-02T08:00:00Z") }),
        of(3, { plannedOn: "2026-12-01", dueAt: "2026-12-03T20:00:00Z" }),
      ],
      hasMore: false,
      unassigned: [],
    },
    me.id,
    now,
  );
  expect([ids(parts.today), ids(parts.next)]).toEqual([[2, 3], [1]]);
  expect(parts.today.map(({ order }) => getRowTime(order, now))).toEqual([
    { day: "2026-12-01", instant: "2026-12-02T07:00:00Z" },
    { day: "2026-12-01", instant: null },
  ]);
});

test("in My Day, today's list starts with started work and continues by time, and nearby work is unassigned, same floor first", () => {
  const parts = toDaySections(
    {
      assigned: [
        of(1, { ...onFloor("2"), dueAt: "2026-12-02T01:00:00Z" }),
        of(2, { ...onFloor("2"), appointment: visit("2026-12-01T20:00:00Z", "2026-12-01T21:00:00Z") }),
        of(3, { ...onFloor("2"), status: "in_progress" }),
        of(4, onFloor("2")),
        of(5, onFloor("3")),
        of(6, { ...onFloor("2"), dueAt: "2026-11-30T01:00:00Z", propertyId: 2 }),
        of(7, { status: "completed" }),
      ],
      hasMore: false,
      unassigned: [
        of(8, { ...onFloor("3"), assignee: null }),
        of(9, { ...onFloor("2"), assignee: null }),
        of(10, { ...onFloor("2"), assignee: { id: 9, fullName: "Another" } }),
        of(11, { ...onFloor("2"), assignee: null, propertyId: 3 }),
      ],
    },
    me.id,
    now,
  );
  expect(ids(parts.overdue)).toEqual([6]);
  expect(ids(parts.today)).toEqual([3, 2, 1]);
  expect(parts.nearby.map(({ entry: { order }, proximity }) => [order.id, proximity])).toEqual([
    [9, "floor"],
    [8, "property"],
  ]);
  expect(ids(parts.next)).toEqual([4, 5]);
});

test("in My Day, the user's later work is sorted by time and never listed as nearby, even on the floor where they're working", () => {
  const parts = toDaySections(
    {
      assigned: [
        of(1, { ...onFloor("2"), status: "in_progress" }),
        of(2, { ...onFloor("2"), priority: "urgent" }),
        of(3, { ...onFloor("2"), plannedOn: "2026-12-03" }),
        of(4, { ...onFloor("2"), dueAt: "2026-12-05T01:00:00Z", priority: "high" }),
        of(5, {
          ...onFloor("2"),
          dueAt: "2026-12-09T01:00:00Z",
          appointment: visit("2026-12-02T20:00:00Z", "2026-12-02T21:00:00Z"),
        }),
      ],
      hasMore: false,
      unassigned: [],
    },
    me.id,
    now,
  );
  expect(ids(parts.next)).toEqual([5, 3, 4, 2]);
  expect(parts.nearby).toEqual([]);
});

test("in My Day, overdue work is sorted by due date or, for a missed visit, by the time of the visit", () => {
  const parts = toDaySections(
    {
      assigned: [
        of(1, { dueAt: "2026-11-30T01:00:00Z" }),
        of(2, { appointment: visit("2026-11-28T17:00:00Z", "2026-11-28T18:00:00Z") }),
      ],
      hasMore: false,
      unassigned: [],
    },
    me.id,
    now,
  );
  expect(ids(parts.overdue)).toEqual([2, 1]);
});

test("in My Day, a work order the user just took moves to their own work orders before the refetch", () => {
  const taken = of(1, { dueAt: "2026-12-02T01:00:00Z" });
  const parts = toDaySections(
    { assigned: [], hasMore: false, unassigned: [taken, of(2, { assignee: null })] },
    me.id,
    now,
  );
  expect(ids(parts.today)).toEqual([1]);
  expect(parts.nearby.map(({ entry: { order } }) => order.id)).toEqual([2]);
});

test("in My Day, work for the user's team at any property has its own section", () => {
  const team = { id: 3, name: "Plumbers" };
  const parts = toDaySections(
    {
      assigned: [of(1, { dueAt: "2026-12-02T01:00:00Z" })],
      hasMore: false,
      unassigned: [of(2, { assignee: null, team, propertyId: 9 }), of(3, { assignee: null })],
    },
    me.id,
    now,
  );
  expect(ids(parts.unclaimed)).toEqual([2]);
  expect(parts.nearby.map(({ entry: { order } }) => order.id)).toEqual([3]);
});

test("in My Day, a technician without current work can take any unassigned work order", () => {
  const parts = toDaySections(
    { assigned: [of(1)], hasMore: false, unassigned: [of(2, { assignee: null })] },
    me.id,
    now,
  );
  expect(ids(parts.next)).toEqual([1]);
  expect(parts.nearby.map(({ entry: { order } }) => order.id)).toEqual([2]);
});

test("in My Day, unassigned work with a high or urgent priority comes first, most urgent first, whether nearby, elsewhere, or for the user's team", () => {
  const unassigned = { assignee: null };
  const parts = toDaySections(
    {
      assigned: [of(1, { ...onFloor("2"), dueAt: "2026-12-02T01:00:00Z" })],
      hasMore: false,
      unassigned: [
        of(2, { ...unassigned, ...onFloor("2"), priority: "low" }),
        of(3, { ...unassigned, ...onFloor("3"), priority: "high", dueAt: "2026-12-02T02:00:00Z" }),
        of(4, { ...unassigned, ...onFloor("3"), priority: "urgent" }),
        of(5, { ...unassigned, propertyId: 9, status: "urgent", priority: "low" }),
        of(6, { ...unassigned, priority: "high", team: { id: 3, name: "Plumbers" } }),
      ],
    },
    me.id,
    now,
  );
  expect(parts.pressing.map(({ entry: { order }, proximity }) => [order.id, proximity])).toEqual([
    [5, undefined],
    [4, "property"],
    [3, "property"],
    [6, "property"],
  ]);
  expect(parts.nearby.map(({ entry: { order } }) => order.id)).toEqual([2]);
  expect(parts.unclaimed).toEqual([]);
});

test("My Day leads with the work order whose timer is running, even someone else's, then one in progress, then the first", () => {
  const late = of(1, { dueAt: "2026-11-30T01:00:00Z" });
  const started = of(2, { status: "in_progress" });
  const running = of(3, {
    status: "in_progress",
    clockStartedAt: "2026-12-01T17:00:00Z",
    assignee: { id: 8, fullName: "Priya Nair" },
  });
  const lead = (assigned: MyDayWorkOrder[]) =>
    findLead(toDaySections({ assigned, hasMore: false, unassigned: [] }, me.id, now))?.order.id;
  expect([lead([late, started, running]), lead([late, started]), lead([late]), lead([])]).toEqual([
    3,
    2,
    1,
    undefined,
  ]);
});
