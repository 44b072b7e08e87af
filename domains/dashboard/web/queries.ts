import { queryOptions } from "@tanstack/react-query";
import { listBuildings } from "#domains/properties/contract.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { callForResponse, totalOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { readStats } from "../contract.ts";

/** CON-05. */
export const recentOrders = 4;

/** DASH-05, DASH-27: the figures alone grow old, after 60 s; a change of one's own refreshes them at once. */
export const statsQuery = { ...endpointQuery(readStats, {}), staleTime: 60_000 };

export const recentOrdersQuery = endpointQuery(listWorkOrders, { query: { limit: String(recentOrders) } });

export const buildingsQuery = endpointQuery(listBuildings, {});

/** What the list behind `urgentAddress` holds; open ones include those whose status is urgent. */
const urgentFilters = { status: "open", priority: "urgent", assignee: "none" } as const;
export const urgentAddress = `/work-orders?${new URLSearchParams(urgentFilters)}`;
export const urgentCountQuery = queryOptions({
  queryKey: [listWorkOrders.path, "count", urgentFilters],
  queryFn: async ({ signal }) => {
    const query = { ...urgentFilters, page: "1", pageSize: "1" };
    const { answer, headers } = await callForResponse(listWorkOrders, { query, signal });
    return totalOf(headers) ?? answer.length;
  },
});
