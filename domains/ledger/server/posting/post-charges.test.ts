import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { countLockWaits } from "#test/lock-waits.ts";
import {
  createActiveLease,
  readSums,
  runOnDay,
  sampleTerms,
  writePayment,
  writeTerms,
} from "#test/money/ledger.ts";
import { createProperty } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { writeEntries } from "../entries/write-entries.ts";
import { postLateFees } from "./late-fees.ts";
import { postCharges } from "./post-charges.ts";

let portal: TestPortal;
let propertyId: number;
let leaseId: number;

beforeAll(async () => {
  portal = await startPortal();
  propertyId = await createProperty(portal.db, { name: "Harbor House" });
});
afterAll(() => portal.close());

beforeEach(async () => {
  leaseId = await newLease({ from: "2026-01-01", to: null });
});

const newLease = (days: { from: string; to: string | null }) =>
  createActiveLease(portal.db, { propertyId, ...days });

const postOn = (day: string, ids = [leaseId]) =>
  runOnDay(portal.services, day, (ctx) => postCharges(ctx, ids));

const receivable = async () => {
  const { rows } = await sql<{ due_on: string; amount_cents: number; on_day: string; description: string }>`
    select r.due_on, r.amount_cents, r.on_day, e.description from receivables r join ledger_entries e on e.id = r.entry_id
    where r.lease_id = ${leaseId} order by r.entry_id`.execute(portal.db);
  return rows;
};

async function expectSums(balance: number): Promise<void> {
  expect(await readSums(portal.db, leaseId)).toEqual({
    stored: balance,
    postings: balance,
    receivables: balance,
    open: balance,
  });
}

const pay = (day: string, cents: number) => writePayment(portal.services, { leaseId, day, cents });

describe("scheduled charges", () => {
  test("charges post ten days before they're due and only once, no matter how often the job runs", async () => {
    await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
    await postOn("2026-01-21");
    expect((await receivable()).map(({ due_on }) => due_on)).toEqual(["2026-01-01"]);
    expect(await postOn("2026-01-22")).toEqual({ entries: 1, cents: 300_000 });
    expect(await postOn("2026-01-22")).toEqual({ entries: 0, cents: 0 });
    expect(await receivable()).toEqual([
      {
        due_on: "2026-01-01",
        amount_cents: 300_000,
        on_day: "2025-12-22",
        description: "Base rent, January 2026",
      },
      {
        due_on: "2026-02-01",
        amount_cents: 300_000,
        on_day: "2026-01-22",
        description: "Base rent, February 2026",
      },
    ]);
    await expectSums(600_000);
  });

  test("charges catch up in order after months without a run and stay when the clock is set back", async () => {
    await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
    await postOn("2026-05-10");
    expect((await receivable()).map(({ due_on }) => due_on)).toEqual([
      "2026-01-01",
      "2026-02-01",
      "2026-03-01",
      "2026-04-01",
      "2026-05-01",
    ]);
    expect(await postOn("2026-02-10")).toEqual({ entries: 0, cents: 0 });
    await expectSums(1_500_000);
  });

  test("if two runs start at the same time, charges post only once", async () => {
    await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
    const posted = await Promise.all([postOn("2026-03-25"), postOn("2026-03-25"), postOn("2026-03-25")]);
    expect(posted.map(({ entries }) => entries).sort((a, b) => a - b)).toEqual([0, 0, 4]);
    await expectSums(1_200_000);
  });

  test("two concurrent runs that post several months and earlier late fees don't deadlock", async () => {
    const { db, services } = portal;
    const late = await newLease({ from: "2026-01-01", to: null });
    const lateFee = { charge: { cents: toCents(5_000) }, capCents: null };
    await writeTerms(db, { leaseId: late, from: "2026-01-01", terms: sampleTerms({ lateFee }) });
    await postOn("2026-01-01", [late]);
    await postOn("2026-01-25", [late]);
    await writeTerms(db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
    const { others } = await runOnDay(services, "2026-02-25", async (ctx) => {
      // One lease gets March and the late fees for January and February. The other gets January to March.
      expect(await postCharges(ctx, [late])).toMatchObject({ entries: 1 });
      const other = postOn("2026-02-25");
      await expect.poll(() => countLockWaits(db)).toBe(1);
      expect(await postLateFees(ctx, [late])).toMatchObject({ entries: 2 });
      return { others: other };
    });
    expect(await others).toMatchObject({ entries: 3 });
  });

  test("when a lease ends within a posted month, its charges are reduced to the remaining days", async () => {
    await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
    await postOn("2026-04-25");
    await pay("2026-04-26", 1_200_000);
    await expectSums(300_000);
    // 3,000.00 x 15 / 30 = 1,500.00 for April. The 3,000.00 for May are no longer due.
    await sql`update leases set ends_on = '2026-04-15' where id = ${leaseId}`.execute(portal.db);
    expect(await postOn("2026-04-26")).toEqual({ entries: 2, cents: -450_000 });
    await expectSums(-150_000);
    // If the lease continues after all, the deducted amounts are due again.
    await sql`update leases set ends_on = null where id = ${leaseId}`.execute(portal.db);
    expect(await postOn("2026-04-27")).toEqual({ entries: 2, cents: 450_000 });
    await expectSums(300_000);
    expect(await postOn("2026-04-27")).toEqual({ entries: 0, cents: 0 });
  });

  test("charges use unapplied credit, oldest first", async () => {
    await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
    await pay("2025-12-20", 350_000);
    await expectSums(-350_000);
    await postOn("2026-01-25");
    const { rows } = await sql<{ due_on: string; open_cents: number }>`
      select due_on, open_cents from receivables where lease_id = ${leaseId} and amount_cents > 0 order by due_on`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { due_on: "2026-01-01", open_cents: 0 },
      { due_on: "2026-02-01", open_cents: 250_000 },
    ]);
    await expectSums(250_000);
  });
});

describe("the ledger", () => {
  const entry = (amounts: [number, number]) =>
    runOnDay(portal.services, "2026-02-01", (ctx) =>
      writeEntries(ctx, [
        {
          propertyId,
          leaseId,
          kind: "deposit-received",
          onDay: "2026-02-01",
          description: "Deposit",
          postings: [
            { account: "bank", amountCents: toCents(amounts[0]) },
            { account: "deposits", amountCents: toCents(amounts[1]) },
          ],
        },
      ]),
    );

  test("the database rejects an entry on commit if its postings don't add up to zero", async () => {
    await expect(entry([10_000, -9_999])).rejects.toThrow("do not sum to zero");
    await expect(entry([10_000, -10_000])).resolves.toHaveLength(1);
  });

  test("ledger entries can't be changed, deleted, or extended", async () => {
    const [id] = await entry([10_000, -10_000]);
    const change = (statement: string) => sql.raw(statement).execute(portal.db);
    for (const statement of [
      `update ledger_entries set description = 'Other' where id = ${id}`,
      `delete from ledger_entries where id = ${id}`,
      `update ledger_postings set amount_cents = 1 where entry_id = ${id}`,
      `delete from ledger_postings where entry_id = ${id}`,
      "truncate ledger_postings",
      "truncate ledger_entries cascade",
    ])
      await expect(change(statement), statement).rejects.toThrow("is append-only");
    await expect(
      change(
        `insert into ledger_postings (entry_id, position, property_id, account, amount_cents) values (${id}, 3, ${propertyId}, 'bank', 5)`,
      ),
    ).rejects.toThrow("written in one transaction");
  });
});
