import { expect, test } from "vitest";
import { findTimeStep, formatKeyUri, generateCode, getTimeStep, toBase32 } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

// The test vectors of RFC 6238, cut to six digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i seconds, the authenticator app shows %s", (seconds, code) => {
  expect(generateCode(secret, getTimeStep(new Date(seconds * 1000)))).toBe(code);
});

test("a code is valid only in its own 30-second step and the steps before and after it", () => {
  const now = new Date(1_800_000_000_000);
  const step = getTimeStep(now);
  for (const near of [step - 1, step, step + 1])
    expect(findTimeStep(secret, generateCode(secret, near), now)).toBe(near);
  for (const far of [step - 2, step + 2])
    expect(findTimeStep(secret, generateCode(secret, far), now)).toBeUndefined();
  expect(findTimeStep(secret, "", now)).toBeUndefined();
});

test("a secret is shown in base32, the format that apps accept", () => {
  expect(toBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  expect(toBase32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
});

test("the QR code contains the organization and the account", () => {
  expect(formatKeyUri({ secret, issuer: "Harbor: Homes & Co", account: "a+b@example.com" })).toBe(
    "otpauth://totp/Harbor%20%20Homes%20%26%20Co:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Harbor%20%20Homes%20%26%20Co",
  );
});
