import { hashOfCode, minutesAfter } from "#domains/accounts/server/mailed-code.ts";
import { hashOf, randomToken } from "#domains/accounts/server/tokens.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

/** The mail sent to a person who requested it. */
async function mailed(
  { newPerson, portal: { db, clock, services } }: Place,
  purpose: "reset-by-link" | "reset-by-code" | "sign-in",
) {
  const { id, email } = await newPerson({ role: "tenant" });
  const [handle, token, code] = [randomToken(), randomToken(), "123456"];
  await db
    .insertInto("sign_in_requests")
    .values({
      handle_hash: hashOf(handle),
      purpose,
      address: email,
      created_at: clock.now,
      answered_at: clock.now,
      user_id: id,
      code_hash: hashOfCode(services.secretKey, hashOf(handle), code),
      code_until: minutesAfter(clock.now, 10),
      token_hash: hashOf(token),
      token_until: minutesAfter(clock.now, 30),
    })
    .execute();
  return { handle, token, code };
}

const askingPerson = async ({ newPerson }: Place) => ({
  email: (await newPerson({ role: "tenant" })).email,
});

export const passwordRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "POST /api/forgot-password": async (place) => ({
    body: { ...(await askingPerson(place)), resetType: "otp" },
  }),
  "POST /api/verify-otp": async (place) => {
    const { handle, code } = await mailed(place, "reset-by-code");
    return { body: { userId: handle, otpCode: code } };
  },
  "POST /api/reset-password": async (place) => {
    const { token } = await mailed(place, "reset-by-link");
    return { body: { token, newPassword: "Correct horse 7" } };
  },
  "POST /api/direct-login": async (place) => ({ body: await askingPerson(place) }),
  "POST /api/direct-login/verify": async (place) => {
    const { token } = await mailed(place, "sign-in");
    return { body: { token } };
  },
};
