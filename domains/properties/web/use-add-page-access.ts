import { useQuery } from "@tanstack/react-query";
import { ApiError } from "#web/api-client.ts";
import { propertyOptionsQuery, vacantUnitsQuery } from "./queries.ts";

/**
 * Sends the requests that both add pages send when they open (APR-19, APR-22). Returns whether the server
 * rejected one of them with 403.
 */
export function useAddPageAccess(): boolean {
  const responses = [useQuery(vacantUnitsQuery), useQuery(propertyOptionsQuery)];
  return responses.some(({ error }) => error instanceof ApiError && error.status === 403);
}
