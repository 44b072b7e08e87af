import type { Db } from "#server/db/database.ts";
import { hashToken, newToken } from "#server/http/requests/api-token.ts";
import type { Scope } from "#shared/token-scopes.ts";

/** Creates an API token of this person and returns the headers of a request with it. */
export async function createTokenHeaders(
  db: Db,
  userId: number,
  scopes: readonly Scope[],
): Promise<Record<string, string>> {
  const token = newToken();
  await db
    .insertInto("api_tokens")
    .values({
      user_id: userId,
      name: "Token",
      token_hash: hashToken(token),
      scopes: [...scopes],
      created_at: new Date(),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  return { authorization: `Bearer ${token}` };
}
