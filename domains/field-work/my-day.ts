import { isVisitMissed } from "#domains/work-orders/appointment.ts";
import type { WorkOrder, WorkOrderRow } from "#domains/work-orders/contract.ts";
import { isOverdue } from "#domains/work-orders/due.ts";
import { sortByUrgency } from "#domains/work-orders/sort-by-urgency.ts";
import { toWallTime } from "#shared/wall-time.ts";
import type { MyDay, MyDayWorkOrder } from "./my-day-contract.ts";

export const daySections = ["overdue", "today", "next"] as const;
export type DaySection = (typeof daySections)[number];

/**
 * Returns a work order's section in a technician's day, in the property's time zone. `overdue` is past its
 * due date or visit. `today` is in progress, or due, planned, or visited today. Everything else is `next`.
 */
export function getDaySection(order: WorkOrderRow, now: Date): DaySection {
  if (isOverdue(order, now) || isVisitMissed(order, now)) return "overdue";
  const toDay = (instant: string | Date) => toWallTime(instant, order.timeZone).day;
  const today = toDay(now);
  const isToday =
    order.status === "in_progress" ||
    (order.dueAt !== null && toDay(order.dueAt) === today) ||
    (order.appointment !== null && toDay(order.appointment.from) === today) ||
    (order.plannedOn !== null && order.plannedOn <= today);
  return isToday ? "today" : "next";
}

export interface DaySections extends Record<DaySection, MyDayWorkOrder[]> {
  /** Unclaimed work orders of the technician's teams. */
  unclaimed: MyDayWorkOrder[];
  /** Unassigned work orders on the way: on the same floor first, then at the same property. */
  nearby: { entry: MyDayWorkOrder; isOnFloor: boolean }[];
}

/**
 * Splits the day into sections. Each work order appears once, and finished or reassigned ones are left out.
 */
export function toDaySections(day: MyDay, userId: number, now: Date): DaySections {
  const allEntries = [...day.assigned, ...day.unassigned];
  const entriesById = new Map(allEntries.map((entry) => [entry.order.id, entry]));
  const sortedOrders = sortByUrgency(
    allEntries.map(({ order }) => order),
    now,
  );
  const ownOrders = sortedOrders.filter(({ assignee }) => assignee?.id === userId);
  const findEntry = ({ id }: WorkOrder) => entriesById.get(id) as MyDayWorkOrder;
  const findInSection = (section: DaySection) =>
    ownOrders.filter((order) => getDaySection(order, now) === section);
  const [overdueOrders, nextOrders] = [
    sortByTime(findInSection("overdue")),
    sortByTime(findInSection("next")),
  ];
  const todaysOrders = findInSection("today").sort((a, b) => getStartTime(a, now) - getStartTime(b, now));

  const todaysWork = [...overdueOrders, ...todaysOrders];
  const getProximity = (order: WorkOrder) => {
    if (todaysWork.some((other) => isSameFloor(order, other))) return "floor";
    return todaysWork.some(({ propertyId }) => propertyId === order.propertyId) ? "building" : undefined;
  };
  const unassignedOrders = sortedOrders.filter(({ assignee }) => assignee === null);
  const nearbyEntries = unassignedOrders
    .filter(({ team }) => team === null)
    .filter((order) => todaysWork.length === 0 || getProximity(order) !== undefined)
    .map((order) => ({ entry: findEntry(order), isOnFloor: getProximity(order) === "floor" }));
  return {
    overdue: overdueOrders.map(findEntry),
    today: todaysOrders.map(findEntry),
    unclaimed: unassignedOrders.filter(({ team }) => team !== null).map(findEntry),
    nearby: [
      ...nearbyEntries.filter(({ isOnFloor }) => isOnFloor),
      ...nearbyEntries.filter(({ isOnFloor }) => !isOnFloor),
    ],
    next: nextOrders.map(findEntry),
  };
}

/**
 * Returns the work order to show first: the one with the user's running timer, or else one in progress, or else
 * the first of their own.
 */
export function findLead({ overdue, today, next }: DaySections, userId: number): MyDayWorkOrder | undefined {
  const ownEntries = [...overdue, ...today, ...next];
  const inProgress = ownEntries.filter(({ order }) => order.status === "in_progress" && order.pause === null);
  const hasRunningTimer = ({ order }: MyDayWorkOrder) =>
    order.times.some(({ user, endedAt }) => user.id === userId && endedAt === null);
  return inProgress.find(hasRunningTimer) ?? inProgress[0] ?? ownEntries[0];
}

/** Sorts by the time of the visit, else the due date, else the end of the planned day. Others come last. */
const sortByTime = (orders: WorkOrder[]): WorkOrder[] => orders.toSorted((a, b) => getTime(a) - getTime(b));

const getTime = ({ appointment, dueAt, plannedOn }: WorkOrder): number =>
  Date.parse(appointment?.from ?? dueAt ?? `${plannedOn ?? "9999-12-31"}T23:59:59Z`);

/** Work in progress comes first, then the earliest time today. */
function getStartTime({ status, dueAt, appointment, timeZone }: WorkOrderRow, now: Date): number {
  if (status === "in_progress") return 0;
  const today = toWallTime(now, timeZone).day;
  const times = [dueAt, appointment?.from]
    .filter((instant) => instant != null && toWallTime(instant, timeZone).day === today)
    .map((instant) => Date.parse(instant as string));
  return Math.min(...times, Number.MAX_VALUE);
}

/** Common areas count as a separate floor. */
const isSameFloor = (a: WorkOrder, b: WorkOrder): boolean =>
  a.propertyId === b.propertyId &&
  (a.unit === null) === (b.unit === null) &&
  (a.unit?.floor ?? null) === (b.unit?.floor ?? null);
