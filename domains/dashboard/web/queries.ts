import { listDocuments } from "#domains/documents/contract.ts";
import { listPayments } from "#domains/payments/contract.ts";
import { listPropertyOptions } from "#domains/properties/choices-contract.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { readCharts, readChecklist, readTenantDay } from "../contract.ts";

/** The number of recent work orders (CON-05). */
export const maxRecentWorkOrders = 4;

export const chartsQuery = { ...endpointQuery(readCharts, {}), staleTime: 60_000 };

export const tenantDayQuery = endpointQuery(readTenantDay, {});

export const recentWorkOrdersQuery = endpointQuery(listWorkOrders, {
  query: { limit: String(maxRecentWorkOrders) },
});

/** The number of recent documents (DASH-13). */
export const maxRecentDocuments = 3;
export const recentDocumentsQuery = endpointQuery(listDocuments, {
  query: { limit: String(maxRecentDocuments) },
});

/**
 * The number of recent payments (DASH-18). A few more are requested because refunded payments are left out.
 */
export const maxRecentPayments = 3;
export const recentPaymentsQuery = endpointQuery(listPayments, { query: { limit: "12" } });

export const checklistQuery = endpointQuery(readChecklist, {});

export const propertiesQuery = endpointQuery(listPropertyOptions, {});
