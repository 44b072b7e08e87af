// `npm run verify`: see verify-all.ts. Reads the database of DATABASE_URL or DATA_DIR, whether or not the
// portal is running.
import { openDatabase } from "#server/db/database.ts";
import { findDatabase } from "#server/db/find-database.ts";
import { openFiles } from "#server/integrations/files/open-files.ts";
import { log, openPoolWithoutTimeouts, runOperatorCommand } from "./operate.ts";
import { verifyAll } from "./verify-all.ts";

await runOperatorCommand(async (config) => {
  const { connection, stop } = await findDatabase(config, log);
  const db = openDatabase(openPoolWithoutTimeouts(connection));
  try {
    return await verifyAll(db, await openFiles(config, log));
  } finally {
    await db.destroy();
    await stop();
  }
});
