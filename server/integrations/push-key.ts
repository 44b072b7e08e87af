import type { Db } from "../db/database.ts";
import { seal, unseal } from "../seal.ts";
import { newPushKey } from "./web-push.ts";

const fact = "push-key";
const sealing = { purpose: "web-push", boundTo: fact };

/**
 * The key that signs pushes: made at the first start and kept in the database, sealed, so that all instances use the same.
 * Browsers subscribed with it, so that a key that cannot be read any more, as SECRET_KEY is another, ends all subscriptions.
 */
export async function readPushKey(db: Db, secretKey: Buffer): Promise<Buffer> {
  const kept = await keptKey(db, secretKey);
  if (kept !== null) return kept;
  return db.transaction().execute(async (trx) => {
    const value = seal({ secretKey }, sealing, newPushKey()).toString("base64url");
    // Another instance may be starting too: whoever locks the row later reads the key of the other one.
    await trx
      .insertInto("database_facts")
      .values({ name: fact, value })
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet((row) => ({ value: row.ref("database_facts.value") })),
      )
      .execute();
    const made = await keptKey(trx, secretKey);
    if (made !== null) return made;
    await trx.updateTable("database_facts").set({ value }).where("name", "=", fact).execute();
    await trx.deleteFrom("push_subscriptions").execute();
    return unseal({ secretKey }, sealing, Buffer.from(value, "base64url"));
  });
}

/** Null when there is none, or none that `secretKey` opens. */
async function keptKey(db: Db, secretKey: Buffer): Promise<Buffer | null> {
  const row = await db
    .selectFrom("database_facts")
    .select("value")
    .where("name", "=", fact)
    .executeTakeFirst();
  if (row === undefined) return null;
  try {
    return unseal({ secretKey }, sealing, Buffer.from(row.value, "base64url"));
  } catch {
    return null;
  }
}
