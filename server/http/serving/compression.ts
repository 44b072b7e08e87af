import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const compress = promisify(gzip);
/** Smaller responses fit into one packet anyway. */
const minLength = 1_200;
/** Most of the gain for the least processor time. */
const options = { level: 1 };

/**
 * Compresses pages and JSON for clients that support it. A slow phone would otherwise wait longer for the rows of
 * a list than for their program. Files and streams are sent as they are.
 *
 * The length of a compressed response can reveal a secret to another site that has the browser repeat a request with
 * guesses in it (BREACH). With the session cookie (`SameSite=Lax`), another site can only open a page, and no response
 * repeats its request next to a secret.
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
