import type { FastifyInstance } from "fastify";

const idleCheckMs = 50;

/**
 * Stops accepting requests and waits up to `seconds` for requests in progress. Otherwise an upload over a
 * slow connection could delay the shutdown for minutes. A connection that a proxy keeps open is closed once
 * its response has been sent.
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
