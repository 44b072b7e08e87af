import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import type { SearchResponse } from "#domains/search/contract.ts";
import type { Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { runOnDay, writeCharge } from "#test/money/ledger.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Payment, PaymentDetails, PaymentSummary, PendingPayment } from "../../contract.ts";
import { type NewPayment, takePayment } from "../take-payment.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherLease: { propertyId: number; leaseId: number };
let ids: Record<"january" | "march" | "april" | "neighbors" | "abroad" | "lateRent", number>;
let year: number;

const pay = (leaseId: number, day: Day, change: Partial<NewPayment> = {}): Promise<number> =>
  runOnDay(portal.services, day, async (ctx) =>
    takePayment(ctx, await lockAnyAccount(ctx, leaseId), {
      amountCents: toCents(250_000),
      method: "check",
      onDay: day,
      paidAt: ctx.now,
      payerId: null,
      into: "bank",
      ...change,
    }),
  );

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db, services } = portal;
  const { propertyId, leaseId, otherLeaseId, tenant } = building;
  year = portal.clock.now.getUTCFullYear();
  const place = await createProperty(db, { name: "Hill House" });
  otherLease = {
    propertyId: place,
    leaseId: await createLease(db, { propertyId: place, unitId: await createUnit(db, place, "9") }),
  };
  await sql`update leases set starts_on = ${`${year - 1}-01-01`}`.execute(db);
  await sql`update companies set name = 'Harbor Lane Coffee' where id = (select company_id from leases where id = ${leaseId})`.execute(
    db,
  );
  const charge = (lease: typeof otherLease, cents: number, dueOn: Day) =>
    writeCharge(services, { ...lease, cents, dueOn });
  await charge({ propertyId, leaseId }, 250_000, `${year - 1}-01-01`);
  const april = {
    payerId: tenant.id,
    method: "card" as const,
    brand: "Visa",
    lastFour: "4242",
    feeCents: toCents(8_750),
    into: "clearing" as const,
  };
  ids = {
    // Recorded after the others, but with the earliest date.
    april: await pay(leaseId, `${year - 1}-04-01`, { ...april, description: "Rent of April" }),
    neighbors: await pay(otherLeaseId, `${year - 1}-04-01`, { reference: "4711" }),
    abroad: await pay(otherLease.leaseId, `${year - 1}-04-02`),
    march: await pay(leaseId, `${year - 1}-03-01`),
    january: await pay(leaseId, `${year - 1}-01-02`, { method: "cash" }),
    lateRent: 0,
  };
  await charge({ propertyId, leaseId }, 900_000, `${year - 1}-03-15`);
  const { rows } = await sql<{ id: number }>`
    select entry_id as id from receivables where lease_id = ${leaseId} and amount_cents = 900000`.execute(db);
  ids.lateRent = rows[0]?.id ?? 0;
  await charge({ propertyId, leaseId }, 100_000, `${year + 1}-12-31`);
});
afterAll(() => portal.close());

const get = (path: string, { cookie }: { cookie: string }) => portal.call("GET", path, { cookie });
async function list(query: string, who: { cookie: string }) {
  const response = await get(`/api/payments${query}`, who);
  expect(response.statusCode, response.body).toBe(200);
  const total = response.headers["x-total-count"];
  return { rows: response.json<Payment[]>(), total, link: response.headers.link as string | undefined };
}
const listIds = async (query: string, who: SignedInPerson) =>
  (await list(query, who)).rows.map(({ id }) => id);

describe("the payment list", () => {
  test("API-22 PAY-05 the payment list has payments and overdue charges, newest first, with all fields of PAY-07", async () => {
    const { rows, total } = await list("", building.tenant);
    expect(rows.map(({ id }) => id)).toEqual([ids.april, ids.lateRent, ids.march, ids.january]);
    expect(total).toBe("4");
    expect(rows[0]).toMatchObject({
      description: "Rent of April",
      method: "card",
      amountFormatted: "$2,500.00",
      amountCents: 250_000,
      feeCents: 8_750,
      status: "completed",
      paidOn: `${year - 1}-04-01`,
      paidAt: `${year - 1}-04-01T20:00:00.000Z`,
      createdAt: `${year - 1}-04-01T20:00:00.000Z`,
      dueOn: null,
      user: { fullName: "Tessa Tenant" },
      unit: { unitNumber: "101" },
      receiptNumber: expect.any(Number),
      canDeposit: false,
      dispute: null,
    });
    expect(rows[1]).toMatchObject({
      status: "overdue",
      amountCents: 900_000,
      method: null,
      paidAt: null,
      dueOn: `${year - 1}-03-15`,
    });
  });

  test("the payment list and the exported file show all units of a lease", async () => {
    const { propertyId, leaseId, tenant } = building;
    const secondId = await createUnit(portal.db, propertyId, "0100");
    await sql`insert into lease_units (lease_id, unit_id, property_id, during)
      select lease_id, ${secondId}, property_id, during from lease_units where lease_id = ${leaseId}`.execute(
      portal.db,
    );
    const { rows } = await list("", tenant);
    const file = await portal.call("GET", "/api/payments.csv", { cookie: tenant.cookie });
    await sql`delete from lease_units where unit_id = ${secondId}`.execute(portal.db);
    expect(rows[0]?.unit).toEqual({ unitNumber: "0100, 101" });
    expect(file.body).toContain('"0100, 101"');
  });

  test("ROLE-16 tenants, landlords, and administrators see their own payments; technicians and people awaiting approval see none", async () => {
    const { tenant, neighbor, landlord, admin, technician } = building;
    expect(await listIds("", neighbor)).toEqual([ids.neighbors]);
    expect(await listIds("?status=completed", landlord)).toEqual([
      ids.neighbors,
      ids.april,
      ids.march,
      ids.january,
    ]);
    expect(await listIds("?status=completed", admin)).toEqual([
      ids.abroad,
      ids.neighbors,
      ids.april,
      ids.march,
      ids.january,
    ]);
    expect(await list("", technician)).toMatchObject({ rows: [], total: "0" });
    const pendingPerson = await createPerson(portal.db, { role: "tenant", state: "pending" });
    expect(await list("", { cookie: await signInAs(portal.db, pendingPerson) })).toMatchObject({
      rows: [],
      total: "0",
    });
    for (const query of [`leaseId=${building.otherLeaseId}`, `unitId=${building.otherUnitId}`, "q=4711"])
      expect(await list(`?${query}`, tenant)).toMatchObject({ rows: [], total: "0" });
    expect(await list(`?propertyId=${otherLease.propertyId}`, landlord)).toMatchObject({
      rows: [],
      total: "0",
    });
    // A cursor on a payment the user can't access doesn't reveal that payment's date.
    expect(await list(`?limit=10&cursor=${ids.neighbors}`, tenant)).toMatchObject({ rows: [], total: "4" });
  });

  test("API-22 the exported file has the same rows as the list and none from another tenant", async () => {
    const response = await get("/api/payments.csv", building.tenant);
    const rows = parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ Number: number }) => Number(number))).toEqual(await listIds("", building.tenant));
    expect(rows[0]).toMatchObject({
      Status: "Completed",
      "Amount (USD)": "2500.00",
      "Card fee (USD)": "87.50",
      Method: "Card",
      "Paid with": "Visa ending in 4242",
      "Paid by": "Tessa Tenant",
      Property: "Harbor House",
      Unit: "101",
    });
    const checks = await get("/api/payments.csv?method=check", building.landlord);
    expect(parse(checks.body, { bom: true, columns: true })).toHaveLength(2);
  });

  test("a page far down a long payment list is the same whether it's requested directly or reached page by page", async () => {
    const { db } = portal;
    const place = await createProperty(db, { name: "Tower" });
    // Newer than all others. The search below must find the older ones behind them.
    const firstDay = `${year - 1}-05-01`;
    const leaseId = await createLease(db, { propertyId: place, unitId: await createUnit(db, place, "1") });
    await sql`
      with entries as (
        insert into ledger_entries (property_id, lease_id, kind, on_day, description)
        select ${place}, ${leaseId}, 'payment', ${firstDay}::date + (n * 7 % 200), 'Payment' from generate_series(1, 2500) n
        returning id, on_day
      ), postings as (
        insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
        select id, position, ${place}, ${leaseId}, case position when 1 then 'bank' else 'receivable' end,
          case position when 1 then 100 else -100 end from entries, generate_series(1, 2) position
      ), receivable as (
        insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as)
        select id, ${place}, ${leaseId}, on_day, on_day, -100, -100, 'collected' from entries
      )
      insert into payments (entry_id, property_id, lease_id, receipt_number, method, description, amount_cents, paid_on, paid_at)
      select id, ${place}, ${leaseId}, 0, 'other', 'Payment', 100, on_day, now() from entries`.execute(db);
    const { rows } = await sql<{ id: number }>`
      select entry_id as id from payments where property_id = ${place} order by paid_on desc, entry_id desc`.execute(
      db,
    );
    const page = await list(`?propertyId=${place}&page=23&pageSize=100`, building.admin);
    expect(page.rows.map(({ id }) => id)).toEqual(rows.slice(2200, 2300).map(({ id }) => id));
    expect(page.total).toBe("2500");
    const past = await list(`?propertyId=${place}&page=26&pageSize=100`, building.admin);
    expect(past).toMatchObject({ rows: [], total: "2500" });
    const searched = await list(`?propertyId=${place}&q=payment`, building.admin);
    expect(searched.total).toBe("2500");
  });
});

describe("the search in the top bar", () => {
  const find = async (q: string, who: { cookie: string }) =>
    (await get(`/api/search?q=${q}`, who))
      .json<SearchResponse>()
      .hits.filter(({ kind }) => kind === "payment");

  test("NAV-31 the search finds payments by description, payer, and company, within the user's access", async () => {
    const [hit, ...others] = await find("of april", building.tenant);
    expect(others).toEqual([]);
    expect(hit).toMatchObject({
      kind: "payment",
      id: ids.april,
      title: "Rent of April, $2,500.00 + $87.50 fee",
    });
    expect(hit?.detail).toMatch(/^Receipt \d+ · Harbor Lane Coffee$/);
    const found = async (q: string, who: { cookie: string }) => (await find(q, who)).map(({ id }) => id);
    expect(await found("tessa", building.landlord)).toEqual([ids.april]);
    expect(await found("4711", building.landlord)).toEqual([ids.neighbors]);
    expect(await found("4711", building.tenant)).toEqual([]);
    expect(await found("harbor", building.tenant)).toEqual([ids.april, ids.march, ids.january]);
    expect(await found("harbor", building.neighbor)).toEqual([]);
    expect(await found("tessa", building.technician)).toEqual([]);
  });

  test("NAV-31 the search finds payments even if 2,500 newer ones match too, newest first", async () => {
    const found = async (q: string) => (await find(q, building.admin)).map(({ id }) => id);
    for (const q of ["tessa", "of april"]) expect(await found(q), q).toEqual([ids.april]);
    expect(await found("4711")).toEqual([ids.neighbors]);
    expect(await found("harbor")).toEqual([ids.april, ids.march, ids.january]);
    expect(await found("quetzal")).toEqual([]);
  });

  test("NAV-31 the search lists the payment with a receipt number first, even if 2,500 newer payments are for a unit with that number", async () => {
    const { number } = await portal.db
      .selectFrom("payments")
      .select("receipt_number as number")
      .where("entry_id", "=", ids.april)
      .executeTakeFirstOrThrow();
    expect(number).toBe(1);
    for (const q of ["1", "001", "%231", "receipt 1"]) {
      expect((await find(q, building.admin))[0]?.id, q).toBe(ids.april);
      expect(
        (await find(q, building.neighbor)).map(({ id }) => id),
        q,
      ).not.toContain(ids.april);
    }
    expect(await find("1", building.admin)).toHaveLength(4);
    expect(await find("999999999", building.admin)).toEqual([]);
  });
});

describe("one payment", () => {
  const details = async (id: number, who: { cookie: string }) => {
    const response = await get(`/api/payments/${id}`, who);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<PaymentDetails>();
  };

  test("PAY-16 the receipt lists the charges the payment was applied to, which add up to the payment, and the total includes the fee", async () => {
    const april = await details(ids.april, building.tenant);
    expect(april.receipt).toMatchObject({
      lines: [{ description: "Base rent", amountCents: 250_000 }],
      // Includes the card fee, like the printed receipt.
      totalCents: 258_750,
      organization: { name: expect.any(String) },
      number: april.receiptNumber,
      timesEmailed: 1,
    });
    expect(april.can).toEqual({ refundCents: 0, emailReceipt: true, move: false });
    expect((await details(ids.april, building.landlord)).can.refundCents).toBe(250_000);
  });

  test("a payment the user can't access returns the same response as a nonexistent payment", async () => {
    const bytes = async (id: number, who: { cookie: string }) => {
      const { statusCode, body } = await get(`/api/payments/${id}`, who);
      return [statusCode, body.replace(/"requestId":"[^"]+"/, "")];
    };
    const missing = await bytes(999_999_999, building.tenant);
    expect(missing[0]).toBe(404);
    expect(await bytes(ids.neighbors, building.tenant)).toEqual(missing);
    expect(await bytes(ids.lateRent, building.tenant)).toEqual(missing);
    expect(await bytes(ids.abroad, building.landlord)).toEqual(missing);
    expect(await bytes(ids.april, building.technician)).toEqual(missing);
  });
});

describe("the payment summary", () => {
  const summary = async (who: { cookie: string }, query = "") =>
    (await get(`/api/payments/summary${query}`, who)).json<PaymentSummary>();

  test("PAY-11 PAY-15 a tenant's summary covers their own leases", async () => {
    expect(await summary(building.tenant)).toEqual({
      currentBalance: 500_000,
      nextDueDate: `${year - 1}-03-15`,
      lastPayment: {
        amountCents: 250_000,
        feeCents: 8_750,
        paidAt: `${year - 1}-04-01T20:00:00.000Z`,
        paidOn: `${year - 1}-04-01`,
        description: "Rent of April",
      },
      yearToDate: 0,
      amounts: {
        overdueCents: 900_000,
        overdueSince: `${year - 1}-03-15`,
        dueNowCents: 900_000,
        dueCents: 100_000,
        dueOn: expect.any(String),
        onItsWayCents: 0,
        comingCents: 0,
        creditCents: 500_000,
        balanceCents: 500_000,
      },
      suggestedCents: 900_000,
    });
    expect(await summary(building.neighbor)).toMatchObject({
      currentBalance: -250_000,
      amounts: { overdueCents: 0, dueCents: 0, creditCents: 250_000 },
    });
  });

  test("PAY-11 a landlord's summary covers their properties or one lease, and its year to date matches the dashboard", async () => {
    const today = toWallTime(portal.clock.now, "America/Los_Angeles").day;
    await pay(building.leaseId, `${today.slice(0, 4)}-01-03` as Day, { amountCents: toCents(4_200) });
    for (const who of ["landlord", "admin", "tenant"] as const) {
      const stats = await get("/api/dashboard/stats", building[who]);
      expect((await summary(building[who])).yearToDate).toBe(
        stats.json<{ rentCollected: number }>().rentCollected,
      );
    }
    expect(await summary(building.landlord)).toMatchObject({
      currentBalance: 245_800,
      amounts: { overdueCents: 395_800, balanceCents: 245_800 },
    });
    expect(await summary(building.landlord, `?leaseId=${building.leaseId}`)).toMatchObject({
      currentBalance: 495_800,
      yearToDate: 4_200,
    });
    expect(await summary(building.technician)).toMatchObject({
      currentBalance: 0,
      nextDueDate: null,
      lastPayment: null,
      yearToDate: 0,
      amounts: { overdueCents: 0, dueCents: 0, balanceCents: 0 },
    });
    const query = await get(`/api/payments/summary?leaseId=${building.otherLeaseId}`, building.tenant);
    expect(query.statusCode).toBe(404);
  });
});

describe("pending payments", () => {
  test("DASH-26 clearing debits and confirmations under review are listed separately, within the user's access", async () => {
    const { db, clock } = portal;
    const { leaseId, otherLeaseId, propertyId, tenant, neighbor, landlord, technician } = building;
    await sql`
      insert into payment_intents (property_id, lease_id, user_id, provider, reference, fingerprint, amount_cents,
        fee_basis_points, fee_cents, method, description, state, created_at, changed_at, checked_at)
      select ${propertyId}, ${leaseId}, ${tenant.id}, 'sandbox', 'pi_' || state, state, 5000, 350, 0, 'us_bank_account',
        'Rent of June', state, ${clock.now}, ${clock.now}, ${clock.now} from unnest(array['processing', 'open']) state`.execute(
      db,
    );
    await sql`
      insert into payment_confirmations (property_id, lease_id, user_id, amount_cents, description, method, reference,
        payment_date, created_at)
      values (${propertyId}, ${otherLeaseId}, ${neighbor.id}, 7000, 'Rent of May', 'zelle', 'Z1', '2026-01-01', ${clock.now})`.execute(
      db,
    );
    const pendingPayments = async (who: { cookie: string }, query = "") => {
      const response = await get(`/api/payments/pending${query}`, who);
      const rows = response.json<PendingPayment[]>();
      expect(response.headers["x-total-count"]).toBe(String(rows.length));
      return rows.map(({ kind, amountFormatted }) => `${kind} ${amountFormatted}`);
    };
    expect(await pendingPayments(tenant)).toEqual(["clearing $50.00"]);
    expect(await pendingPayments(neighbor)).toEqual(["confirmation $70.00"]);
    expect(await pendingPayments(landlord)).toEqual(["clearing $50.00", "confirmation $70.00"]);
    expect(await pendingPayments(landlord, `?leaseId=${otherLeaseId}`)).toEqual(["confirmation $70.00"]);
    expect(await pendingPayments(tenant, `?leaseId=${otherLeaseId}`)).toEqual([]);
    expect(await pendingPayments(technician)).toEqual([]);
  });
});
