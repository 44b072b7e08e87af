import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, type Day, monthStart } from "#shared/calendar.ts";
import { type LeaseLedger, startLeaseLedger } from "#test/money/lease-ledger.ts";
import { runOnDay, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { postCharges } from "../posting/post-charges.ts";

let ledger: LeaseLedger;
const reason = "Entered by mistake.";
beforeAll(async () => {
  ledger = await startLeaseLedger();
});
afterAll(() => ledger.portal.close());

let today: Day;
let older: number;
let newer: number;
/** A new lease with two unpaid rent charges: 3,000.00 due ten days ago and 3,000.00 due today. */
beforeEach(async () => {
  await ledger.newLease();
  today = ledger.today();
  older = await ledger.charge({ cents: 300_000, dueOn: addDays(today, -10), label: "Base rent, May" });
  newer = await ledger.charge({ cents: 300_000, dueOn: today, label: "Base rent, June" });
});

const readOpen = (...ids: number[]) => ledger.openAmounts(...ids);
const pay = (amountCents: number, change: Record<string, unknown> = {}) =>
  ledger.postOk("payments", { amountCents, onDay: today, method: "check", ...change });
const reverseRejected = async (verb: string, body: Record<string, unknown>) => {
  const response = await ledger.post(verb, body);
  return [response.statusCode, response.json<{ message: string }>().message];
};

describe("a reversal", () => {
  test("reversing a payment makes the charges it paid unpaid again and applies the two entries to each other", async () => {
    const { entryId } = await pay(350_000);
    const { account, entryId: reversalId } = await ledger.postOk("reversals", { entryId, reason });
    expect(account).toMatchObject({ balanceCents: 600_000, creditCents: 0, overdueCents: 300_000 });
    expect(await readOpen(older, newer, entryId, reversalId)).toEqual([300_000, 300_000, 0, 0]);
    const [reversal, payment] = await ledger.entries();
    expect(reversal).toMatchObject({
      kind: "reversal",
      description: "Reversed: Payment by check",
      amountCents: 350_000,
      reversesId: entryId,
      allocations: [{ entryId, amountCents: 350_000 }],
      can: { reverse: false, waive: false, writeOff: false, move: false },
    });
    expect(payment).toMatchObject({ reversedById: reversalId, can: { reverse: false, move: false } });
    await ledger.expectSums(600_000);
  });

  test("reversing a charge makes its payment available for the next charge", async () => {
    await pay(300_000);
    await ledger.postOk("reversals", { entryId: older, reason });
    // The payment for May is now applied to June.
    expect(await readOpen(older, newer)).toEqual([0, 0]);
    await ledger.expectSums(0);
  });

  test("a returned payment counts in the month it was returned, and a reversed charge no longer counts in its own month", async () => {
    const { propertyId } = ledger.building;
    const sumsOfMonth = async (day: Day) => {
      const { rows } = await sql<{ charged: number; collected: number }>`
        select charged_cents as charged, collected_cents as collected from property_months
        where property_id = ${propertyId} and month = ${monthStart(day)}::date`.execute(ledger.portal.db);
      return rows[0] ?? { charged: 0, collected: 0 };
    };
    const dueOn = addDays(today, -25);
    const before = [await sumsOfMonth(dueOn), await sumsOfMonth(today)];
    const entryId = await ledger.charge({ cents: 70_000, dueOn });
    await ledger.postOk("reversals", { entryId, reason });
    const payment = await pay(40_000);
    await ledger.postOk("reversals", { entryId: payment.entryId, reason });
    expect([await sumsOfMonth(dueOn), await sumsOfMonth(today)]).toEqual(before);
  });

  test("reversing a deposit entry changes the deposit held and is rejected if that deposit is no longer held", async () => {
    const taken = await ledger.postOk("deposits", { action: "received", amountCents: 100_000, reason });
    const applied = await ledger.postOk("deposits", { action: "applied", amountCents: 60_000, reason });
    expect(await reverseRejected("reversals", { entryId: taken.entryId, reason })).toEqual([
      409,
      "Only $400.00 of this deposit is still held, so it can't be reversed.",
    ]);
    const back = await ledger.postOk("reversals", { entryId: applied.entryId, reason });
    expect(back.account).toMatchObject({ balanceCents: 600_000, depositCents: 100_000 });
    const none = await ledger.postOk("reversals", { entryId: taken.entryId, reason });
    expect(none.account).toMatchObject({ balanceCents: 600_000, depositCents: 0 });
    await ledger.expectSums(600_000);
  });

  test("a deposit can't be reversed as of a date if a later refund needs it", async () => {
    const onDay = addDays(today, -6);
    const taken = await ledger.postOk("deposits", {
      action: "received",
      amountCents: 100_000,
      onDay,
      reason,
    });
    await ledger.postOk("deposits", {
      action: "refunded",
      amountCents: 70_000,
      onDay: addDays(today, -3),
      reason,
    });
    await ledger.postOk("deposits", { action: "received", amountCents: 100_000, reason });
    expect(await reverseRejected("reversals", { entryId: taken.entryId, onDay, reason })).toEqual([
      409,
      "Only $300.00 of this deposit is still held, so it can't be reversed.",
    ]);
    const reversed = await ledger.postOk("reversals", { entryId: taken.entryId, reason });
    expect(reversed.account.depositCents).toBe(30_000);
  });

  test("an entry can be reversed only once, even concurrently, and a reversal can't be reversed", async () => {
    const { entryId } = await pay(100_000);
    const responses = await Promise.all([1, 2, 3].map(() => ledger.post("reversals", { entryId, reason })));
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await reverseRejected("reversals", { entryId, reason })).toEqual([
      409,
      "This entry has already been reversed.",
    ]);
    const [reversal] = await ledger.entries();
    expect(await reverseRejected("reversals", { entryId: reversal?.id, reason })).toEqual([
      409,
      "This entry is a reversal. Post the original again instead.",
    ]);
    await ledger.expectSums(600_000);
  });

  test("a charge can't be reversed until its waiver is reversed", async () => {
    const waiver = await ledger.postOk("waivers", { chargeId: older, amountCents: 1_000, reason });
    expect(await reverseRejected("reversals", { entryId: older, reason })).toEqual([
      409,
      "“Waived: Base rent, May” is applied to this charge. Reverse that first.",
    ]);
    await ledger.postOk("reversals", { entryId: waiver.entryId, reason });
    await ledger.postOk("reversals", { entryId: older, reason });
    await ledger.expectSums(300_000);
  });

  test("a reversal can't be dated before its entry and can't reverse an entry on another lease", async () => {
    expect(await reverseRejected("reversals", { entryId: newer, onDay: addDays(today, -1), reason })).toEqual(
      [400, expect.stringMatching(/^This entry is effective .+\. The reversal can't be dated earlier\.$/)],
    );
    expect(await reverseRejected("reversals", { entryId: await ledger.otherLeaseCharge(), reason })).toEqual([
      400,
      "This entry isn't on this lease.",
    ]);
  });

  test("a reversed scheduled charge doesn't post again, and an adjusted charge can be reversed only after its adjustment", async () => {
    const { db, services } = ledger.portal;
    const leaseId = ledger.leaseId();
    await sql`update leases set starts_on = '2026-01-01' where id = ${leaseId}`.execute(db);
    await writeTerms(db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
    const post = (day: Day) => runOnDay(services, day, (ctx) => postCharges(ctx, [leaseId]));
    await post("2026-02-25");
    // 3,000.00 x 10 / 31 = 967.74 of March.
    await sql`update leases set ends_on = '2026-03-10' where id = ${leaseId}`.execute(db);
    await post("2026-02-26");
    const march = (await ledger.entries()).filter(({ description }) => description.includes("March 2026"));
    expect(march.map(({ amountCents }) => amountCents)).toEqual([-203_226, 300_000]);
    const [adjustment, charge] = march;
    expect(await reverseRejected("reversals", { entryId: charge?.id, reason })).toEqual([
      409,
      "This charge was adjusted when the lease dates changed. Reverse the adjustment first.",
    ]);
    await ledger.postOk("reversals", { entryId: adjustment?.id, reason });
    await ledger.postOk("reversals", { entryId: charge?.id, reason });
    expect(await post("2026-02-27")).toEqual({ entries: 0, cents: 0 });
    // Nothing from March is left, and none of it counts in the current month.
    const { rows } = await sql<{ month: string; cents: number }>`
      select to_char(due_on, 'YYYY-MM') as month, sum(amount_cents)::bigint as cents from receivables
      where lease_id = ${leaseId} and counts_as = 'charged' group by 1 having sum(amount_cents) <> 0 order by 1`.execute(
      db,
    );
    expect(rows.map(({ cents }) => cents)).toEqual([300_000, 300_000, 600_000]);
    // 6,000.00 for May and June, and 3,000.00 each for January and February.
    await ledger.expectSums(1_200_000);
  });
});

describe("applying a credit", () => {
  test("staff can apply a credit to different charges with a reason, and the rest remains a credit", async () => {
    const { entryId: creditId } = await pay(400_000);
    expect(await readOpen(older, newer)).toEqual([0, 200_000]);
    const response = await ledger.post("allocations", {
      creditId,
      charges: [{ chargeId: newer, amountCents: 300_000 }],
      reason,
    });
    expect(response.json()).toMatchObject({
      balanceCents: 200_000,
      creditCents: 100_000,
      overdueCents: 300_000,
    });
    expect(await readOpen(older, newer, creditId)).toEqual([300_000, 0, -100_000]);
    await ledger.expectSums(200_000);
    // The default order applies the rest with the next entry.
    await ledger.postOk("charges", { kind: "other", label: "Key", amountCents: 1_000, dueOn: today });
    expect(await readOpen(older, newer, creditId)).toEqual([200_000, 0, 0]);
  });

  test("applying a credit rejects amounts above the unpaid amount or the credit, entries that aren't charges, and duplicates", async () => {
    const { entryId: creditId } = await pay(400_000);
    const rejectionFor = async (charges: { chargeId: number; amountCents: number }[]) =>
      (await reverseRejected("allocations", { creditId, charges, reason }))[1];
    expect(await rejectionFor([{ chargeId: older, amountCents: 300_001 }])).toBe(
      "Only $3,000.00 of this charge is unpaid.",
    );
    expect(
      await rejectionFor([
        { chargeId: older, amountCents: 300_000 },
        { chargeId: newer, amountCents: 100_001 },
      ]),
    ).toBe("That's more than the $4,000.00 available.");
    expect(await rejectionFor([{ chargeId: creditId, amountCents: 1 }])).toBe(
      "This charge isn't on this lease.",
    );
    expect(
      await rejectionFor([
        { chargeId: older, amountCents: 1 },
        { chargeId: older, amountCents: 2 },
      ]),
    ).toBe("Select each charge only once.");
    expect(
      await rejectionFor([
        { chargeId: newer, amountCents: 100_000 },
        { chargeId: older, amountCents: 300_000 },
      ]),
    ).toBe("This entry is already applied to these charges.");
    expect(await readOpen(older, newer)).toEqual([0, 200_000]);
  });

  test("a waiver can't be applied to a different charge", async () => {
    const { entryId: creditId } = await ledger.postOk("waivers", { chargeId: older, reason });
    expect(
      await reverseRejected("allocations", {
        creditId,
        charges: [{ chargeId: newer, amountCents: 1 }],
        reason,
      }),
    ).toEqual([409, "This entry can't be applied to a different charge."]);
  });
});

const step = fc.record({
  verb: fc.constantFrom(
    "charges",
    "credits",
    "waivers",
    "write-offs",
    "payments",
    "received",
    "refunded",
    "applied",
    "reversals",
    "allocations",
  ),
  cents: fc.integer({ min: 1, max: 500_000 }),
  pick: fc.nat({ max: 50 }),
});

// Few runs because each takes dozens of requests, and the rules are tested individually above. `npm run
// torture` raises the number.
const numRuns = Math.ceil(Number(process.env.TORTURE_RUNS ?? 1_000) / 100);
test("for any sequence of entries, all sums match, no open amount is negative, and everything can be reversed", async () => {
  const toRequest = async ({ verb, cents, pick }: { verb: string; cents: number; pick: number }) => {
    const entries = await ledger.entries();
    const selectedId = entries[pick % Math.max(1, entries.length)]?.id ?? 1;
    const bodies: Record<string, [verb: string, body: Record<string, unknown>]> = {
      charges: [
        "charges",
        { kind: "late-fee", label: "Fee", amountCents: cents, dueOn: addDays(today, (pick % 9) - 4) },
      ],
      credits: ["credits", { kind: "rent", amountCents: cents, reason }],
      waivers: ["waivers", { chargeId: selectedId, amountCents: cents, reason }],
      "write-offs": ["write-offs", { amountCents: cents, reason }],
      payments: ["payments", { amountCents: cents, onDay: today, method: "cash" }],
      received: ["deposits", { action: "received", amountCents: cents, reason }],
      refunded: ["deposits", { action: "refunded", amountCents: cents, reason }],
      applied: ["deposits", { action: "applied", amountCents: cents, reason }],
      reversals: ["reversals", { entryId: selectedId, reason }],
      allocations: [
        "allocations",
        {
          creditId: entries.find(({ can }) => can.move)?.id ?? 1,
          charges: [{ chargeId: selectedId, amountCents: cents }],
          reason,
        },
      ],
    };
    return bodies[verb] ?? ["charges", {}];
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await ledger.newLease();
      for (const each of steps) {
        const [verb, body] = await toRequest(each);
        const { statusCode, body: response } = await ledger.post(verb, body);
        expect([201, 400, 409], response).toContain(statusCode);
      }
      const entries = await ledger.entries();
      const { balanceCents, depositCents } = await ledger.account();
      await ledger.expectSums(entries.reduce((sum, { amountCents }) => sum + amountCents, 0));
      expect(depositCents).toBe(entries.reduce((sum, entry) => sum + entry.depositCents, 0));
      expect(depositCents).toBeGreaterThanOrEqual(0);
      expect(entries[0]?.balanceCents ?? 0).toBe(balanceCents);
      let left = entries.filter(({ can }) => can.reverse);
      while (left.length > 0) {
        const rejected: typeof left = [];
        for (const entry of left) {
          const { statusCode, body } = await ledger.post("reversals", { entryId: entry.id, reason });
          if (statusCode === 201) continue;
          // The refunded or applied part of a deposit must be reversed before the deposit.
          expect(body).toContain("of this deposit is still held");
          rejected.push(entry);
        }
        expect(rejected.length, "each entry can be reversed after others").toBeLessThan(left.length);
        left = rejected;
      }
      expect(await ledger.account()).toMatchObject({ balanceCents: 0, depositCents: 0, creditCents: 0 });
      await ledger.expectSums(0);
    }),
    { numRuns },
  );
}, 120_000);
