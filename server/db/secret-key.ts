import { createHash, randomBytes } from "node:crypto";
import type { Db } from "./database.ts";

/**
 * Returns the key from SECRET_KEY, or else one generated once and stored in the database, so that all
 * instances use the same key.
 */
export async function readSecretKey(db: Db, configuredKey: string | undefined): Promise<Buffer> {
  if (configuredKey !== undefined) return createHash("sha256").update(configuredKey).digest();
  await db
    .insertInto("database_metadata")
    .values({ name: "secret-key", value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom("database_metadata")
    .select("value")
    .where("name", "=", "secret-key")
    .executeTakeFirstOrThrow();
  return Buffer.from(value, "base64url");
}
