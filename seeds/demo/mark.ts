import type { Db } from "#server/db/database.ts";

const fact = "demo";

/** Whether this database was filled with the demo data. */
export async function isMarked(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom("database_facts").select("name").where("name", "=", fact).executeTakeFirst()) !==
    undefined
  );
}

/** Marks this database as having demo accounts, so that it is never used as a real one. */
export async function mark(db: Db, now: Date): Promise<void> {
  await db.insertInto("database_facts").values({ name: fact, value: now.toISOString() }).execute();
}

export async function isEmpty(db: Db): Promise<boolean> {
  const person = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  const property = await db.selectFrom("properties").select("id").limit(1).executeTakeFirst();
  return person === undefined && property === undefined;
}
