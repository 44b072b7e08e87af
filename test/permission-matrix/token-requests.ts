import { hashPassword } from "#domains/accounts/server/passwords.ts";
import { newToken, tokenHashOf } from "#server/http/api-token.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

const password = "correct horse battery";

/** A token of the tenant of the unit. */
const freshToken = async ({ portal: { db, clock }, tenant }: Place): Promise<Ask> => {
  const { id } = await db
    .insertInto("api_tokens")
    .values({
      user_id: tenant.id,
      name: "Reporting",
      token_hash: tokenHashOf(newToken()),
      scopes: ["work-orders:read"],
      created_at: clock.now,
      expires_at: new Date(clock.now.getTime() + 86_400_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id } };
};

export const tokenRequests = {
  "GET /api/me/tokens": () => ({}),
  "POST /api/me/tokens": async ({ portal: { db, clock } }) => {
    await db
      .updateTable("users")
      .set({ password_hash: await hashPassword(password), email_confirmed_at: clock.now })
      .execute();
    return { body: { name: "Reporting", scopes: ["work-orders:read"], days: 30, password } };
  },
  "DELETE /api/me/tokens/:id": freshToken,
  "GET /api/tokens": () => ({}),
  "GET /api/tokens.csv": () => ({}),
  "DELETE /api/tokens/:id": freshToken,
} satisfies Record<string, (place: Place) => Ask | Promise<Ask>>;
