import { createHmac } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { addressFor, Unreachable } from "./reachable.ts";

export interface Posted {
  /** Null when there was no answer. */
  status: number | null;
  /** The first characters of the answer. */
  start: string;
  /** Why it does not count as delivered, in a sentence; null: it was delivered. */
  problem: string | null;
  ms: number;
}

const secondsMax = 10;
const startBytesMax = 500;

/** `t=<seconds>,v1=<hex>`: the HMAC-SHA256 of the seconds, a dot and the body. */
export const signatureOf = (secret: string, body: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
};

/** Posts a signed event. Any answer but 2xx is a failure: redirects are not followed. Never throws. */
export async function postEvent(
  event: { url: string; secret: string; eventId: string; body: string },
  { now, networks }: { now: Date; networks: readonly string[] },
): Promise<Posted> {
  const begunAt = performance.now();
  const posted = (rest: Omit<Posted, "ms">): Posted => ({
    ...rest,
    ms: Math.round(performance.now() - begunAt),
  });
  try {
    const { status, start } = await send(event, { now, networks });
    const isDelivered = status >= 200 && status < 300;
    return posted({ status, start, problem: isDelivered ? null : `The answer was ${status}.` });
  } catch (error) {
    const { message, code, name } = error as Error & { code?: string };
    const problem =
      error instanceof Unreachable
        ? message
        : name === "TimeoutError" || name === "AbortError"
          ? `There was no answer within ${secondsMax} seconds.`
          : `The connection failed: ${code ?? message}.`;
    return posted({ status: null, start: "", problem: problem.slice(0, 300) });
  }
}

async function send(
  { url, secret, eventId, body }: { url: string; secret: string; eventId: string; body: string },
  { now, networks }: { now: Date; networks: readonly string[] },
): Promise<{ status: number; start: string }> {
  const to = new URL(url);
  const { address, family } = await addressFor(to, networks);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (to.protocol === "https:" ? https : http).request(to, {
      method: "POST",
      agent: false,
      signal: AbortSignal.timeout(secondsMax * 1000),
      lookup: (_, { all }, done) =>
        // With `all` Node expects a list, which its type of this function leaves out.
        all === true ? done(null, [{ address, family }]) : done(null, address, family),
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Property-Management-Portal",
        "portal-event-id": eventId,
        "portal-signature": signatureOf(secret, body, now),
      },
    });
    request.on("error", reject).on("response", resolve).end(body);
  });
  let start = Buffer.alloc(0);
  for await (const piece of response) {
    start = Buffer.concat([start, piece as Buffer]);
    if (start.length >= startBytesMax) break;
  }
  response.destroy();
  // The database stores no NUL characters.
  const text = start.subarray(0, startBytesMax).toString("utf8").replaceAll("\u0000", "");
  return { status: response.statusCode ?? 0, start: text };
}
