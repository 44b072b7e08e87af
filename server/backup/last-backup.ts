import type { Db } from "../db/database.ts";

export interface LastBackup {
  /** The last completed backup. Null if there is none. */
  made: { at: Date; bytes: number } | null;
  /** The last failure since then, with its reason. */
  failed: { at: Date; reason: string } | null;
}

const backupCompletedName = "backup-made";
const backupFailedName = "backup-failed";

/** Records a completed backup in the database, where every instance sees it. */
export async function recordBackup(db: Db, { at, bytes }: { at: Date; bytes: number }): Promise<void> {
  await record(db, backupCompletedName, { at, value: String(bytes) });
  await db.deleteFrom("database_metadata").where("name", "=", backupFailedName).execute();
}

export const recordFailedBackup = (db: Db, { at, reason }: { at: Date; reason: string }): Promise<void> =>
  record(db, backupFailedName, { at, value: reason });

export async function readLastBackup(db: Db): Promise<LastBackup> {
  const rows = await db
    .selectFrom("database_metadata")
    .select(["name", "value", "recorded_at as at"])
    .where("name", "in", [backupCompletedName, backupFailedName])
    .execute();
  const backupRow = rows.find(({ name }) => name === backupCompletedName);
  const failureRow = rows.find(({ name }) => name === backupFailedName);
  return {
    made: backupRow === undefined ? null : { at: backupRow.at, bytes: Number(backupRow.value) },
    failed: failureRow === undefined ? null : { at: failureRow.at, reason: failureRow.value },
  };
}

async function record(db: Db, name: string, { at, value }: { at: Date; value: string }): Promise<void> {
  const metadata = { value, recorded_at: at };
  await db
    .insertInto("database_metadata")
    .values({ name, ...metadata })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(metadata))
    .execute();
}
