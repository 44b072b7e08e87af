import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import type { Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { ApiError, buildPath, call, type Input, send, UnreachableError } from "#web/api-client.ts";
import { onSessionEvent } from "#web/session/session-events.ts";
import { checkConnection, checkSession } from "#web/session/session-store.ts";

/**
 * Creates a query client that follows API-03 to API-07: no retries, no refetching on focus, no expiration,
 * and a GET request for JSON as the default query.
 */
export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // The session might have expired. Asks the server once more before clearing the saved session.
        if (error instanceof ApiError && error.status === 401) void checkSession();
        if (error instanceof UnreachableError) checkConnection();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (error instanceof UnreachableError) checkConnection();
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Browsers are often wrong about being offline, so only a failed request counts.
        networkMode: "always",
        queryFn: async ({ queryKey, signal }) =>
          (await send("GET", String(queryKey[0]), undefined, { signal })).json(),
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

export const queryClient = createQueryClient();

onSessionEvent((event) => {
  if (event === "person-changed") clearAllQueries();
  else void queryClient.invalidateQueries();
});

function clearAllQueries(): void {
  const activeObservers = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ observers }) => observers);
  queryClient.clear();
  // Components that outlive the previous user's pages would otherwise wait forever for removed queries.
  setTimeout(() => {
    for (const observer of activeObservers)
      if (observer.hasListeners()) observer.setOptions(observer.options);
  });
}

/**
 * Marks the mutation that deletes a record on its own page. Until it completes, live events don't refetch the
 * record.
 */
export const deletionMutation = { mutationKey: ["deletion"] };

/**
 * The query of a GET endpoint. Its key is the path with its parameters, followed by the query if there is
 * one: `["/api/work-orders", {status: "open"}]`. To refetch everything under a path:
 * `invalidateQueries({queryKey: ["/api/work-orders"]})`.
 */
export function endpointQuery<E extends Endpoint & { method: "GET" }>(endpoint: E, input: Input<E>) {
  const { params, query } = input as { params?: Record<string, string | number>; query?: unknown };
  return queryOptions<ResponseOf<E>>({
    queryKey: query === undefined ? [buildPath(endpoint, params)] : [buildPath(endpoint, params), query],
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}
