import { hashPassword } from "#domains/accounts/server/passwords.ts";
import { sealSecret } from "#domains/accounts/server/second-factor-secrets.ts";
import { hashOf, randomToken } from "#domains/accounts/server/tokens.ts";
import { codeAt, stepOf } from "#domains/accounts/server/totp.ts";
import { giveApp } from "#test/second-factor.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

const password = "correct horse battery";

/** Gives everybody the same app, and returns its current code. */
async function everybodysCode(
  { portal: { db, services, clock } }: Place,
  { isOn, hasNext = false }: { isOn: boolean; hasNext?: boolean },
): Promise<Ask> {
  const secret = Buffer.alloc(20, 7);
  // Two-factor sign-in is turned on only with a confirmed address.
  const people = await db
    .updateTable("users")
    .set({ email_confirmed_at: clock.now })
    .returning("id")
    .execute();
  await db.deleteFrom("second_factors").execute();
  await db
    .insertInto("second_factors")
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
  return { body: { code: codeAt(secret, stepOf(clock.now)) } };
}

export const secondFactorRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "POST /api/login/second-factor": async ({ newPerson, portal }) => {
    const { id } = await newPerson({ role: "tenant" });
    const { code } = await giveApp(portal, id);
    const challenge = randomToken();
    await portal.db
      .insertInto("sign_in_challenges")
      .values({
        challenge_hash: hashOf(challenge),
        user_id: id,
        expires_at: new Date(portal.clock.now.getTime() + 60_000),
      })
      .execute();
    return { body: { challenge, code: code() } };
  },
  "GET /api/profile/second-factor": () => ({}),
  "POST /api/profile/second-factor/prepare": async ({ portal: { db, clock } }) => {
    await db.deleteFrom("second_factors").execute();
    await db
      .updateTable("users")
      .set({ password_hash: await hashPassword(password), email_confirmed_at: clock.now })
      .execute();
    return { body: { password } };
  },
  "POST /api/profile/second-factor/turn-on": (place) => everybodysCode(place, { isOn: false }),
  "POST /api/profile/second-factor/prepare-another-app": (place) => everybodysCode(place, { isOn: true }),
  "POST /api/profile/second-factor/take-another-app": (place) =>
    everybodysCode(place, { isOn: true, hasNext: true }),
  "POST /api/profile/second-factor/recovery-codes": (place) => everybodysCode(place, { isOn: true }),
  "POST /api/profile/second-factor/turn-off": (place) => everybodysCode(place, { isOn: true }),
  "POST /api/users/:id/second-factor/remove": async ({ newPerson, portal }) => {
    const { id } = await newPerson({ role: "tenant" });
    await giveApp(portal, id);
    return { params: { id } };
  },
};
