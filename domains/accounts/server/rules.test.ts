import { describe, expect, test } from "vitest";
import { usernameFrom } from "../username.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { networkOf } from "./limits.ts";
import { usernamesFor } from "./usernames.ts";

describe("networkOf", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s is counted as %s", (address, network) => expect(networkOf(address)).toBe(network));
});

describe("usernames", () => {
  test.each([
    ["maya.okafor@example.com", "maya.okafor"],
    ["José+rent@example.com", "joserent"],
    ["a@example.com", "auser"],
    [`${"x".repeat(64)}@example.com`, "x".repeat(50)],
  ])("REG-07 %s gives %s", (email, username) => expect(usernameFrom(email)).toBe(username));

  test("REG-07 further ones get different numbers and stay within the length limit", () => {
    const [first, ...rest] = usernamesFor(`${"x".repeat(64)}@example.com`);
    expect(first).toBe("x".repeat(50));
    for (const username of rest) expect(username).toMatch(/^x{50}\d{1,9}$/);
  });
});

describe("common passwords", () => {
  test.each(["password", "PASSWORD", "123456", "qwertyuiop", "iloveyou", "Portal-Demo-1"])(
    "%s is common",
    (password) => expect(isCommonPassword(password)).toBe(true),
  );
  test.each(["harbor-lights-7", "correct horse battery"])("%s is not common", (password) =>
    expect(isCommonPassword(password)).toBe(false),
  );
});
