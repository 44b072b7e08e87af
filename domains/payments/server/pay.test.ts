import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sumsOf, writeCharge } from "#test/ledger.ts";
import { begin, confirm, type PayingPeople, record, rent, startPaying } from "#test/paying.ts";
import { createLease, createPerson, createUnit, signInAs } from "#test/people.ts";
import type { createPaymentIntent } from "../pay-contract.ts";

/** The calls under test, by their paths. */
type Path = (typeof createPaymentIntent)["path"] | "/api/update-payment-method" | "/api/payment-success";

let people: PayingPeople;
let cookie: string;
beforeAll(async () => {
  people = await startPaying();
});
afterAll(() => people.portal.close());

/** A tenant with a lease for a unit of their own, on which nothing was paid yet. */
let tenant: { id: number; cookie: string };
let leaseId: number;
beforeEach(async () => {
  const { db } = people.portal;
  const { propertyId } = people.building;
  tenant = await newTenant();
  cookie = tenant.cookie;
  leaseId = await createLease(db, {
    propertyId,
    unitId: await createUnit(db, propertyId),
    memberIds: [tenant.id],
  });
});

async function newTenant(facts: { state?: "pending" } = {}): Promise<{ id: number; cookie: string }> {
  const { id } = await createPerson(people.portal.db, { role: "tenant", ...facts });
  return { id, cookie: await signInAs(people.portal.db, { id }) };
}

const post = (path: Path, body: unknown, by = cookie, headers: Record<string, string> = {}) =>
  people.portal.call("POST", path, { cookie: by, body: body as object, headers });
const agreeOn = (paymentIntentId: string, method: string, by = cookie) =>
  post("/api/update-payment-method", { paymentIntentId, method }, by);
const balance = async (id = leaseId) => (await sumsOf(people.portal.db, id)).postings;
const intents = () =>
  people.portal.db.selectFrom("payment_intents").selectAll().where("user_id", "=", tenant.id).execute();
const paymentsOf = (id: number) =>
  people.portal.db.selectFrom("payments").selectAll().where("lease_id", "=", id).execute();

describe("20 identical concurrent requests are one payment", () => {
  test.each([
    ["without a key", {}],
    ["with a key", { "idempotency-key": "one-click" }],
  ])("%s (PAY-24)", async (_, headers) => {
    const all = await Promise.all(Array.from({ length: 20 }, () => begin(people, cookie, rent, headers)));
    expect(new Set(all.map((begun) => JSON.stringify(begun))).size).toBe(1);
    expect(await intents()).toHaveLength(1);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from sandbox_intents s join payment_intents i on i.id = s.intent_id
      where i.user_id = ${tenant.id}`.execute(people.portal.db);
    expect(rows[0]?.count).toBe(1);
  });

  test("even when paid with 20 clicks and recorded 20 times, with one receipt (API-27, PAY-56)", async () => {
    const begun = await begin(people, cookie);
    await confirm(people, cookie, begun, { card: "succeeds" });
    const all = await Promise.all(Array.from({ length: 20 }, () => record(people, cookie, begun)));
    expect(new Set(all.map(({ payment }) => payment?.id)).size).toBe(1);
    expect(await paymentsOf(leaseId)).toHaveLength(1);
    expect(await balance()).toBe(-250_000);
  });

  test("the same key with other contents is refused", async () => {
    const headers = { "idempotency-key": "other-contents" };
    await begin(people, cookie, rent, headers);
    const response = await post("/api/create-payment-intent", { ...rent, amount: 1 }, cookie, headers);
    expect(response.statusCode).toBe(409);
    expect(await intents()).toHaveLength(1);
  });

  test("a person who begins hundreds in an hour is asked to wait, and the provider is not called", async () => {
    await begin(people, cookie);
    await sql`update limit_counts set count = 300 where key = ${`payments begun by ${tenant.id}`}`.execute(
      people.portal.db,
    );
    const response = await post("/api/create-payment-intent", { ...rent, amount: 11 });
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(await intents()).toHaveLength(1);
  });

  test("other contents, or the same contents after payment, are another payment", async () => {
    const begun = await begin(people, cookie);
    const other = await begin(people, cookie, { ...rent, amount: 2500.01 });
    await confirm(people, cookie, begun, { card: "succeeds" });
    await record(people, cookie, begun);
    const again = await begin(people, cookie);
    expect(new Set([begun, other, again].map(({ paymentIntentId }) => paymentIntentId)).size).toBe(3);
  });
});

describe("bad and forged requests get a message, and nothing is entered", () => {
  const amount = [
    ["as text", "2500", "Amount must be a valid number"],
    ["missing", undefined, "Amount must be a valid number"],
    ["null", null, "Amount must be a valid number"],
    ["NaN", Number.NaN, "Amount must be a valid number"],
    ["true", true, "Amount must be a valid number"],
    ["in a list", [2500], "Amount must be a valid number"],
    ["in an object", { $gt: 0 }, "Amount must be a valid number"],
    ["with a part of a cent", 10.005, "Amount must be a valid number"],
    ["with a sum of floats", 0.1 + 0.7, "Amount must be a valid number"],
    ["of a thousandth", 1e-3, "Amount must be a valid number"],
    ["negative", -1, "Amount must be at least $0.50"],
    ["zero", 0, "Amount must be at least $0.50"],
    ["minus zero", -0, "Amount must be at least $0.50"],
    ["of 49 cents", 0.49, "Amount must be at least $0.50"],
    ["of a cent too much", 50_000.01, "Amount must be at most $50,000.00"],
    ["of 16 digits", 9_007_199_254_740_992, "Amount must be a valid number"],
    ["of 1e21", 1e21, "Amount must be a valid number"],
  ] as const;
  test.each(amount)("amount %s (PAY-19, PAY-21, PAY-28)", async (_, value, message) => {
    const response = await post("/api/create-payment-intent", { ...rent, amount: value });
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json()).toMatchObject({ fields: { amount: message } });
    expect(await intents()).toEqual([]);
  });

  test.each([
    ["an amount of 1e309", '{"amount":1e309,"description":"Rent"}'],
    ["an amount of -1e309", '{"amount":-1e309,"description":"Rent"}'],
    ["a NaN, which is not JSON", '{"amount":NaN,"description":"Rent"}'],
    ["half a body", '{"amount":1'],
    ["a polluted prototype", '{"amount":1,"description":"Rent","__proto__":{"isAdmin":true}}'],
    ["a polluted constructor", '{"amount":1,"description":"Rent","constructor":{"prototype":{"x":1}}}'],
    ["a NUL", '{"amount":1,"description":"Re\\u0000nt"}'],
    ["text alone", '"2500"'],
    ["a list", "[]"],
    ["null", "null"],
  ])("a body of %s", async (_, body) => {
    const response = await people.portal.call("POST", "/api/create-payment-intent", {
      cookie,
      body,
      headers: { "content-type": "application/json" },
    });
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json<{ message: string }>().message).toMatch(/^[A-Z].{5,200}[.a-z]$/);
    expect(await intents()).toEqual([]);
  });

  test.each([
    ["a description of two characters", { description: "ab" }, "Description must be at least 3 characters"],
    ["blanks only", { description: "      " }, "Description must be at least 3 characters"],
    ["no description", { description: undefined }, "Description must be at least 3 characters"],
    ["a description of a number", { description: 12345 }, "Description must be at least 3 characters"],
    ["a book as its description", { description: "x".repeat(10_000) }, "at most 200 characters"],
    ["a bell in its description", { description: "Rent \u0007" }, "control characters"],
    ["a lease of text", { leaseId: "1; drop table payments" }, "whole number"],
    ["a negative lease id", { leaseId: -1 }, "whole number"],
    ["half a unit", { unitId: 1.5 }, "whole number"],
    ["charges that are not a list", { chargeIds: "all" }, "not valid"],
    ["charges of text", { chargeIds: ["1"] }, "whole number"],
    ["5,000 charges", { chargeIds: Array.from({ length: 5_000 }, (_, n) => n + 1) }, "at most 100 charges"],
  ])("%s (PAY-23)", async (_, change, words) => {
    const response = await post("/api/create-payment-intent", { ...rent, ...change });
    expect(response.statusCode, response.body.slice(0, 300)).toBe(400);
    expect(response.json<{ message: string }>().message).toContain(words);
    expect(await intents()).toEqual([]);
  });

  test("another tenant's lease, a unit id in its place and an unknown lease get the same 404", async () => {
    const { otherLeaseId } = people.building;
    for (const wrong of [otherLeaseId, 999_999, Number.MAX_SAFE_INTEGER]) {
      const response = await post("/api/create-payment-intent", { ...rent, leaseId: wrong });
      expect(response.json()).toMatchObject({
        code: "not_found",
        message: "This lease does not exist, or you do not have access to it.",
      });
    }
    expect(await intents()).toEqual([]);
  });

  test("charges of another lease", async () => {
    const { propertyId, otherLeaseId } = people.building;
    const chargeId = await writeCharge(people.portal.services, {
      propertyId,
      leaseId: otherLeaseId,
      cents: 100,
      dueOn: "2026-01-01",
    });
    for (const wrong of [chargeId, 999_999]) {
      const response = await post("/api/create-payment-intent", { ...rent, chargeIds: [wrong] });
      expect(response.statusCode, response.body).toBe(400);
      expect(response.json<{ fields: object }>().fields).toHaveProperty("chargeIds");
    }
    expect(await intents()).toEqual([]);
  });

  test.each([
    ["missing", undefined],
    ["a number", 1],
    ["a list", ["pi_1"]],
    ["an object", { id: "pi_1" }],
    ["a path", "../../etc/passwd"],
    ["SQL", "' or 1=1 --"],
    ["a book", "p".repeat(10_000)],
    ["empty", ""],
    ["with its secret's tail", "pi_1_secret_2 "],
  ])("an intent that is %s", async (_, paymentIntentId) => {
    for (const [path, rest] of [
      ["/api/payment-success", {}],
      ["/api/update-payment-method", { method: "card" }],
    ] as const) {
      const response = await post(path, { paymentIntentId, ...rest });
      expect([400, 404], response.body.slice(0, 300)).toContain(response.statusCode);
      expect(response.json<{ message: string }>().message.length).toBeGreaterThan(10);
    }
  });

  test.each(["", "CARD", "1card", "card; drop table", "c".repeat(41), "cárd", 7, null, ["card"], { a: 1 }])(
    "a method of %j (PAY-44)",
    async (method) => {
      const { paymentIntentId } = await begin(people, cookie);
      const response = await post("/api/update-payment-method", { paymentIntentId, method });
      expect(response.statusCode, response.body).toBe(400);
      expect((await intents())[0]?.method).toBe("card");
    },
  );
});

describe("a tenant pays only for their own lease", () => {
  test("whatever unit or person the request names (PAY-24)", async () => {
    const { otherUnitId, neighbour, otherLeaseId } = people.building;
    const before = await balance(otherLeaseId);
    const begun = await begin(people, cookie, { ...rent, unitId: otherUnitId, userId: neighbour.id });
    await confirm(people, cookie, begun, { card: "succeeds" });
    expect((await record(people, cookie, begun)).payment).toMatchObject({ leaseId });
    expect(await balance()).toBe(-250_000);
    expect(await balance(otherLeaseId)).toBe(before);
    expect((await paymentsOf(leaseId))[0]?.payer_id).toBe(tenant.id);
  });

  test("and nobody else can pay, change or record a payment that somebody began, not even a member of the same lease", async () => {
    const member = await newTenant();
    await people.portal.db
      .insertInto("lease_members")
      .values({
        lease_id: leaseId,
        property_id: people.building.propertyId,
        user_id: member.id,
        from_on: "2026-01-01",
      })
      .execute();
    const begun = await begin(people, cookie);
    await confirm(people, cookie, begun, { card: "succeeds" });
    const { landlord, neighbour, admin } = people.building;
    for (const by of [member.cookie, landlord.cookie, neighbour.cookie, admin.cookie]) {
      const { paymentIntentId } = begun;
      for (const response of [
        await post("/api/payment-success", { paymentIntentId }, by),
        await agreeOn(paymentIntentId, "us_bank_account", by),
      ])
        expect(response.json()).toMatchObject({
          code: "not_found",
          message: "This payment does not exist, or you do not have access to it.",
        });
    }
    expect(await paymentsOf(leaseId)).toEqual([]);
    expect((await record(people, cookie, begun)).success).toBe(true);
  });

  test("an ended lease can be paid while something is open; a draft cannot", async () => {
    const { db } = people.portal;
    const { propertyId, admin } = people.building;
    const former = await newTenant();
    const unitId = await createUnit(db, propertyId);
    const ended = await createLease(db, { propertyId, unitId, memberIds: [former.id], isEnded: true });
    const begun = await begin(people, former.cookie);
    await confirm(people, former.cookie, begun, { card: "succeeds" });
    expect((await record(people, former.cookie, begun)).payment).toMatchObject({ leaseId: ended });
    const draft = await createLease(db, {
      propertyId,
      unitId: await createUnit(db, propertyId),
      isDraft: true,
    });
    const response = await post("/api/create-payment-intent", { ...rent, leaseId: draft }, admin.cookie);
    expect(response.json()).toMatchObject({
      code: "conflict",
      message: "This lease is a draft. Activate it before it is paid for.",
    });
  });

  test("a person without a lease gets a message that says so", async () => {
    const response = await post("/api/create-payment-intent", rent, (await newTenant()).cookie);
    expect(response.json()).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("no lease") as string,
    });
  });

  test("people waiting for approval and maintenance may not pay (ROLE-16)", async () => {
    const pending = await newTenant({ state: "pending" });
    for (const [by, message] of [
      [pending.cookie, "Your account is waiting for approval."],
      [people.building.technician.cookie, "Your account may not do this."],
    ] as const) {
      const response = await post("/api/create-payment-intent", rent, by);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ message });
    }
  });

  test("staff name the lease or the unit, within their access scope", async () => {
    const { landlord, unitId, leaseId: letLease } = people.building;
    expect((await post("/api/create-payment-intent", rent, landlord.cookie)).json()).toMatchObject({
      fields: { leaseId: "Please choose the lease that is paid for." },
    });
    const begun = await begin(people, landlord.cookie, { ...rent, unitId });
    await confirm(people, landlord.cookie, begun, { card: "succeeds" });
    expect((await record(people, landlord.cookie, begun)).payment).toMatchObject({ leaseId: letLease });
  });
});

describe("a payment settles charges", () => {
  const charge = (cents: number, dueOn: string) =>
    writeCharge(people.portal.services, { propertyId: people.building.propertyId, leaseId, cents, dueOn });
  const openOf = async (...ids: number[]) => {
    const { rows } = await sql<{ id: number; open: number }>`
      select entry_id as id, open_cents as open from receivables where lease_id = ${leaseId}`.execute(
      people.portal.db,
    );
    return ids.map((id) => rows.find((row) => row.id === id)?.open);
  };

  test("the oldest first, and any excess becomes credit", async () => {
    const ids = [await charge(100_000, "2026-11-01"), await charge(50_000, "2026-10-01")];
    const begun = await begin(people, cookie, { ...rent, amount: 700 });
    await confirm(people, cookie, begun, { card: "succeeds" });
    await record(people, cookie, begun);
    expect(await openOf(...ids)).toEqual([80_000, 0]);
    const more = await begin(people, cookie, { ...rent, amount: 1000 });
    await confirm(people, cookie, more, { card: "succeeds" });
    await record(people, cookie, more);
    expect(await openOf(...ids)).toEqual([0, 0]);
    expect(await balance()).toBe(-20_000);
    expect(await sumsOf(people.portal.db, leaseId)).toMatchObject({
      kept: -20_000,
      owed: -20_000,
      open: -20_000,
    });
  });

  test("the chosen charges before all others", async () => {
    const ids = [await charge(10_000, "2026-09-01"), await charge(20_000, "2026-11-01")];
    const begun = await begin(people, cookie, { ...rent, amount: 200, chargeIds: [ids[1]] });
    await confirm(people, cookie, begun, { card: "succeeds" });
    await record(people, cookie, begun);
    expect(await openOf(...ids)).toEqual([10_000, 0]);
  });
});

describe("the server sets the fee", () => {
  test("for cards only, and returns it in dollars (API-24, PAY-44, PAY-47)", async () => {
    const { paymentIntentId } = await begin(people, cookie, { ...rent, amount: 100 });
    for (const [method, fee] of [
      ["card", 3.5],
      ["us_bank_account", 0],
      ["bank_transfer", 0],
      ["any_other_word", 0],
      ["card", 3.5],
    ] as const)
      expect((await agreeOn(paymentIntentId, method)).json()).toEqual({
        success: true,
        processingFee: fee,
        totalAmount: 100 + fee,
      });
  });

  test("and deducts it from the amount received when a bank was agreed on and a card was used", async () => {
    const begun = await begin(people, cookie);
    await agreeOn(begun.paymentIntentId, "us_bank_account");
    await confirm(people, cookie, begun, { card: "succeeds" });
    const { payment } = await record(people, cookie, begun);
    expect(payment).toMatchObject({ method: "card", amountCents: 241_546, feeCents: 8_454 });
    expect(await balance()).toBe(-241_546);
  });

  test("and changes nothing once it is paid or on its way", async () => {
    const paid = await begin(people, cookie);
    await confirm(people, cookie, paid, { card: "succeeds" });
    // Not recorded yet, but the provider refuses.
    expect((await agreeOn(paid.paymentIntentId, "us_bank_account")).json()).toMatchObject({
      code: "conflict",
      message: "This payment was already made.",
    });
    await record(people, cookie, paid);
    expect((await agreeOn(paid.paymentIntentId, "us_bank_account")).statusCode).toBe(409);
    const underWay = await begin(people, cookie, { ...rent, amount: 5 });
    await confirm(people, cookie, underWay, { bank: "clears" });
    await record(people, cookie, underWay);
    expect((await agreeOn(underWay.paymentIntentId, "card")).json()).toMatchObject({
      message: "This payment is already on its way.",
    });
  });
});
