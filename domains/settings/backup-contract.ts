import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** A backup older than this needs an administrator. */
export const lateAfterDays = 2;

export const backupState = z.object({
  /** When a backup is made every day, as `HH:MM` in UTC; null: the operator has not set BACKUP_DIR. */
  dailyAt: z.nullable(z.string()),
  /** The last completed backup, also one made by hand. */
  made: z.nullable(z.object({ at: z.string(), bytes: z.number() })),
  /** A failure since then. */
  failed: z.nullable(z.object({ at: z.string(), reason: z.string() })),
  /** Backups are made daily, but the last one failed or is older than two days. */
  needsAttention: z.boolean(),
});
export type BackupState = z.infer<typeof backupState>;

export const readBackupState = endpoint({
  method: "GET",
  path: "/api/settings/backup",
  action: "settings.read",
  summary: "Whether backups are made, and the last one",
  response: backupState,
});
