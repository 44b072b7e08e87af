import { listDocuments } from "#domains/documents/contract.ts";
import { listPayments } from "#domains/payments/contract.ts";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { readCharts, readTenantDay } from "../contract.ts";

/** CON-05. */
export const recentOrders = 4;

export const chartsQuery = { ...endpointQuery(readCharts, {}), staleTime: 60_000 };

export const tenantDayQuery = endpointQuery(readTenantDay, {});

export const recentOrdersQuery = endpointQuery(listWorkOrders, { query: { limit: String(recentOrders) } });

/** DASH-13. */
export const recentDocuments = 3;
export const recentDocumentsQuery = endpointQuery(listDocuments, {
  query: { limit: String(recentDocuments) },
});

/** DASH-18; a few more are requested, as refunded payments are left out. */
export const recentPayments = 3;
export const recentPaymentsQuery = endpointQuery(listPayments, { query: { limit: "12" } });

export const buildingsQuery = endpointQuery(listBuildings, {});
