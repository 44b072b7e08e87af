import type { Db } from "../../db/database.ts";
import { seal, unseal } from "../../seal.ts";
import { newPushKey } from "./web-push.ts";

const keyName = "push-key";
const sealPurpose = { purpose: "web-push", boundTo: keyName };

/**
 * Returns the key that signs push messages. It is created at the first start and stored encrypted in the
 * database, so that all instances use the same key. Browsers subscribe with it. If it can't be decrypted
 * because SECRET_KEY has changed, a new key replaces it and all subscriptions end.
 */
export async function readPushKey(db: Db, secretKey: Buffer): Promise<Buffer> {
  const existingKey = await findKey(db, secretKey);
  if (existingKey !== null) return existingKey;
  return db.transaction().execute(async (transaction) => {
    const value = seal({ secretKey }, sealPurpose, newPushKey()).toString("base64url");
    // Another instance might be starting too. The one that locks the row second reads the first one's key.
    await transaction
      .insertInto("database_metadata")
      .values({ name: keyName, value })
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet((row) => ({ value: row.ref("database_metadata.value") })),
      )
      .execute();
    const storedKey = await findKey(transaction, secretKey);
    if (storedKey !== null) return storedKey;
    await transaction.updateTable("database_metadata").set({ value }).where("name", "=", keyName).execute();
    await transaction.deleteFrom("push_subscriptions").execute();
    return unseal({ secretKey }, sealPurpose, Buffer.from(value, "base64url"));
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
    return unseal({ secretKey }, sealPurpose, Buffer.from(row.value, "base64url"));
  } catch {
    return null;
  }
}
