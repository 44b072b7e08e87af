import { expect, test } from "vitest";
import { namesCompany, readNameWords, readUnitNumbers } from "./payer-text.ts";

test.each([
  ["NORTHLIGHT DENTAL PC RENT JAN 2026 STE 204", "Northlight Dental, P.C.", true],
  ["ACH CREDIT JUNIPER CAFE LLC", "Juniper Café", true],
  ["northlight", "Northlight Dental", true],
  ["Northl", "Northlight Dental", true],
  // Banks shorten names.
  ["BRIGHTWATER SOFTWA", "Brightwater Software Inc.", true],
  ["NORTHLIGHT OPTICAL", "Northlight Dental", false],
  ["RENT JAN", "January Rentals", false],
  ["DEPOSIT BY CHECK", "Check Co.", false],
  ["", "Juniper Café", false],
  ["Ha", "Harbor Books", false],
])("the bank's text “%s” names %s: %s", (text, company, isNamed) => {
  expect(namesCompany(readNameWords(text), readNameWords(company))).toBe(isNamed);
});

test.each([
  ["204", ["204"]],
  ["B-12", ["b-12"]],
  ["RENT JAN STE 204", ["204"]],
  ["Suite #301 and unit 302", ["301", "302"]],
  ["CHECK 1041", []],
  ["#88", ["88"]],
])("the unit numbers in “%s” are %j", (text, numbers) => {
  expect(readUnitNumbers(text)).toEqual(numbers);
});
