import type { Db } from "../db/database.ts";

export interface LastBackup {
  /** The last backup that was completed; null when there was none. */
  made: { at: Date; bytes: number } | null;
  /** A failure since then, with its reason. */
  failed: { at: Date; reason: string } | null;
}

const madeFact = "backup-made";
const failedFact = "backup-failed";

/** Notes a completed backup, so that every instance knows about it. */
export async function noteBackup(db: Db, { at, bytes }: { at: Date; bytes: number }): Promise<void> {
  await note(db, madeFact, { at, value: String(bytes) });
  await db.deleteFrom("database_facts").where("name", "=", failedFact).execute();
}

export const noteFailedBackup = (db: Db, { at, reason }: { at: Date; reason: string }): Promise<void> =>
  note(db, failedFact, { at, value: reason });

export async function readLastBackup(db: Db): Promise<LastBackup> {
  const facts = await db
    .selectFrom("database_facts")
    .select(["name", "value", "noted_at as at"])
    .where("name", "in", [madeFact, failedFact])
    .execute();
  const made = facts.find(({ name }) => name === madeFact);
  const failed = facts.find(({ name }) => name === failedFact);
  return {
    made: made === undefined ? null : { at: made.at, bytes: Number(made.value) },
    failed: failed === undefined ? null : { at: failed.at, reason: failed.value },
  };
}

async function note(db: Db, name: string, { at, value }: { at: Date; value: string }): Promise<void> {
  const noted = { value, noted_at: at };
  await db
    .insertInto("database_facts")
    .values({ name, ...noted })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(noted))
    .execute();
}
