import { describe, expect, test } from "vitest";
import { isCommonPassword } from "#domains/accounts/server/passwords/common-passwords.ts";
import { deriveUsername } from "../../username.ts";
import { generateUsernames } from "./new-user.ts";

describe("usernames", () => {
  test.each([
    ["maya.okafor@example.com", "maya.okafor"],
    ["José+rent@example.com", "joserent"],
    ["a@example.com", "auser"],
    [`${"x".repeat(64)}@example.com`, "x".repeat(50)],
  ])("REG-07 the email %s gives the username %s", (email, username) =>
    expect(deriveUsername(email)).toBe(username),
  );

  test("REG-07 repeated usernames get different numbers and stay within the length limit", () => {
    const [first, ...rest] = generateUsernames(`${"x".repeat(64)}@example.com`);
    expect(first).toBe("x".repeat(50));
    for (const username of rest) expect(username).toMatch(/^x{50}\d{1,9}$/);
  });
});

describe("common passwords", () => {
  test.each(["password", "PASSWORD", "123456", "qwertyuiop", "iloveyou", "Portal-Demo-1"])(
    "%s is a common password",
    (password) => expect(isCommonPassword(password)).toBe(true),
  );
  test.each(["Summer2027!", "1Michael1987", "Tenant-2026", "!!portal!!", "Landlord#12345"])(
    "%s is a common password because it's a common word or trade word padded with a few digits and symbols",
    (password) => expect(isCommonPassword(password)).toBe(true),
  );
  test.each(["harbor-lights-7", "correct horse battery", "summer-rain-2027", "tenant 8374629"])(
    "%s isn't a common password",
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});
