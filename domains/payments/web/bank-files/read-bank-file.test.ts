import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { maxBankFileBytes, readBankFile } from "./read-bank-file.ts";

const readSample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url), "utf8");
const readText = (text: string) => readBankFile(new TextEncoder().encode(text));
const inDollars = (camt: string) => camt.replaceAll("EUR", "USD");

const juniper = { onDay: "2026-01-02", amountCents: 833_333, text: "JUNIPER CAFE LLC RENT JAN 2026 STE 101" };
const rent = {
  onDay: "2026-01-02",
  amountCents: 625_000,
  text: "NORTHLIGHT DENTAL PC RENT JAN 2026 STE 204",
};
const cam = { onDay: "2026-01-06", amountCents: 340_000, text: "NORTHLIGHT DENTAL PC CAM TRUE-UP 2025" };
const ids = ["DD20260102A", "DD20260102B", "WR20260106D"];

test.each([
  ["OFX", "bank_statement_v102.ofx", "021000099/000123456789"],
  ["QFX", "bank_statement.qfx", "021000099/000123456789"],
  ["CAMT.053 version 2", "camt053_001_02.xml", "DE02120300000000202051"],
  ["CAMT.053 version 8", "camt053_001_08.xml", "DE02120300000000202051"],
  ["BAI2", "bank_statement.bai2", "000123456789"],
])("received payments are read from %s, with the bank's ids", (_, name, accountNumber) => {
  const read = readText(inDollars(readSample(name)));
  // BAI2 dates the statement, not its payments.
  const date: { onDay?: string } = name.endsWith(".bai2") ? { onDay: "2026-01-06" } : {};
  expect(read.payments).toEqual(
    [juniper, rent, cam].map((payment, index) => ({
      ...payment,
      ...date,
      reference: "",
      lineId: JSON.stringify([ids[index], date.onDay ?? payment.onDay, payment.amountCents]),
    })),
  );
  expect(read.skippedRows).toHaveLength(2);
  expect(read.accountNumber).toBe(accountNumber);
});

test.each([
  "csv_bofa_checking.csv",
  "csv_chase_checking.csv",
  "csv_split_debit_credit.csv",
  "csv_wellsfargo.csv",
])("received payments are read from %s", (name) => {
  const { payments, skippedRows, accountNumber } = readText(readSample(name));
  const sorted = payments
    .map(({ lineId: _, ...payment }) => payment)
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  expect(sorted).toEqual([juniper, cam, rent].map((payment) => ({ ...payment, reference: "" })));
  expect(skippedRows).toHaveLength(2);
  expect(accountNumber).toBe("");
});

test("identical lines in a file without ids get different ids, and they get the same ids again in an overlapping file", () => {
  const header = "Date,Description,Amount";
  const fee = "01/02/2026,PARKING,100.00";
  const rentLine = "01/01/2026,RENT,2500.00";
  const first = readText([header, rentLine, fee, fee].join("\n")).payments.map(({ lineId }) => lineId);
  const second = readText([header, fee, fee, fee].join("\n")).payments.map(({ lineId }) => lineId);
  expect(new Set([...first, ...second]).size).toBe(4);
  expect(second.slice(0, 2)).toEqual(first.slice(1));
});

const ofx = readSample("bank_statement_v102.ofx");

test("OFX files with end tags, empty tags, lowercase tags, entities, a leading blank line, or no ids can be read", () => {
  const closed = ofx.replace(/<(\w+)>([^<\n]+)\n/g, "<$1>$2</$1>\n");
  expect(readText(closed).payments).toEqual(readText(ofx).payments);
  const odd = ofx
    .replace("OFXHEADER", "\n\nOFXHEADER")
    .replace("<FITID>DD20260102A\n", "<FITID>\n")
    .replace("JUNIPER CAFE LLC", "JUNIPER &amp; CO &#233;")
    .replace("8333.33", "8333,33")
    .replaceAll("NAME>", "name>");
  expect(readText(odd).payments[0]).toMatchObject({
    amountCents: 833_333,
    text: "JUNIPER & CO é RENT JAN 2026 STE 101",
    lineId: expect.stringContaining("2026-01-02"),
  });
});

test("a CAMT.053 entry that combines several payments is split, and entries that aren't booked are skipped", () => {
  const sample = inDollars(readSample("camt053_001_08.xml"));
  const pending = sample.replace("<Cd>BOOK</Cd>", "<Cd>PDNG</Cd>");
  expect(readText(pending).payments).toHaveLength(2);
  const batch = sample.replace(
    /<NtryDtls>[\s\S]*?<\/NtryDtls>/,
    `<NtryDtls>${["5000.00000", "3333.33"]
      .map(
        (amount, index) =>
          `<TxDtls><Amt Ccy="USD">${amount}</Amt><RltdPties><Dbtr><Pty><Nm>PAYER ${index}</Nm></Pty></Dbtr></RltdPties></TxDtls>`,
      )
      .join("")}</NtryDtls>`,
  );
  expect(readText(batch).payments.slice(0, 2)).toMatchObject([
    { amountCents: 500_000, text: "PAYER 0", lineId: expect.stringContaining("DD20260102A/1") },
    { amountCents: 333_333, text: "PAYER 1", lineId: expect.stringContaining("DD20260102A/2") },
  ]);
});

test("a CAMT.053 entry that doesn't equal the sum of its payments isn't split, and a reversal is skipped", () => {
  const sample = inDollars(readSample("camt053_001_08.xml"));
  const parts = ["1.00", "2.00"].map((amount) => `<TxDtls><Amt Ccy="USD">${amount}</Amt></TxDtls>`).join("");
  const wrong = sample.replace(/<NtryDtls>[\s\S]*?<\/NtryDtls>/, `<NtryDtls>${parts}</NtryDtls>`);
  expect(readText(wrong).payments).toHaveLength(3);
  expect(readText(wrong).payments[0]?.amountCents).toBe(833_333);
  const reversed = sample.replace(
    "<CdtDbtInd>CRDT</CdtDbtInd><Sts>",
    "<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>",
  );
  expect(readText(reversed).payments).toHaveLength(2);
});

test("bank lines with the same id but a different date or amount are treated as different lines", () => {
  const [first, next] = [sample, sample.replaceAll("260106", "260107")].map(
    (text) => readText(text).payments[0]?.lineId,
  );
  expect(next).not.toBe(first);
});

test("a BAI2 record without an amount is skipped", () => {
  const withNote = sample
    .replace("16,475", "16,890,,,,,SERVICE MESSAGE\n16,475")
    .replace("8053757,13/", "8053757,14/");
  expect(readText(withNote).payments).toHaveLength(3);
});

test("bank files in UTF-16 and in the Windows character set can be read", () => {
  const csv = "Date,Description,Amount\n01/02/2026,CAFÉ RENT,100.00\n";
  const codes = Array.from(csv, (letter) => letter.charCodeAt(0));
  const utf16 = Uint8Array.from([0xff, 0xfe, ...codes.flatMap((code) => [code, 0])]);
  const windows = Uint8Array.from(codes);
  for (const bytes of [utf16, windows]) expect(readBankFile(bytes).payments[0]?.text).toBe("CAFÉ RENT");
});

const sample = readSample("bank_statement.bai2");

test.each([
  ["another currency", readSample("camt053_001_02.xml"), /^This file is in EUR\./],
  ["OFX that ends too early", ofx.slice(0, -200), /^This file ends too early\./],
  [
    "CAMT.053 that ends too early",
    readSample("camt053_001_02.xml").slice(0, -40),
    /^This file ends too early\./,
  ],
  ["BAI2 without its last record", sample.slice(0, sample.lastIndexOf("99,")), /^This file ends too early\./],
  ["BAI2 with a record missing", sample.replace(/^16,165,625.*\n/m, ""), /^This file ends too early\./],
  [
    "OFX of two accounts",
    ofx.replace("</OFX>", "<BANKACCTFROM><ACCTID>99</BANKACCTFROM></OFX>"),
    /more than one account/,
  ],
  [
    "OFX with payments that don't end",
    ofx.replace("</OFX>", `${"<STMTTRN>".repeat(40_000)}</OFX>`),
    /ends too early/,
  ],
  ["a credit card", ofx.replaceAll("STMTRS>", "CCSTMTRS>"), /^This is a credit card statement\./],
  ["a payment without a date", ofx.replace("20260102120000", "soon"), /has no date\./],
  [
    "a text that isn't a list of payments",
    "Dear landlord,\nplease find enclosed",
    /^We can't read this file\./,
  ],
  ["binary contents", "PK\u0003\u0004\u0000\u0000", /^We can't read this file\./],
  ["a file that is too large", "x".repeat(maxBankFileBytes + 1), /^This file is larger than 2 MB\./],
])("reading a bank file rejects %s with a message", (_, text, message) => {
  expect(() => readText(text)).toThrow(message);
});

test("entities defined in a bank file aren't expanded", () => {
  const bomb = inDollars(readSample("camt053_001_02.xml"))
    .replace("?>", '?><!DOCTYPE a [<!ENTITY x "xxxxxxxxxx">]>')
    .replace("JUNIPER CAFE LLC", "&x;");
  expect(readText(bomb).payments[0]?.text).toContain("&x;");
});
