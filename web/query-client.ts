import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import type { Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { ApiError, call, type Input, pathOf, send, UnreachableError } from "#web/api-client.ts";
import { onSessionEvent } from "#web/session/session-events.ts";
import { checkSession, doubtConnection } from "#web/session/session-store.ts";

/** API-03 to API-07: no retry, no refetching on focus, nothing goes stale by time; a GET that parses JSON by default. */
export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // The session may be over; the server is asked once more before the saved one is cleared.
        if (error instanceof ApiError && error.status === 401) void checkSession();
        if (error instanceof UnreachableError) doubtConnection();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (error instanceof UnreachableError) doubtConnection();
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // The browser's own report of being offline is often wrong; only the call itself shows it.
        networkMode: "always",
        queryFn: async ({ queryKey, signal }) =>
          (await send("GET", String(queryKey[0]), undefined, { signal })).json(),
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

export const queryClient = makeQueryClient();

onSessionEvent((event) => {
  if (event === "person-changed") forgetEverything();
  else void queryClient.invalidateQueries();
});

function forgetEverything(): void {
  const shown = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ observers }) => observers);
  queryClient.clear();
  // Parts that stay on the screen when the previous user's pages are gone would wait for ever for dropped queries.
  setTimeout(() => {
    for (const observer of shown) if (observer.hasListeners()) observer.setOptions(observer.options);
  });
}

/** Marks the mutation that deletes a record with its own page: until its response, live events do not fetch the record. */
export const deletion = { mutationKey: ["deletion"] };

/**
 * The query of a GET endpoint. Its key is the path with its parameters, then the query when there is one:
 * `["/api/work-orders", {status: "open"}]`. To refresh all of a path: `invalidateQueries({queryKey: ["/api/work-orders"]})`.
 */
export function endpointQuery<E extends Endpoint & { method: "GET" }>(endpoint: E, input: Input<E>) {
  const { params, query } = input as { params?: Record<string, string | number>; query?: unknown };
  return queryOptions<ResponseOf<E>>({
    queryKey: query === undefined ? [pathOf(endpoint, params)] : [pathOf(endpoint, params), query],
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}
