import path from "node:path";
import { formatBytes } from "#shared/format/bytes.ts";
import type { Config } from "../config.ts";
import { type Connection, openPool } from "../db/database.ts";
import type { FileStore } from "../integrations/files/file-store.ts";
import { StartupError } from "../startup-error.ts";
import { getArchivePath } from "./back-up-nightly.ts";
import { writeArchive } from "./write-archive.ts";

interface UpgradeServices {
  config: Config;
  connection: Connection;
  files: FileStore;
  log: { info(message: string): void; warn(message: string): void };
}

/**
 * Writes an archive before migrations change a database in use: to BACKUP_DIR, or next to the embedded
 * database. With an external database and no BACKUP_DIR there is nowhere to write it, so the portal only
 * warns.
 * @throws StartupError if the archive can't be written
 */
export async function backUpBeforeUpgrade({
  config,
  connection,
  files,
  log,
}: UpgradeServices): Promise<void> {
  const defaultFolder = config.databaseUrl === undefined ? path.join(config.dataDir, "backups") : null;
  const folder = config.backup?.folder ?? defaultFolder;
  if (folder === null) {
    log.warn("Upgrading the database without a backup because BACKUP_DIR isn't set.");
    return;
  }
  const pool = openPool(connection, log);
  try {
    const file = await getArchivePath(folder, "before-upgrade", new Date());
    const { bytes } = await writeArchive(pool, files, { file });
    log.info(`Wrote a pre-upgrade backup to ${file} (${formatBytes(bytes)}).`);
  } catch (error) {
    throw new StartupError(
      `The database needs an upgrade, but the pre-upgrade backup couldn't be written to ${folder} (${(error as Error).message}). Free up space there or set BACKUP_DIR to another folder.`,
    );
  } finally {
    await pool.end();
  }
}
