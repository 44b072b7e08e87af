import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { LedgerEntry } from "#domains/ledger/contract.ts";
import { lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { countLockWaits } from "#test/lock-waits.ts";
import { readSums, writeCharge, writePayment } from "#test/money/ledger.ts";
import {
  addCost2025,
  addReconciledProperty,
  insertQuestion,
  type ReconciledProperty,
  ReconciliationCalls,
} from "#test/money/reconciliations.ts";
import { amendRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ReconciledYearSummary } from "../../reconciliation-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let property: ReconciledProperty;
let calls: ReconciliationCalls;
let asAdmin: ReconciliationCalls;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** Issued statements: $6,000.00 for the anchor, and $3,000.00 for the shop. */
beforeEach(async () => {
  property = await addReconciledProperty(portal.db, building.landlord.id);
  const { propertyId } = property;
  calls = new ReconciliationCalls(portal, { propertyId, cookie: building.landlord.cookie });
  asAdmin = new ReconciliationCalls(portal, { propertyId, cookie: building.admin.cookie });
  await calls.reviewAndIssue();
});

const describeResponse = (response: Awaited<ReturnType<ReconciliationCalls["send"]>>) => [
  response.statusCode,
  response.json<{ message?: string }>().message,
];
const addCost = (amountCents: number) =>
  addCost2025(portal.db, {
    propertyId: property.propertyId,
    createdById: building.landlord.id,
    category: "Cleaning",
    amountCents,
  });
const reverse = (number = 1) => calls.send("POST", "/reverse", { number, reason: "The areas were wrong." });
const readEntries = async (leaseId: number) =>
  (
    await portal.call("GET", `/api/leases/${leaseId}/ledger?limit=50`, { cookie: building.landlord.cookie })
  ).json<LedgerEntry[]>();
const readBalance = async (leaseId: number) => (await readSums(portal.db, leaseId)).stored;
/** Amends the recovery terms of a lease to a fixed percentage of CAM, in millionths. */
const amend = (leaseId: number, millionths: number) =>
  amendRecoveryTerms(portal.db, leaseId, [
    poolRecovery({ poolId: property.camId, share: { kind: "percentage", millionths } }),
  ]);

describe("a reversal", () => {
  test("statements are reversed as a whole, and the year is a draft again [REC-10]", async () => {
    const { anchorLeaseId, shopLeaseId } = property;
    expect((await reverse()).statusCode).toBe(200);
    expect([await readBalance(anchorLeaseId), await readBalance(shopLeaseId)]).toEqual([0, 0]);
    expect(await calls.read()).toMatchObject({
      state: "draft",
      review: null,
      runs: [{ number: 1, reversal: { by: "Lena Landlord", reason: "The areas were wrong." } }],
    });
    expect((await calls.readStatement(anchorLeaseId)).isDraft).toBe(true);
    expect(describeResponse(await reverse())[1]).toMatch(
      /^Lena Landlord reversed these statements on .*\. Reload the page\.$/,
    );
    // The next number, without a reason because nothing is corrected.
    expect((await calls.reviewAndIssue()).statusCode).toBe(200);
    expect((await calls.read()).runs.map(({ number, reason }) => [number, reason])).toEqual([
      [2, null],
      [1, null],
    ]);
    expect(await readBalance(anchorLeaseId)).toBe(600_000);
  });

  test("once a tenant has paid, the statements can't be reversed [REC-10]", async () => {
    const { anchorLeaseId } = property;
    await writePayment(portal.services, { leaseId: anchorLeaseId, cents: 1_000, day: dayFromToday() });
    expect(describeResponse(await reverse())).toEqual([
      409,
      "Harbor Lane Coffee has paid its charge, so these statements can't be reversed. Issue a correction instead.",
    ]);
    expect((await calls.read()).state).toBe("issued");
  });

  test("once a credit was paid out, the correction that gave it can't be reversed [REC-10]", async () => {
    const { shopLeaseId } = property;
    await writePayment(portal.services, { leaseId: shopLeaseId, cents: 300_000, day: dayFromToday() });
    await amend(shopLeaseId, 0);
    await calls.reviewAndIssue({ reason: "The shop's lease was amended." });
    const payout = await portal.call("POST", `/api/leases/${shopLeaseId}/credit-payouts`, {
      cookie: building.landlord.cookie,
      body: { amountCents: 300_000, method: "check", reference: "1204", reason: "Asked for it" },
    });
    expect(payout.statusCode, payout.body).toBe(201);
    expect(describeResponse(await reverse(2))).toEqual([
      409,
      "The credit of Harbor Lane Coffee was paid out, so these statements can't be reversed. Issue a correction instead.",
    ]);
  });

  test("a credit can be reversed until its tenant makes another payment [REC-10]", async () => {
    const { shopLeaseId, propertyId } = property;
    await amend(shopLeaseId, 100_000);
    await calls.reviewAndIssue({ reason: "The shop's lease was amended." });
    // The credit of $2,000.00 is applied to the charge of $3,000.00.
    expect(await readBalance(shopLeaseId)).toBe(100_000);
    await writeCharge(portal.services, {
      propertyId,
      leaseId: shopLeaseId,
      cents: 50_000,
      dueOn: dayFromToday(),
    });
    portal.clock.advanceMinutes(1);
    await writePayment(portal.services, { leaseId: shopLeaseId, cents: 1_000, day: dayFromToday(1) });
    expect(describeResponse(await reverse(2))).toEqual([
      409,
      "Harbor Lane Coffee has made a payment since its credit was applied, so these statements can't be reversed. Issue a correction instead.",
    ]);
  });

  test("a waived charge must be restored before the statements are reversed [REC-10]", async () => {
    const { anchorLeaseId } = property;
    const [charge] = await readEntries(anchorLeaseId);
    const waiver = await portal.call("POST", `/api/leases/${anchorLeaseId}/waivers`, {
      cookie: building.landlord.cookie,
      body: { chargeId: charge?.id, reason: "Goodwill" },
    });
    expect(waiver.statusCode, waiver.body).toBe(201);
    expect(describeResponse(await reverse())).toEqual([
      409,
      "The charge of Harbor Lane Coffee was waived or written off. Reverse that in its ledger first.",
    ]);
  });
});

describe("a correction", () => {
  test("a correction needs a change and a reason, and posts only the difference [REC-11]", async () => {
    const { anchorLeaseId, shopLeaseId } = property;
    expect(describeResponse(await calls.review())).toEqual([
      409,
      "Nothing has changed since the statements were issued, so there's nothing to correct.",
    ]);
    await addCost(-100_000);
    const issued = await calls.read();
    expect(issued).toMatchObject({
      state: "issued",
      pools: [{ name: "CAM", totalCents: 1_000_000 }, {}, {}, {}],
    });
    expect(issued.changes).toHaveLength(3);
    expect(await calls.read("?draft=yes")).toMatchObject({
      state: "draft",
      pools: [{ totalCents: 900_000 }, {}, {}, {}],
    });
    await calls.review();
    expect(describeResponse(await calls.issue())).toEqual([
      400,
      "Please enter a reason (at least 3 characters)",
    ]);
    expect((await calls.issue({ reason: "A credit note arrived." })).statusCode).toBe(200);
    expect(await readEntries(anchorLeaseId)).toMatchObject([
      { kind: "credit", description: "Operating expenses 2025, correction", amountCents: -60_000 },
      { kind: "charge", amountCents: 600_000, openCents: 540_000 },
    ]);
    expect(await readBalance(shopLeaseId)).toBe(270_000);
    expect((await calls.read()).runs[0]).toMatchObject({
      number: 2,
      reason: "A credit note arrived.",
      credits: 2,
      creditedCents: 90_000,
    });
  });

  test("a lease amended after the statements is corrected, and the others get no entry and no statement [REC-11]", async () => {
    const { anchorLeaseId, shopLeaseId } = property;
    await amend(shopLeaseId, 350_000);
    expect((await calls.read()).changes).toMatchObject([{ beforeCents: 300_000, nowCents: 350_000 }]);
    expect((await calls.readStatement(shopLeaseId)).changes).toMatchObject([
      { name: "CAM", nowCents: 350_000 },
    ]);
    await calls.reviewAndIssue({ reason: "The shop's lease was amended." });
    expect(await readEntries(anchorLeaseId)).toHaveLength(1);
    expect((await calls.readStatement(anchorLeaseId)).issued?.number).toBe(1);
    expect(await calls.readStatement(shopLeaseId)).toMatchObject({
      totalCents: 350_000,
      dueCents: 350_000,
      issued: { number: 2, postedCents: 50_000 },
    });
    // Only the correction is reversed, and the first statements are in effect again.
    expect((await reverse(2)).statusCode).toBe(200);
    expect(await readBalance(shopLeaseId)).toBe(300_000);
    expect((await calls.readStatement(shopLeaseId)).issued?.number).toBe(1);
    expect((await calls.read()).state).toBe("issued");
  });

  test("a lease that no longer has days in the year gets back what it was charged [REC-11]", async () => {
    const { shopLeaseId } = property;
    await sql`update lease_units set during = daterange('2026-02-01', null) where lease_id = ${shopLeaseId}`.execute(
      portal.db,
    );
    expect((await calls.reviewAndIssue({ reason: "It moved in later." })).statusCode).toBe(200);
    expect(await readBalance(shopLeaseId)).toBe(0);
    expect(await calls.readStatement(shopLeaseId)).toMatchObject({
      totalCents: 0,
      issued: { postedCents: -300_000 },
    });
  });
});

test("the overview has the state, statements, and amounts of the last and the current year [REC-37]", async () => {
  const year2025 = async () => {
    const { now } = portal.clock;
    portal.clock.now = new Date("2026-06-15T12:00:00Z");
    const response = await portal.call("GET", "/api/reconciliations", { cookie: building.landlord.cookie });
    portal.clock.now = now;
    const years = response
      .json<ReconciledYearSummary[]>()
      .filter((summary) => summary.property.id === property.propertyId);
    expect(years.map(({ year, state }) => [year, state])[0]).toEqual([2026, "draft"]);
    return years.find(({ year }) => year === 2025);
  };
  expect(await year2025()).toMatchObject({
    state: "issued",
    statements: 2,
    postedCents: 900_000,
    openQuestions: 0,
  });
  await insertQuestion(portal.db, {
    propertyId: property.propertyId,
    leaseId: property.shopLeaseId,
    poolId: property.camId,
    askedById: building.tenant.id,
    text: "Why is cleaning so high?",
  });
  expect(await year2025()).toMatchObject({ state: "issued", openQuestions: 1 });
  await reverse();
  expect(await year2025()).toMatchObject({
    state: "draft",
    issuedAt: null,
    statements: 0,
    postedCents: 0,
    openQuestions: 0,
  });
});

describe("a closed year", () => {
  test("a closed year can't be corrected or reversed until an administrator reopens it [REC-12]", async () => {
    expect((await calls.send("POST", "/close", { number: 1 })).statusCode).toBe(200);
    expect(await calls.read()).toMatchObject({ state: "closed", closing: { by: "Lena Landlord" } });
    await addCost(100_000);
    const message = expect.stringMatching(
      /^Lena Landlord closed this reconciliation on .*\. An administrator can reopen it\.$/,
    );
    expect(describeResponse(await reverse())).toEqual([409, message]);
    expect(describeResponse(await calls.review())).toEqual([409, message]);
    expect(describeResponse(await calls.issue({ reason: "Late bill" }))).toEqual([409, message]);
    const reason = "A bill arrived late.";
    expect((await calls.send("POST", "/reopen", { reason })).statusCode).toBe(403);
    expect((await asAdmin.send("POST", "/reopen", { reason })).statusCode).toBe(200);
    expect((await calls.read()).state).toBe("issued");
    expect((await calls.reviewAndIssue({ reason })).statusCode).toBe(200);
    const entries = await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("property_id", "=", property.propertyId)
      .where("action", "in", ["reconciliation.closed", "reconciliation.reopened"])
      .orderBy("id")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(["reconciliation.closed", "reconciliation.reopened"]);
  });

  test("a review waits for a person who is closing the year, and is rejected then [REC-12]", async () => {
    await addCost(100_000);
    const { fingerprint } = await calls.read("?draft=yes");
    const { response } = await portal.db.transaction().execute(async (db) => {
      const { propertyId } = property;
      await lockPropertyMonths({ db }, [propertyId]);
      const waiting = calls.send("POST", "/review", { fingerprint }).then(describeResponse);
      await vi.waitFor(async () => expect(await countLockWaits(portal.db)).toBe(1));
      await db
        .insertInto("closed_reconciliations")
        .values({
          property_id: propertyId,
          year: 2025,
          closed_by_id: building.admin.id,
          closed_at: new Date(),
        })
        .execute();
      return { response: waiting };
    });
    expect(await response).toEqual([409, expect.stringMatching(/^Ada Admin closed this reconciliation on /)]);
  });

  test("a year without statements can't be closed [REC-12]", async () => {
    await reverse();
    expect(describeResponse(await calls.send("POST", "/close", { number: 1 }))).toEqual([
      409,
      "Issue the statements before you close the year.",
    ]);
  });
});
