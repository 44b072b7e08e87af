import { endpointQuery } from "#web/query-client.ts";
import { listMonths, listOpenMonths, readMonth } from "../contract.ts";
import { readOwnerStatement } from "../owner-statement-contract.ts";

// Charges post automatically, so these are refetched whenever a page opens.
export const monthsQuery = (id: number) => ({
  ...endpointQuery(listMonths, { params: { id } }),
  refetchOnMount: "always" as const,
});
export const openMonthsQuery = {
  ...endpointQuery(listOpenMonths, {}),
  refetchOnMount: "always" as const,
};
export const monthQuery = (id: number, month: string) => ({
  ...endpointQuery(readMonth, { params: { id, month } }),
  refetchOnMount: "always" as const,
});
export const ownerStatementQuery = (id: number, month: string, { isDraft }: { isDraft: boolean }) => ({
  ...endpointQuery(readOwnerStatement, {
    params: { id, month },
    query: isDraft ? { draft: "yes" as const } : {},
  }),
  refetchOnMount: "always" as const,
});

/** The months of all properties, and their owner statements. */
export const monthsKey = /^\/api\/(properties\/\d+\/months|open-months)\b/;
