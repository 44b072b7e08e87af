import { listWorkOrders, type WorkOrderRow } from "#domains/work-orders/contract.ts";
import { priorities } from "#domains/work-orders/priorities.ts";
import { unfinishedStatuses } from "#domains/work-orders/status.ts";
import { type FiltersOf, listPageQuery } from "#web/list/list-queries.ts";

const ownMax = 50;
export const unassignedMax = 5;

const first = (filters: FiltersOf<typeof listWorkOrders>, pageSize: number) =>
  listPageQuery(listWorkOrders, { ...filters, page: 1, pageSize });

const nobodys = { status: "open", assignee: "none", sort: "oldest" } as const;

/** The lists that a technician's work is made of; the last one counts all unassigned orders. */
export const workQueries = {
  own: ["in_progress", "open", "scheduled"].map((status) => first({ status, assignee: "me" }, ownMax)),
  unassigned: [{ ...nobodys, priority: "pressing" } as const, nobodys].map((filters) =>
    first(filters, unassignedMax),
  ),
};

/** An order whose status is urgent comes before any priority. */
const urgency = ({ status, priority }: WorkOrderRow): number =>
  status === "urgent" ? priorities.length : priorities.findIndex((one) => one === priority);

/** Each order once, without those finished meanwhile; the most urgent first, and of these the one that waits longest. */
export const inOrderOfWork = (orders: readonly WorkOrderRow[]): WorkOrderRow[] =>
  [...new Map(orders.map((order) => [order.id, order])).values()]
    .filter(({ status }) => unfinishedStatuses.includes(status))
    .sort((a, b) => urgency(b) - urgency(a) || a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
