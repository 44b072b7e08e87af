import { queryOptions } from "@tanstack/react-query";
import { listPeople, readPerson } from "#domains/accounts/people-contract.ts";
import { endpointQuery } from "#web/query-client.ts";

/** Some of the people whose name or address contains the typed text. */
export const peopleQuery = (typed: string) =>
  queryOptions({
    ...endpointQuery(listPeople, { query: { limit: "50", q: typed } }),
    placeholderData: (before) => before,
  });

export const personQuery = (id: string) => endpointQuery(readPerson, { params: { id } });
