import type { FastifyInstance } from "fastify";

/**
 * Accepts no new requests and waits at most this long for those in progress. Otherwise an upload over a slow connection would
 * keep the process and its database from stopping for minutes.
 */
export async function closeWithin(app: FastifyInstance, seconds: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), seconds * 1000);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
