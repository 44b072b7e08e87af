import * as z from "zod/mini";
import type { Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { ApiError, pathOf, UnreachableError } from "#web/api-client.ts";
import { isServerReachable } from "#web/session/connection.ts";

interface FormToSend {
  params?: Record<string, string | number>;
  form: FormData;
  idempotencyKey?: string;
  /** How much of the files has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Aborts the upload: the server then has half a form, and discards it. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends files by XMLHttpRequest, because `fetch` does not report how much has been sent, and photos on a slow line may take
 * minutes.
 * @throws ApiError when the response is not OK, UnreachableError when there is none, the reason of `signal` when aborted
 */
export function sendForm<E extends Endpoint>(
  endpoint: E,
  { params, form, idempotencyKey, onProgress, signal }: FormToSend,
): Promise<ResponseOf<E>> {
  return new Promise((resolve, reject) => {
    if (!isServerReachable())
      return reject(new UnreachableError("The saved session stands in for the server."));
    const request = new XMLHttpRequest();
    request.open(endpoint.method, pathOf(endpoint, params));
    request.withCredentials = true;
    request.setRequestHeader("Accept", "application/json");
    if (idempotencyKey !== undefined) request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && total > 0 && onProgress(loaded / total);
    request.onerror = () => reject(new UnreachableError(new Error("The upload was cut off.")));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) return reject(new ApiError(status, statusText, responseText));
      try {
        resolve(z.parse(endpoint.response, JSON.parse(responseText)) as ResponseOf<E>);
      } catch (error) {
        reject(error instanceof Error ? error : new Error("The answer could not be read."));
      }
    };
    request.send(form);
  });
}
