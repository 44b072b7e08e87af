import { wallTimeAt } from "#shared/wall-time.ts";
import { isMissed } from "./appointment.ts";
import type { WorkOrder, WorkOrderRow } from "./contract.ts";
import { isOverdue } from "./due.ts";
import type { MyDay, OrderOfMyDay } from "./my-day-contract.ts";
import { inOrderOfWork } from "./order-of-work.ts";

export const partsOfDay = ["overdue", "today", "next"] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/**
 * Where an order stands in a technician's day, on the clocks of its building: past its due time or visit; begun, due, planned or
 * visited today; or later.
 */
export function partOfDay(order: WorkOrderRow, now: Date): PartOfDay {
  if (isOverdue(order, now) || isMissed(order, now)) return "overdue";
  const dayOf = (instant: string | Date) => wallTimeAt(instant, order.timeZone).day;
  const today = dayOf(now);
  const isToday =
    order.status === "in_progress" ||
    (order.dueAt !== null && dayOf(order.dueAt) === today) ||
    (order.appointment !== null && dayOf(order.appointment.from) === today) ||
    (order.plannedOn !== null && order.plannedOn <= today);
  return isToday ? "today" : "next";
}

export interface DayInParts extends Record<PartOfDay, OrderOfMyDay[]> {
  /** What somebody of the own teams is to take. */
  ofTeam: OrderOfMyDay[];
  /** Where the technician is anyway: first on the same floor, then in the same building; own orders before those to take. */
  near: { of: OrderOfMyDay; isOnFloor: boolean }[];
}

/** The day as it is worked: each order once, without those finished or given away meanwhile. */
export function inParts(day: MyDay, userId: number, now: Date): DayInParts {
  const all = [...day.own, ...day.unassigned];
  const byId = new Map(all.map((of) => [of.order.id, of]));
  const ordered = inOrderOfWork(
    all.map(({ order }) => order),
    now,
  );
  const own = ordered.filter(({ assignee }) => assignee?.id === userId);
  const of = ({ id }: WorkOrder) => byId.get(id) as OrderOfMyDay;
  const inPart = (part: PartOfDay) => own.filter((order) => partOfDay(order, now) === part);
  const [overdue, later] = [inPart("overdue"), inPart("next")];
  const today = inPart("today").sort((a, b) => timeOf(a, now) - timeOf(b, now));

  const atHand = [...overdue, ...today];
  const nearness = (order: WorkOrder) => {
    if (atHand.some((other) => isSameFloor(order, other))) return "floor";
    return atHand.some(({ propertyId }) => propertyId === order.propertyId) ? "building" : undefined;
  };
  const isNearby = (order: WorkOrder) =>
    order.assignee === null
      ? atHand.length === 0 || nearness(order) !== undefined
      : nearness(order) === "floor";
  const toTake = ordered.filter(({ assignee }) => assignee === null);
  const near = [...later, ...toTake.filter(({ team }) => team === null)]
    .filter(isNearby)
    .map((order) => ({ of: of(order), isOnFloor: nearness(order) === "floor" }));
  return {
    overdue: overdue.map(of),
    today: today.map(of),
    ofTeam: toTake.filter(({ team }) => team !== null).map(of),
    near: [...near.filter(({ isOnFloor }) => isOnFloor), ...near.filter(({ isOnFloor }) => !isOnFloor)],
    next: later.filter((order) => !isNearby(order)).map(of),
  };
}

/** What has begun comes first, then what has the earlier time today. */
function timeOf({ status, dueAt, appointment, timeZone }: WorkOrderRow, now: Date): number {
  if (status === "in_progress") return 0;
  const today = wallTimeAt(now, timeZone).day;
  const times = [dueAt, appointment?.from]
    .filter((instant) => instant != null && wallTimeAt(instant, timeZone).day === today)
    .map((instant) => Date.parse(instant as string));
  return Math.min(...times, Number.MAX_VALUE);
}

/** Common areas are a floor of their own. */
const isSameFloor = (a: WorkOrder, b: WorkOrder): boolean =>
  a.propertyId === b.propertyId &&
  (a.unit === null) === (b.unit === null) &&
  (a.unit?.floor ?? null) === (b.unit?.floor ?? null);
