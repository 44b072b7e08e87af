import { keepPreviousData } from "@tanstack/react-query";
import { listLeases, readLease } from "#domains/leases/contract.ts";
import { listOpenCharges, readAccount } from "#domains/ledger/contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { type Confirmation, listConfirmations } from "../confirmations-contract.ts";
import { listPendingPayments, readPaymentSummary } from "../contract.ts";
import { readPaymentInstructions } from "../instructions-contract.ts";

export const summaryQuery = endpointQuery(readPaymentSummary, { query: {} });
export const pendingPaymentsQuery = endpointQuery(listPendingPayments, { query: { limit: "20" } });
export const instructionsQuery = endpointQuery(readPaymentInstructions, {});

/** The user's own rejected payments that they should report again or pay another way. */
export const rejectedPaymentsQuery = {
  ...endpointQuery(listConfirmations, { query: { state: "rejected", limit: "5" } }),
  select: (confirmations: Confirmation[]) => confirmations.filter(({ can }) => can.reportAgain),
};

/** A person has few leases. Staff search for one by typing. */
export const myLeasesQuery = endpointQuery(listLeases, { query: { limit: "50" } });
export const leaseSearchQuery = (q: string) => ({
  ...endpointQuery(listLeases, { query: { limit: "100", ...(q === "" ? {} : { q }) } }),
  placeholderData: keepPreviousData,
});
export const leaseQuery = (id: number) => endpointQuery(readLease, { params: { id } });
export const accountQuery = (leaseId: number) => endpointQuery(readAccount, { params: { id: leaseId } });
export const openChargesQuery = (leaseId: number) =>
  endpointQuery(listOpenCharges, { params: { id: leaseId } });
