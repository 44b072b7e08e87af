import { createInterface } from "node:readline";
import pg from "pg";
import { StartupError } from "../../startup-error.ts";
import { type EmbeddedDatabase, startEmbedded } from "./start.ts";

/**
 * A fake portal, as a process the tests can kill. Its arguments are the data folder, the task and the folder
 * of the PostgreSQL programs. A line on its standard input shuts it down in order.
 *
 * `hold` keeps the server running. `write` also writes from four connections at the same time and prints what
 * the server has acknowledged: `single <id>` for a row, `pair <id>` for a transaction of two rows.
 */
const [dataDir = "", task = "hold", nativeDir] = process.argv.slice(2);

const log = { info: note, warn: note, error: note };
function note(message: string): void {
  process.stderr.write(`${message}\n`);
}

try {
  const database = await startEmbedded({
    dataDir,
    log,
    fsync: task === "write",
    ...(nativeDir && { nativeDir }),
  });
  const writing = new AbortController();
  const writers = task === "write" ? startWriters(database, writing.signal) : undefined;
  console.log("ready");
  createInterface(process.stdin).once("line", () => {
    writing.abort();
    void Promise.resolve(writers)
      .then(() => database.stop())
      .then(() => {
        console.log("stopped");
        process.exit(0);
      });
  });
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.log(`rejected ${error.message}`);
}

async function startWriters({ connection }: EmbeddedDatabase, ending: AbortSignal): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 4 });
  // The tests kill the server under the pool. Only the results of queries matter.
  pool.on("error", () => {});
  await pool.query("CREATE TABLE IF NOT EXISTS singles (id uuid PRIMARY KEY)");
  await pool.query("CREATE TABLE IF NOT EXISTS pairs (id uuid, half int, PRIMARY KEY (id, half))");
  await Promise.all(["single", "pair", "single", "pair"].map((kind) => writeUntil({ pool, kind, ending })));
  await pool.end();
}

async function writeUntil({ pool, kind, ending }: { pool: pg.Pool; kind: string; ending: AbortSignal }) {
  while (!ending.aborted) {
    const id = crypto.randomUUID();
    try {
      if (kind === "single") await pool.query("INSERT INTO singles VALUES ($1)", [id]);
      else await writePair(pool, id);
      console.log(`${kind} ${id}`);
    } catch {
      // The write wasn't acknowledged, so nothing is promised about it. Yields to other events while the
      // server is down.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function writePair(pool: pg.Pool, id: string): Promise<void> {
  const client = await pool.connect();
  client.on("error", () => {});
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO pairs VALUES ($1, 1)", [id]);
    await client.query("INSERT INTO pairs VALUES ($1, 2)", [id]);
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
