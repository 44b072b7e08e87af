import * as z from "zod/mini";
import type { Problem } from "#shared/errors.ts";
import type { Endpoint, ResponseOf, SentBodyOf, SentParamsOf, SentQueryOf } from "#shared/http/endpoint.ts";
import { phoneClock } from "#web/outbox/clock.ts";
import { NotKept } from "#web/outbox/store.ts";
import { isServerReachable } from "#web/session/connection.ts";

/** The response was not OK. `message` is `<status>: <raw body>`, or the status text when the body is empty (ERR-01, ERR-02). */
export class ApiError extends Error {
  readonly status: number;
  /** The body, when it is the JSON that every error response of the server has. */
  readonly problem: Problem | undefined;
  /** What may be shown to users: the server's message, else the raw body. */
  readonly userMessage: string;
  /** Whether the server sent anything beyond the status. */
  readonly hasBody: boolean;
  /** How long to wait before a retry, when the server says so. */
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
    super("The server cannot be reached. Please check your connection and try again.", { cause });
    this.name = "UnreachableError";
  }
}

/** The message of an error that may be shown to users. */
export function userMessageOf(error: unknown): string {
  if (error instanceof ApiError && error.status < 500 && error.userMessage.length <= 300)
    return error.userMessage;
  if (error instanceof ApiError && error.problem !== undefined) return error.problem.message;
  if (error instanceof UnreachableError || error instanceof NotKept) return error.message;
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
  signal?: AbortSignal | undefined;
  /** The version the change is based on, sent as `If-Match`; an old one gets 409. */
  version?: number | undefined;
  /** One idempotency key for all attempts of one creation, so that it happens once. */
  idempotencyKey?: string | undefined;
  /** Without a response by then an UnreachableError is thrown. */
  timeoutMs?: number | undefined;
  /** Lets a small request outlive the page. */
  keepalive?: boolean | undefined;
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: undefined }
  : { [key in Name]: Value };
type SentBody<E extends Endpoint> = E extends { files: unknown } ? FormData : SentBodyOf<E>;
type QueryPart<E extends Endpoint> = [SentQueryOf<E>] extends [undefined]
  ? { query?: undefined }
  : { query?: SentQueryOf<E> };

/** What a caller passes: `params`, `query` and `body` as the endpoint describes them; a multipart body is FormData. */
export type Input<E extends Endpoint> = Part<"params", SentParamsOfNumbers<E>> &
  QueryPart<E> &
  Part<"body", SentBody<E>> &
  RequestOptions;
/** Ids in paths are text in the address; callers have numbers. */
type SentParamsOfNumbers<E extends Endpoint> = [SentParamsOf<E>] extends [undefined]
  ? undefined
  : { [key in keyof SentParamsOf<E>]: string | number };

/** The path of an endpoint with its parameters in place. */
export const pathOf = (endpoint: Endpoint, params: Record<string, string | number> | undefined): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? "")));

/**
 * Calls an endpoint and reads its response by the contract.
 * @throws ApiError when the response is not OK, UnreachableError when there is none.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ResponseOf<E>> {
  return (await callForResponse(endpoint, input)).response;
}

/** As `call`, but with the headers next to the response (`X-Total-Count`). */
export async function callForResponse<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<{ response: ResponseOf<E>; headers: Headers }> {
  const { params, query, body, ...options } = input as {
    params?: Record<string, string | number>;
    query?: Record<string, unknown>;
    body?: unknown;
  } & RequestOptions;
  const address = pathOf(endpoint, params) + queryText(query);
  const fetched = await send(endpoint.method, address, body, options);
  const response = z.parse(endpoint.response, await fetched.json()) as ResponseOf<E>;
  return { response, headers: fetched.headers };
}

/** The total number of records of a list; null when the response is the whole list. */
export function totalOf(headers: Headers): number | null {
  const total = headers.get("X-Total-Count");
  return total === null ? null : Number(total);
}

/** The address of a GET endpoint, for a link. */
export const addressOf = (
  endpoint: Endpoint & { method: "GET" },
  {
    params,
    query,
  }: { params?: Record<string, string | number> | undefined; query?: Record<string, unknown> | undefined },
): string => pathOf(endpoint, params) + queryText(query);

function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== "")
      search.set(name, String(value as string | number | boolean));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** Sends one request as every request is sent (API-01, API-02): with cookies, and a JSON content type only with a JSON body. */
export async function send(
  method: string,
  address: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Response> {
  if (method !== "GET" && !isServerReachable())
    throw new UnreachableError(
      "Signed in from the saved session only: nothing is written until the server answers.",
    );
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined && !(body instanceof FormData)) headers.set("Content-Type", "application/json");
  if (options.version !== undefined) headers.set("If-Match", `"${options.version}"`);
  if (options.idempotencyKey !== undefined) headers.set("Idempotency-Key", options.idempotencyKey);
  const limit = options.timeoutMs === undefined ? [] : [AbortSignal.timeout(options.timeoutMs)];
  const signals = [...(options.signal === undefined ? [] : [options.signal]), ...limit];

  const askedMs = phoneClock.phoneNow();
  let fetched: Response;
  try {
    fetched = await fetch(address, {
      method,
      credentials: "include",
      headers,
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
      ...(options.keepalive === true ? { keepalive: true } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new UnreachableError(error);
  }
  phoneClock.learn(Date.parse(fetched.headers.get("Date") ?? ""), askedMs);
  if (!fetched.ok) {
    const { status, statusText, headers } = fetched;
    throw new ApiError(status, statusText, await fetched.text(), headers.get("Retry-After"));
  }
  return fetched;
}
