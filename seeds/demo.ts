import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { StartRefused } from "#server/start-refused.ts";
import { prepareContents } from "./demo/contents.ts";
import { fill } from "./demo/fill.ts";
import { isEmpty, isMarked, mark } from "./demo/mark.ts";

/** The advisory lock that lets concurrently starting instances fill an empty database once. */
const fillLock = 5_461_004_472;

/**
 * With demo on, fills an empty database with the sample data, in one transaction; any other database stays unchanged.
 * @throws StartRefused when demo is off and this database has the demo data, whose passwords are public
 */
export async function prepareDemo(services: Services): Promise<void> {
  const { config, db, log, clock } = services;
  if (!config.demo) {
    if (await isMarked(db)) throw new StartRefused(howToBeginAfresh(services));
    return;
  }
  if (!(await isEmpty(db))) return;
  const now = clock();
  // Drawn and hashed before the transaction, which then lasts only as long as its statements.
  const contents = await prepareContents(services, now);
  const filled = await asPortal({ ...services, clock: () => now }, async (ctx) => {
    await sql`select pg_advisory_xact_lock(${fillLock})`.execute(ctx.db);
    if (!(await isEmpty(ctx.db))) return false;
    await fill(ctx, contents);
    await mark(ctx.db, now);
    return true;
  }).catch(async (error: unknown) => {
    await contents.discard();
    throw error;
  });
  if (filled) log.info("The database was empty and now holds the demo data.");
  else await contents.discard();
}

const howToBeginAfresh = ({ config }: Services) =>
  config.databaseUrl === undefined
    ? `The folder ${config.dataDir} holds the demo data, whose passwords everybody knows, and DEMO is off: remove that folder to begin afresh, or name another one in DATA_DIR.`
    : "The database of DATABASE_URL holds the demo data, whose passwords everybody knows, and DEMO is off: name an empty database in DATABASE_URL to begin afresh.";
