import { afterAll, beforeAll, expect, test } from "vitest";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { addDays, addMonths, type Day, monthStart } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { type LeaseLedger, startLeaseLedger } from "#test/money/lease-ledger.ts";
import type { LedgerMonth } from "../../reports-contract.ts";
import { writeEntries } from "../entries/write-entries.ts";
import { verifyLedger } from "../verify-ledger.ts";

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

test("rent paid a day before its month counts in its own month, and an applied deposit counts as collected, not as a credit", async () => {
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

test("if a month has only deductions, its parts still add up to the amount due [DASH-28]", async () => {
  await ledger.newLease();
  const month = addMonths(monthStart(ledger.today()), -5);
  const { propertyId } = ledger.building;
  await runAsPortal(ledger.portal.services, async (ctx) =>
    writeEntries(ctx, [
      {
        propertyId,
        leaseId: ledger.leaseId(),
        kind: "adjustment",
        onDay: month,
        description: "Rent after the last day",
        postings: [
          { account: "receivable", amountCents: toCents(-20_000) },
          { account: "income-rent", amountCents: toCents(20_000) },
        ],
        receivable: { dueOn: month, countsAs: "charged", chargeKind: "rent" },
      },
    ]),
  );
  expect(await readMonth(month)).toMatchObject({
    dueCents: -20_000,
    collectedCents: -20_000,
    creditedCents: 0,
    overdueCents: 0,
    upcomingCents: 0,
  });
});

test("the waived, credited, or written-off part of a month's charges counts as credited in that month, not as collected", async () => {
  await ledger.newLease();
  const month = addMonths(monthStart(ledger.today()), -3);
  const chargeId = await ledger.charge({ cents: 100_000, dueOn: month, label: "Rent" });
  const feeId = await ledger.charge({ cents: 15_000, dueOn: addDays(month, 5), label: "Late fee" });
  const reason = "Agreed by phone";
  await ledger.postOk("waivers", { chargeId: feeId, reason });
  await ledger.postOk("credits", { kind: "rent", amountCents: 10_010, reason });
  const { entryId } = await ledger.postOk("write-offs", { chargeId, amountCents: 5_000, reason });
  await ledger.postOk("payments", { amountCents: 40_000, method: "check", onDay: month });
  const expected = { dueCents: 115_000, collectedCents: 40_000, creditedCents: 30_010, overdueCents: 44_990 };
  expect(await readMonth(month)).toMatchObject(expected);
  await ledger.postOk("reversals", { entryId, reason });
  expect(await readMonth(month)).toMatchObject({
    ...expected,
    creditedCents: 25_010,
    overdueCents: 49_990,
  });
  for await (const problem of verifyLedger(ledger.portal.db)) expect.fail(problem);
});
