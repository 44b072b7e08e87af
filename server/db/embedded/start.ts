import { totalmem } from "node:os";
import { createDatabase } from "./create-database.ts";
import { initDataDir } from "./init-data-dir.ts";
import { launch, type RunningServer } from "./launch.ts";
import { claim } from "./owner.ts";
import { recover, refuseWhenServedElsewhere } from "./recover.ts";
import { prepareSite, type Site, socketPort, tidyUp } from "./site.ts";
import { stopPostgres } from "./stop-postgres.ts";
import { pause } from "./wait.ts";

export interface EmbeddedOptions {
  /** The database lies in the folder `postgres` inside. Created if missing. */
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** Off only in tests: a power failure then destroys the database. */
  fsync?: boolean;
  maxConnections?: number;
  sharedBuffers?: string;
  /** The folder of the PostgreSQL programs, if not the platform's package. */
  nativeDir?: string;
}

export interface EmbeddedDatabase {
  /** As `new pg.Pool()` takes it. */
  connection: {
    /** The folder of the socket. */
    host: string;
    port: number;
    user: string;
    database: string;
    ssl: false;
  };
  /** Stops the server in order, within about 15 seconds at worst. Close the pools first. */
  stop(): Promise<void>;
}

/** A sixteenth of the memory, within limits (docs/decisions/001). PostgreSQL only uses it to cache pages. */
function sharedBuffers(): string {
  // The container's memory, if that is less than the machine's.
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return `${Math.min(256, Math.max(64, Math.floor(bytes / 16 / 2 ** 20)))}MB`;
}

/** The database the portal uses. Created if missing. */
const databaseName = "portal";

/**
 * Starts a PostgreSQL server that only this program can reach, and restarts it whenever it ends unexpectedly. Until it is
 * back, queries fail as with any unreachable server. The server never outlives this process.
 *
 * @throws StartRefused with a sentence for the operator when the server cannot be started.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const settings = {
    fsync: options.fsync ?? true,
    maxConnections: options.maxConnections ?? 40,
    sharedBuffers: options.sharedBuffers ?? sharedBuffers(),
  };

  const site = prepareSite(options);
  const connection = {
    host: site.socketDir,
    port: socketPort,
    user: "app",
    database: databaseName,
    ssl: false as const,
  };
  await refuseWhenServedElsewhere(site);
  const giveUp = claim(site);
  const release = () => {
    tidyUp(site);
    giveUp();
  };
  const start = async () => {
    await recover(site, log);
    return launch(site, settings, log);
  };
  try {
    await recover(site, log);
    initDataDir(site, settings);
    const server = await launch(site, settings, log);
    await createDatabase(connection);
    const stop = superviseUntilStopped({ site, server, start, log });
    return { connection, stop: () => stop().finally(release) };
  } catch (error) {
    await stopPostgres(site);
    release();
    throw error;
  }
}

const firstDelayMs = 50;
const longestDelayMs = 5_000;
/** A server that ran this long did not fail right after its start. */
const settledAfterMs = 30_000;

/** Returns the function that stops the server and its supervision; a second call waits for the same stop. */
function superviseUntilStopped({
  site,
  server,
  start,
  log,
}: {
  site: Site;
  server: RunningServer;
  start: () => Promise<RunningServer>;
  log: EmbeddedOptions["log"];
}): () => Promise<void> {
  let askToStop = () => {};
  const stopAsked = new Promise<void>((resolve) => (askToStop = resolve));
  let stopping: Promise<void> | undefined;
  const supervising = supervise();

  async function supervise(): Promise<void> {
    let delayMs = firstDelayMs;
    let running: RunningServer | undefined = server;
    let startedAt = Date.now();
    while (!stopping) {
      if (running) {
        const ending = await running.ended;
        if (stopping) return;
        log.error(`The database server ended unexpectedly (${ending}); restarting it.`);
        if (Date.now() - startedAt > settledAfterMs) delayMs = firstDelayMs;
      }
      await Promise.race([pause(delayMs, { keepsProcess: false }), stopAsked]);
      if (stopping) return;
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      startedAt = Date.now();
      running = await start().catch((error: unknown) => {
        log.error(error instanceof Error ? error.message : String(error));
        return undefined;
      });
      if (running && !stopping) log.info("The database server runs again.");
    }
  }

  return () => {
    stopping ??= (async () => {
      // The server does not keep this process; without another reason it would end before the stop is complete.
      const keeper = setInterval(() => undefined, 1_000);
      askToStop();
      await stopPostgres(site);
      await supervising;
      // A start that was in progress has finished by now.
      await stopPostgres(site);
      clearInterval(keeper);
    })();
    return stopping;
  };
}
