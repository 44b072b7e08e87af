import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { Services } from "../http/context.ts";
import { ownFolderMode } from "../integrations/files/file-store.ts";
import { recordBackup, recordFailedBackup } from "./last-backup.ts";
import { writeArchive } from "./write-archive.ts";

/** `before-upgrade` archives are kept until someone removes them. */
type ArchiveKind = "portal" | "before-upgrade";

/**
 * Returns the path for an archive written now, such as `portal-20261123-030000.zip` (UTC). Creates the
 * folder.
 */
export async function getArchivePath(folder: string, kind: ArchiveKind, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: ownFolderMode });
  const moment = now
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .replace("T", "-");
  return path.join(folder, `${kind}-${moment}.zip`);
}

/**
 * Writes an archive to BACKUP_DIR, then removes all but the newest BACKUP_KEEP archives. The result is
 * recorded in the database for Settings and "Needs you".
 * @throws the error of a failed backup, so that the job is retried
 */
export async function backUpNightly(services: Services, pool: pg.Pool): Promise<void> {
  const { config, db, files, clock, log } = services;
  if (config.backup === null) throw new Error("BACKUP_DIR isn't set, so no backup can be written.");
  const { folder, archivesToKeep } = config.backup;
  try {
    const file = await getArchivePath(folder, "portal", clock());
    const { bytes, manifest } = await writeArchive(pool, files, { file });
    await recordBackup(db, { at: clock(), bytes });
    log.info({ file, bytes, missingFiles: manifest.missingFiles }, "Backup completed.");
  } catch (error) {
    await recordFailedBackup(db, { at: clock(), reason: (error as Error).message });
    throw error;
  }
  await removeOldArchives(folder, archivesToKeep);
}

const nightlyArchivePattern = /^portal-\d{8}-\d{6}\.zip$/;
const partialArchivePattern = /^portal-\d{8}-\d{6}\.zip\.\d+\.partial$/;

/**
 * Also removes the partial files of killed backups. No other backup can be in progress, because the job runs
 * on one instance.
 */
async function removeOldArchives(folder: string, keep: number): Promise<void> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => nightlyArchivePattern.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of [...old, ...names.filter((name) => partialArchivePattern.test(name))])
    await rm(path.join(folder, name), { force: true });
}
