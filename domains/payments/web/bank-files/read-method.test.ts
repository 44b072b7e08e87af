import { expect, test } from "vitest";
import { readMethod } from "./read-method.ts";

test.each([
  ["DEPOSIT CHECK 1008 ROWAN TATE", "check"],
  ["CHK#1008", "check"],
  ["Check #4411 mobile deposit", "check"],
  ["ZELLE FROM NORTHLIGHT OPTICAL", "zelle"],
  ["Zelle payment from checking", "zelle"],
  ["ACH CREDIT KESTREL LEGAL", "bank_transfer"],
  ["WIRE IN 0815", "bank_transfer"],
  ["Online Transfer from CHK ...1234", "bank_transfer"],
  ["BAY CHECKING LLC RENT", "bank_transfer"],
  ["", "bank_transfer"],
])("the text “%s” in a bank file is recorded as %s", (text, method) => {
  expect(readMethod(text)).toBe(method);
});
