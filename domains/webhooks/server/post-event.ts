import { createHmac } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { resolveAddress, UnreachableError } from "./resolve-address.ts";

export interface PostResult {
  /** Null if there was no response. */
  status: number | null;
  /** The first characters of the response body. */
  responseStart: string;
  /** Why the delivery failed, as a sentence; null if it succeeded. */
  problem: string | null;
  durationMs: number;
}

const timeoutSeconds = 10;
const maxStartBytes = 500;

/** Returns `t=<seconds>,v1=<hex>`: the HMAC-SHA256 of the seconds, a dot, and the body. */
export const signEvent = (secret: string, body: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
};

/**
 * Posts a signed event. Any response other than 2xx is a failure, and redirects aren't followed. Never
 * throws.
 */
export async function postEvent(
  event: { url: string; secret: string; eventId: string; body: string },
  { now, networks }: { now: Date; networks: readonly string[] },
): Promise<PostResult> {
  const startedAt = performance.now();
  const toResult = (outcome: Omit<PostResult, "durationMs">): PostResult => ({
    ...outcome,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const { status, responseStart } = await sendRequest(event, { now, networks });
    const isDelivered = status >= 200 && status < 300;
    return toResult({
      status,
      responseStart,
      problem: isDelivered ? null : `The response was ${status}.`,
    });
  } catch (error) {
    const problem = describeError(error as Error & { code?: string }).slice(0, 300);
    return toResult({ status: null, responseStart: "", problem });
  }
}

function describeError(error: Error & { code?: string }): string {
  if (error instanceof UnreachableError) return error.message;
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `No response within ${timeoutSeconds} seconds.`;
  return `The connection failed: ${error.code ?? error.message}.`;
}

async function sendRequest(
  { url, secret, eventId, body }: { url: string; secret: string; eventId: string; body: string },
  { now, networks }: { now: Date; networks: readonly string[] },
): Promise<{ status: number; responseStart: string }> {
  const target = new URL(url);
  const { address, family } = await resolveAddress(target, networks);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (target.protocol === "https:" ? https : http).request(target, {
      method: "POST",
      agent: false,
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
      lookup: (_, { all }, done) =>
        // With `all`, Node expects a list, which the type of this function omits.
        all === true ? done(null, [{ address, family }]) : done(null, address, family),
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Property-Management-Portal",
        "portal-event-id": eventId,
        "portal-signature": signEvent(secret, body, now),
      },
    });
    request.on("error", reject).on("response", resolve).end(body);
  });
  let start = Buffer.alloc(0);
  for await (const chunk of response) {
    start = Buffer.concat([start, chunk as Buffer]);
    if (start.length >= maxStartBytes) break;
  }
  response.destroy();
  // PostgreSQL can't store NUL characters.
  const responseStart = start.subarray(0, maxStartBytes).toString("utf8").replaceAll("\u0000", "");
  return { status: response.statusCode ?? 0, responseStart };
}
