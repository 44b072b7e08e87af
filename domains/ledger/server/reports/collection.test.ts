import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addMonths, type Day, monthStart } from "#shared/calendar.ts";
import { type LeaseLedger, startLeaseLedger } from "#test/lease-ledger.ts";
import type { LedgerMonth } from "../../reports-contract.ts";

let ledger: LeaseLedger;
beforeAll(async () => {
  ledger = await startLeaseLedger();
  await ledger.newLease();
});
afterAll(() => ledger.portal.close());

async function readMonth(month: Day): Promise<LedgerMonth | undefined> {
  const { cookie } = ledger.building.landlord;
  const response = await ledger.portal.call("GET", `/api/reports/months?year=${month.slice(0, 4)}`, {
    cookie,
  });
  return response.json<LedgerMonth[]>().find((row) => row.month === month);
}

test("rent paid a day before its month counts for its month, and an applied deposit neither lowers a month nor is a credit", async () => {
  const month = monthStart(ledger.today());
  const next = addMonths(month, 1);
  await ledger.charge({ cents: 300_000, dueOn: month, label: "Rent" });
  await ledger.charge({ cents: 200_000, dueOn: next, label: "Next rent" });
  await ledger.postOk("payments", { amountCents: 300_000, onDay: addDays(month, -1), method: "check" });
  await ledger.postOk("deposits", { amountCents: 50_000, action: "received", reason: "Check 7" });
  await ledger.postOk("deposits", { amountCents: 50_000, action: "applied", reason: "Agreed by phone" });
  const none = { overdueCents: 0, upcomingCents: 0, creditedCents: 0, receivedCents: 0 };
  expect(await readMonth(month)).toEqual({ ...none, month, dueCents: 300_000, collectedCents: 300_000 });
  // What isn't due yet is not overdue.
  expect(await readMonth(next)).toEqual({
    ...none,
    month: next,
    dueCents: 200_000,
    collectedCents: 50_000,
    upcomingCents: 150_000,
  });
  expect(await readMonth(addMonths(month, -1))).toMatchObject({ dueCents: 0, receivedCents: 300_000 });
});
