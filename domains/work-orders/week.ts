import { addDays, type Day } from "#shared/calendar.ts";
import { toWallTime } from "#shared/wall-time.ts";
import type { Appointment } from "./appointment.ts";
import { type Priority, priorities } from "./priorities.ts";
import { unfinishedStatuses } from "./status.ts";

/** The length of a workday, the default estimate, and the limits of an estimate, in minutes. */
export const workDayMinutes = 480;
export const defaultEstimateMinutes = 60;
export const minEstimateMinutes = 5;
export const maxEstimateMinutes = 2880;

/** Plan filter values. Days are in the property's time zone. */
export const planFilters = ["today", "week", "to-plan"] as const;
export type PlanFilter = (typeof planFilters)[number];

export const planFilterLabels = {
  today: "Planned today",
  week: "Planned within 7 days",
  "to-plan": "Unplanned",
} as const satisfies Record<PlanFilter, string>;

export interface PlannedWorkOrder {
  id: number;
  status: string;
  priority: Priority;
  assignee: { id: number } | null;
  /** A date in the property's calendar. */
  plannedOn: Day | null;
  estimateMinutes: number | null;
  dueAt: string | null;
  appointment: Appointment | null;
  timeZone: string;
}

/**
 * Why a work order appears on a day of the week: it's planned, has a confirmed visit, or is due without a
 * plan.
 */
export interface DayPlacement {
  day: Day;
  kind: "planned" | "visit" | "due";
  /** Minutes of work on that day. A due date alone takes no time. */
  minutes: number;
}

/**
 * Returns the days a work order appears on. A visit on the planned day counts once, with the duration of the
 * visit.
 */
export function findPlacements(order: PlannedWorkOrder): DayPlacement[] {
  const { plannedOn, dueAt, timeZone } = order;
  if (order.status === "cancelled") return [];
  const visit = order.appointment?.state === "confirmed" ? order.appointment : null;
  const placements: DayPlacement[] = [];
  if (visit !== null) {
    const minutes = Math.round((Date.parse(visit.to) - Date.parse(visit.from)) / 60_000);
    placements.push({ day: toWallTime(visit.from, timeZone).day, kind: "visit", minutes });
  }
  if (plannedOn !== null && plannedOn !== placements[0]?.day)
    placements.push({
      day: plannedOn,
      kind: "planned",
      minutes: order.estimateMinutes ?? defaultEstimateMinutes,
    });
  if (placements.length === 0 && dueAt !== null && unfinishedStatuses.includes(order.status))
    placements.push({ day: toWallTime(dueAt, timeZone).day, kind: "due", minutes: 0 });
  return placements;
}

/** Returns the seven days from `startsOn`. */
export const getWeekDays = (startsOn: Day): Day[] =>
  Array.from({ length: 7 }, (_, index) => addDays(startsOn, index));

/** Returns the Monday of the week that contains `day`. */
export const getMonday = (day: Day): Day =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Returns the Monday of the week to plan on `today`: the current week, but on Sunday the coming one. */
export const getMondayToPlan = (today: Day): Day => getMonday(addDays(today, 1));

export interface PlacedWorkOrder<Order> {
  order: Order;
  placement: DayPlacement;
}

/** Groups work orders by person and day: visits by time, then planned work by priority, then due work. */
export function groupByPersonAndDay<Order extends PlannedWorkOrder>(
  orders: readonly Order[],
  days: readonly Day[],
): Map<number, Map<Day, PlacedWorkOrder<Order>[]>> {
  const byPerson = new Map<number, Map<Day, PlacedWorkOrder<Order>[]>>();
  for (const order of orders) {
    if (order.assignee === null) continue;
    for (const placement of findPlacements(order)) {
      if (!days.includes(placement.day)) continue;
      const byDay = byPerson.get(order.assignee.id) ?? new Map<Day, PlacedWorkOrder<Order>[]>();
      byPerson.set(order.assignee.id, byDay);
      byDay.set(placement.day, [...(byDay.get(placement.day) ?? []), { order, placement }]);
    }
  }
  for (const byDay of byPerson.values())
    for (const placedOrders of byDay.values()) placedOrders.sort(compareWithinDay);
  return byPerson;
}

const placementOrder = ["visit", "planned", "due"] as const;
const getSortTime = ({ order, placement }: PlacedWorkOrder<PlannedWorkOrder>) =>
  (placement.kind === "visit" ? order.appointment?.from : placement.kind === "due" ? order.dueAt : null) ??
  "";
const getPriorityIndex = ({ order }: PlacedWorkOrder<PlannedWorkOrder>) =>
  priorities.findIndex((priority) => priority === order.priority);

const compareWithinDay = (
  a: PlacedWorkOrder<PlannedWorkOrder>,
  b: PlacedWorkOrder<PlannedWorkOrder>,
): number =>
  placementOrder.indexOf(a.placement.kind) - placementOrder.indexOf(b.placement.kind) ||
  getSortTime(a).localeCompare(getSortTime(b)) ||
  getPriorityIndex(b) - getPriorityIndex(a) ||
  a.order.id - b.order.id;

export const sumMinutes = (placedOrders: readonly PlacedWorkOrder<PlannedWorkOrder>[]): number =>
  placedOrders.reduce((sum, { placement }) => sum + placement.minutes, 0);

/** Returns the upcoming visit if both sides confirmed it. */
export const getUpcomingVisit = ({ status, appointment }: PlannedWorkOrder, now: Date): Appointment | null =>
  appointment !== null &&
  appointment.state === "confirmed" &&
  unfinishedStatuses.includes(status) &&
  new Date(appointment.to) > now
    ? appointment
    : null;

/**
 * Returns the confirmed visit that stays on a different day if the work is planned for `plannedOn`, or null.
 */
export function findVisitOnOtherDay(
  order: PlannedWorkOrder,
  plannedOn: Day | null,
  now: Date,
): Appointment | null {
  const visit = getUpcomingVisit(order, now);
  if (visit === null || plannedOn === null || plannedOn === order.plannedOn) return null;
  return toWallTime(visit.from, order.timeZone).day === plannedOn ? null : visit;
}

/**
 * Whether the work order still needs planning: it has no assignee, it has neither a planned day nor an
 * upcoming visit, or its planned day has passed.
 */
export const needsPlanning = (order: PlannedWorkOrder, now: Date): boolean =>
  unfinishedStatuses.includes(order.status) &&
  (order.assignee === null ||
    (order.plannedOn === null
      ? getUpcomingVisit(order, now) === null
      : order.plannedOn < toWallTime(now, order.timeZone).day));
