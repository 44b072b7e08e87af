import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** A backup older than this requires an administrator's attention. */
export const maxBackupAgeDays = 2;

export const backupStatus = z.object({
  /** When the daily backup is made, as `HH:MM` in UTC. Null if BACKUP_DIR isn't set. */
  dailyAt: z.nullable(z.string()),
  /** The last completed backup, whether automatic or manual. */
  made: z.nullable(z.object({ at: z.string(), bytes: z.number() })),
  /** A failure after the last completed backup. */
  failed: z.nullable(z.object({ at: z.string(), reason: z.string() })),
  /** Whether daily backups are on, but the last one failed or is older than two days. */
  needsAttention: z.boolean(),
});
export type BackupStatus = z.infer<typeof backupStatus>;

export const readBackupStatus = endpoint({
  method: "GET",
  path: "/api/settings/backup",
  action: "settings.read",
  summary: "Get backup status and the last backup",
  response: backupStatus,
});
