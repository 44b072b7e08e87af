import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import { toCents } from "#shared/format/money.ts";
import { createLeaseOfDays, onDay, someTerms, writeTerms } from "#test/ledger.ts";
import { createProperty } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { lockAnyAccount } from "./lock-account.ts";
import { postCharges } from "./post-charges.ts";
import { verifyLedger } from "./verify-ledger.ts";
import { writeEntries } from "./write-entries.ts";

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
  // Only so that each test can damage the data and start over.
  await sql
    .raw(`set session_replication_role = replica;
    delete from payments; delete from allocations; delete from receivables; delete from ledger_postings; delete from ledger_entries;
    delete from property_months; delete from lease_accounts; delete from lease_terms;
    set session_replication_role = default`)
    .execute(portal.db);
  leaseId = await createLeaseOfDays(portal.db, { propertyId, from: "2026-01-01" });
  await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: someTerms() });
  await onDay(portal.services, "2026-01-25", async (ctx) => {
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
        kind: "deposit-taken",
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

async function faults(): Promise<string[]> {
  const found: string[] = [];
  for await (const fault of verifyLedger(portal.db)) found.push(fault);
  return found;
}

/** Changes data past the triggers, as a damaged disk or an intruder could. */
const damage = (statement: string) =>
  sql
    .raw(`set session_replication_role = replica; ${statement}; set session_replication_role = default`)
    .execute(portal.db);

test("a ledger as the portal writes it has no fault", async () => {
  expect(await faults()).toEqual([]);
});

describe("a fault is found and named", () => {
  test("in the postings of an entry", async () => {
    await damage(
      `update ledger_postings set amount_cents = -299999 where entry_id = ${chargeId} and position = 2`,
    );
    expect(await faults()).toEqual([`The postings of entry ${chargeId} sum to 1 cents, not to zero.`]);
    await damage(`delete from ledger_postings where entry_id = ${chargeId}`);
    expect(await faults()).toContain(`Entry ${chargeId} has no postings.`);
  });

  test("between postings and what is owed", async () => {
    await damage(`delete from receivables where entry_id = ${paymentId}`);
    expect(await faults()).toContain(
      `Entry ${paymentId} puts -450000 cents on its lease's account by its postings, but 0 by what is owed.`,
    );
    expect(await faults()).toContain(
      `Lease ${leaseId} owes 150000 cents by its postings, but 600000 by its charges and credits.`,
    );
  });

  test("in the kept balance and the kept deposit", async () => {
    await damage(
      `update lease_accounts set balance_cents = 150001, deposit_cents = 0 where lease_id = ${leaseId}`,
    );
    expect(await faults()).toEqual([
      `Lease ${leaseId} owes 150000 cents by its postings, but 150001 is kept as its balance.`,
      `For lease ${leaseId} a deposit of 100000 cents is held by its postings, but 0 is kept.`,
    ]);
  });

  test("in what is open, and in what settled it", async () => {
    await damage(`update receivables set open_cents = 1 where entry_id = ${chargeId}`);
    expect(await faults()).toEqual([
      `Lease ${leaseId} owes 150000 cents by its postings, but 150001 of it is open.`,
      `Of entry ${chargeId} 0 cents are open by what settled it, but 1 is kept.`,
    ]);
    await damage(`update allocations set credit_id = charge_id where charge_id = ${chargeId}`);
    expect((await faults()).some((fault) => fault.includes("does not settle a charge by a credit"))).toBe(
      true,
    );
  });

  test("in the sums of a month", async () => {
    await damage(
      "update property_months set collected_cents = 0, charged_cents = 1 where month = '2026-01-01'",
    );
    expect(await faults()).toEqual([
      `At property ${propertyId}, 300000 cents were charged in 2026-01, but 1 is kept.`,
      `At property ${propertyId}, 450000 cents were collected in 2026-01, but 0 is kept.`,
    ]);
    await damage("delete from property_months where month = '2026-02-01'");
    expect(await faults()).toContain(
      `At property ${propertyId}, 300000 cents were charged in 2026-02, but 0 is kept.`,
    );
  });

  test("where a charge is missing, or is not what the terms say", async () => {
    await damage(`update lease_accounts set next_post_on = '2026-03-22' where lease_id = ${leaseId}`);
    expect(await faults()).toEqual([
      `For lease ${leaseId}, line 1 of terms 1, 300000 cents due on 2026-03-01 were not posted.`,
    ]);
    await damage(`update lease_accounts set next_post_on = '2026-02-19' where lease_id = ${leaseId}`);
    await damage(
      `update lease_terms set terms = jsonb_set(terms, '{lines,0,price,monthlyCents}', '300001') where lease_id = ${leaseId}`,
    );
    expect(await faults()).toEqual([
      `For lease ${leaseId}, line 1 of terms 1, 2026-01, 300000 cents were posted, but the terms say 300001.`,
      `For lease ${leaseId}, line 1 of terms 1, 2026-02, 300000 cents were posted, but the terms say 300001.`,
    ]);
  });

  test("where an adjustment is missing", async () => {
    await damage(`update receivables set revision = 1 where entry_id = ${chargeId}`);
    expect(await faults()).toEqual([
      `The adjustments of lease ${leaseId}, line 1 of terms 1, 2026-01 have a gap.`,
    ]);
  });
});
