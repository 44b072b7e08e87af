// `npm run restore -- FILE`: restores an archive into an empty database and an empty file store, then
// verifies them.
import path from "node:path";
import { BackupError } from "#server/backup/manifest.ts";
import { openArchive } from "#server/backup/read-archive.ts";
import { restoreArchive } from "#server/backup/restore-archive.ts";
import { openDatabase } from "#server/db/database.ts";
import { startEmbedded } from "#server/db/embedded/start.ts";
import { openFiles } from "#server/integrations/files/open-files.ts";
import { log, openPoolWithoutTimeouts, runOperatorCommand, showProgress } from "./operate.ts";
import { verifyAll } from "./verify-all.ts";

await runOperatorCommand(async (config, name) => {
  if (name === undefined) throw new BackupError("Name the archive: npm run restore -- FILE.zip");
  const archive = await openArchive(path.resolve(name));
  const { manifest, manifestHash } = archive;
  console.log(
    `Created ${manifest.madeAt} by version ${manifest.portalVersion} with PostgreSQL ${manifest.postgresqlVersion}. SHA-256 of its manifest: ${manifestHash}`,
  );
  const files = await openFiles(config, log);
  const database =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, log })
      : { connection: { connectionString: config.databaseUrl }, stop: async () => undefined };
  const { connection } = database;
  const pool = openPoolWithoutTimeouts(connection);
  try {
    const { migrateDatabaseUrl } = config;
    const owner = migrateDatabaseUrl === undefined ? connection : { connectionString: migrateDatabaseUrl };
    await restoreArchive(archive, { pool, owner, files }, showProgress("Restore"));
    return await verifyAll(openDatabase(pool), files);
  } finally {
    archive.close();
    await pool.end();
    await database.stop();
  }
});
