import { useEffect, useState } from "react";
import type { Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { call, type Input } from "#web/api-client.ts";

type Asked<Value> =
  | { state: "pending"; data: undefined }
  | { state: "failed"; data: undefined }
  | { state: "here"; data: Value };

/**
 * The response of a GET endpoint without parameters, fetched once. For pages outside the layout: they load without the query
 * client, which the sign-in page does not need.
 */
export function useResponse<E extends Endpoint & { method: "GET" }>(endpoint: E): Asked<ResponseOf<E>> {
  const [response, setResponse] = useState<Asked<ResponseOf<E>>>({ state: "pending", data: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    call(endpoint, { signal: leaving.signal } as Input<E>).then(
      (data) => setResponse({ state: "here", data }),
      () => {
        if (!leaving.signal.aborted) setResponse({ state: "failed", data: undefined });
      },
    );
    return () => leaving.abort();
  }, [endpoint]);
  return response;
}
