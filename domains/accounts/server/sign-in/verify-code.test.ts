import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processEmailRequests, requestAndReadEmail, requestEmail, wrongCode } from "#test/email-requests.ts";
import { startSecondInstance } from "#test/instances/second-instance.ts";
import { createPerson } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { createRandomToken } from "../tokens.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const newPerson = () => createPerson(portal.db, { role: "tenant" });
const verify = (userId: string, otpCode: string) =>
  portal.call("POST", "/api/verify-otp", { body: { userId, otpCode } });
const rejection = {
  success: false,
  code: "invalid",
  message:
    "That code is incorrect or has expired. Use the code in your most recent email, or request a new one.",
};
/** The comparisons counted for this address. */
const countComparisons = async (address: string) =>
  (
    await portal.db
      .selectFrom("limit_counts")
      .select("count")
      .where("key", "=", `emailed-code ${address}`)
      .executeTakeFirst()
  )?.count;
const countLockouts = (subjectId: number) =>
  portal.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "account.code-locked-out")
    .where("subject_id", "=", String(subjectId))
    .execute();

describe("an emailed code", () => {
  test("PWD-13 PWD-14 API-29 a correct code is exchanged for a 256-bit reset token", async () => {
    const { handle, code } = await requestAndReadEmail(portal, "otp", (await newPerson()).email);
    const response = await verify(handle, code);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ success: true, message: expect.any(String) });
    expect(Buffer.from(response.json().resetToken, "base64url")).toHaveLength(32);
  });

  test("PWD-12 PWD-16 PWD-18 wrong, used, expired, and superseded codes are rejected in the same way as unknown handles", async () => {
    const [person, another] = [await newPerson(), await newPerson()];
    const used = await requestAndReadEmail(portal, "otp", person.email);
    await verify(used.handle, used.code);
    const others = await requestAndReadEmail(portal, "otp", another.email);
    const overtaken = await requestAndReadEmail(portal, "otp", person.email);
    const newest = await requestAndReadEmail(portal, "otp", person.email);
    const signIn = await requestAndReadEmail(portal, "direct-login", another.email);
    const unknownAddress = (await requestEmail(portal, "otp", "nobody@example.com")).json().userId;
    await processEmailRequests(portal);
    const responses = [
      await verify(newest.handle, wrongCode(newest.code)),
      await verify(used.handle, used.code),
      await verify(overtaken.handle, overtaken.code),
      await verify(newest.handle, others.code === newest.code ? wrongCode(newest.code) : others.code),
      await verify(unknownAddress, "123456"),
      await verify(createRandomToken(), newest.code),
      await verify(signIn.handle, signIn.code),
    ];
    portal.clock.advanceMinutes(10);
    responses.push(await verify(newest.handle, newest.code));
    for (const response of responses) {
      expect(response.statusCode).toBe(400);
      expect({ ...response.json(), requestId: "" }).toEqual({
        ...rejection,
        requestId: "",
        fields: { otpCode: rejection.message },
      });
    }
    expect((await verify(others.handle, others.code)).statusCode).toBe(400);
  });

  test("PWD-12 a code works for ten minutes after it is emailed", async () => {
    const { handle, code } = await requestAndReadEmail(portal, "otp", (await newPerson()).email);
    portal.clock.advanceMinutes(9.9);
    expect((await verify(handle, code)).statusCode).toBe(200);
  });

  test("a reset code stays valid after a later sign-in request but not after a later reset link request", async () => {
    const { email } = await newPerson();
    const first = await requestAndReadEmail(portal, "otp", email);
    await requestAndReadEmail(portal, "direct-login", email);
    expect((await verify(first.handle, first.code)).statusCode).toBe(200);
    const second = await requestAndReadEmail(portal, "otp", email);
    await requestAndReadEmail(portal, "link", email);
    expect((await verify(second.handle, second.code)).statusCode).toBe(400);
  });

  test("a correct code sent twice concurrently is exchanged for only one reset token", async () => {
    const { handle, code } = await requestAndReadEmail(portal, "otp", (await newPerson()).email);
    const responses = await Promise.all([1, 2, 3].map(() => verify(handle, code)));
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  test("a disabled account's correct code is rejected like a wrong code", async () => {
    const person = await newPerson();
    const { handle, code } = await requestAndReadEmail(portal, "otp", person.email);
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", person.id).execute();
    expect((await verify(handle, code)).json()).toMatchObject(rejection);
  });

  test.each([
    ["five digits", { userId: "x", otpCode: "12345" }, "Verification code must be 6 digits"],
    ["seven digits", { userId: "x", otpCode: "1234567" }, "Verification code must be 6 digits"],
    ["letters", { userId: "x", otpCode: "abcdef" }, "Verification code must be 6 digits"],
    ["PWD-15 no handle", { otpCode: "123456" }, "User information missing. Please try again."],
  ])(
    "PWD-12 %s: verifying the code returns 400 with a message and success false",
    async (_, body, message) => {
      const response = await portal.call("POST", "/api/verify-otp", { body });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ success: false, message });
    },
  );
});

describe("guessing a code", () => {
  test("PWD-12 a hundred concurrent wrong codes on two instances count as five attempts, and then even the correct code is rejected", async () => {
    const person = await newPerson();
    const { handle, code } = await requestAndReadEmail(portal, "otp", person.email);
    const second = await startSecondInstance(portal);
    const guess = async (index: number) =>
      index % 2 === 0
        ? (await verify(handle, wrongCode(code))).statusCode
        : (
            await fetch(`${second.address}/api/verify-otp`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ userId: handle, otpCode: wrongCode(code) }),
            })
          ).status;
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)));
    await second.close();
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect((await verify(handle, code)).json()).toMatchObject(rejection);
    expect(await countComparisons(person.email)).toBe(5);
    expect(await countLockouts(person.id)).toEqual([{ details: { failures: 5 } }]);
  });

  test("PWD-12 an account gets fifteen attempts a day across all its requests, then even the correct code returns 429", async () => {
    const { email } = await newPerson();
    for (let round = 0; round < 3; round++) {
      const { handle, code } = await requestAndReadEmail(portal, "otp", email);
      for (let index = 0; index < 5; index++)
        expect((await verify(handle, wrongCode(code))).statusCode).toBe(400);
    }
    const fourth = await requestAndReadEmail(portal, "otp", email);
    const rejected = await verify(fourth.handle, fourth.code);
    expect(rejected.statusCode).toBe(429);
    expect(rejected.json()).toMatchObject({ success: false, code: "too_many" });
    const seconds = Number(rejected.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    portal.clock.advanceMinutes(24 * 60);
    const nextDay = await requestAndReadEmail(portal, "otp", email);
    expect((await verify(nextDay.handle, nextDay.code)).statusCode).toBe(200);
  });
});
