import { endpointQuery } from "#web/query-client.ts";
import { listMonths, readMonth } from "../contract.ts";

// Charges post automatically, so these are reloaded whenever they are opened.
export const monthsQuery = (id: number) => ({
  ...endpointQuery(listMonths, { params: { id } }),
  refetchOnMount: "always" as const,
});
export const monthQuery = (id: number, month: string) => ({
  ...endpointQuery(readMonth, { params: { id, month } }),
  refetchOnMount: "always" as const,
});

/** The months of all properties. */
export const monthsKey = /^\/api\/properties\/\d+\/months\b/;
