import { expect, test } from "vitest";
import { describeSkippedRows, readAmount, readDay, readPaymentRows } from "./payment-rows.ts";

const rows = (text: string) => text.split("\n").map((row) => row.split("\t"));

test("pasted columns of payments are recognized by a header in any order, and names and units are joined", () => {
  expect(
    readPaymentRows(
      rows(
        "Date\tCheck #\tUnit\tAmount\tTenant\n1/31/26\t1041\t102\t$ 2,500.00\tNorthlight\n\nTotal\t\t\t2500.00\t",
      ),
    ),
  ).toEqual({
    columns: ["date", "reference", "text", "amount", "text"],
    payments: [{ text: "102 Northlight", amountCents: 250_000, onDay: "2026-01-31", reference: "1041" }],
    skippedRows: ["Total 2500.00"],
  });
});

test("without a header, pasted columns of payments are recognized by their cells", () => {
  expect(
    readPaymentRows(rows("Northlight\t2500.00\t1041\t2026-01-31\nHarbor Books\t1,200.50\t88\t2026-02-01")),
  ).toEqual({
    columns: ["text", "amount", "reference", "date"],
    payments: [
      { text: "Northlight", amountCents: 250_000, onDay: "2026-01-31", reference: "1041" },
      { text: "Harbor Books", amountCents: 120_050, onDay: "2026-02-01", reference: "88" },
    ],
    skippedRows: [],
  });
  expect(readPaymentRows(rows("Northlight\t2500"))?.columns).toEqual(["text", "amount"]);
});

test("no pasted payments are read if two columns could be the amount", () => {
  expect(readPaymentRows(rows("Northlight\t2500\t1041"))).toBeUndefined();
  expect(readPaymentRows(rows("Northlight\tHarbor"))).toBeUndefined();
});

test("pasted rows of outgoing money are skipped, with one signed column or two", () => {
  const chase =
    "Details\tPosting Date\tDescription\tAmount\tType\tBalance\tCheck or Slip #\nDEBIT\t01/05/2026\tCITY WATER\t-412.18\tACH_DEBIT\t1.00\t\nCREDIT\t01/06/2026\tNORTHLIGHT\t3400.00\tWIRE\t2.00\t";
  expect(readPaymentRows(rows(chase))).toMatchObject({
    payments: [{ text: "NORTHLIGHT", amountCents: 340_000, onDay: "2026-01-06", reference: "" }],
    skippedRows: ["DEBIT 01/05/2026 CITY WATER -412.18 ACH_DEBIT 1.00"],
  });
  const split =
    "Transaction Date\tPosted Date\tDescription\tDebit\tCredit\n2026-01-01\t2026-01-02\tJUNIPER\t\t8333.33\n2026-01-05\t2026-01-05\tWATER\t412.18\t";
  expect(readPaymentRows(rows(split))).toMatchObject({
    payments: [{ text: "JUNIPER", amountCents: 833_333, onDay: "2026-01-02" }],
    skippedRows: ["2026-01-05 2026-01-05 WATER 412.18"],
  });
});

test("a few skipped rows are named, and the rest is counted", () => {
  expect(describeSkippedRows([], "row")).toBe("");
  expect(describeSkippedRows(["Total 2500.00"], "row")).toBe(
    "1 row isn't a payment received: “Total 2500.00”.",
  );
  expect(describeSkippedRows(["a", "b", "c", "d", "e"], "line")).toBe(
    "5 lines aren't payments received: “a”, “b”, “c”, and 2 more.",
  );
});

test("pasted text that can't be read is left for the user to enter", () => {
  expect(readPaymentRows(rows("Tenant\tAmount\tDate\nNorthlight\t1.234,50\t31/01/2026"))?.payments).toEqual([
    { text: "Northlight", amountCents: null, unreadAmount: "1.234,50", onDay: null, reference: "" },
  ]);
});

test("without a header, a check number isn't taken for an amount that couldn't be read", () => {
  expect(readPaymentRows(rows("Northlight	$1,200.00 CR	1010\nHarbor Books\t1,200.50\t1011"))).toMatchObject(
    {
      columns: ["text", "amount", "reference"],
      payments: [
        { amountCents: null, unreadAmount: "$1,200.00 CR", reference: "1010" },
        { amountCents: 120_050 },
      ],
    },
  );
});

test.each([
  ["$ 2,500.00", 250_000],
  ["(350.00)", -35_000],
  ["350.00-", -35_000],
  ["+12", 1_200],
  ["2500 USD", 250_000],
  ["1.234,50", null],
  ["abc", null],
])("the pasted amount %s is read as %s", (cell, cents) => {
  expect(readAmount(cell)).toBe(cents);
});

test.each([
  ["1/31/2026", "2026-01-31"],
  ["1/31/26", "2026-01-31"],
  ["2026-01-31", "2026-01-31"],
  ["31.01.2026", "2026-01-31"],
  ["Jan 31, 2026", "2026-01-31"],
  ["31/1/2026", null],
  ["2/30/2026", null],
])("the pasted date %s is read as %s", (cell, day) => {
  expect(readDay(cell)).toBe(day);
});
