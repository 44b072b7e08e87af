import type { Db } from "../db/database.ts";
import { seal, unseal } from "../seal.ts";
import { newPushKey } from "./web-push.ts";

const keyName = "push-key";
const sealing = { purpose: "web-push", boundTo: keyName };

/**
 * Returns the key that signs push messages. It is created at the first start and stored in the database,
 * sealed, so that all instances use the same key. Browsers subscribe with it, so if it can't be decrypted
 * because SECRET_KEY has changed, all subscriptions end.
 */
export async function readPushKey(db: Db, secretKey: Buffer): Promise<Buffer> {
  const existing = await findKey(db, secretKey);
  if (existing !== null) return existing;
  return db.transaction().execute(async (trx) => {
    const value = seal({ secretKey }, sealing, newPushKey()).toString("base64url");
    // Another instance might be starting too. The one that locks the row later reads the other one's key.
    await trx
      .insertInto("database_metadata")
      .values({ name: keyName, value })
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet((row) => ({ value: row.ref("database_metadata.value") })),
      )
      .execute();
    const stored = await findKey(trx, secretKey);
    if (stored !== null) return stored;
    await trx.updateTable("database_metadata").set({ value }).where("name", "=", keyName).execute();
    await trx.deleteFrom("push_subscriptions").execute();
    return unseal({ secretKey }, sealing, Buffer.from(value, "base64url"));
  });
}

/** Returns null if there is no key, or none that `secretKey` can decrypt. */
async function findKey(db: Db, secretKey: Buffer): Promise<Buffer | null> {
  const row = await db
    .selectFrom("database_metadata")
    .select("value")
    .where("name", "=", keyName)
    .executeTakeFirst();
  if (row === undefined) return null;
  try {
    return unseal({ secretKey }, sealing, Buffer.from(row.value, "base64url"));
  } catch {
    return null;
  }
}
