import * as z from "zod/mini";
import type { Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { ApiError, buildPath, UnreachableError } from "#web/api-client.ts";
import { isServerReachable } from "#web/session/connection.ts";

interface FormToSend {
  params?: Record<string, string | number>;
  form: FormData;
  idempotencyKey?: string;
  /** The fraction of the files that has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void;
  /** Aborts the upload. The server discards an incomplete form. */
  signal?: AbortSignal;
}

/**
 * Uploads files with XMLHttpRequest because `fetch` doesn't report progress, and photos can take minutes on a
 * slow connection.
 * @throws ApiError if the response isn't OK, UnreachableError if there is none, the reason of `signal` if
 * aborted
 */
export function sendForm<E extends Endpoint>(
  endpoint: E,
  { params, form, idempotencyKey, onProgress, signal }: FormToSend,
): Promise<ResponseOf<E>> {
  return new Promise((resolve, reject) => {
    if (!isServerReachable())
      return reject(
        new UnreachableError(
          "You're offline with a saved sign-in. You can't save changes until you reconnect.",
        ),
      );
    const request = new XMLHttpRequest();
    request.open(endpoint.method, buildPath(endpoint, params));
    request.withCredentials = true;
    request.setRequestHeader("Accept", "application/json");
    if (idempotencyKey !== undefined) request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && total > 0 && onProgress(loaded / total);
    request.onerror = () => reject(new UnreachableError(new Error("The upload was interrupted.")));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) return reject(new ApiError(status, statusText, responseText));
      try {
        resolve(z.parse(endpoint.response, JSON.parse(responseText)) as ResponseOf<E>);
      } catch (error) {
        reject(error instanceof Error ? error : new Error("We couldn't read the server's response."));
      }
    };
    request.send(form);
  });
}
