import pg from "pg";
import { StartupError } from "../startup-error.ts";
import type { Connection } from "./database.ts";

/** A single check might miss the pooler if other instances use it at the same time. */
const checkCount = 10;

/**
 * Rejects a pooler that assigns a session per transaction, such as PgBouncer with `pool_mode = transaction`.
 * Live events, jobs, and time limits need sessions of their own. Behind such a pooler, two open connections can
 * have the same database process.
 * @throws StartupError
 */
export async function assertDedicatedSessions(connection: Connection): Promise<void> {
  const clients = [new pg.Client(connection), new pg.Client(connection)];
  // A connection lost during the check also rejects its query.
  for (const client of clients) client.on("error", () => undefined);
  try {
    for (const client of clients) await client.connect();
    for (let check = 0; check < checkCount; check += 1) {
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
