import { isVisitMissed } from "#domains/work-orders/appointment.ts";
import type { WorkOrder, WorkOrderRow } from "#domains/work-orders/contract.ts";
import { isOverdue } from "#domains/work-orders/due.ts";
import { getUrgency, isPressing, sortByUrgency } from "#domains/work-orders/sort-by-urgency.ts";
import { toWallTime } from "#shared/wall-time.ts";
import type { MyDay, MyDayWorkOrder } from "./my-day-contract.ts";

export const daySections = ["overdue", "today", "next"] as const;
export type DaySection = (typeof daySections)[number];

/**
 * Returns a work order's section in a technician's day, in the property's time zone. `overdue` is past its
 * due date or visit. `today` is due, planned, or visited today, or in progress without a later date.
 * Everything else is `next`.
 */
export function getDaySection(order: WorkOrderRow, now: Date): DaySection {
  if (isOverdue(order, now) || isVisitMissed(order, now)) return "overdue";
  const { day } = getRowTime(order, now);
  if (day !== null && day <= toWallTime(now, order.timeZone).day) return "today";
  const isStarted = order.clockStartedAt !== null || (order.status === "in_progress" && day === null);
  return isStarted ? "today" : "next";
}

/**
 * Returns when a work order is scheduled: the visit, due date, or planned day that falls on today, or else
 * the one on another day. `day` is in the property's time zone, and null if there is none. `instant` is null
 * if only the day is known. Work planned for a past day counts as today's.
 */
export function getRowTime(order: WorkOrderRow, now: Date): { day: string | null; instant: string | null } {
  const { appointment, dueAt, plannedOn, timeZone } = order;
  const isVisitOver =
    appointment !== null && Date.parse(appointment.to) <= now.getTime() && !isVisitMissed(order, now);
  const toDay = (instant: string | Date) => toWallTime(instant, timeZone).day;
  const today = toDay(now);
  const instants = [isVisitOver ? null : appointment?.from, dueAt].filter((instant) => instant != null);
  const todaysInstant = instants.filter((instant) => toDay(instant) === today).sort()[0];
  if (todaysInstant !== undefined) return { day: today, instant: todaysInstant };
  const [instant] = instants;
  const isLate = instant !== undefined && Date.parse(instant) < now.getTime();
  if (plannedOn !== null && plannedOn <= today && !isLate) return { day: today, instant: null };
  return instant === undefined ? { day: plannedOn, instant: null } : { day: toDay(instant), instant };
}

/** A work order no one is responsible for yet. */
export interface UnassignedEntry {
  entry: MyDayWorkOrder;
  proximity: "floor" | "property" | undefined;
}

export interface DaySections extends Record<DaySection, MyDayWorkOrder[]> {
  /** Unassigned and unclaimed work orders with a high or urgent priority, at any property. */
  pressing: UnassignedEntry[];
  /** Unclaimed work orders of the technician's teams. */
  unclaimed: MyDayWorkOrder[];
  /** Unassigned work orders near the technician's own: on the same floor first, then at the same property. */
  nearby: UnassignedEntry[];
}

/**
 * Splits the day into sections. `clockStartedAt` is the user's own clock. Each work order appears once, and finished or reassigned ones are left out.
 */
export function toDaySections(day: MyDay, userId: number, now: Date): DaySections {
  const allEntries = [...day.assigned, ...day.unassigned];
  const entriesById = new Map(allEntries.map((entry) => [entry.order.id, entry]));
  const sortedOrders = sortByUrgency(
    allEntries.map(({ order }) => order),
    now,
  );
  const ownOrders = sortedOrders.filter(
    ({ assignee, clockStartedAt }) => assignee?.id === userId || clockStartedAt !== null,
  );
  const findEntry = ({ id }: WorkOrder) => entriesById.get(id) as MyDayWorkOrder;
  const findInSection = (section: DaySection) =>
    ownOrders.filter((order) => getDaySection(order, now) === section);
  const overdueOrders = sortByTime(findInSection("overdue"));
  const todaysOrders = findInSection("today").sort(
    (a, b) => getTodaySortKey(a, now) - getTodaySortKey(b, now),
  );
  const nextOrders = sortByTime(findInSection("next"));

  const todaysWork = [...overdueOrders, ...todaysOrders];
  const getProximity = (order: WorkOrder): UnassignedEntry["proximity"] => {
    if (todaysWork.some((other) => isSameFloor(order, other))) return "floor";
    return todaysWork.some(({ propertyId }) => propertyId === order.propertyId) ? "property" : undefined;
  };
  const toUnassignedEntry = (order: WorkOrder): UnassignedEntry => ({
    entry: findEntry(order),
    proximity: getProximity(order),
  });
  const unassignedOrders = sortedOrders.filter(
    (order) => order.assignee === null && !ownOrders.includes(order),
  );
  const otherOrders = unassignedOrders.filter((order) => !isPressing(order));
  const nearbyEntries = otherOrders
    .filter(({ team }) => team === null)
    .map(toUnassignedEntry)
    .filter(({ proximity }) => todaysWork.length === 0 || proximity !== undefined);
  return {
    overdue: overdueOrders.map(findEntry),
    pressing: unassignedOrders
      .filter(isPressing)
      .sort((a, b) => getUrgency(b) - getUrgency(a))
      .map(toUnassignedEntry),
    today: todaysOrders.map(findEntry),
    unclaimed: otherOrders.filter(({ team }) => team !== null).map(findEntry),
    nearby: [
      ...nearbyEntries.filter(({ proximity }) => proximity === "floor"),
      ...nearbyEntries.filter(({ proximity }) => proximity !== "floor"),
    ],
    next: nextOrders.map(findEntry),
  };
}

/**
 * Returns the work order to show first: the one with the user's running timer, or else one in progress, or
 * else the first of their own.
 */
export function findLead({ overdue, today, next }: DaySections): MyDayWorkOrder | undefined {
  const ownEntries = [...overdue, ...today, ...next];
  return (
    ownEntries.find(({ order }) => order.clockStartedAt !== null) ??
    ownEntries.find(({ order }) => order.status === "in_progress" && order.pause === null) ??
    ownEntries[0]
  );
}

/** Sorts by the time of the visit, else the due date, else the end of the planned day. Others come last. */
const sortByTime = (orders: WorkOrder[]): WorkOrder[] =>
  orders.toSorted((a, b) => getSortKey(a) - getSortKey(b));

const getSortKey = ({ appointment, dueAt, plannedOn }: WorkOrder): number =>
  Date.parse(appointment?.from ?? dueAt ?? `${plannedOn ?? "9999-12-31"}T23:59:59Z`);

/** Work in progress comes first, then the earliest time today. */
function getTodaySortKey(order: WorkOrderRow, now: Date): number {
  if (order.status === "in_progress") return 0;
  const { instant } = getRowTime(order, now);
  return instant === null ? Number.MAX_VALUE : Date.parse(instant);
}

/** Common areas count as a separate floor. */
const isSameFloor = (a: WorkOrder, b: WorkOrder): boolean =>
  a.propertyId === b.propertyId &&
  (a.unit === null) === (b.unit === null) &&
  (a.unit?.floor ?? null) === (b.unit?.floor ?? null);
