import { rmSync } from "node:fs";
import { connect } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { StartupError } from "../../startup-error.ts";
import { initDataDir } from "./init-data-dir.ts";
import { launchServer, type RunningServer } from "./launch.ts";
import { acquireOwnership } from "./owner.ts";
import { findPostgresProcesses } from "./processes.ts";
import { prepareInstallation, removeRunFiles, type ServerInstallation, socketPort } from "./site.ts";
import { stopPostgres } from "./stop-postgres.ts";
import { pause } from "./wait.ts";

export interface EmbeddedOptions {
  /** The database is stored in the subfolder `postgres`. Created if missing. */
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** Off only in tests. Without it, a power failure destroys the database. */
  fsync?: boolean;
  maxConnections?: number;
  sharedBuffers?: string;
  /** The folder of the PostgreSQL programs, if not the platform's package. */
  nativeDir?: string;
}

export interface EmbeddedDatabase {
  /** Options for `new pg.Pool()`. */
  connection: {
    /** The folder of the socket. */
    host: string;
    port: number;
    user: string;
    database: string;
    ssl: false;
  };
  /** Shuts the server down within about 15 seconds. Close the pools first. */
  stop(): Promise<void>;
}

/**
 * Returns how much memory PostgreSQL uses to cache pages: a sixteenth of the total, within limits
 * (docs/decisions/001).
 */
function chooseSharedBuffers(): string {
  // The container's memory limit, if it is below the machine's memory.
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return `${Math.min(256, Math.max(64, Math.floor(bytes / 16 / 2 ** 20)))}MB`;
}

/** The database the portal uses. Created if missing. */
const databaseName = "portal";

/**
 * Starts a PostgreSQL server that only this program can reach, and restarts it whenever it ends unexpectedly.
 * Queries fail until the server is back. The server never outlives this process.
 *
 * @throws StartupError with a message for the operator if the server can't be started
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const settings = {
    fsync: options.fsync ?? true,
    maxConnections: options.maxConnections ?? 40,
    sharedBuffers: options.sharedBuffers ?? chooseSharedBuffers(),
  };

  const installation = prepareInstallation(options);
  const connection = {
    host: installation.socketDir,
    port: socketPort,
    user: "app",
    database: databaseName,
    ssl: false as const,
  };
  await assertNotServedElsewhere(installation);
  const releaseOwnership = acquireOwnership(installation);
  const release = () => {
    removeRunFiles(installation);
    releaseOwnership();
  };
  const start = async () => {
    await recover(installation, log);
    return launchServer(installation, settings, log);
  };
  try {
    await recover(installation, log);
    initDataDir(installation, settings);
    const server = await launchServer(installation, settings, log);
    await createDatabase(connection);
    const stop = superviseUntilStopped({ installation, server, start, log });
    return { connection, stop: () => stop().finally(release) };
  } catch (error) {
    await stopPostgres(installation);
    release();
    throw error;
  }
}

const firstDelayMs = 50;
const maxDelayMs = 5_000;
/** A server that ran this long is considered stable, so its next restart isn't delayed. */
const stableAfterMs = 30_000;

/**
 * Restarts the server whenever it ends. Returns the function that stops the server and its supervision. A
 * second call waits for the same stop.
 */
function superviseUntilStopped({
  installation,
  server,
  start,
  log,
}: {
  installation: ServerInstallation;
  server: RunningServer;
  start: () => Promise<RunningServer>;
  log: EmbeddedOptions["log"];
}): () => Promise<void> {
  let requestStop = () => {};
  const stopRequested = new Promise<void>((resolve) => (requestStop = resolve));
  let stopPromise: Promise<void> | undefined;
  const supervision = supervise();

  async function supervise(): Promise<void> {
    let delayMs = firstDelayMs;
    let runningServer: RunningServer | undefined = server;
    let startedAt = Date.now();
    while (!stopPromise) {
      if (runningServer) {
        const description = await runningServer.ended;
        if (stopPromise) return;
        log.error(`The database server ended unexpectedly (${description}). Restarting it.`);
        if (Date.now() - startedAt > stableAfterMs) delayMs = firstDelayMs;
      }
      await Promise.race([pause(delayMs, { keepsProcessAlive: false }), stopRequested]);
      if (stopPromise) return;
      delayMs = Math.min(delayMs * 2, maxDelayMs);
      startedAt = Date.now();
      runningServer = await start().catch((error: unknown) => {
        log.error(error instanceof Error ? error.message : String(error));
        return undefined;
      });
      if (runningServer && !stopPromise) log.info("The database server is running again.");
    }
  }

  return () => {
    stopPromise ??= (async () => {
      // The server doesn't keep this process alive. Without this timer the process might exit before the stop
      // is complete.
      const keepAliveTimer = setInterval(() => undefined, 1_000);
      requestStop();
      await stopPostgres(installation);
      await supervision;
      // A start that was in progress has finished by now.
      await stopPostgres(installation);
      clearInterval(keepAliveTimer);
    })();
    return stopPromise;
  };
}

/** Creates the connection's database unless it exists. Connects to the default database to do so. */
async function createDatabase(connection: pg.ClientConfig & { database: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      connection.database,
    ]);
    if (!rowCount) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

/**
 * Rejects the start if a server responds in this folder but isn't a process of this machine. Another
 * container then uses the same folder, and two servers on one folder would destroy it.
 * @throws StartupError
 */
async function assertNotServedElsewhere(installation: ServerInstallation): Promise<void> {
  const socket = join(installation.socketDir, `.s.PGSQL.${socketPort}`);
  // Checks twice because a server on this machine that is being killed might respond and then be gone.
  for (const _ of [1, 2]) {
    if (!(await acceptsConnections(socket))) return;
    // Looks for processes last, because a server that starts on this machine in between has a process before
    // it responds.
    if (findPostgresProcesses(installation.pgData, installation.serverUser).length > 0) return;
  }
  throw new StartupError(
    `The data folder ${installation.dataDir} is in use by a portal in another container. Stop that portal, or set DATA_DIR to a different folder.`,
  );
}

/**
 * Cleans up after a crash. A server without its portal is stopped, not adopted, because its settings are
 * unknown. Lock files without a server are removed because their process id might now belong to another
 * program. Called only by the owner of the folder.
 */
async function recover(
  installation: ServerInstallation,
  log: { warn(message: string): void },
): Promise<void> {
  if (await stopPostgres(installation)) log.warn("Stopped a database server left behind by a crash.");
  const socket = join(installation.socketDir, `.s.PGSQL.${socketPort}`);
  for (const file of [join(installation.pgData, "postmaster.pid"), socket, `${socket}.lock`])
    rmSync(file, { force: true });
}

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
