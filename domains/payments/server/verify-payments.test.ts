import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { runOnDay } from "#test/money/ledger.ts";
import type { TestPortal } from "#test/portal.ts";
import { takePayment } from "./take-payment.ts";
import { verifyPayments } from "./verify-payments.ts";

let portal: TestPortal;
let building: TestBuilding;
let paymentId: number;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** Changes data behind the triggers' back, as a damaged disk or an intruder could. */
const damage = (statement: string) =>
  sql
    .raw(`set session_replication_role = replica; ${statement}; set session_replication_role = default`)
    .execute(portal.db);

// A card payment that was partly refunded, and one that bounced.
beforeEach(async () => {
  await damage(`delete from refunds; delete from payments; delete from bank_deposits; delete from allocations; delete from receivables;
    delete from ledger_postings; delete from ledger_entries; delete from property_months; delete from lease_accounts;
    update receipt_numbers set last = 0`);
  const { leaseId, landlord } = building;
  const day = "2026-03-02";
  await sql`update leases set starts_on = '2026-01-01'`.execute(portal.db);
  const pay = () =>
    runOnDay(portal.services, day, async (ctx) =>
      takePayment(ctx, await lockAnyAccount(ctx, leaseId), {
        amountCents: toCents(100_000),
        feeCents: toCents(3_500),
        method: "card",
        onDay: day,
        paidAt: ctx.now,
        payerId: null,
        into: "bank",
      }),
    );
  paymentId = await pay();
  const bounced = await pay();
  const post = async (path: string, body: object) => {
    const response = await portal.call("POST", path, { cookie: landlord.cookie, body });
    expect(response.statusCode, response.body).toBe(201);
  };
  await post(`/api/payments/${paymentId}/refunds`, { amountCents: 40_000, reason: "Paid too much" });
  await post(`/api/leases/${leaseId}/reversals`, { entryId: bounced, reason: "It bounced" });
});

async function findDiscrepancies(): Promise<string[]> {
  const discrepancies: string[] = [];
  for await (const discrepancy of verifyPayments(portal.db)) discrepancies.push(discrepancy);
  return discrepancies.map((discrepancy) =>
    discrepancy.replaceAll(String(paymentId), "ID").replace(/(Refund|Payment) \d+/, "$1 N"),
  );
}

test("verification finds no discrepancies in payments written by the portal", async () => {
  expect(await findDiscrepancies()).toEqual([]);
});

test.each([
  [
    "update payments set amount_cents = 100001 where entry_id = ID",
    "Payment ID is 100001 cents, but its entry credits 100000.",
  ],
  [
    "update payments set fee_cents = 3501 where entry_id = ID",
    "Payment ID has a card fee of 3501 cents, but its entry posts 3500.",
  ],
  [
    "update payments set reversal_cause = 'returned' where entry_id = ID",
    "Payment ID is marked as returned, but its entry is not reversed.",
  ],
  [
    "update payments set reversal_cause = null where entry_id <> ID",
    "Payment N is not marked as returned, but its entry is reversed.",
  ],
  [
    "update payments set refunded_cents = 39999 where entry_id = ID",
    "Payment ID: 39999 cents and 1400 of its fee were refunded, but its refund entries total 40000 and 1400.",
  ],
  ["update refunds set fee_cents = 1399", "Refund N is 41399 cents, but its entry is 41400."],
  [
    "update refunds set state = 'failed'",
    "Refund N and its ledger entry disagree about whether it was completed.",
  ],
  [
    "update ledger_entries set kind = 'credit' where id = ID",
    "Payment ID has no payment entry on its lease.",
  ],
  ["update receipt_numbers set last = 3", "There are 2 receipts numbered up to 2, but the counter is at 3."],
  [
    "update payments set receipt_number = 3 where entry_id <> ID",
    "There are 2 receipts numbered up to 3, but the counter is at 2.",
  ],
  [
    `insert into bank_deposits (id, deposited_on, created_by_id, created_at) select 900, '2026-03-02', min(id), now() from users`,
    "Bank deposit 900 has no payments.",
  ],
  [
    `insert into bank_deposits (id, deposited_on, slip_cents, created_by_id, created_at)
      select 901, '2026-03-02', 99999, min(id), now() from users;
    update payments set bank_deposit_id = 901 where entry_id = ID`,
    "Bank deposit 901 has a deposit slip of 99999 cents, but its payments total 100000.",
  ],
  ["delete from payments where entry_id = ID", "Entry ID is a payment without a receipt."],
])("payment verification finds the discrepancy after %s", async (statement, sentence) => {
  await damage(statement.replaceAll("ID", String(paymentId)));
  expect(await findDiscrepancies()).toContain(sentence);
});
