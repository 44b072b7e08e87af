import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { type LeaseLedger, startLeaseLedger } from "#test/money/lease-ledger.ts";
import type { LedgerEntry } from "../../contract.ts";

let ledger: LeaseLedger;
beforeAll(async () => {
  ledger = await startLeaseLedger();
});
afterAll(() => ledger.portal.close());

/** Reads all entries as the tenant, two at a time, and returns them oldest first. */
async function readAllEntries(): Promise<LedgerEntry[]> {
  const steps: LedgerEntry[] = [];
  for (let search: string | undefined = "?limit=2"; search !== undefined; ) {
    const response = await ledger.portal.call("GET", `/api/leases/${ledger.leaseId()}/ledger${search}`, {
      cookie: ledger.building.tenant.cookie,
    });
    expect(response.statusCode, response.body).toBe(200);
    steps.push(...response.json<LedgerEntry[]>());
    search = /ledger(\?[^>]*)/.exec(String(response.headers["link"]))?.[1];
  }
  return steps.reverse();
}

test("the entries add up to the displayed balance after charges, payments, waivers, and reversals", async () => {
  await ledger.newLease();
  const today = ledger.today();
  await ledger.charge({ cents: 300_000, dueOn: addDays(today, -20), label: "Base rent" });
  const fee = await ledger.charge({
    cents: 15_000,
    dueOn: addDays(today, -14),
    kind: "late-fee",
    label: "Late fee",
  });
  const reason = "Agreed on the phone.";
  const paid = await ledger.postOk("payments", {
    amountCents: 250_000,
    // Recorded last, but dated before the late fee.
    onDay: addDays(today, -16),
    method: "check",
  });
  await ledger.postOk("waivers", { chargeId: fee, amountCents: 10_000, reason, onDay: addDays(today, -2) });
  await ledger.postOk("reversals", { entryId: paid.entryId, reason });
  const steps = await readAllEntries();
  let balance = 0;
  for (const step of steps) {
    balance += step.amountCents;
    expect(step.balanceCents, step.description).toBe(balance);
  }
  // 3,000.00 - 2,500.00 + 150.00 - 100.00 + 2,500.00
  expect(steps.map(({ kind, balanceCents }) => [kind, balanceCents])).toEqual([
    ["charge", 300_000],
    ["payment", 50_000],
    ["late-fee", 65_000],
    ["waiver", 55_000],
    ["reversal", 305_000],
  ]);
  expect((await ledger.account()).balanceCents).toBe(steps.at(-1)?.balanceCents);
  await ledger.expectSums(305_000);
});
