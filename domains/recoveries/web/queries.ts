import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { endpointQuery } from "#web/query-client.ts";
import { readRecoveryTerms } from "../contract.ts";
import { readEstimates } from "../estimates-contract.ts";
import { readRecoveryHistory } from "../history-contract.ts";
import { readReconciliation, readRecoveryStatement } from "../reconciliation-contract.ts";

export const recoveryHistoryQuery = (leaseId: number) =>
  endpointQuery(readRecoveryHistory, { params: { id: leaseId } });
export const recoveryTermsQuery = (leaseId: number) =>
  endpointQuery(readRecoveryTerms, { params: { id: leaseId } });

// Reconciliations change with every bill, lease, and charge, so they're refetched whenever a page opens.
export const reconciliationQuery = (id: number, year: number) => ({
  ...endpointQuery(readReconciliation, { params: { id, year: String(year) } }),
  refetchOnMount: "always" as const,
});
export const recoveryStatementQuery = (params: { id: number; year: number; leaseId: number }) => ({
  ...endpointQuery(readRecoveryStatement, { params: { ...params, year: String(params.year) } }),
  refetchOnMount: "always" as const,
});
export const estimatesQuery = (id: number, year: number, query: SentQueryOf<typeof readEstimates>) => ({
  ...endpointQuery(readEstimates, { params: { id, year: String(year) }, query }),
  refetchOnMount: "always" as const,
});
