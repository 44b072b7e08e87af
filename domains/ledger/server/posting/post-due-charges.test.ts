import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Terms } from "#domains/leases/terms.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import type { Services } from "#server/http/context.ts";
import { toCents } from "#shared/format/money.ts";
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
import { applyCredits } from "../entries/apply-credits.ts";
import { lockAnyAccount } from "../entries/lock-account.ts";
import { writeEntries } from "../entries/write-entries.ts";
import { findUpcomingLateFees } from "./late-fees.ts";
import { postCharges } from "./post-charges.ts";
import { postDueCharges } from "./post-due-charges.ts";

let portal: TestPortal;
let propertyId: number;
let leaseId: number;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

beforeEach(async () => {
  // The leases of earlier tests are no longer due.
  await sql`update lease_accounts set next_post_on = null`.execute(portal.db);
  await sql`update receivables set late_fee_on = null where late_fee_on is not null`.execute(portal.db);
  await sql`delete from posting_runs`.execute(portal.db);
  propertyId = await createProperty(portal.db, { name: "Harbor House" });
  leaseId = await newLease();
});

async function newLease(terms: Partial<Terms> = {}, from = "2026-01-01"): Promise<number> {
  const id = await createActiveLease(portal.db, { propertyId, from });
  await writeTerms(portal.db, { leaseId: id, from, terms: sampleTerms(terms) });
  return id;
}

const at = (instant: string): Services => ({ ...portal.services, clock: () => new Date(instant) });
const evening = (day: string) => at(`${day}T20:00:00Z`);
const activate = (day: string, ids: number[]) =>
  runOnDay(portal.services, day, (ctx) => postCharges(ctx, ids));
const runs = () => portal.db.selectFrom("posting_runs").selectAll().orderBy("id").execute();
const readCharges = async (id: number) => {
  const { rows } = await sql<{ due_on: string; kind: string; amount_cents: number; on_day: string }>`
    select r.due_on, e.kind, r.amount_cents, r.on_day from receivables r join ledger_entries e on e.id = r.entry_id
    where r.lease_id = ${id} and r.amount_cents > 0 order by r.due_on, r.entry_id`.execute(portal.db);
  return rows.map(({ due_on, kind, amount_cents, on_day }) => [kind, due_on, amount_cents, on_day]);
};

async function expectSums(id: number, balance: number): Promise<void> {
  expect(await readSums(portal.db, id)).toEqual({
    stored: balance,
    postings: balance,
    receivables: balance,
    open: balance,
  });
}

/** A payment dated `day` and recorded on `recordedOn`. */
const pay = (day: string, cents: number, recordedOn = day) =>
  writePayment(portal.services, { leaseId, cents, day, recordedOn });

describe("a run of the posting job", () => {
  test("a posting run charges every lease that is due and reports its progress, and no run starts if nothing is due", async () => {
    const ids = [leaseId, await newLease(), await newLease()];
    await activate("2026-01-01", ids);
    await postDueCharges(evening("2026-01-21"));
    expect(await runs()).toEqual([]);
    await postDueCharges(evening("2026-01-22"));
    expect(await runs()).toMatchObject([
      { leases_to_do: 3, leases_done: 3, entries_posted: 3, posted_cents: 900_000, leases_failed: 0 },
    ]);
    expect((await runs())[0]?.finished_at).toEqual(new Date("2026-01-22T20:00:00Z"));
    for (const id of ids) await expectSums(id, 600_000);
    await postDueCharges(evening("2026-01-22"));
    expect(await runs()).toHaveLength(1);
  });

  test("a posting run charges leases and late fees in several batches", async () => {
    const lateFee = { charge: { cents: toCents(5_000) }, capCents: null };
    const ids = [await newLease({ lateFee }), await newLease({ lateFee }), await newLease({ lateFee })];
    await activate("2026-01-01", ids);
    await postDueCharges(evening("2026-01-22"), { leasesPerBatch: 1 });
    for (const id of ids)
      expect((await readCharges(id)).map(([kind, dueOn]) => [kind, dueOn])).toEqual([
        ["charge", "2026-01-01"],
        ["late-fee", "2026-01-07"],
        ["charge", "2026-02-01"],
      ]);
  });

  test("a posting run catches up after months of downtime and dates late fees correctly", async () => {
    const lateFee = { charge: { cents: toCents(5_000) }, capCents: null };
    leaseId = await newLease({ lateFee });
    await activate("2026-01-01", [leaseId]);
    await postDueCharges(evening("2026-03-08"));
    expect(await readCharges(leaseId)).toEqual([
      ["charge", "2026-01-01", 300_000, "2025-12-22"],
      ["late-fee", "2026-01-07", 5_000, "2026-01-07"],
      ["charge", "2026-02-01", 300_000, "2026-01-22"],
      ["late-fee", "2026-02-07", 5_000, "2026-02-07"],
      ["charge", "2026-03-01", 300_000, "2026-02-19"],
      ["late-fee", "2026-03-07", 5_000, "2026-03-07"],
    ]);
    await expectSums(leaseId, 915_000);
  });

  test("a posting run uses the date at each property and charges Auckland while it's still yesterday in Honolulu", async () => {
    const createLeaseIn = async (timeZone: string) => {
      propertyId = await createProperty(portal.db);
      await sql`update properties set time_zone = ${timeZone} where id = ${propertyId}`.execute(portal.db);
      return newLease();
    };
    const [auckland, honolulu] = [
      await createLeaseIn("Pacific/Auckland"),
      await createLeaseIn("Pacific/Honolulu"),
    ];
    await activate("2026-01-02", [auckland, honolulu]);
    // January 22 starts in Auckland at 11:00 UTC on the 21st and in Honolulu at 10:00 UTC on the 22nd.
    await postDueCharges(at("2026-01-21T10:59:59Z"));
    await expectSums(auckland, 300_000);
    await postDueCharges(at("2026-01-21T11:00:00Z"));
    await expectSums(auckland, 600_000);
    await postDueCharges(at("2026-01-22T09:59:59Z"));
    await expectSums(honolulu, 300_000);
    await postDueCharges(at("2026-01-22T10:00:00Z"));
    await expectSums(honolulu, 600_000);
  });

  test("a posting run shared by three instances charges and counts each lease once", async () => {
    const ids = [leaseId];
    for (let n = 0; n < 30; n += 1) ids.push(await newLease());
    await activate("2026-01-02", ids);
    const day = evening("2026-02-25");
    await Promise.all([postDueCharges(day), postDueCharges(day), postDueCharges(day)]);
    await postDueCharges(day);
    for (const id of ids) await expectSums(id, 900_000);
    const done = (await runs()).reduce((sum, run) => sum + run.leases_done, 0);
    expect(done).toBe(ids.length);
    expect((await runs()).every(({ finished_at }) => finished_at !== null)).toBe(true);
  });

  test("an interrupted posting run continues where it stopped", async () => {
    await activate("2026-01-02", [leaseId]);
    const killed = await portal.db
      .insertInto("posting_runs")
      .values({ started_at: new Date("2026-01-22T19:00:00Z"), leases_to_do: 3, leases_done: 2 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await postDueCharges(evening("2026-01-22"));
    expect(await runs()).toMatchObject([
      { id: killed.id, leases_to_do: 3, leases_done: 3, entries_posted: 1 },
    ]);
  });

  test("a posting run reports a lease that can't be charged and charges the others", async () => {
    const broken = await newLease();
    const ids = [leaseId, broken, await newLease()];
    await activate("2026-01-02", ids);
    await sql`
      insert into lease_terms (lease_id, property_id, number, starts_on, terms)
      values (${broken}, ${propertyId}, 2, '2026-02-01', '{}')`.execute(portal.db);
    await postDueCharges(evening("2026-01-22"));
    expect(await runs()).toMatchObject([{ leases_done: 2, leases_failed: 1, failed_lease_ids: [broken] }]);
    for (const id of ids) await expectSums(id, id === broken ? 300_000 : 600_000);
  });

  test("a posting run skips a lease that someone is changing and leaves it to the next run", async () => {
    await activate("2026-01-02", [leaseId]);
    await portal.db.transaction().execute(async (db) => {
      await sql`select from leases where id = ${leaseId} for no key update`.execute(db);
      await postDueCharges(evening("2026-01-22"));
    });
    await expectSums(leaseId, 300_000);
    await postDueCharges(evening("2026-01-22"));
    await expectSums(leaseId, 600_000);
  });
});

describe("late fees", () => {
  const flat = { charge: { cents: toCents(5_000) }, capCents: null };
  const share = { charge: { basisPoints: 500 }, capCents: toCents(9_000) };
  const fees = async () => (await readCharges(leaseId)).filter(([kind]) => kind === "late-fee");
  const readLeaseIds = async (kind: string) => {
    const { rows } = await sql<{ id: number }>`
      select id from ledger_entries where lease_id = ${leaseId} and kind = ${kind} order by id`.execute(
      portal.db,
    );
    return rows.map(({ id }) => id);
  };

  test("a late fee is charged once, on the day after the grace period, for rent that is unpaid by then", async () => {
    leaseId = await newLease({ lateFee: flat });
    await activate("2026-01-01", [leaseId]);
    await postDueCharges(evening("2026-01-06"));
    expect(await fees()).toEqual([]);
    await postDueCharges(evening("2026-01-07"));
    await postDueCharges(evening("2026-01-08"));
    expect(await fees()).toEqual([["late-fee", "2026-01-07", 5_000, "2026-01-07"]]);
    await expectSums(leaseId, 305_000);
  });

  test("a late fee of 5% of the unpaid rent is rounded half up and limited by the cap", async () => {
    // 5% of 1,234.50 = 61.725 -> 61.73; of 3,000.00 = 150.00, capped at 90.00
    leaseId = await newLease({ lateFee: share });
    await activate("2026-01-01", [leaseId]);
    await pay("2026-01-03", 300_000 - 123_450);
    await postDueCharges(evening("2026-02-07"));
    expect(await fees()).toEqual([
      ["late-fee", "2026-01-07", 6_173, "2026-01-07"],
      ["late-fee", "2026-02-07", 9_000, "2026-02-07"],
    ]);
  });

  test("CAM charges and earlier late fees don't incur late fees", async () => {
    leaseId = await newLease({
      lateFee: { charge: { basisPoints: 1_000 }, capCents: null },
      lines: [
        ...sampleTerms().lines,
        {
          key: 2,
          kind: "common-area",
          label: "Common areas",
          from: "2020-01-01",
          to: null,
          price: { monthlyCents: toCents(100_000) },
        },
      ],
    });
    await activate("2026-01-01", [leaseId]);
    await postDueCharges(evening("2026-02-07"));
    expect((await fees()).map(([, , cents]) => cents)).toEqual([30_000, 30_000]);
  });

  test("late fees count payments by their effective date, even if the payments are recorded later or no run took place", async () => {
    leaseId = await newLease({ lateFee: flat });
    await activate("2026-01-01", [leaseId]);
    // Dated on the last grace day, so in time. The run comes days later.
    await pay("2026-01-06", 300_000, "2026-01-09");
    await postDueCharges(evening("2026-01-20"));
    expect(await fees()).toEqual([]);
    await postDueCharges(evening("2026-01-22"));
    // Dated on the day after, so late, even though nothing is unpaid when the run starts.
    await pay("2026-02-07", 300_000);
    await postDueCharges(evening("2026-02-20"));
    expect(await fees()).toEqual([["late-fee", "2026-02-07", 5_000, "2026-02-07"]]);
  });

  test("a late fee is reversed when an on-time payment that covers the rent is recorded later", async () => {
    leaseId = await newLease({ lateFee: flat });
    await activate("2026-01-01", [leaseId]);
    await postDueCharges(evening("2026-01-07"));
    expect(await fees()).toHaveLength(1);
    const take = (day: string, amountCents: number) =>
      runOnDay(portal.services, "2026-01-09", async (ctx) =>
        takePayment(ctx, await lockAnyAccount(ctx, leaseId), {
          amountCents: toCents(amountCents),
          method: "check",
          onDay: day,
          paidAt: ctx.now,
          payerId: null,
          into: "bank",
        }),
      );
    await take("2026-01-05", 200_000);
    await take("2026-01-07", 50_000);
    await expectSums(leaseId, 55_000);
    // 500.00 of the rent came after the grace period.
    await take("2026-01-06", 50_000);
    await expectSums(leaseId, 5_000);
    expect(await readLeaseIds("reversal")).toEqual([]);

    leaseId = await newLease({ lateFee: flat });
    await activate("2026-01-01", [leaseId]);
    await postDueCharges(evening("2026-01-07"));
    await take("2026-01-05", 200_000);
    await take("2026-01-06", 105_000);
    expect(await readLeaseIds("reversal")).toHaveLength(1);
    // The payment applied to the fee is now a credit.
    await expectSums(leaseId, -5_000);
    await postDueCharges(evening("2026-01-25"));
    await expectSums(leaseId, 295_000);
  });

  test("no late fee is charged for rent that is no longer due", async () => {
    leaseId = await newLease({ lateFee: flat });
    await activate("2026-01-01", [leaseId]);
    await activate("2026-01-25", [leaseId]);
    // The lease ends before February, so its rent is deducted after the date of the fee.
    await sql`update leases set ends_on = '2026-01-31' where id = ${leaseId}`.execute(portal.db);
    await activate("2026-02-10", [leaseId]);
    await postDueCharges(evening("2026-02-10"));
    expect(await fees()).toEqual([["late-fee", "2026-01-07", 5_000, "2026-01-07"]]);
  });

  test("late fees are reversed once, together with their rent, unless staff waived them", async () => {
    leaseId = await newLease({ lateFee: flat });
    await activate("2026-01-01", [leaseId]);
    await postDueCharges(evening("2026-03-10"));
    // Three months of 3,000.00, each with a fee of 50.00.
    await expectSums(leaseId, 915_000);
    const ofFebruary = (await readLeaseIds("late-fee"))[1] ?? 0;
    await runOnDay(portal.services, "2026-03-11", async (ctx) => {
      const [id = 0] = await writeEntries(ctx, [
        {
          propertyId,
          leaseId,
          kind: "waiver",
          onDay: "2026-03-11",
          description: "Waived",
          postings: [
            { account: "income-late-fee", amountCents: toCents(5_000) },
            { account: "receivable", amountCents: toCents(-5_000) },
          ],
          receivable: { dueOn: "2026-03-11", countsAs: "credited", chargeKind: "late-fee" },
        },
      ]);
      await applyCredits(ctx, [leaseId], { preferredCharges: new Map([[id, [ofFebruary]]]) });
    });
    await pay("2026-03-11", 915_000 - 5_000);
    // Only January and its fee are due: 3,050.00 of the 9,100.00 that were paid.
    await sql`update leases set ends_on = '2026-01-31' where id = ${leaseId}`.execute(portal.db);
    await activate("2026-03-12", [leaseId]);
    await expectSums(leaseId, 305_000 - 910_000);
    expect(await readLeaseIds("reversal")).toHaveLength(1);
    expect(await activate("2026-03-13", [leaseId])).toEqual({ entries: 0, cents: 0 });
    const { rows } = await sql`
      select from audit_log where action = 'ledger.entry-reversed' and subject_id = ${String(leaseId)}`.execute(
      portal.db,
    );
    expect(rows).toHaveLength(1);
  });

  test("no late fee is charged for rent due before the lease's first charge in the portal", async () => {
    leaseId = await newLease({ lateFee: flat });
    await activate("2026-03-02", [leaseId]);
    await postDueCharges(evening("2026-03-20"));
    expect(await fees()).toEqual([]);
    await postDueCharges(evening("2026-04-07"));
    expect(await fees()).toEqual([["late-fee", "2026-04-07", 5_000, "2026-04-07"]]);
  });

  test("a late fee is charged for rent that came due during downtime, even for the lease's first rent", async () => {
    leaseId = await newLease({ lateFee: flat });
    await activate("2025-12-20", [leaseId]);
    // The portal was down from before the first charge was to be posted until after the late fee was due.
    await postDueCharges(evening("2026-01-09"));
    expect(await fees()).toEqual([["late-fee", "2026-01-07", 5_000, "2026-01-07"]]);
  });

  test("late fees are announced before they're charged", async () => {
    leaseId = await newLease({ lateFee: share });
    await activate("2026-01-01", [leaseId]);
    const ahead = () => runOnDay(portal.services, "2026-01-04", (ctx) => findUpcomingLateFees(ctx, leaseId));
    expect(await ahead()).toEqual([
      { dueOn: "2026-01-01", feeOn: "2026-01-07", rentCents: 300_000, feeCents: 9_000 },
    ]);
    await pay("2026-01-04", 200_000);
    expect(await ahead()).toEqual([
      { dueOn: "2026-01-01", feeOn: "2026-01-07", rentCents: 100_000, feeCents: 5_000 },
    ]);
    await pay("2026-01-04", 100_000);
    expect(await ahead()).toEqual([]);
  });
});
