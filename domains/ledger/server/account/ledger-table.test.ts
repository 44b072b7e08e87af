import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { addDays } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { type LeaseLedger, startLeaseLedger } from "#test/money/lease-ledger.ts";
import { type NewEntry, writeEntries } from "../entries/write-entries.ts";

let ledger: LeaseLedger;
beforeAll(async () => {
  ledger = await startLeaseLedger();
});
afterAll(() => ledger.portal.close());

const read = async (query = "", cookie = ledger.building.landlord.cookie) => {
  const response = await ledger.portal.call("GET", `/api/leases/${ledger.leaseId()}/ledger.csv${query}`, {
    cookie,
  });
  expect(response.statusCode, response.body).toBe(200);
  return parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
};

test("the ledger export lists the entries of the selected dates with the running balance", async () => {
  await ledger.newLease();
  const yesterday = addDays(ledger.today(), -1);
  const before = addDays(ledger.today(), -20);
  await ledger.charge({ cents: 300_000, dueOn: before, label: "Rent" });
  await ledger.postOk("payments", { onDay: yesterday, amountCents: 350_050, method: "check", reference: "" });
  expect(await read()).toEqual([
    expect.objectContaining({
      Date: yesterday,
      Entry: "Payment by check",
      Charge: "",
      "Payment or credit": "3500.50",
      "Balance due": "0.00",
      "Unapplied credit": "500.50",
      "Posted by": "Lena Landlord",
    }),
    expect.objectContaining({
      Entry: "Rent",
      Due: before,
      Charge: "3000.00",
      "Unpaid amount": "",
      "Balance due": "3000.00",
      "Unapplied credit": "0.00",
    }),
  ]);
  expect((await read(`?from=${yesterday}`)).map(({ Entry }) => Entry)).toEqual(["Payment by check"]);
  expect(await read("", ledger.building.tenant.cookie)).toHaveLength(2);
});

test("a ledger of 1,100 entries is exported completely, with each entry once and the correct opening balance", async () => {
  const leaseId = await ledger.newLease();
  const day = addDays(ledger.today(), -3);
  const charge = (at: number): NewEntry => ({
    propertyId: ledger.building.propertyId,
    leaseId,
    kind: "charge",
    onDay: day,
    description: `Charge ${at}`,
    postings: [
      { account: "receivable", amountCents: toCents(1) },
      { account: "income-rent", amountCents: toCents(-1) },
    ],
    receivable: { dueOn: day, countsAs: "charged", chargeKind: "rent" },
  });
  const charges = Array.from({ length: 1_100 }, (_, index) => charge(index));
  await runAsPortal(ledger.portal.services, (ctx) => writeEntries(ctx, charges));
  const rows = await read();
  expect(new Set(rows.map(({ Number: id }) => id)).size).toBe(1_100);
  expect([rows[0]?.["Balance due"], rows.at(-1)?.["Balance due"]]).toEqual(["11.00", "0.01"]);
});
