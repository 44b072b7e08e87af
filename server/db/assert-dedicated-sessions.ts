import pg from "pg";
import { StartupError } from "../startup-error.ts";
import type { Connection } from "./database.ts";

/**
 * Other instances might use the same pooler at the same time, and then a single check might not detect it.
 */
const checks = 10;

/**
 * Rejects a pooler that assigns a session per transaction, such as PgBouncer with `pool_mode = transaction`.
 * Live events, jobs and time limits need their own sessions. With such a pooler, two open connections are the
 * same process of the database.
 * @throws StartupError
 */
export async function assertDedicatedSessions(connection: Connection): Promise<void> {
  const clients = [new pg.Client(connection), new pg.Client(connection)];
  // A connection lost during the check also rejects its query.
  for (const client of clients) client.on("error", () => undefined);
  try {
    for (const client of clients) await client.connect();
    for (let check = 0; check < checks; check += 1) {
      const processes = new Set<number>();
      for (const client of clients)
        processes.add(
          (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0,
        );
      if (processes.size < clients.length)
        throw new StartupError(
          "DATABASE_URL points to a transaction- or statement-mode pooler. Use session pooling (for PgBouncer, pool_mode = session), or connect to the database directly.",
        );
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
