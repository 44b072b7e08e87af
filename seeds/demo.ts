import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { StartupError } from "#server/startup-error.ts";
import { prepareContents } from "./demo/contents.ts";
import { fill } from "./demo/fill.ts";
import { isEmpty, isMarked, mark } from "./demo/mark.ts";

/** The advisory lock that makes sure only one of several starting instances fills the database. */
const fillLock = 5_461_004_472;

/**
 * With demo on, fills an empty database with the demo data in one transaction. Any other database stays
 * unchanged.
 * @throws StartupError if demo is off and the database has the demo data, whose passwords are public, or if
 * this computer is too busy to prepare the demo data
 */
export async function prepareDemo(services: Services): Promise<void> {
  const { config, db } = services;
  if (!config.demo) {
    if (await isMarked(db)) throw new StartupError(describeFreshStart(services));
    return;
  }
  if (!(await isEmpty(db))) return;
  await fillDatabase(services).catch((error: unknown) => {
    if (!isTimeout(error)) throw error;
    services.log.error({ err: error }, "Preparing the demo data took too long.");
    throw new StartupError(
      "preparing the demo data took too long because this computer is busy. Nothing was saved. Start the portal again.",
    );
  });
}

/** Whether a rendered file, a connection, or a statement took too long. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || /time(d )?out/i.test(error.message));
}

async function fillDatabase(services: Services): Promise<void> {
  const { log, clock } = services;
  const now = clock();
  // Images are rendered and passwords hashed before the transaction to keep it short.
  const contents = await prepareContents(services, now);
  const filled = await runAsPortal({ ...services, clock: () => now }, async (ctx) => {
    // Files are also rendered in the transaction, and no one waits for it.
    await sql`set local statement_timeout = 0`.execute(ctx.db);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(ctx.db);
    await sql`select pg_advisory_xact_lock(${fillLock})`.execute(ctx.db);
    if (!(await isEmpty(ctx.db))) return false;
    await fill(ctx, contents);
    await mark(ctx.db, now);
    return true;
  }).catch(async (error: unknown) => {
    await contents.discard();
    throw error;
  });
  if (filled) log.info("The empty database was filled with demo data.");
  else await contents.discard();
}

const describeFreshStart = ({ config }: Services) =>
  config.databaseUrl === undefined
    ? `${config.dataDir} contains demo data, whose passwords are public, and DEMO is off. Remove the folder to start fresh, or set DATA_DIR to a different one.`
    : "The database in DATABASE_URL contains demo data, whose passwords are public, and DEMO is off. Point DATABASE_URL at an empty database to start fresh.";
