import { useQuery } from "@tanstack/react-query";
import { ApiError } from "#web/api-client.ts";
import { buildingsQuery, vacantUnitsQuery } from "./queries.ts";

/** APR-19, APR-22: the requests of both add pages when they open. True if the server refuses one of them with 403. */
export function useAddPageReads(): boolean {
  const responses = [useQuery(vacantUnitsQuery), useQuery(buildingsQuery)];
  return responses.some(({ error }) => error instanceof ApiError && error.status === 403);
}
