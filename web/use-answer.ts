import { useEffect, useState } from "react";
import type { AnswerOf, Endpoint } from "#shared/http/endpoint.ts";
import { call, type Input } from "#web/api-client.ts";

type Answer<Value> =
  | { state: "pending"; data: undefined }
  | { state: "failed"; data: undefined }
  | { state: "here"; data: Value };

/**
 * The answer of a GET endpoint that takes nothing, asked once. For pages outside the layout: they load without the query
 * client, which the sign-in page has no use for.
 */
export function useAnswer<E extends Endpoint & { method: "GET" }>(endpoint: E): Answer<AnswerOf<E>> {
  const [answer, setAnswer] = useState<Answer<AnswerOf<E>>>({ state: "pending", data: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    call(endpoint, { signal: leaving.signal } as Input<E>).then(
      (data) => setAnswer({ state: "here", data }),
      () => {
        if (!leaving.signal.aborted) setAnswer({ state: "failed", data: undefined });
      },
    );
    return () => leaving.abort();
  }, [endpoint]);
  return answer;
}
