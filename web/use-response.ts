import { useEffect, useState } from "react";
import type { Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { call, type Input } from "#web/api-client.ts";

type Loadable<Value> =
  | { state: "pending"; data: undefined }
  | { state: "failed"; data: undefined }
  | { state: "loaded"; data: Value };

/**
 * Fetches the response of a GET endpoint without parameters once. For pages outside the layout, which load
 * faster without the query client.
 */
export function useResponse<E extends Endpoint & { method: "GET" }>(endpoint: E): Loadable<ResponseOf<E>> {
  const [response, setResponse] = useState<Loadable<ResponseOf<E>>>({ state: "pending", data: undefined });
  useEffect(() => {
    const abortController = new AbortController();
    call(endpoint, { signal: abortController.signal } as Input<E>).then(
      (data) => setResponse({ state: "loaded", data }),
      () => {
        if (!abortController.signal.aborted) setResponse({ state: "failed", data: undefined });
      },
    );
    return () => abortController.abort();
  }, [endpoint]);
  return response;
}
