import { expect, test } from "vitest";
import * as z from "zod/mini";
import { newCompany } from "#domains/leases/lease-fields.ts";
import { registration } from "#domains/people/registration-contract.ts";
import { settingsFields } from "#domains/settings/contract.ts";
import { email } from "./account-fields.ts";
import { mailbox } from "./password-contract.ts";

const fields = {
  account: email,
  registration: registration.shape.email,
  password: mailbox,
  company: newCompany.shape.contactEmail,
  settings: settingsFields.supportEmail,
  payments: settingsFields.paymentHandle,
};

test.each([
  ["r&d@acme.com", "r&d@acme.com"],
  ["a/b={c}~d'e@acme.com", "a/b={c}~d'e@acme.com"],
  ["office@localhost", "office@localhost"],
  [" \u200bmaria@acme.com\u2060\u00a0", "maria@acme.com"],
  ["ma\u200dria@acme.com", "maria@acme.com"],
  ["info@m\u00fcller.de", "info@xn--mller-kva.de"],
  ["info@MU\u0308LLER.de", "info@xn--mller-kva.de"],
  ["info@Acme.COM", "info@Acme.COM"],
  ["\uff49nfo@acme.com", undefined],
  ["jos\u00e9@acme.com", undefined],
  ["a@acme.com, b@acme.com", undefined],
  ["a b@acme.com", undefined],
  ["Maria <maria@acme.com>", undefined],
  ["maria@m\u00fcller.de/path", undefined],
  ["maria@m\u00fcller.de:25", undefined],
  ["maria@", undefined],
  ["maria@acme.com.", undefined],
  [`${"a".repeat(250)}@acme.com`, undefined],
])("REG-10 PWD-03 every field for an email address stores %j as %j", (typed, stored) => {
  for (const [name, field] of Object.entries(fields))
    expect([name, z.safeParse(field, typed).data]).toEqual([name, stored]);
});
