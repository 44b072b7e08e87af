import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Day, maxDay } from "#shared/calendar.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { runOnDay, sampleTerms, writePayment, writeTerms } from "#test/money/ledger.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { LeaseAccount, LedgerEntry } from "../../contract.ts";
import { postCharges } from "../posting/post-charges.ts";

let portal: TestPortal;
let building: TestBuilding;
let leaseId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** A lease starting January 1, with rent of 3,000.00 due on the 1st, charged through April. */
beforeEach(async () => {
  const { propertyId, tenant } = building;
  const unitId = await createUnit(portal.db, propertyId);
  leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
  await sql`update leases set starts_on = '2026-01-01' where id = ${leaseId}`.execute(portal.db);
  await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
  await runOnDay(portal.services, "2026-03-25", (ctx) => postCharges(ctx, [leaseId]));
});

const pay = (day: Day, cents: number) =>
  writePayment(portal.services, {
    leaseId,
    cents,
    day,
    recordedOn: maxDay(day, "2026-03-25"),
  });

async function ledger(query = "", cookie = building.landlord.cookie) {
  const response = await portal.call("GET", `/api/leases/${leaseId}/ledger${query}`, { cookie });
  expect(response.statusCode, response.body).toBe(200);
  return { entries: response.json<LedgerEntry[]>(), headers: response.headers };
}

describe("a lease's ledger", () => {
  test("the ledger lists entries newest first, with the running balance and the payments applied to each charge", async () => {
    await pay("2026-01-05", 450_000);
    const { entries, headers } = await ledger();
    expect(headers["x-total-count"]).toBe("5");
    // 3,000 - 4,500 = -1,500; + 3,000 = 1,500; + 3,000 = 4,500; + 3,000 = 7,500.
    expect(
      entries.map(({ onDay: day, amountCents, balanceCents, openCents }) => [
        day,
        amountCents,
        balanceCents,
        openCents,
      ]),
    ).toEqual([
      ["2026-03-22", 300_000, 750_000, 300_000],
      ["2026-02-19", 300_000, 450_000, 300_000],
      ["2026-01-22", 300_000, 150_000, 150_000],
      ["2026-01-05", -450_000, -150_000, 0],
      ["2025-12-22", 300_000, 300_000, 0],
    ]);
    expect(entries[3]?.allocations).toMatchObject([
      { description: "Base rent, January 2026", amountCents: 300_000 },
      { description: "Base rent, February 2026", amountCents: 150_000 },
    ]);
    expect(entries[2]?.allocations).toMatchObject([{ kind: "payment", amountCents: 150_000 }]);
    expect(entries[0]?.can).toEqual({ reverse: true, waive: true, writeOff: true, move: false });
    expect(entries[3]?.can).toEqual({ reverse: true, waive: false, writeOff: false, move: true });
  });

  test("the ledger's pages have no gaps or duplicates", async () => {
    await pay("2026-01-05", 450_000);
    await pay("2026-01-05", 1_000);
    await pay("2026-03-25", 7_000);
    const { entries: whole } = await ledger();
    expect(whole).toHaveLength(7);
    const parts: LedgerEntry[] = [];
    for (let link: unknown = "?limit=2"; typeof link === "string"; ) {
      const { entries, headers } = await ledger(link);
      parts.push(...entries);
      link = /ledger(\?[^>]*)/.exec(String(headers["link"]))?.[1];
    }
    expect(parts).toEqual(whole);
  });

  test("a date range of the ledger shows the same balances as the full ledger", async () => {
    await pay("2026-01-05", 450_000);
    const { entries: whole } = await ledger();
    const { entries, headers } = await ledger("?from=2026-01-05&to=2026-02-19");
    expect(entries).toEqual(whole.slice(1, 4));
    expect(headers["x-total-count"]).toBe("3");
    expect((await ledger("?from=2027-01-01")).headers["x-total-count"]).toBe("0");
  });

  test("tenants can read their ledger but not change it, and people from other properties can't see it", async () => {
    const { entries } = await ledger("", building.tenant.cookie);
    expect(entries).toHaveLength(4);
    expect(entries.flatMap(({ can }) => Object.values(can))).not.toContain(true);
    for (const { cookie } of [building.neighbor, building.technician])
      expect(
        (await portal.call("GET", `/api/leases/${leaseId}/ledger`, { cookie })).statusCode,
      ).toBeGreaterThanOrEqual(403);
  });
});

describe("a lease's account", () => {
  const account = async (day: string): Promise<LeaseAccount> => {
    portal.clock.now = new Date(`${day}T20:00:00Z`);
    const { id } = building.landlord;
    await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01' where user_id = ${id}`.execute(
      portal.db,
    );
    const response = await portal.call("GET", `/api/leases/${leaseId}/account`, {
      cookie: building.landlord.cookie,
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };

  test("the account shows the overdue amount, the amount due now, and the next amount due", async () => {
    await pay("2026-01-05", 450_000);
    expect(await account("2026-03-31")).toEqual({
      today: "2026-03-31",
      balanceCents: 750_000,
      depositCents: 0,
      hadDeposit: false,
      // 1,500.00 for February and 3,000.00 for March.
      overdueCents: 450_000,
      overdueSince: "2026-02-01",
      dueCents: 300_000,
      dueOn: "2026-04-01",
      onItsWayCents: 0,
      comingCents: 0,
      dueNowCents: 450_000,
      suggestedCents: 450_000,
      creditCents: 0,
      nextDue: { on: "2026-02-01", cents: 450_000 },
      nextLateFee: null,
      can: { correct: true },
    });
    // A charge due on April 1 is due on that day and overdue the day after.
    expect(await account("2026-04-01")).toMatchObject({ overdueCents: 450_000, dueNowCents: 750_000 });
    expect(await account("2026-04-02")).toMatchObject({ overdueCents: 750_000, dueNowCents: 750_000 });
  });

  test("when everything is paid, the account shows the next scheduled charge, less the credit", async () => {
    await pay("2026-03-25", 1_200_000);
    expect(await account("2026-03-26")).toMatchObject({
      balanceCents: 0,
      nextDue: { on: "2026-05-01", cents: 300_000 },
    });
    await pay("2026-03-25", 50_000);
    expect(await account("2026-03-26")).toMatchObject({
      balanceCents: -50_000,
      creditCents: 50_000,
      nextDue: { on: "2026-05-01", cents: 250_000 },
    });
  });

  test("the account shows the next late fee until the rent is paid", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    leaseId = await createLease(portal.db, { propertyId: building.propertyId, unitId });
    await sql`update leases set starts_on = '2026-03-01' where id = ${leaseId}`.execute(portal.db);
    const lateFee = { charge: { basisPoints: 500 }, capCents: null };
    await writeTerms(portal.db, { leaseId, from: "2026-03-01", terms: sampleTerms({ lateFee }) });
    await runOnDay(portal.services, "2026-03-01", (ctx) => postCharges(ctx, [leaseId]));
    // 5% of 3,000.00, on the day after the five-day grace period.
    expect((await account("2026-03-02")).nextLateFee).toEqual({
      on: "2026-03-07",
      cents: 15_000,
      dueOn: "2026-03-01",
    });
    await pay("2026-03-03", 100_000);
    expect((await account("2026-03-25")).nextLateFee).toMatchObject({ cents: 10_000 });
    await pay("2026-03-04", 200_000);
    expect((await account("2026-03-25")).nextLateFee).toBeNull();
  });
});
