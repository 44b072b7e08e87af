import { endpointQuery } from "#web/query-client.ts";
import { listOpenCharges, readAccount } from "../contract.ts";

export const entriesPerPage = 50;

export const accountQuery = (leaseId: number) => endpointQuery(readAccount, { params: { id: leaseId } });

export const openChargesQuery = (leaseId: number) =>
  endpointQuery(listOpenCharges, { params: { id: leaseId } });
