import { readLastBackup } from "#server/backup/last-backup.ts";
import type { Ctx } from "#server/http/context.ts";
import { type BackupStatus, maxBackupAgeDays } from "../backup-contract.ts";

const dayMs = 24 * 60 * 60 * 1000;

export async function getBackupStatus({ db, config, now }: Ctx): Promise<BackupStatus> {
  const { made, failed } = await readLastBackup(db);
  const isLate = made !== null && now.getTime() - made.at.getTime() > maxBackupAgeDays * dayMs;
  return {
    dailyAt: config.backup?.backupTime ?? null,
    made: made === null ? null : { at: made.at.toISOString(), bytes: made.bytes },
    failed: failed === null ? null : { at: failed.at.toISOString(), reason: failed.reason },
    needsAttention: config.backup !== null && (failed !== null || isLate),
  };
}
