import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { Services } from "../http/context.ts";
import { ownFolderMode } from "../integrations/file-store.ts";
import { noteBackup, noteFailedBackup } from "./last-backup.ts";
import { writeArchive } from "./write-archive.ts";

/** `before-upgrade` archives are kept until somebody removes them. */
type Occasion = "portal" | "before-upgrade";

/** The path of an archive made now, such as `portal-20261123-030000.zip`, in UTC. Creates the folder. */
export async function placeForArchive(folder: string, occasion: Occasion, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: ownFolderMode });
  const moment = now
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .replace("T", "-");
  return path.join(folder, `${occasion}-${moment}.zip`);
}

/**
 * Writes an archive into BACKUP_DIR and, once it is complete, removes all but the newest BACKUP_KEEP ones. The result is noted in
 * the database, for Settings and "Needs you".
 * @throws whatever made it fail, so that the job is retried
 */
export async function backUpNightly(services: Services, pool: pg.Pool): Promise<void> {
  const { config, db, files, clock, log } = services;
  if (config.backup === null) throw new Error("There is no BACKUP_DIR to write a backup into.");
  const { folder, keep } = config.backup;
  try {
    const file = await placeForArchive(folder, "portal", clock());
    const { bytes, manifest } = await writeArchive(pool, files, { file });
    await noteBackup(db, { at: clock(), bytes });
    log.info({ file, bytes, missingFiles: manifest.missingFiles }, "A backup was made.");
  } catch (error) {
    await noteFailedBackup(db, { at: clock(), reason: (error as Error).message });
    throw error;
  }
  await removeOld(folder, keep);
}

const nightly = /^portal-\d{8}-\d{6}\.zip$/;
const unfinished = /^portal-\d{8}-\d{6}\.zip\.\d+\.partial$/;

/** Also removes what killed backups left behind; there is no other one in progress, as the job runs on one instance. */
async function removeOld(folder: string, keep: number): Promise<void> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => nightly.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of [...old, ...names.filter((name) => unfinished.test(name))])
    await rm(path.join(folder, name), { force: true });
}
