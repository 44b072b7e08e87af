import { wallTimeAt } from "#shared/wall-time.ts";
import type { WorkOrderRow } from "./contract.ts";
import { priorities } from "./priorities.ts";
import { unfinishedStatuses } from "./status.ts";

/** An order whose status is urgent comes before any priority. */
const urgency = ({ status, priority }: WorkOrderRow): number =>
  status === "urgent" ? priorities.length : priorities.findIndex((one) => one === priority);

/** Whether an order is to be done by the end of today, on the clocks of its building, or should have been done before. */
const isDueByTonight = ({ dueAt, timeZone }: WorkOrderRow, now: Date): boolean =>
  dueAt !== null && wallTimeAt(dueAt, timeZone).day <= wallTimeAt(now, timeZone).day;

const dueTime = ({ dueAt }: WorkOrderRow): number => (dueAt === null ? Number.MAX_VALUE : Date.parse(dueAt));

/**
 * Each order once, without those finished meanwhile: first what is overdue or due today, by its due time, then the most urgent;
 * of these what is due soonest, then what waits longest.
 */
export const inOrderOfWork = <Order extends WorkOrderRow>(
  orders: readonly Order[],
  now = new Date(),
): Order[] =>
  [...new Map(orders.map((order) => [order.id, order])).values()]
    .filter(({ status }) => unfinishedStatuses.includes(status))
    .sort((a, b) => {
      const areTonight = [a, b].map((order) => isDueByTonight(order, now));
      if (areTonight[0] !== areTonight[1]) return areTonight[0] ? -1 : 1;
      return (
        (areTonight[0] ? dueTime(a) - dueTime(b) : 0) ||
        urgency(b) - urgency(a) ||
        dueTime(a) - dueTime(b) ||
        a.createdAt.localeCompare(b.createdAt) ||
        a.id - b.id
      );
    });
