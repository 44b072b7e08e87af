import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import { toCents } from "#shared/format/money.ts";
import { createActiveLease, runOnDay, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { createProperty } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { lockAnyAccount } from "./entries/lock-account.ts";
import { writeEntries } from "./entries/write-entries.ts";
import { postCharges } from "./posting/post-charges.ts";
import { verifyLedger } from "./verify-ledger.ts";

let portal: TestPortal;
let propertyId: number;
let leaseId: number;
let chargeId: number;
let paymentId: number;

beforeAll(async () => {
  portal = await startPortal();
  propertyId = await createProperty(portal.db);
});
afterAll(() => portal.close());

/** A lease with two months charged, one and a half paid, and a deposit. */
beforeEach(async () => {
  // Lets each test damage the data and start over.
  await sql
    .raw(`set session_replication_role = replica;
    delete from payments; delete from allocations; delete from receivables; delete from ledger_postings; delete from ledger_entries;
    delete from property_months; delete from lease_accounts; delete from lease_terms;
    set session_replication_role = default`)
    .execute(portal.db);
  leaseId = await createActiveLease(portal.db, { propertyId, from: "2026-01-01" });
  await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
  await runOnDay(portal.services, "2026-01-25", async (ctx) => {
    await postCharges(ctx, [leaseId]);
    paymentId = await takePayment(ctx, await lockAnyAccount(ctx, leaseId), {
      amountCents: toCents(450_000),
      method: "check",
      onDay: "2026-01-25",
      paidAt: ctx.now,
      payerId: null,
      into: "bank",
    });
    await writeEntries(ctx, [
      {
        propertyId,
        leaseId,
        kind: "deposit-received",
        onDay: "2026-01-25",
        description: "Deposit",
        postings: [
          { account: "bank", amountCents: toCents(100_000) },
          { account: "deposits", amountCents: toCents(-100_000) },
        ],
      },
    ]);
  });
  const { rows } = await sql<{ id: number }>`
    select min(entry_id) as id from receivables where lease_id = ${leaseId}`.execute(portal.db);
  chargeId = rows[0]?.id ?? 0;
});

async function problems(): Promise<string[]> {
  const problems: string[] = [];
  for await (const problem of verifyLedger(portal.db)) problems.push(problem);
  return problems;
}

/** Changes data past the triggers, as a damaged disk or an intruder could. */
const damage = (statement: string) =>
  sql
    .raw(`set session_replication_role = replica; ${statement}; set session_replication_role = default`)
    .execute(portal.db);

test("verification finds no problems in a ledger written by the portal", async () => {
  expect(await problems()).toEqual([]);
});

describe("verifying the ledger reports problems", () => {
  test("verification reports a problem in an entry's postings", async () => {
    await damage(
      `update ledger_postings set amount_cents = -299999 where entry_id = ${chargeId} and position = 2`,
    );
    expect(await problems()).toEqual([`The postings of entry ${chargeId} sum to 1 cents instead of zero.`]);
    await damage(`delete from ledger_postings where entry_id = ${chargeId}`);
    expect(await problems()).toContain(`Entry ${chargeId} has no postings.`);
  });

  test("verification reports a difference between postings and receivables", async () => {
    await damage(`delete from receivables where entry_id = ${paymentId}`);
    expect(await problems()).toContain(
      `Entry ${paymentId} posts -450000 cents to its lease account, but its charge or credit is 0.`,
    );
    expect(await problems()).toContain(
      `Lease ${leaseId}: postings total 150000 cents, but charges and credits total 600000.`,
    );
  });

  test("verification reports a difference in the stored balance or deposit", async () => {
    await damage(
      `update lease_accounts set balance_cents = 150001, deposit_cents = 0 where lease_id = ${leaseId}`,
    );
    expect(await problems()).toEqual([
      `Lease ${leaseId}: postings total 150000 cents, but the stored balance is 150001.`,
      `Lease ${leaseId}: postings show a deposit of 100000 cents, but 0 is stored.`,
    ]);
  });

  test("verification reports a difference between open amounts and allocations", async () => {
    await damage(`update receivables set open_cents = 1 where entry_id = ${chargeId}`);
    expect(await problems()).toEqual([
      `Lease ${leaseId}: postings total 150000 cents, but unpaid amounts total 150001.`,
      `Entry ${chargeId}: 0 cents are unpaid based on allocations, but 1 is stored.`,
    ]);
    await damage(`update allocations set credit_id = charge_id where charge_id = ${chargeId}`);
    expect((await problems()).some((problem) => problem.includes("doesn't link a charge and a credit"))).toBe(
      true,
    );
  });

  test("verification reports a difference in a month's totals", async () => {
    await damage(
      "update property_months set collected_cents = 0, charged_cents = 1 where month = '2026-01-01'",
    );
    expect(await problems()).toEqual([
      `Property ${propertyId}: 300000 cents were charged in 2026-01, but 1 is stored.`,
      `Property ${propertyId}: 450000 cents were collected in 2026-01, but 0 is stored.`,
    ]);
    await damage("delete from property_months where month = '2026-02-01'");
    expect(await problems()).toContain(
      `Property ${propertyId}: 300000 cents were charged in 2026-02, but 0 is stored.`,
    );
  });

  test("verification reports a missing charge and a charge that doesn't match the terms", async () => {
    await damage(`update lease_accounts set next_post_on = '2026-03-22' where lease_id = ${leaseId}`);
    expect(await problems()).toEqual([
      `Lease ${leaseId}, line 1 of terms 1: 300000 cents due on 2026-03-01 were not posted.`,
    ]);
    await damage(`update lease_accounts set next_post_on = '2026-02-19' where lease_id = ${leaseId}`);
    await damage(
      `update lease_terms set terms = jsonb_set(terms, '{lines,0,price,monthlyCents}', '300001') where lease_id = ${leaseId}`,
    );
    expect(await problems()).toEqual([
      `Lease ${leaseId}, line 1 of terms 1, 2026-01: 300000 cents were posted, but the terms call for 300001.`,
      `Lease ${leaseId}, line 1 of terms 1, 2026-02: 300000 cents were posted, but the terms call for 300001.`,
    ]);
  });

  test("verification reports a missing adjustment", async () => {
    await damage(`update receivables set revision = 1 where entry_id = ${chargeId}`);
    expect(await problems()).toEqual([
      `Lease ${leaseId}, line 1 of terms 1, 2026-01: the adjustments have a gap.`,
    ]);
  });
});
