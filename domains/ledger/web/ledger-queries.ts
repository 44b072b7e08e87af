import { listPartsQuery } from "#web/list/list-queries.ts";
import { endpointQuery } from "#web/query-client.ts";
import { listLedger, listOpenCharges, readAccount } from "../contract.ts";

export const entriesAtOnce = 50;

export const accountQuery = (leaseId: number) => endpointQuery(readAccount, { params: { id: leaseId } });

export const openChargesQuery = (leaseId: number) =>
  endpointQuery(listOpenCharges, { params: { id: leaseId } });

/** The ledger of a lease from its first entry on, a part at a time. */
export const explanationQuery = (leaseId: number) =>
  listPartsQuery(listLedger, { order: "oldest" }, { first: entriesAtOnce, params: { id: leaseId } });
