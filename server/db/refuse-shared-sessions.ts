import pg from "pg";
import { StartRefused } from "../start-refused.ts";
import type { Connection } from "./database.ts";

/** Other instances may use the same pooler meanwhile, and then a single look may not show it. */
const looks = 10;

/**
 * Live events, jobs and time limits need sessions of their own. A pooler that gives a session to each transaction only, such as
 * pgbouncer with `pool_mode = transaction`, shows itself: two open connections then are the same process of the database.
 * @throws StartRefused when there is one
 */
export async function refuseSharedSessions(connection: Connection): Promise<void> {
  const clients = [new pg.Client(connection), new pg.Client(connection)];
  // A connection that is lost meanwhile also rejects its query.
  for (const client of clients) client.on("error", () => undefined);
  try {
    for (const client of clients) await client.connect();
    for (let look = 0; look < looks; look += 1) {
      const processes = new Set<number>();
      for (const client of clients)
        processes.add(
          (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0,
        );
      if (processes.size < clients.length)
        throw new StartRefused(
          "DATABASE_URL leads to a pooler that shares sessions between connections: please let it pool sessions (for pgbouncer, pool_mode = session), or name the database itself.",
        );
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
