import { infiniteQueryOptions } from "@tanstack/react-query";
import { callForResponse, pathOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { type LedgerEntry, listLedger, listOpenCharges, readAccount } from "../contract.ts";

const entriesAtOnce = 50;

export interface Days {
  from: string;
  to: string;
}

interface Part {
  entries: LedgerEntry[];
  total: number;
  nextCursor: number | null;
}

export const accountQuery = (leaseId: number) => endpointQuery(readAccount, { params: { id: leaseId } });

export const openChargesQuery = (leaseId: number) =>
  endpointQuery(listOpenCharges, { params: { id: leaseId } });

/** The ledger of a lease, newest first, a part at a time. */
export const ledgerQuery = (leaseId: number, { from, to }: Days) =>
  entriesQuery(leaseId, { ...(from === "" ? {} : { from }), ...(to === "" ? {} : { to }) });

/** All of it, from the first entry on. */
export const walkQuery = (leaseId: number) => entriesQuery(leaseId, { order: "oldest" });

const entriesQuery = (leaseId: number, which: { from?: string; to?: string; order?: "oldest" }) =>
  infiniteQueryOptions({
    queryKey: [pathOf(listLedger, { id: leaseId }), which],
    queryFn: async ({ pageParam, signal }): Promise<Part> => {
      const { answer, headers } = await callForResponse(listLedger, {
        params: { id: leaseId },
        query: {
          limit: String(entriesAtOnce),
          ...which,
          ...(pageParam === null ? {} : { cursor: String(pageParam) }),
        },
        signal,
      });
      return {
        entries: answer,
        total: Number(headers.get("X-Total-Count") ?? answer.length),
        nextCursor: headers.get("Link") === null ? null : (answer.at(-1)?.id ?? null),
      };
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last: Part) => last.nextCursor ?? undefined,
  });
