import { ApiError } from "#web/api-client.ts";
import type { Clock } from "./clock.ts";

/** A change as the server is asked for it. */
export interface SentRequest {
  method: string;
  path: string;
  /** JSON, or a form with photos. */
  body?: unknown;
}

export type Outcome =
  | { kind: "sent"; answer: unknown }
  /** Somebody has to decide. */
  | { kind: "refused"; error: ApiError }
  /** The server stumbled over this one; others may pass. */
  | { kind: "failed" }
  /**
   * There is no server, or it has no time: everything waits. `isAnswered` when something answered that is not the portal, or
   * nothing did in the time that was given.
   */
  | { kind: "later"; afterMs?: number | undefined; isAnswered?: boolean }
  | { kind: "signed-out" };

export interface Sending {
  fetch: typeof fetch;
  clock: Clock;
  idempotencyKey: string;
  /** Whose change it is. The server refuses it when somebody else has signed in. */
  userId: number;
  /** When it happened; absent when it happens now, by the server's clock. */
  happenedAt: string | undefined;
  bytes: number;
  signal: AbortSignal;
  /** Calls `run` later; returns what calls it off. */
  after: (ms: number, run: () => void) => () => void;
  /** Reads the answer by its contract. @throws when it is none of the portal's */
  read: (answer: unknown) => unknown;
}

/** Even a bad line carries this much. */
const bytesPerSecond = 10_000;
const patienceMs = 30_000;

/** Sends one change. The answer counts only when the portal wrote it: the page of a hotel's network has the status 200 too. */
export async function sendChange({ method, path, body }: SentRequest, sending: Sending): Promise<Outcome> {
  const { clock, signal, bytes } = sending;
  const headers = new Headers({
    Accept: "application/json",
    "Idempotency-Key": sending.idempotencyKey,
    "Acting-User": String(sending.userId),
  });
  if (sending.happenedAt !== undefined) headers.set("Happened-At", sending.happenedAt);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  const patience = new AbortController();
  const callOff = sending.after(patienceMs + (bytes / bytesPerSecond) * 1_000, () => patience.abort());
  const askedMs = clock.phoneNow();
  let answered: Response;
  let text: string;
  try {
    answered = await sending.fetch(path, {
      method,
      credentials: "include",
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([signal, patience.signal]),
    });
    text = await answered.text();
  } catch {
    return { kind: "later", isAnswered: patience.signal.aborted };
  } finally {
    callOff();
  }
  clock.learn(Date.parse(answered.headers.get("Date") ?? ""), askedMs);
  return answered.ok ? accepted(text, sending.read) : refused(answered, text);
}

function accepted(text: string, read: Sending["read"]): Outcome {
  try {
    return { kind: "sent", answer: read(JSON.parse(text)) };
  } catch {
    return { kind: "later", isAnswered: true };
  }
}

/** Statuses that say nothing about the change itself. */
const passing = [408, 425, 429, 502, 503, 504, 507];

function refused({ status, statusText, headers }: Response, text: string): Outcome {
  const retryAfter = headers.get("Retry-After");
  const error = new ApiError(status, statusText, text, retryAfter);
  const afterMs = error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * 1_000;
  if (error.problem === undefined) return { kind: "later", afterMs, isAnswered: afterMs === undefined };
  if (passing.includes(status)) return { kind: "later", afterMs };
  if (status === 401) return { kind: "signed-out" };
  return status >= 500 ? { kind: "failed" } : { kind: "refused", error };
}
