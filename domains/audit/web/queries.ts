import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listPeople, readPerson } from "#domains/accounts/people-contract.ts";
import { callForResponse } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { type AuditEntry, listAudit } from "../contract.ts";
import { type AuditFilters, asQuery } from "./address.ts";

const entriesAtOnce = 50;

interface Part {
  entries: AuditEntry[];
  /** A number, or words such as `more than 1,000`. */
  total: string;
  nextCursor: number | null;
}

/** The log, newest first, a part at a time; new at each visit, as it grows by what others do. */
export const logQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [listAudit.path, filters],
    queryFn: async ({ pageParam, signal }): Promise<Part> => {
      const { answer, headers } = await callForResponse(listAudit, {
        query: {
          ...asQuery(filters),
          limit: String(entriesAtOnce),
          ...(pageParam === null ? {} : { cursor: String(pageParam) }),
        },
        signal,
      });
      const hasMore = headers.get("Link") !== null;
      return {
        entries: answer,
        total: headers.get("X-Total-Count") ?? String(answer.length),
        nextCursor: hasMore ? (answer.at(-1)?.id ?? null) : null,
      };
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last: Part) => last.nextCursor ?? undefined,
    refetchOnMount: "always",
    gcTime: 0,
  });

/** Some of the people whose name or address holds what is typed. */
export const peopleQuery = (typed: string) =>
  queryOptions({
    ...endpointQuery(listPeople, { query: { limit: "50", q: typed } }),
    placeholderData: (before) => before,
  });

export const personQuery = (id: string) => endpointQuery(readPerson, { params: { id } });
