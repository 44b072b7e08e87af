import { matchQuery, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";

/**
 * A query key, which includes all keys that start with it, or a pattern for the paths of several queries. The
 * keys of a domain are in its `query-keys.ts`.
 */
type RefetchKey = QueryKey | RegExp;

/**
 * Refetches the queries on the screen, and marks other matching queries to be refetched when they're next
 * shown.
 */
export const refetch = (queryClient: QueryClient, ...keys: readonly RefetchKey[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: (query) =>
      keys.some((key) =>
        key instanceof RegExp ? key.test(String(query.queryKey[0])) : matchQuery({ queryKey: key }, query),
      ),
  });

/** Returns a mutation callback that refetches these queries. */
export function useRefetch(...keys: readonly RefetchKey[]): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => refetch(queryClient, ...keys);
}
