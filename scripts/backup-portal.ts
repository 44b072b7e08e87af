// `npm run backup -- FILE`: writes the whole portal into one archive, whether or not it is running.
import path from "node:path";
import { recordBackup } from "#server/backup/last-backup.ts";
import { BackupError } from "#server/backup/manifest.ts";
import { writeArchive } from "#server/backup/write-archive.ts";
import { openDatabase } from "#server/db/database.ts";
import { findDatabase } from "#server/db/find-database.ts";
import { openFiles } from "#server/integrations/files/open-files.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { log, openPoolWithoutTimeouts, runOperatorCommand, showProgress } from "./operate.ts";

await runOperatorCommand(async (config, name) => {
  if (name === undefined) throw new BackupError("Name the archive: npm run backup -- FILE.zip");
  const files = await openFiles(config, log);
  const { connection, stop } = await findDatabase(config, log);
  const pool = openPoolWithoutTimeouts(connection);
  try {
    const { file, bytes, manifest, manifestHash } = await writeArchive(pool, files, {
      file: path.resolve(name),
      onProgress: showProgress("Backup"),
    });
    await recordBackup(openDatabase(pool), { at: new Date(), bytes });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${file}: ${formatBytes(bytes)}, ${rows} rows, ${manifest.files.length} files. SHA-256 of its manifest: ${manifestHash}`,
    );
    if (manifest.missingFiles.length > 0)
      console.warn(
        `${manifest.missingFiles.length} files in the database are missing from the store. The first is ${manifest.missingFiles[0]}.`,
      );
    return true;
  } finally {
    await pool.end();
    await stop();
  }
});
