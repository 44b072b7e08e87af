import { Agent, type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { text } from "node:stream/consumers";
import autocannon from "autocannon";

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
  /** How long to send requests. Alternatively, `amount` sets how many to send. */
  seconds?: number;
  amount?: number;
  request: (index: number) => Request;
}

/** Returns the responses per second over busy connections. @throws Error if a response isn't a success */
export async function throughput(origin: string, load: Load): Promise<number> {
  const { connections, seconds = 10, amount, request } = load;
  let index = 0;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    ...(amount === undefined ? {} : { amount }),
    timeout: 60,
    sampleInt: 50,
    requests: [{ setupRequest: (defaults) => ({ ...defaults, ...toHttp(request(index++)) }) }],
  });
  if (result.errors > 0 || result.non2xx > 0 || result["2xx"] === 0)
    throw new Error(
      `${request(0).path}: ${result["2xx"]} successes, ${result.non2xx} others, and ${result.errors} errors.`,
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
