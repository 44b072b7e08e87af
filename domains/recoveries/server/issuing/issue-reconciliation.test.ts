import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { LedgerEntry } from "#domains/ledger/contract.ts";
import { addDays, monthEnd, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { countLockWaits } from "#test/lock-waits.ts";
import { insertBill } from "#test/money/expenses.ts";
import { readSums, writeCharge } from "#test/money/ledger.ts";
import {
  addCost2025,
  addReconciledProperty,
  addUnmappedCost,
  billEstimates,
  type ReconciledProperty,
  ReconciliationCalls,
} from "#test/money/reconciliations.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let property: ReconciledProperty;
let calls: ReconciliationCalls;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** Two leases share $10,000.00: $6,000.00 and $3,000.00. The tenant is on the first. */
beforeEach(async () => {
  property = await addReconciledProperty(portal.db, building.landlord.id);
  const { propertyId, anchorLeaseId } = property;
  calls = new ReconciliationCalls(portal, { propertyId, cookie: building.landlord.cookie });
  await portal.db
    .insertInto("lease_members")
    .values({
      lease_id: anchorLeaseId,
      property_id: propertyId,
      user_id: building.tenant.id,
      starts_on: "2024-01-01",
      ends_on: null,
    })
    .execute();
});

type Response = Awaited<ReturnType<ReconciliationCalls["send"]>>;
const describeResponse = (response: Response) => [
  response.statusCode,
  response.json<{ message?: string }>().message,
];
const addCost = (category: string, amountCents: number) =>
  addCost2025(portal.db, {
    propertyId: property.propertyId,
    createdById: building.landlord.id,
    category,
    amountCents,
  });
const readEntries = async (leaseId: number, cookie = building.landlord.cookie) =>
  (await portal.call("GET", `/api/leases/${leaseId}/ledger?limit=50`, { cookie })).json<LedgerEntry[]>();
describe("a review", () => {
  test("a reviewed draft is a draft again when an amount changes, with what changed since [REC-08]", async () => {
    expect((await calls.read()).state).toBe("draft");
    expect((await calls.review()).statusCode).toBe(200);
    expect(await calls.read()).toMatchObject({
      state: "reviewed",
      review: { by: "Lena Landlord" },
      changes: [],
    });
    await addCost("Cleaning", 100_000);
    const { state, changes } = await calls.read();
    expect(state).toBe("draft");
    expect(
      changes.map(({ name, beforeCents, nowCents }) => [name.replace(/\(.*\)/, "()"), beforeCents, nowCents]),
    ).toEqual([
      ["CAM, cost", 1_000_000, 1_100_000],
      ["Harbor Lane Coffee (), CAM", 600_000, 660_000],
      ["Harbor Lane Coffee (), CAM", 300_000, 330_000],
    ]);
    expect(describeResponse(await calls.issue())).toEqual([
      409,
      "The amounts have changed since Lena Landlord reviewed them. Mark the draft as reviewed again.",
    ]);
  });

  test("amounts that changed after the page was opened aren't marked as reviewed [REC-08]", async () => {
    const { fingerprint } = await calls.read();
    await addCost("Cleaning", 100_000);
    expect(describeResponse(await calls.send("POST", "/review", { fingerprint }))).toEqual([
      409,
      "The amounts have changed since you opened this page. Reload it to see the current amounts.",
    ]);
  });

  test("a category that moves to another pool after the review makes it a draft again [REC-08]", async () => {
    const category = await portal.db
      .insertInto("expense_categories")
      .values({
        name: "Elevator",
        pool_id: property.camId,
        is_recoverable: true,
        is_controllable: true,
        varies_with_occupancy: false,
        is_capital: false,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await addCost("Elevator", 200_000);
    await calls.review();
    const { id: otherPoolId } = await portal.db
      .selectFrom("expense_pools")
      .select("id")
      .where("name", "=", "Utilities")
      .executeTakeFirstOrThrow();
    await portal.db
      .updateTable("expense_categories")
      .set({ pool_id: otherPoolId })
      .where("id", "=", category.id)
      .execute();
    // Both pools are shared by area, so only the pools' amounts differ.
    expect((await calls.read()).changes[0]).toMatchObject({ name: "CAM, cost", nowCents: 1_000_000 });
    expect(describeResponse(await calls.issue())[0]).toBe(409);
  });
});

describe("issuing", () => {
  test("each lease is charged its share less the estimates, with one entry that its tenant sees and is notified of [REC-09]", async () => {
    const { anchorLeaseId, shopLeaseId, propertyId } = property;
    await billEstimates(portal, shopLeaseId, 30_000);
    await calls.review();
    const dueOn = dayFromToday(45);
    expect((await calls.read()).toIssue).toEqual({
      charges: 1,
      chargedCents: 600_000,
      credits: 1,
      creditedCents: 60_000,
    });
    expect((await calls.issue({ dueOn })).statusCode).toBe(200);
    expect(await calls.read()).toMatchObject({
      state: "issued",
      changes: [],
      runs: [
        {
          number: 1,
          by: "Lena Landlord",
          reason: null,
          dueOn,
          statements: 2,
          filed: 0,
          charges: 1,
          chargedCents: 600_000,
          credits: 1,
          creditedCents: 60_000,
          reversal: null,
        },
      ],
    });
    const charges = await readEntries(anchorLeaseId, building.tenant.cookie);
    expect(charges).toMatchObject([
      {
        kind: "charge",
        description: "Operating expenses 2025, reconciliation",
        amountCents: 600_000,
        onDay: dayFromToday(),
        dueOn,
      },
    ]);
    const credit = (await readEntries(shopLeaseId)).find(({ kind }) => kind === "credit");
    expect(credit).toMatchObject({ amountCents: -60_000, openCents: 0 });
    const { rows } = await sql`
      select p.account, p.amount_cents as cents, r.counts_as as "countsAs" from ledger_postings p
        join receivables r on r.entry_id = p.entry_id
      where p.entry_id in (${charges[0]?.id}, ${credit?.id}) order by p.entry_id, p.position`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { account: "receivable", cents: 600_000, countsAs: "charged" },
      { account: "income-common-area", cents: -600_000, countsAs: "charged" },
      { account: "receivable", cents: -60_000, countsAs: "credited" },
      { account: "income-common-area", cents: 60_000, countsAs: "credited" },
    ]);
    const notifications = await portal.db
      .selectFrom("notifications")
      .select(["kind", "details", "by_email", "link"])
      .where("user_id", "=", building.tenant.id)
      .where("property_id", "=", propertyId)
      .execute();
    expect(notifications).toMatchObject([
      {
        kind: "reconciliation.issued",
        details: { year: 2025, cents: 600_000, dueOn, isCorrection: false },
        by_email: true,
        link: `/leases/${anchorLeaseId}/operating-expenses/2025`,
      },
    ]);
    const events = await portal.db
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "reconciliation.issued")
      .where("property_id", "=", propertyId)
      .execute();
    expect(events).toMatchObject([
      { details: { year: 2025, number: 1, statements: 2, chargedCents: 600_000 } },
    ]);
  });

  test("a share of several pools is one charge on the income account of each pool [REC-09]", async () => {
    await addCost("Common electricity", 100_000);
    await calls.reviewAndIssue();
    const [charge] = await readEntries(property.anchorLeaseId);
    expect(charge).toMatchObject({ amountCents: 660_000 });
    const { rows } = await sql`
      select p.account, p.amount_cents as cents from ledger_postings p where p.entry_id = ${charge?.id} order by p.position`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { account: "receivable", cents: 660_000 },
      { account: "income-common-area", cents: -600_000 },
      { account: "income-utilities", cents: -60_000 },
    ]);
  });

  test("an issued statement keeps its figures, its working, and its bills, next to the draft with the current amounts [REC-04, REC-13]", async () => {
    const billId = await insertBill(portal.db, {
      propertyId: property.propertyId,
      createdById: building.landlord.id,
      number: "A-17",
      billedOn: "2025-12-20",
      serviceFrom: "2025-12-01",
      serviceTo: "2026-01-31",
      lines: [{ category: "Cleaning", amountCents: 62_000 }],
    });
    await calls.reviewAndIssue();
    const draft = await calls.readStatement(property.anchorLeaseId, "?draft=yes");
    const issued = await calls.readStatement(property.anchorLeaseId);
    expect(issued).toEqual({ ...draft, isDraft: false });
    expect(issued.pools[0]?.parts[0]?.categories[0]?.bills).toContainEqual({
      id: billId,
      categoryId: expect.any(Number),
      vendor: expect.any(String),
      number: "A-17",
      billedOn: "2025-12-20",
      cents: 31_000,
    });
    await addCost("Cleaning", 200_000);
    const later = await calls.readStatement(property.anchorLeaseId);
    expect(later).toMatchObject({
      totalCents: 618_600,
      pools: issued.pools,
      changes: [{ name: "CAM", beforeCents: 618_600, nowCents: 738_600 }],
    });
    expect((await calls.readStatement(property.anchorLeaseId, "?draft=yes")).totalCents).toBe(738_600);
    await expect(sql`update recovery_statements set due_cents = 0`.execute(portal.db)).rejects.toThrow(
      "append-only",
    );
    await expect(sql`update reconciliations set content = '{}'`.execute(portal.db)).rejects.toThrow(
      "append-only",
    );
  });

  test("a draft that isn't reviewed, has open findings, or has no due date from today on isn't issued [REC-09]", async () => {
    expect(describeResponse(await calls.issue())).toEqual([
      409,
      "Mark the draft as reviewed before you issue the statements.",
    ]);
    const finding = await addUnmappedCost(portal.db, {
      propertyId: property.propertyId,
      createdById: building.landlord.id,
      amountCents: 7_000,
    });
    await calls.review();
    expect(describeResponse(await calls.issue())).toEqual([
      409,
      "1 finding is open. Resolve or accept it before you issue the statements.",
    ]);
    await calls.send("POST", "/findings/accept", { ...finding, reason: "Too little to share." });
    expect(describeResponse(await calls.issue({ dueOn: dayFromToday(-1) }))).toEqual([
      400,
      `Enter ${formatCalendarDay(dayFromToday())} or later.`,
    ]);
    expect((await calls.issue()).statusCode).toBe(200);
    expect((await calls.read()).findings[0]?.acceptance?.reason).toBe("Too little to share.");
  });

  test("if two people issue at the same time, the second sees who was first, and nothing is charged twice [REC-09]", async () => {
    await calls.review();
    const asAdmin = new ReconciliationCalls(portal, {
      propertyId: property.propertyId,
      cookie: building.admin.cookie,
    });
    const [first, second] = (
      await Promise.all([calls.issue({ corrects: 0 }), asAdmin.issue({ corrects: 0 })])
    ).toSorted((a, b) => a.statusCode - b.statusCode);
    expect([first?.statusCode, second?.statusCode]).toEqual([200, 409]);
    expect(second?.json<{ message: string }>().message).toMatch(
      /^(Lena Landlord|Ada Admin) issued these statements on .*\. Reload the page to see them\.$/,
    );
    expect(await readEntries(property.anchorLeaseId)).toHaveLength(1);
  });

  test("a bill that is being entered while statements are issued isn't missing from their amounts [REC-09]", async () => {
    await calls.review();
    const { propertyId } = property;
    let issuing: ReturnType<typeof calls.issue> | undefined;
    await portal.db.transaction().execute(async (db) => {
      await addCost2025(db, {
        propertyId,
        createdById: building.landlord.id,
        category: "Cleaning",
        amountCents: 5_000,
      });
      issuing = calls.issue();
      await vi.waitFor(async () => expect(await countLockWaits(portal.db)).toBe(1), 10_000);
    });
    expect((await issuing)?.statusCode).toBe(409);
    expect(await readEntries(property.anchorLeaseId)).toHaveLength(0);
  });

  test("if issuing fails in the middle, nothing is charged, stored, or sent [REC-09]", async () => {
    await calls.review();
    await sql`create function fail_in_the_middle() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`.execute(
      portal.db,
    );
    await sql`create trigger fail_in_the_middle before insert on notifications for each row execute function fail_in_the_middle()`.execute(
      portal.db,
    );
    expect((await calls.issue()).statusCode).toBe(500);
    await sql`drop function fail_in_the_middle cascade`.execute(portal.db);
    expect(await readEntries(property.anchorLeaseId)).toEqual([]);
    expect(await calls.read()).toMatchObject({ state: "reviewed", runs: [] });
    expect((await calls.issue()).statusCode).toBe(200);
  });

  test("a year that isn't over at the property can't be reviewed or issued [REC-09]", async () => {
    const year = Number(dayFromToday().slice(0, 4));
    const response = await portal.call(
      "GET",
      `/api/properties/${property.propertyId}/reconciliations/${year}`,
      {
        cookie: building.landlord.cookie,
      },
    );
    const { cannotIssue, fingerprint } = response.json<{ cannotIssue: string; fingerprint: string }>();
    expect(cannotIssue).toMatch(
      new RegExp(
        `isn't over at Harborview Center\\. You can issue the statements for ${year} starting Jan 1, ${year + 1}\\.$`,
      ),
    );
    const review = await portal.call(
      "POST",
      `/api/properties/${property.propertyId}/reconciliations/${year}/review`,
      { cookie: building.landlord.cookie, body: { fingerprint } },
    );
    expect(describeResponse(review)).toEqual([409, cannotIssue]);
    // A pool whose year ends in June 2026 is over, too.
    await portal.db
      .insertInto("property_pools")
      .values({ property_id: property.propertyId, pool_id: property.camId, period_start_month: 7 })
      .execute();
    expect((await calls.read()).cannotIssue).toBeNull();
  });

  test("a year without bills can't be issued [REC-09]", async () => {
    const propertyId = await createProperty(portal.db, { name: "Pier House" });
    const empty = new ReconciliationCalls(portal, { propertyId, cookie: building.admin.cookie });
    expect(describeResponse(await empty.review())).toEqual([
      409,
      "Pier House has no recoverable expenses in 2025. Enter the bills first.",
    ]);
  });

  test("if today's month is closed, the charge is dated on the first open day and says why [REC-09]", async () => {
    const month = monthStart(dayFromToday());
    await portal.db
      .insertInto("closed_months")
      .values({
        property_id: property.propertyId,
        month,
        closed_by_id: building.landlord.id,
        closed_at: new Date(),
      })
      .execute();
    expect((await calls.reviewAndIssue()).statusCode).toBe(200);
    const [charge] = await readEntries(property.anchorLeaseId);
    expect(charge?.onDay).toBe(addDays(monthEnd(month), 1));
    expect(charge?.reason).toMatch(/^Dated .* is closed\.$/);
  });

  test("a lease with a statement can't be deleted, and keeps its entries balanced [REC-09]", async () => {
    await calls.reviewAndIssue();
    const response = await portal.call("DELETE", `/api/leases/${property.anchorLeaseId}`, {
      cookie: building.landlord.cookie,
    });
    expect(response.statusCode).toBe(409);
    const { stored, postings, receivables, open } = await readSums(portal.db, property.anchorLeaseId);
    expect([postings, receivables, open]).toEqual([stored, stored, stored]);
  });

  test("the entry of a statement can't be reversed alone [REC-09]", async () => {
    await calls.reviewAndIssue();
    const [charge] = await readEntries(property.anchorLeaseId);
    const response = await portal.call("POST", `/api/leases/${property.anchorLeaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: charge?.id, reason: "By mistake" },
    });
    expect(describeResponse(response)).toEqual([
      409,
      "This entry is part of the reconciliation of 2025. Reverse or correct the reconciliation instead.",
    ]);
  });

  test("a credit is applied to the oldest unpaid charge first [REC-09]", async () => {
    const { shopLeaseId, propertyId } = property;
    await billEstimates(portal, shopLeaseId, 30_000);
    const rent = { propertyId, leaseId: shopLeaseId, cents: 50_000 };
    const chargeId = await writeCharge(portal.services, { ...rent, dueOn: "2024-12-01" });
    await calls.reviewAndIssue();
    const { rows } =
      await sql`select open_cents as open from receivables where entry_id = ${chargeId}`.execute(portal.db);
    expect(rows).toEqual([{ open: 0 }]);
  });
});
