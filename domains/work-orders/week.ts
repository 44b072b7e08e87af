import { addDays, type Day } from "#shared/calendar.ts";
import { wallTimeAt } from "#shared/wall-time.ts";
import type { Appointment } from "./appointment.ts";
import { priorities } from "./priorities.ts";
import { unfinishedStatuses } from "./status.ts";

/** The minutes of a working day, that of work without an estimate, and the limits of an estimate. */
export const workDayMinutes = 480;
export const usualMinutes = 60;
export const estimateMinutesMin = 5;
export const estimateMinutesMax = 2880;

/** The values of the list's filter by plan; days are those of the order's building. */
export const planFilters = ["today", "week", "to-plan"] as const;
export type PlanFilter = (typeof planFilters)[number];

export const planFilterLabels = {
  today: "Planned today",
  week: "Planned within 7 days",
  "to-plan": "To be planned",
} as const satisfies Record<PlanFilter, string>;

export interface PlannedOrder {
  id: number;
  status: string;
  priority: string;
  assignee: { id: number } | null;
  /** A day in the building's calendar. */
  plannedOn: Day | null;
  estimateMinutes: number | null;
  dueAt: string | null;
  appointment: Appointment | null;
  timeZone: string;
}

/** Why an order is in a day of the week: it is planned then, its visit is agreed for then, or it is due without a plan. */
export interface Place {
  day: Day;
  as: "planned" | "visit" | "due";
  /** What it takes of that day; a due time alone takes nothing. */
  minutes: number;
}

/** The days `order` has a place in. A visit on its planned day is one place with it, and takes as long as the visit. */
export function placesOf(order: PlannedOrder): Place[] {
  const { plannedOn, dueAt, timeZone } = order;
  if (order.status === "cancelled") return [];
  const visit = order.appointment?.state === "agreed" ? order.appointment : null;
  const places: Place[] = [];
  if (visit !== null) {
    const minutes = Math.round((Date.parse(visit.to) - Date.parse(visit.from)) / 60_000);
    places.push({ day: wallTimeAt(visit.from, timeZone).day, as: "visit", minutes });
  }
  if (plannedOn !== null && plannedOn !== places[0]?.day)
    places.push({ day: plannedOn, as: "planned", minutes: order.estimateMinutes ?? usualMinutes });
  if (places.length === 0 && dueAt !== null && unfinishedStatuses.includes(order.status))
    places.push({ day: wallTimeAt(dueAt, timeZone).day, as: "due", minutes: 0 });
  return places;
}

/** The seven days from `from` on. */
export const weekFrom = (from: Day): Day[] => Array.from({ length: 7 }, (_, at) => addDays(from, at));

/** The Monday of the week of `day`. */
export const mondayOf = (day: Day): Day =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

export interface Placed<Order> {
  order: Order;
  place: Place;
}

/** By person, then by day: visits by their time, then what is planned, most urgent first, then what is due. */
export function placedOrders<Order extends PlannedOrder>(
  orders: readonly Order[],
  days: readonly Day[],
): Map<number, Map<Day, Placed<Order>[]>> {
  const byPerson = new Map<number, Map<Day, Placed<Order>[]>>();
  for (const order of orders) {
    if (order.assignee === null) continue;
    for (const place of placesOf(order)) {
      if (!days.includes(place.day)) continue;
      const byDay = byPerson.get(order.assignee.id) ?? new Map<Day, Placed<Order>[]>();
      byPerson.set(order.assignee.id, byDay);
      byDay.set(place.day, [...(byDay.get(place.day) ?? []), { order, place }]);
    }
  }
  for (const byDay of byPerson.values()) for (const placed of byDay.values()) placed.sort(inOrderOfTheDay);
  return byPerson;
}

const kindsInOrder = ["visit", "planned", "due"] as const;
const timeOf = ({ order, place }: Placed<PlannedOrder>) =>
  (place.as === "visit" ? order.appointment?.from : place.as === "due" ? order.dueAt : null) ?? "";
const urgencyOf = ({ order }: Placed<PlannedOrder>) => priorities.findIndex((one) => one === order.priority);

const inOrderOfTheDay = (a: Placed<PlannedOrder>, b: Placed<PlannedOrder>): number =>
  kindsInOrder.indexOf(a.place.as) - kindsInOrder.indexOf(b.place.as) ||
  timeOf(a).localeCompare(timeOf(b)) ||
  urgencyOf(b) - urgencyOf(a) ||
  a.order.id - b.order.id;

export const minutesOf = (placed: readonly Placed<PlannedOrder>[]): number =>
  placed.reduce((sum, { place }) => sum + place.minutes, 0);

/** The visit that is still to come, where both sides agreed to one. */
export const visitToCome = ({ status, appointment }: PlannedOrder, now: Date): Appointment | null =>
  appointment !== null &&
  appointment.state === "agreed" &&
  unfinishedStatuses.includes(status) &&
  new Date(appointment.to) > now
    ? appointment
    : null;

/** The agreed visit that stays on its own day when the work is planned for `plannedOn`; null where none does. */
export function visitElsewhere(order: PlannedOrder, plannedOn: Day | null, now: Date): Appointment | null {
  const visit = visitToCome(order, now);
  if (visit === null || plannedOn === null || plannedOn === order.plannedOn) return null;
  return wallTimeAt(visit.from, order.timeZone).day === plannedOn ? null : visit;
}

/** Whether somebody has to plan it: nobody has it, there is neither a day nor a visit, or its day went by. */
export const isToPlan = (order: PlannedOrder, now: Date): boolean =>
  unfinishedStatuses.includes(order.status) &&
  (order.assignee === null ||
    (order.plannedOn === null
      ? visitToCome(order, now) === null
      : order.plannedOn < wallTimeAt(now, order.timeZone).day));
