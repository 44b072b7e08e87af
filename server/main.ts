import pg from "pg";
import pino, { type Logger } from "pino";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { prepareFirstRun } from "#domains/people/server/registration/first-run.ts";
import { prepareDemo } from "#seeds/demo.ts";
import { buildApp } from "./app.ts";
import { backUpBeforeUpgrade } from "./backup/before-upgrade.ts";
import { type Config, readConfig } from "./config.ts";
import { assertDedicatedSessions } from "./db/assert-dedicated-sessions.ts";
import { type Connection, openDatabase, openPool, openSearchDatabase } from "./db/database.ts";
import { startEmbedded } from "./db/embedded/start.ts";
import { ensureReachable } from "./db/find-database.ts";
import { migrate } from "./db/migrate.ts";
import { readSecretKey } from "./db/secret-key.ts";
import type { Services } from "./http/context.ts";
import { closeWithin } from "./http/serving/close-within.ts";
import { listen } from "./http/serving/listen.ts";
import { openCards } from "./integrations/cards/cards.ts";
import { openMailer } from "./integrations/email/mailer.ts";
import { openFiles } from "./integrations/files/open-files.ts";
import { openIdentityProvider } from "./integrations/identity-provider.ts";
import { readPushKey } from "./integrations/push/push-key.ts";
import { openPush } from "./integrations/push/web-push.ts";
import { prepareJobs } from "./jobs/prepare-jobs.ts";
import { startWorker } from "./jobs/worker.ts";
import { openLiveBus } from "./live/bus.ts";
import { openLog } from "./log.ts";
import { StartupError } from "./startup-error.ts";

type Stop = () => unknown;

/**
 * Starts the portal and resolves when it is listening. On SIGTERM or SIGINT its parts are stopped in reverse
 * order.
 */
async function start(config: Config, stops: Stop[]): Promise<void> {
  // Log lines are written in batches, up to a tenth of a second late. The rest is flushed when the process
  // exits.
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 });
  const log = openLog(config.logLevel, output);
  stops.push(() => output.flushSync());
  await ensureReachable(config);
  const connection = await connect(config, log, stops);
  const files = await openFiles(config, log);
  await migrateWith(
    config.migrateDatabaseUrl === undefined ? connection : { connectionString: config.migrateDatabaseUrl },
    log,
    () => backUpBeforeUpgrade({ config, connection, files, log }),
  );
  const pool = openPool(connection, log);
  stops.push(() => withTimeLimit(3, pool.end()));
  await prepareJobs(pool);
  const db = openDatabase(pool, log);
  const searchDb = openSearchDatabase(connection, log);
  stops.push(() => withTimeLimit(3, searchDb.destroy()));
  const live = openLiveBus(connection, log);
  stops.push(() => withTimeLimit(3, live.close()));
  const clock = () => new Date();
  const secretKey = await readSecretKey(db, config.secretKey);
  const baseServices = {
    config,
    db,
    searchDb,
    files,
    live,
    identityProvider: openIdentityProvider(config),
    push: openPush({ key: await readPushKey(db, secretKey), publicUrl: config.publicUrl, clock }),
    secretKey,
    postCharges,
    log,
    clock,
  };
  const services: Services = { ...baseServices, cards: await openCards(baseServices) };
  await prepareDemo(services);
  const setupPath = await prepareFirstRun(services);
  const mailer = openMailer(config);
  stops.push(() => mailer.close());
  const worker = await startWorker(services, pool, mailer);
  // A mail server that doesn't respond can hold a job for minutes. The job is retried after the next start.
  stops.push(() => withTimeLimit(5, worker.stop()));
  const app = await buildApp(services, { logger: log });
  stops.push(() => closeWithin(app, 8));
  await listen(app, config);
  console.log(`\nThe portal is ready: ${config.publicUrl}`);
  if (config.isUnencrypted)
    console.log(
      "Warning: passwords are sent unencrypted. Put a TLS proxy in front of the portal and set PUBLIC_URL to its https: address.",
    );
  if (setupPath !== null)
    console.log(`Create the first administrator (one-time link): ${config.publicUrl}${setupPath}`);
  else if (config.demo) console.log("Demo mode: sign in with the buttons on the sign-in page.");
}

async function connect(config: Config, log: Logger, stops: Stop[]): Promise<Connection> {
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    await assertDedicatedSessions(connection);
    return connection;
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  stops.push(() => embedded.stop());
  return embedded.connection;
}

async function migrateWith(
  connection: Connection,
  log: Logger,
  beforeUpgrade: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const name of await migrate(client, { beforeUpgrade })) log.info(`Migration ${name} applied.`);
  } finally {
    await client.end();
  }
}

/**
 * Limits how long one part of the shutdown can take. The database must be shut down in order even if an
 * earlier part hangs.
 */
const withTimeLimit = (seconds: number, stopped: Promise<unknown>): Promise<unknown> =>
  Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, seconds * 1000))]);

const stops: Stop[] = [];
let isStopping = false;
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // A job that is still running fails once its services are gone. This must not prevent an orderly shutdown
  // of the database.
  process.on("uncaughtException", (error) => console.error(error));
  for (const run of stops.reverse())
    await Promise.resolve(run()).catch((error: unknown) => console.error(error));
  process.exit(exitCode);
}
process.once("SIGTERM", () => void stop(0));
process.once("SIGINT", () => void stop(0));

try {
  await start(readConfig(process.env), stops);
} catch (error) {
  console.error(error instanceof StartupError ? `The portal couldn't start: ${error.message}` : error);
  await stop(1);
}
