// `npm run verify`: see verify-all.ts. It reads the database of DATABASE_URL or DATA_DIR, whether or not the portal is running.
import { openDatabase } from "#server/db/database.ts";
import { reachDatabase } from "#server/db/reach-database.ts";
import { openFiles } from "#server/integrations/open-files.ts";
import { log, openPatientPool, operate } from "./operate.ts";
import { verifyAll } from "./verify-all.ts";

await operate(async (config) => {
  const { connection, stop } = await reachDatabase(config, log);
  const db = openDatabase(openPatientPool(connection));
  try {
    return await verifyAll(db, await openFiles(config, log));
  } finally {
    await db.destroy();
    await stop();
  }
});
