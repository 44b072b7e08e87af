import { Agent, type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { text } from "node:stream/consumers";
import autocannon, { type Result } from "autocannon";

export interface Request {
  method?: "GET" | "POST" | "PATCH";
  path: string;
  cookie?: string;
  /** Sent as JSON, unless it is a buffer. */
  body?: unknown;
  headers?: Record<string, string>;
}

interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  milliseconds: number;
}

const toHttp = ({ method = "GET", path, cookie, body, headers }: Request) => ({
  method,
  path,
  headers: {
    ...(cookie === undefined ? {} : { cookie }),
    ...(body === undefined || Buffer.isBuffer(body) ? {} : { "content-type": "application/json" }),
    ...headers,
  },
  body: body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body),
});

interface Load {
  connections: number;
  seconds: number;
  request: (index: number) => Request;
  /** Requests per second, whether or not there are responses. Without it, each connection sends as fast as it can. */
  perSecond?: number;
  onResponse?: (status: number, headers: IncomingHttpHeaders) => void;
}

/** Sends requests over `connections` busy connections during `seconds`. */
export async function load(origin: string, { request, onResponse, ...options }: Load): Promise<Result> {
  let index = 0;
  return autocannon({
    url: origin,
    connections: options.connections,
    duration: options.seconds,
    timeout: 30,
    sampleInt: 50,
    ...(options.perSecond === undefined ? {} : { overallRate: Math.round(options.perSecond) }),
    requests: [
      {
        setupRequest: (defaults) => {
          const { headers, ...rest } = toHttp(request(index++));
          return { ...defaults, ...rest, headers };
        },
        ...(onResponse === undefined
          ? {}
          : { onResponse: (status, _body, _context, headers) => onResponse(status, headers ?? {}) }),
      },
    ],
  });
}

/** Responses per second under `load`. @throws Error if one is not a success */
export async function throughput(origin: string, options: Load): Promise<number> {
  const result = await load(origin, options);
  if (result.errors > 0 || result.non2xx > 0 || result["2xx"] === 0)
    throw new Error(
      `${options.request(0).path}: ${result["2xx"]} successes, ${result.non2xx} others, and ${result.errors} errors.`,
    );
  return result["2xx"] / result.duration;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

/** Sends one request over a connection that stays open. */
export function send(origin: string, request: Request): Promise<Response> {
  const { body, ...options } = toHttp(request);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(
      new URL(request.path, origin),
      {
        ...options,
        agent,
        headers: {
          ...options.headers,
          ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        },
      },
      (incoming) => {
        text(incoming).then(
          (received) =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: received,
              milliseconds: performance.now() - startedAt,
            }),
          reject,
        );
      },
    );
    outgoing.once("error", reject).end(body);
  });
}

/** @throws Error if the response is not a success */
export async function sendOk(origin: string, request: Request): Promise<Response> {
  const response = await send(origin, request);
  if (response.status < 200 || response.status > 299)
    throw new Error(`${request.path}: the response was ${response.status}: ${response.body.slice(0, 300)}`);
  return response;
}
