import type { FastifyInstance } from "fastify";

/**
 * Takes no new requests and lets those under way end, but no longer than this: whoever sends a photo over a slow line would
 * otherwise keep the process, and the database with it, from stopping for minutes.
 */
export async function closeWithin(app: FastifyInstance, seconds: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), seconds * 1000);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
