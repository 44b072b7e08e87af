import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { createRandomToken, hashToken } from "#domains/accounts/server/tokens.ts";
import { generateCode, getTimeStep } from "#domains/accounts/server/two-factor/totp.ts";
import { sealSecret } from "#domains/accounts/server/two-factor/two-factor-secrets.ts";
import { giveApp } from "#test/two-factor.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

const password = "correct horse battery";

/** Gives everyone the same authenticator app and returns its current code. */
async function everybodysCode(
  { portal: { db, services, clock } }: EndpointFixtures,
  { isOn, hasNext = false }: { isOn: boolean; hasNext?: boolean },
): Promise<ValidRequest> {
  const secret = Buffer.alloc(20, 7);
  // Two-factor authentication requires a confirmed address.
  const people = await db
    .updateTable("users")
    .set({ email_confirmed_at: clock.now })
    .returning("id")
    .execute();
  await db.deleteFrom("authenticator_apps").execute();
  await db
    .insertInto("authenticator_apps")
    .values(
      people.map(({ id }) => ({
        user_id: id,
        secret: sealSecret(services, id, secret),
        prepared_at: clock.now,
        confirmed_at: isOn ? clock.now : null,
        next_secret: hasNext ? sealSecret(services, id, secret) : null,
        next_prepared_at: hasNext ? clock.now : null,
      })),
    )
    .execute();
  return { body: { code: generateCode(secret, getTimeStep(clock.now)) } };
}

export const twoFactorCases: EndpointCases = {
  "POST /api/login/two-factor": access.anyone(async ({ newPerson, portal }) => {
    const { id } = await newPerson({ role: "tenant" });
    const { code } = await giveApp(portal, id);
    const challenge = createRandomToken();
    await portal.db
      .insertInto("sign_in_challenges")
      .values({
        challenge_hash: hashToken(challenge),
        user_id: id,
        expires_at: new Date(portal.clock.now.getTime() + 60_000),
      })
      .execute();
    return { body: { challenge, code: code() } };
  }),
  "GET /api/profile/two-factor": access.signedIn(),
  "POST /api/profile/two-factor/prepare": access.signedIn(async ({ portal: { db, clock } }) => {
    await db.deleteFrom("authenticator_apps").execute();
    await db
      .updateTable("users")
      .set({ password_hash: await hashPassword(password), email_confirmed_at: clock.now })
      .execute();
    return { body: { password } };
  }),
  "POST /api/profile/two-factor/turn-on": access.signedIn((fixtures) =>
    everybodysCode(fixtures, { isOn: false }),
  ),
  "POST /api/profile/two-factor/prepare-another-app": access.signedIn((fixtures) =>
    everybodysCode(fixtures, { isOn: true }),
  ),
  "POST /api/profile/two-factor/take-another-app": access.signedIn((fixtures) =>
    everybodysCode(fixtures, { isOn: true, hasNext: true }),
  ),
  "POST /api/profile/two-factor/recovery-codes": access.signedIn((fixtures) =>
    everybodysCode(fixtures, { isOn: true }),
  ),
  "POST /api/profile/two-factor/turn-off": access.signedIn((fixtures) =>
    everybodysCode(fixtures, { isOn: true }),
  ),
  "POST /api/users/:id/two-factor/remove": access.adminOnly(async ({ newPerson, portal }) => {
    const { id } = await newPerson({ role: "tenant" });
    await giveApp(portal, id);
    return { params: { id } };
  }),
};
