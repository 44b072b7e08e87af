import type { FastifyInstance } from "fastify";

const lookForIdleMs = 50;

/**
 * Accepts no new requests and waits at most this long for those in progress. Otherwise an upload over a slow connection would
 * keep the process and its database from stopping for minutes. A connection that a proxy keeps open is closed once its
 * response was sent.
 */
export async function closeWithin(app: FastifyInstance, seconds: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), seconds * 1000);
  const closing = setInterval(() => app.server.closeIdleConnections(), lookForIdleMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(closing);
  }
}
