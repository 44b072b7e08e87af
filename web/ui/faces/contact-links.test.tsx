import { expect, test } from "vitest";
import { toPhoneLink } from "./contact-links.tsx";
import { toEmailLink } from "./email-address.tsx";

test.each([
  ["(206) 555-0110", "tel:2065550110"],
  ["+1\u00a0206\u2013555\u20110110", "tel:+12065550110"],
  ["\uff0b1 206 555 \uff10110", "tel:+12065550110"],
  ["206-555-0110 ext. 12", "tel:2065550110;ext=12"],
  ["206.555.0110 x12", "tel:2065550110;ext=12"],
  ["+44 (0)20 7946 0958", "tel:+442079460958"],
])("a link for the phone number %s calls %s", (phone, link) => {
  expect(toPhoneLink(phone)).toBe(link);
});

test("a link to an email address escapes characters that are special in links", () => {
  expect(toEmailLink("r&d?x=1%@acme.com")).toBe("mailto:r%26d%3Fx%3D1%25@acme.com");
});
