import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { endpointQuery } from "#web/query-client.ts";
import { readRecoveryTerms } from "../contract.ts";
import { readEstimates } from "../estimates-contract.ts";
import { readRecoveryHistory } from "../history-contract.ts";
import { readLeaseStatement } from "../lease-statements-contract.ts";
import { listQuestions } from "../questions-contract.ts";
import {
  listReconciledYears,
  type Reconciliation,
  readReconciliation,
  readRecoveryStatement,
} from "../reconciliation-contract.ts";
import { isFiling } from "../runs.ts";

export const recoveryHistoryQuery = (leaseId: number) =>
  endpointQuery(readRecoveryHistory, { params: { id: leaseId } });
export const recoveryTermsQuery = (leaseId: number) =>
  endpointQuery(readRecoveryTerms, { params: { id: leaseId } });

// Reconciliations change with every bill, lease, and charge, so they're refetched whenever a page opens.
interface DraftOption {
  isDraft: boolean;
}
const toQuery = ({ isDraft }: DraftOption) => (isDraft ? { draft: "yes" as const } : {});

export const reconciledYearsQuery = {
  ...endpointQuery(listReconciledYears, {}),
  refetchOnMount: "always" as const,
};

/** How often the page of a reconciliation looks for documents that were filed. */
const filingPollMs = 2_000;

export const reconciliationQuery = (id: number, year: number, draft: DraftOption) => ({
  ...endpointQuery(readReconciliation, { params: { id, year: String(year) }, query: toQuery(draft) }),
  refetchOnMount: "always" as const,
  refetchInterval: ({ state: { data } }: { state: { data?: Reconciliation | undefined } }) =>
    data?.runs.some(isFiling) === true ? filingPollMs : (false as const),
});
export const recoveryStatementQuery = (
  params: { id: number; year: number; leaseId: number },
  draft: DraftOption,
) => ({
  ...endpointQuery(readRecoveryStatement, {
    params: { ...params, year: String(params.year) },
    query: toQuery(draft),
  }),
  refetchOnMount: "always" as const,
});
export const leaseStatementQuery = (id: number, year: number) => ({
  ...endpointQuery(readLeaseStatement, { params: { id, year: String(year) } }),
  refetchOnMount: "always" as const,
});
/** The newest questions about statements, up to 100. */
export const questionsQuery = ({
  year,
  ...filters
}: {
  propertyId?: number;
  leaseId?: number;
  year: number;
}) => ({
  ...endpointQuery(listQuestions, {
    query: {
      year: String(year),
      ...(filters.propertyId !== undefined && { propertyId: String(filters.propertyId) }),
      ...(filters.leaseId !== undefined && { leaseId: String(filters.leaseId) }),
    },
  }),
  refetchOnMount: "always" as const,
});
export const estimatesQuery = (id: number, year: number, query: SentQueryOf<typeof readEstimates>) => ({
  ...endpointQuery(readEstimates, { params: { id, year: String(year) }, query }),
  refetchOnMount: "always" as const,
});
