import type { Db } from "#server/db/database.ts";

const markName = "demo";

/** Whether this database was filled with demo data. */
export async function isMarked(db: Db): Promise<boolean> {
  return (
    (await db
      .selectFrom("database_metadata")
      .select("name")
      .where("name", "=", markName)
      .executeTakeFirst()) !== undefined
  );
}

/** Marks this database as a demo, so it's never used as a real one. */
export async function mark(db: Db, now: Date): Promise<void> {
  await db.insertInto("database_metadata").values({ name: markName, value: now.toISOString() }).execute();
}

export async function isEmpty(db: Db): Promise<boolean> {
  const person = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  const property = await db.selectFrom("properties").select("id").limit(1).executeTakeFirst();
  return person === undefined && property === undefined;
}
