import { expect, test } from "vitest";
import { buildZelleLink, formatZelleInfo } from "./zelle.ts";

const decodeData = (link: string) =>
  JSON.parse(Buffer.from(new URL(link).searchParams.get("data") ?? "", "base64").toString("utf8"));

test.each([
  ["rent@harbor.example", "Harbor Holdings", "rent@harbor.example"],
  ["+1 (206) 555-0100", "Harbor Holdings", "2065550100"],
  ["206.555.0100", "Zoë & Söhne, 東京", "2065550100"],
])("PAY-101 the Zelle code for %s opens the payment app with the payee", (handle, payee, token) => {
  const link = buildZelleLink(handle, payee);
  expect(link).toMatch(/^https:\/\/enroll\.zellepay\.com\/qr-codes\?data=[\w%]+$/);
  expect(decodeData(link)).toEqual({ name: payee, action: "payment", token });
});

test("PAY-99 the copied Zelle text includes the payee and, if known, the amount", () => {
  expect(formatZelleInfo("Harbor", "a@b.example", "$5.00")).toBe(
    "Zelle to: a@b.example\nName: Harbor\nAmount: $5.00",
  );
  expect(formatZelleInfo("Harbor", "a@b.example", null)).toBe("Zelle to: a@b.example\nName: Harbor");
});
