// `npm run backup -- FILE`: writes the whole portal into one archive, whether or not it is running.
import path from "node:path";
import { noteBackup } from "#server/backup/last-backup.ts";
import { BackupRefused } from "#server/backup/manifest.ts";
import { writeArchive } from "#server/backup/write-archive.ts";
import { openDatabase } from "#server/db/database.ts";
import { reachDatabase } from "#server/db/reach-database.ts";
import { openFiles } from "#server/integrations/open-files.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { log, openPatientPool, operate, showProgress } from "./operate.ts";

await operate(async (config, name) => {
  if (name === undefined) throw new BackupRefused("Please name the archive: npm run backup -- FILE.zip");
  const files = await openFiles(config, log);
  const { connection, stop } = await reachDatabase(config, log);
  const pool = openPatientPool(connection);
  try {
    const { file, bytes, manifest, manifestHash } = await writeArchive(pool, files, {
      file: path.resolve(name),
      progress: showProgress("Backup"),
    });
    await noteBackup(openDatabase(pool), { at: new Date(), bytes });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${file}: ${formatBytes(bytes)}, ${rows} rows, ${manifest.files.length} files. SHA-256 of its manifest: ${manifestHash}`,
    );
    if (manifest.missingFiles.length > 0)
      console.warn(
        `${manifest.missingFiles.length} files that the database names are not in the store; the first is ${manifest.missingFiles[0]}.`,
      );
    return true;
  } finally {
    await pool.end();
    await stop();
  }
});
