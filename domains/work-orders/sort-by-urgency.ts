import { toWallTime } from "#shared/wall-time.ts";
import type { WorkOrderRow } from "./contract.ts";
import { priorities } from "./priorities.ts";
import { unfinishedStatuses } from "./status.ts";

/** Returns the rank of a work order's priority. Urgent status outranks any priority. */
export const getUrgency = ({ status, priority }: WorkOrderRow): number =>
  status === "urgent" ? priorities.length : priorities.findIndex((value) => value === priority);

/** Whether the work order's priority is high or urgent, or its status is Urgent. */
export const isPressing = (order: WorkOrderRow): boolean => getUrgency(order) >= priorities.indexOf("high");

/** Whether the work order is due today or earlier, in the property's time zone. */
const isDueByToday = ({ dueAt, timeZone }: WorkOrderRow, now: Date): boolean =>
  dueAt !== null && toWallTime(dueAt, timeZone).day <= toWallTime(now, timeZone).day;

const getDueTime = ({ dueAt }: WorkOrderRow): number =>
  dueAt === null ? Number.MAX_VALUE : Date.parse(dueAt);

/**
 * Sorts unfinished work orders, without duplicates: overdue and due today first, by due date, then by
 * priority. Ties go to the earliest due date, then to the oldest work order.
 */
export const sortByUrgency = <Order extends WorkOrderRow>(
  orders: readonly Order[],
  now = new Date(),
): Order[] =>
  [...new Map(orders.map((order) => [order.id, order])).values()]
    .filter(({ status }) => unfinishedStatuses.includes(status))
    .sort((a, b) => {
      const isADueByToday = isDueByToday(a, now);
      if (isADueByToday !== isDueByToday(b, now)) return isADueByToday ? -1 : 1;
      return (
        (isADueByToday ? getDueTime(a) - getDueTime(b) : 0) ||
        getUrgency(b) - getUrgency(a) ||
        getDueTime(a) - getDueTime(b) ||
        a.createdAt.localeCompare(b.createdAt) ||
        a.id - b.id
      );
    });
