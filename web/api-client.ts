import * as z from "zod/mini";
import type { Problem } from "#shared/errors.ts";
import type { Endpoint, ResponseOf, SentBodyOf, SentParamsOf, SentQueryOf } from "#shared/http/endpoint.ts";
import { takeEarlyResponse } from "#web/early-responses.ts";
import { phoneClock } from "#web/offline-queue/clock.ts";
import { NotSavedError } from "#web/offline-queue/store.ts";
import { isServerReachable } from "#web/session/connection.ts";

/**
 * A response with an error status. `message` is `<status>: <raw body>`, or the status text if the body is
 * empty (ERR-01, ERR-02).
 */
export class ApiError extends Error {
  readonly status: number;
  /** The parsed body, if it's one of the server's error responses. */
  readonly problem: Problem | undefined;
  /** The message for users: the server's, or else the raw body. */
  readonly userMessage: string;
  /** Whether the response had a body. */
  readonly hasBody: boolean;
  /** How long to wait before a retry, if the server says so. */
  readonly retryAfterSeconds: number | undefined;
  constructor(status: number, statusText: string, body: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.problem = readProblem(body);
    this.hasBody = body !== "";
    this.retryAfterSeconds = Number(retryAfter) || undefined;
    this.userMessage = this.problem?.message ?? (body || statusText);
  }
}

/** There was no response: the network is down, or the request timed out. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("We can't reach the server. Check your connection and try again.", { cause });
    this.name = "UnreachableError";
  }
}

/** Returns the message of an error for users. */
export function toUserMessage(error: unknown): string {
  if (error instanceof ApiError && error.status < 500 && error.userMessage.length <= 300)
    return error.userMessage;
  if (error instanceof ApiError && error.problem !== undefined) return error.problem.message;
  if (error instanceof UnreachableError || error instanceof NotSavedError) return error.message;
  return "Something went wrong. Please try again.";
}

const problemShape = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.unknown()),
});

function readProblem(body: string): Problem | undefined {
  try {
    const parsed = z.safeParse(problemShape, JSON.parse(body));
    return parsed.success ? (parsed.data as Problem) : undefined;
  } catch {
    return undefined;
  }
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** The version the change is based on, sent as `If-Match`. The server rejects an outdated one with 409. */
  version?: number;
  /** Use the same key for all attempts to create a record, so that it's created once. */
  idempotencyKey?: string;
  /** After this time without a response, an UnreachableError is thrown. */
  timeoutMs?: number;
  /** Lets a small request outlive the page. */
  keepalive?: boolean;
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: undefined }
  : { [key in Name]: Value };
type SentBody<E extends Endpoint> = E extends { files: unknown } ? FormData : SentBodyOf<E>;
type QueryPart<E extends Endpoint> = [SentQueryOf<E>] extends [undefined]
  ? { query?: undefined }
  : { query?: SentQueryOf<E> };

/**
 * The arguments of a call: `params`, `query`, and `body` as the endpoint describes them. A multipart body is
 * FormData.
 */
export type Input<E extends Endpoint> = Part<"params", SentParamsOfNumbers<E>> &
  QueryPart<E> &
  Part<"body", SentBody<E>> &
  RequestOptions;
/** Lets callers pass numeric ids for path parameters, which the contract declares as text. */
type SentParamsOfNumbers<E extends Endpoint> = [SentParamsOf<E>] extends [undefined]
  ? undefined
  : { [key in keyof SentParamsOf<E>]: string | number };

/** Returns the path of an endpoint with its parameters filled in. */
export const buildPath = (endpoint: Endpoint, params: Record<string, string | number> | undefined): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? "")));

/**
 * Calls an endpoint and parses its response with the contract.
 * @throws ApiError if the response isn't OK, UnreachableError if there is none.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ResponseOf<E>> {
  return (await callForResponse(endpoint, input)).response;
}

/** Like `call`, but also returns the response headers (`X-Total-Count`). */
export async function callForResponse<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<{ response: ResponseOf<E>; headers: Headers }> {
  const { params, query, body, ...options } = input as {
    params?: Record<string, string | number>;
    query?: Record<string, unknown>;
    body?: unknown;
  } & RequestOptions;
  const url = buildPath(endpoint, params) + formatQuery(query);
  const httpResponse = await send(endpoint.method, url, body, options);
  const response = z.parse(endpoint.response, await httpResponse.json()) as ResponseOf<E>;
  return { response, headers: httpResponse.headers };
}

/** Returns the URL of a GET endpoint, for a link. */
export const buildUrl = (
  endpoint: Endpoint & { method: "GET" },
  {
    params,
    query,
  }: { params?: Record<string, string | number> | undefined; query?: Record<string, unknown> | undefined },
): string => buildPath(endpoint, params) + formatQuery(query);

function formatQuery(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== "")
      search.set(name, String(value as string | number | boolean));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** Sends a request with cookies, and with a JSON content type only if it has a JSON body (API-01, API-02). */
export async function send(
  method: string,
  url: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Response> {
  if (method !== "GET" && !isServerReachable())
    throw new UnreachableError(
      "You're offline with a saved sign-in. You can't save changes until you reconnect.",
    );
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined && !(body instanceof FormData)) headers.set("Content-Type", "application/json");
  if (options.version !== undefined) headers.set("If-Match", `"${options.version}"`);
  if (options.idempotencyKey !== undefined) headers.set("Idempotency-Key", options.idempotencyKey);
  const timeoutSignals = options.timeoutMs === undefined ? [] : [AbortSignal.timeout(options.timeoutMs)];
  const signals = [...(options.signal === undefined ? [] : [options.signal]), ...timeoutSignals];
  const signal = signals.length === 0 ? undefined : AbortSignal.any(signals);
  const earlyResponse = method === "GET" ? takeEarlyResponse(url) : undefined;
  const sentAtMs = phoneClock.phoneNow();
  let response: Response;
  try {
    response = await (earlyResponse === undefined
      ? fetch(url, {
          method,
          credentials: "include",
          headers,
          ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
          ...(signal === undefined ? {} : { signal }),
          ...(options.keepalive === true ? { keepalive: true } : {}),
        })
      : untilAborted(earlyResponse.response, signal));
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new UnreachableError(error);
  }
  if (earlyResponse === undefined) phoneClock.learn(Date.parse(response.headers.get("Date") ?? ""), sentAtMs);
  if (!response.ok) {
    const { status, statusText, headers } = response;
    throw new ApiError(status, statusText, await response.text(), headers.get("Retry-After"));
  }
  return response;
}

/** Stops waiting for a response if `signal` aborts. The request itself can no longer be aborted. */
const untilAborted = (response: Promise<Response>, signal: AbortSignal | undefined): Promise<Response> =>
  Promise.race([
    response,
    new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  ]);
