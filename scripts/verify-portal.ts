/*
 * Verifies that every stored sum of the ledger equals the rows it is computed from, that every payment matches its entry, and
 * that every file of a document is as uploaded. Prints a sentence for each fault and exits with 1 if there is one. It reads the
 * database of DATABASE_URL or DATA_DIR in one snapshot, then the files, whether or not the portal is running.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { verifyFilesOfDocuments } from "#domains/documents/server/verify-documents.ts";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { verifyPayments } from "#domains/payments/server/verify-payments.ts";
import { readConfig } from "#server/config.ts";
import { type Connection, openDatabase, openPool } from "#server/db/database.ts";
import { majorVersion, socketPort } from "#server/db/embedded/site.ts";
import { startEmbedded } from "#server/db/embedded/start.ts";
import { openFiles } from "#server/integrations/open-files.ts";

const log = { info() {}, warn: console.warn, error: console.error };
const faultsShown = 1_000;
const { connection, stop } = await connect();
const pool = openPool({ ...connection, statement_timeout: 0, idle_in_transaction_session_timeout: 0 }, log);
const db = openDatabase(pool);
let faults = 0;
try {
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      await tell(verifyLedger(transaction));
      await tell(verifyPayments(transaction));
    });
  await tell(verifyFilesOfDocuments(db, await openFiles(readConfig(process.env), log)));
  console.log(
    faults === 0
      ? "Ledger, payments and documents are proven: no fault was found."
      : `${faults} faults were found.`,
  );
} finally {
  await db.destroy();
  await stop();
}
process.exitCode = faults === 0 ? 0 : 1;

async function tell(found: AsyncIterable<string>): Promise<void> {
  for await (const fault of found) {
    faults += 1;
    if (faults <= faultsShown) console.log(fault);
  }
}

async function connect(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const nothing = async () => undefined;
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, stop: nothing };
  const running = await serverOf(dataDir);
  if (running !== null) return { connection: running, stop: nothing };
  if (!existsSync(path.join(dataDir, "postgres"))) throw new Error(`There is no database in ${dataDir}.`);
  return startEmbedded({ dataDir, log });
}

/** The database server of a portal that is running on this folder. */
async function serverOf(dataDir: string): Promise<Connection | null> {
  const noteOfServer = path.join(dataDir, "postgres", majorVersion, "postmaster.pid");
  if (!existsSync(noteOfServer)) return null;
  const socketFolder = readFileSync(noteOfServer, "utf8").split("\n")[4] ?? "";
  const connection = { host: socketFolder, port: socketPort, user: "app", database: "portal" };
  const client = new pg.Client(connection);
  try {
    await client.connect();
    await client.end();
    return connection;
  } catch {
    // The file was left behind by a killed server.
    return null;
  }
}
