import { addMinutes, hashCode } from "#domains/accounts/server/sign-in/emailed-code.ts";
import { createRandomToken, hashToken } from "#domains/accounts/server/tokens.ts";
import { access, type EndpointCases } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

/** Creates a person's request to sign in or reset the password, as if the email had been sent. */
async function createSignInRequest(
  { newPerson, portal: { db, clock, services } }: EndpointFixtures,
  purpose: "reset-by-link" | "reset-by-code" | "sign-in",
) {
  const { id, email } = await newPerson({ role: "tenant" });
  const [handle, token, code] = [createRandomToken(), createRandomToken(), "123456"];
  await db
    .insertInto("sign_in_requests")
    .values({
      handle_hash: hashToken(handle),
      purpose,
      address: email,
      created_at: clock.now,
      processed_at: clock.now,
      user_id: id,
      code_hash: hashCode(services.secretKey, hashToken(handle), code),
      code_until: addMinutes(clock.now, 10),
      token_hash: hashToken(token),
      token_until: addMinutes(clock.now, 30),
    })
    .execute();
  return { handle, token, code };
}

const newPersonsEmail = async ({ newPerson }: EndpointFixtures) => ({
  email: (await newPerson({ role: "tenant" })).email,
});

export const passwordCases: EndpointCases = {
  "POST /api/forgot-password": access.anyone(async (fixtures) => ({
    body: { ...(await newPersonsEmail(fixtures)), resetType: "otp" },
  })),
  "POST /api/verify-otp": access.anyone(async (fixtures) => {
    const { handle, code } = await createSignInRequest(fixtures, "reset-by-code");
    return { body: { userId: handle, otpCode: code } };
  }),
  "POST /api/reset-password": access.anyone(async (fixtures) => {
    const { token } = await createSignInRequest(fixtures, "reset-by-link");
    return { body: { token, newPassword: "Correct horse 7" } };
  }),
  "POST /api/direct-login": access.anyone(async (fixtures) => ({ body: await newPersonsEmail(fixtures) })),
  "POST /api/direct-login/verify": access.anyone(async (fixtures) => {
    const { token } = await createSignInRequest(fixtures, "sign-in");
    return { body: { token } };
  }),
};
