import type { FastifyInstance } from "fastify";

const idleCheckMs = 50;

/**
 * Accepts no new requests and waits up to this long for those in progress. Otherwise an upload over a slow
 * connection would keep the process and its database from stopping for minutes. A connection that a proxy
 * keeps open is closed once its response has been sent.
 */
export async function closeWithin(app: FastifyInstance, seconds: number): Promise<void> {
  const forceClose = setTimeout(() => app.server.closeAllConnections(), seconds * 1000);
  const idleCheck = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
  try {
    await app.close();
  } finally {
    clearTimeout(forceClose);
    clearInterval(idleCheck);
  }
}
