import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { type FiltersOf, listPageQuery } from "#web/list/list-queries.ts";

const ownMax = 50;
export const unassignedMax = 5;

const first = (filters: FiltersOf<typeof listWorkOrders>, pageSize: number) =>
  listPageQuery(listWorkOrders, { ...filters, page: 1, pageSize });

const nobodys = { status: "open", assignee: "none", sort: "oldest" } as const;

/** The lists that a technician's work is made of; the last of the unassigned ones counts them all. */
export const workQueries = {
  own: ["in_progress", "open", "scheduled"].map((status) => first({ status, assignee: "me" }, ownMax)),
  ofTeam: [first({ status: "open", assignee: "team", sort: "oldest" }, unassignedMax)],
  unassigned: [{ ...nobodys, priority: "pressing" } as const, nobodys].map((filters) =>
    first(filters, unassignedMax),
  ),
};
