import path from "node:path";
import { formatBytes } from "#shared/format/bytes.ts";
import type { Config } from "../config.ts";
import { type Connection, openPool } from "../db/database.ts";
import type { FileStore } from "../integrations/file-store.ts";
import { StartRefused } from "../start-refused.ts";
import { placeForArchive } from "./back-up-nightly.ts";
import { writeArchive } from "./write-archive.ts";

interface Upgraded {
  config: Config;
  connection: Connection;
  files: FileStore;
  log: { info(message: string): void; warn(message: string): void };
}

/**
 * Writes an archive before migrations change a database that is in use: into BACKUP_DIR, or beside the embedded database. With a
 * database of its own and no BACKUP_DIR the portal has no place for it, and only warns.
 * @throws StartRefused when the archive cannot be written
 */
export async function backUpBeforeUpgrade({ config, connection, files, log }: Upgraded): Promise<void> {
  const beside = config.databaseUrl === undefined ? path.join(config.dataDir, "backups") : null;
  const folder = config.backup?.folder ?? beside;
  if (folder === null) {
    log.warn("The database is upgraded without a backup, as BACKUP_DIR is not set.");
    return;
  }
  const pool = openPool(connection, log);
  try {
    const file = await placeForArchive(folder, "before-upgrade", new Date());
    const { bytes } = await writeArchive(pool, files, { file });
    log.info(`Before the upgrade a backup was written to ${file} (${formatBytes(bytes)}).`);
  } catch (error) {
    throw new StartRefused(
      `The database has to be upgraded, but the backup before it could not be written to ${folder} (${(error as Error).message}); please make room there, or set BACKUP_DIR to another folder.`,
    );
  } finally {
    await pool.end();
  }
}
