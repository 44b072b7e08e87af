import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const compress = promisify(gzip);
/** Smaller responses fit in one packet anyway. */
const minLength = 1_200;
/** Gets most of the gain for the least processor time. */
const options = { level: 1 };

/**
 * Compresses pages and JSON for clients that support it. A phone on a slow network would otherwise wait
 * longer for a list's rows than for the app itself. Files and streams are sent as they are.
 *
 * If another site makes the browser repeat a request with guesses in it, the length of the compressed
 * responses can reveal a secret (BREACH). The session cookie (`SameSite=Lax`) allows another site only to
 * open a page, and no response contains both a secret and text from its request.
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook<unknown>("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < minLength) return payload;
    reply.header("vary", "accept-encoding");
    if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return payload;
    reply.header("content-encoding", "gzip");
    return compress(payload, options);
  });
}
