import { ApiError } from "#web/api-client.ts";
import type { Clock } from "./clock.ts";

/** The HTTP request of a change. */
export interface ChangeRequest {
  method: string;
  path: string;
  /** JSON, or a form with photos. */
  body?: unknown;
}

export type SendOutcome =
  | { kind: "sent"; response: unknown }
  /** The user has to decide what to do. */
  | { kind: "rejected"; error: ApiError }
  /** The change made the server fail. Other changes might succeed. */
  | { kind: "failed" }
  /**
   * The server can't be reached or is overloaded, so everything waits. `isForeignResponse` if the response
   * timed out or wasn't from the portal.
   */
  | { kind: "later"; afterMs?: number; isForeignResponse?: boolean }
  | { kind: "signed-out" };

export interface SendContext {
  fetch: typeof fetch;
  clock: Clock;
  idempotencyKey: string;
  /** The user who made the change. The server rejects it if someone else has signed in. */
  userId: number;
  /** When it happened, in server time. Missing if it happens now. */
  happenedAt: string | undefined;
  photoBytes: number;
  signal: AbortSignal;
  /** Runs `run` after a delay. Returns a function that cancels it. */
  schedule: (ms: number, run: () => void) => () => void;
  /**
   * Parses the response with its contract.
   * @throws if the response didn't come from the portal
   */
  parseResponse: (response: unknown) => unknown;
}

/** The speed of a bad connection. */
const bytesPerSecond = 10_000;
const timeoutMs = 30_000;

/**
 * Sends one change. Only a response from the portal counts. A hotel network's sign-in page also
 * returns status 200.
 */
export async function sendChange(
  { method, path, body }: ChangeRequest,
  context: SendContext,
): Promise<SendOutcome> {
  const { clock, signal, photoBytes } = context;
  const headers = new Headers({
    Accept: "application/json",
    "Idempotency-Key": context.idempotencyKey,
    "Acting-User": String(context.userId),
  });
  if (context.happenedAt !== undefined) headers.set("Happened-At", context.happenedAt);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  const timeout = new AbortController();
  const cancelTimeout = context.schedule(timeoutMs + (photoBytes / bytesPerSecond) * 1_000, () =>
    timeout.abort(),
  );
  const sentAtMs = clock.phoneNow();
  let response: Response;
  let text: string;
  try {
    response = await context.fetch(path, {
      method,
      credentials: "include",
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    text = await response.text();
  } catch {
    return { kind: "later", isForeignResponse: timeout.signal.aborted };
  } finally {
    cancelTimeout();
  }
  clock.learn(Date.parse(response.headers.get("Date") ?? ""), sentAtMs);
  return response.ok ? readSuccess(text, context.parseResponse) : readError(response, text);
}

function readSuccess(text: string, read: SendContext["parseResponse"]): SendOutcome {
  try {
    return { kind: "sent", response: read(JSON.parse(text)) };
  } catch {
    return { kind: "later", isForeignResponse: true };
  }
}

/** Statuses that say nothing about the change itself. */
const temporaryStatuses = [408, 425, 429, 502, 503, 504, 507];

function readError({ status, statusText, headers }: Response, text: string): SendOutcome {
  const retryAfter = headers.get("Retry-After");
  const error = new ApiError(status, statusText, text, retryAfter);
  const afterMs = error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * 1_000;
  if (error.problem === undefined)
    return { kind: "later", afterMs, isForeignResponse: afterMs === undefined };
  if (temporaryStatuses.includes(status)) return { kind: "later", afterMs };
  if (status === 401) return { kind: "signed-out" };
  return status >= 500 ? { kind: "failed" } : { kind: "rejected", error };
}
