import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { hashToken, newToken } from "#server/http/requests/api-token.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

const password = "correct horse battery";

/** Creates a token of the unit's tenant. */
const requestForNewToken = async ({
  portal: { db, clock },
  tenant,
}: EndpointFixtures): Promise<ValidRequest> => {
  const { id } = await db
    .insertInto("api_tokens")
    .values({
      user_id: tenant.id,
      name: "Reporting",
      token_hash: hashToken(newToken()),
      scopes: ["work-orders:read"],
      created_at: clock.now,
      expires_at: new Date(clock.now.getTime() + 86_400_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id } };
};

export const tokenCases: EndpointCases = {
  "GET /api/me/tokens": access.members(),
  "POST /api/me/tokens": access.membersAdd(async ({ portal: { db, clock } }) => {
    await db
      .updateTable("users")
      .set({ password_hash: await hashPassword(password), email_confirmed_at: clock.now })
      .execute();
    return { body: { name: "Reporting", scopes: ["work-orders:read"], days: 30, password } };
  }),
  "DELETE /api/me/tokens/:id": access.ownToken(requestForNewToken),
  "GET /api/tokens": access.adminOnly(),
  "GET /api/tokens.csv": access.adminOnly(),
  "DELETE /api/tokens/:id": access.adminOnly(requestForNewToken),
};
