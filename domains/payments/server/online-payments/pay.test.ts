import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readSums, writeCharge } from "#test/money/ledger.ts";
import {
  confirmPayment,
  type PaymentFixtures,
  recordPayment,
  rentPayment,
  startPayment,
  startPaymentFixtures,
} from "#test/money/payments.ts";
import { createLease, createPerson, createUnit, signInAs } from "#test/people.ts";
import type { createPaymentIntent } from "../../pay-contract.ts";

/** The calls under test, by path. */
type Path = (typeof createPaymentIntent)["path"] | "/api/update-payment-method" | "/api/payment-success";

let people: PaymentFixtures;
let cookie: string;
beforeAll(async () => {
  people = await startPaymentFixtures();
});
afterAll(() => people.portal.close());

/** A tenant with a lease for their own unit, with no payments yet. */
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

async function newTenant(input: { state?: "pending" } = {}): Promise<{ id: number; cookie: string }> {
  const { id } = await createPerson(people.portal.db, { role: "tenant", ...input });
  return { id, cookie: await signInAs(people.portal.db, { id }) };
}

const post = (path: Path, body: unknown, asCookie = cookie, headers: Record<string, string> = {}) =>
  people.portal.call("POST", path, { cookie: asCookie, body: body as object, headers });
const setMethod = (paymentIntentId: string, method: string, asCookie = cookie) =>
  post("/api/update-payment-method", { paymentIntentId, method }, asCookie);
const balance = async (id = leaseId) => (await readSums(people.portal.db, id)).postings;
const intents = () =>
  people.portal.db.selectFrom("payment_intents").selectAll().where("user_id", "=", tenant.id).execute();
const findPayments = (id: number) =>
  people.portal.db.selectFrom("payments").selectAll().where("lease_id", "=", id).execute();

describe("identical concurrent requests", () => {
  test.each([
    ["without a key", {}],
    ["with a key", { "idempotency-key": "one-click" }],
  ])("20 concurrent requests %s start only one payment (PAY-24)", async (_, headers) => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => startPayment(people, cookie, rentPayment, headers)),
    );
    expect(new Set(all.map((intent) => JSON.stringify(intent))).size).toBe(1);
    expect(await intents()).toHaveLength(1);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from sandbox_intents s join payment_intents i on i.id = s.intent_id
      where i.user_id = ${tenant.id}`.execute(people.portal.db);
    expect(rows[0]?.count).toBe(1);
  });

  test("20 concurrent clicks and recordings make one payment with one receipt (API-27, PAY-56)", async () => {
    const intent = await startPayment(people, cookie);
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    const all = await Promise.all(Array.from({ length: 20 }, () => recordPayment(people, cookie, intent)));
    expect(new Set(all.map(({ payment }) => payment?.id)).size).toBe(1);
    expect(await findPayments(leaseId)).toHaveLength(1);
    expect(await balance()).toBe(-250_000);
    const { payment } = all[0] ?? {};
    const receipt = await people.portal.call("GET", `/api/payments/${payment?.id}/receipt`, { cookie });
    expect(receipt.body).toMatch(/Paid \w{3} \d+, \d{4}, \d+:\d\d\s[AP]M P[SD]T/);
  });

  test("a payment request with an idempotency key that was used for different contents is rejected", async () => {
    const headers = { "idempotency-key": "other-contents" };
    await startPayment(people, cookie, rentPayment, headers);
    const response = await post("/api/create-payment-intent", { ...rentPayment, amount: 1 }, cookie, headers);
    expect(response.statusCode).toBe(409);
    expect(await intents()).toHaveLength(1);
  });

  test("a person who starts hundreds of payments in an hour must wait, and the provider isn't called", async () => {
    await startPayment(people, cookie);
    await sql`update limit_counts set count = 300 where key = ${`payments started by ${tenant.id}`}`.execute(
      people.portal.db,
    );
    const response = await post("/api/create-payment-intent", { ...rentPayment, amount: 11 });
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(await intents()).toHaveLength(1);
  });

  test("a request with different contents, or with the same contents after a completed payment, starts another payment", async () => {
    const intent = await startPayment(people, cookie);
    const other = await startPayment(people, cookie, { ...rentPayment, amount: 2500.01 });
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    await recordPayment(people, cookie, intent);
    const again = await startPayment(people, cookie);
    expect(new Set([intent, other, again].map(({ paymentIntentId }) => paymentIntentId)).size).toBe(3);
  });
});

describe("invalid and forged requests get a message and post nothing", () => {
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
    ["of a cent too much", 50_000.01, "Amount can be up to $50,000.00"],
    ["of 16 digits", 9_007_199_254_740_992, "Amount must be a valid number"],
    ["of 1e21", 1e21, "Amount must be a valid number"],
  ] as const;
  test.each(amount)("a payment amount %s is rejected (PAY-19, PAY-21, PAY-28)", async (_, value, message) => {
    const response = await post("/api/create-payment-intent", { ...rentPayment, amount: value });
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
  ])("a payment request with a body of %s is rejected", async (_, body) => {
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
    ["a book as its description", { description: "x".repeat(10_000) }, "200 characters or fewer"],
    ["a bell in its description", { description: "Rent \u0007" }, "control characters"],
    ["a lease of text", { leaseId: "1; drop table payments" }, "whole number"],
    ["a negative lease id", { leaseId: -1 }, "whole number"],
    ["half a unit", { unitId: 1.5 }, "whole number"],
    ["charges that are not a list", { chargeIds: "all" }, "isn't valid"],
    ["charges of text", { chargeIds: ["1"] }, "whole number"],
    ["5,000 charges", { chargeIds: Array.from({ length: 5_000 }, (_, n) => n + 1) }, "up to 100 charges"],
  ])("a payment request with %s is rejected (PAY-23)", async (_, change, words) => {
    const response = await post("/api/create-payment-intent", { ...rentPayment, ...change });
    expect(response.statusCode, response.body.slice(0, 300)).toBe(400);
    expect(response.json<{ message: string }>().message).toContain(words);
    expect(await intents()).toEqual([]);
  });

  test("another tenant's lease, a unit id in place of a lease id, and an unknown lease all return the same 404", async () => {
    const { otherLeaseId } = people.building;
    for (const invalidId of [otherLeaseId, 999_999, Number.MAX_SAFE_INTEGER]) {
      const response = await post("/api/create-payment-intent", { ...rentPayment, leaseId: invalidId });
      expect(response.json()).toMatchObject({
        code: "not_found",
        message: "This lease doesn't exist, or you don't have access to it.",
      });
    }
    expect(await intents()).toEqual([]);
  });

  test("a payment for charges on another lease is rejected", async () => {
    const { propertyId, otherLeaseId } = people.building;
    const chargeId = await writeCharge(people.portal.services, {
      propertyId,
      leaseId: otherLeaseId,
      cents: 100,
      dueOn: "2026-01-01",
    });
    for (const invalidId of [chargeId, 999_999]) {
      const response = await post("/api/create-payment-intent", { ...rentPayment, chargeIds: [invalidId] });
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
  ])("a payment intent that is %s is rejected", async (_, paymentIntentId) => {
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
    "a payment method of %j is rejected (PAY-44)",
    async (method) => {
      const { paymentIntentId } = await startPayment(people, cookie);
      const response = await post("/api/update-payment-method", { paymentIntentId, method });
      expect(response.statusCode, response.body).toBe(400);
      expect((await intents())[0]?.method).toBe("card");
    },
  );
});

describe("leases to pay for", () => {
  test("tenants pay for their own lease, regardless of the unit or person in the request (PAY-24)", async () => {
    const { otherUnitId, neighbor, otherLeaseId } = people.building;
    const before = await balance(otherLeaseId);
    const intent = await startPayment(people, cookie, {
      ...rentPayment,
      unitId: otherUnitId,
      userId: neighbor.id,
    });
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    expect((await recordPayment(people, cookie, intent)).payment).toMatchObject({ leaseId });
    expect(await balance()).toBe(-250_000);
    expect(await balance(otherLeaseId)).toBe(before);
    expect((await findPayments(leaseId))[0]?.payer_id).toBe(tenant.id);
  });

  test("only the person who started a payment can pay, change, or record it; other members of the lease can't", async () => {
    const member = await newTenant();
    await people.portal.db
      .insertInto("lease_members")
      .values({
        lease_id: leaseId,
        property_id: people.building.propertyId,
        user_id: member.id,
        starts_on: "2026-01-01",
      })
      .execute();
    const intent = await startPayment(people, cookie);
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    const { landlord, neighbor, admin } = people.building;
    for (const asCookie of [member.cookie, landlord.cookie, neighbor.cookie, admin.cookie]) {
      const { paymentIntentId } = intent;
      for (const response of [
        await post("/api/payment-success", { paymentIntentId }, asCookie),
        await setMethod(paymentIntentId, "us_bank_account", asCookie),
      ])
        expect(response.json()).toMatchObject({
          code: "not_found",
          message: "This payment doesn't exist, or you don't have access to it.",
        });
    }
    expect(await findPayments(leaseId)).toEqual([]);
    expect((await recordPayment(people, cookie, intent)).success).toBe(true);
  });

  test("an ended lease with unpaid charges can be paid, but a draft can't", async () => {
    const { db } = people.portal;
    const { propertyId, admin } = people.building;
    const former = await newTenant();
    const unitId = await createUnit(db, propertyId);
    const ended = await createLease(db, { propertyId, unitId, memberIds: [former.id], isEnded: true });
    const intent = await startPayment(people, former.cookie);
    await confirmPayment(people, former.cookie, intent, { card: "succeeds" });
    expect((await recordPayment(people, former.cookie, intent)).payment).toMatchObject({ leaseId: ended });
    const draft = await createLease(db, {
      propertyId,
      unitId: await createUnit(db, propertyId),
      isDraft: true,
    });
    const response = await post(
      "/api/create-payment-intent",
      { ...rentPayment, leaseId: draft },
      admin.cookie,
    );
    expect(response.json()).toMatchObject({
      code: "conflict",
      message: "This lease is a draft. Activate it before taking payments.",
    });
  });

  test("a person without a lease gets a message that explains why they can't pay", async () => {
    const response = await post("/api/create-payment-intent", rentPayment, (await newTenant()).cookie);
    expect(response.json()).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("don't have a lease") as string,
    });
  });

  test("people awaiting approval and technicians can't pay (ROLE-16)", async () => {
    const pending = await newTenant({ state: "pending" });
    for (const [asCookie, message] of [
      [pending.cookie, "Your account is waiting for approval."],
      [people.building.technician.cookie, "You don't have permission to do this."],
    ] as const) {
      const response = await post("/api/create-payment-intent", rentPayment, asCookie);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ message });
    }
  });

  test("staff must specify a lease or unit they can access", async () => {
    const { landlord, unitId, leaseId: activeLeaseId } = people.building;
    expect((await post("/api/create-payment-intent", rentPayment, landlord.cookie)).json()).toMatchObject({
      fields: { leaseId: "Please select the lease you're paying for." },
    });
    const intent = await startPayment(people, landlord.cookie, { ...rentPayment, unitId });
    await confirmPayment(people, landlord.cookie, intent, { card: "succeeds" });
    expect((await recordPayment(people, landlord.cookie, intent)).payment).toMatchObject({
      leaseId: activeLeaseId,
    });
  });
});

describe("applying payments to charges", () => {
  const charge = (cents: number, dueOn: string) =>
    writeCharge(people.portal.services, { propertyId: people.building.propertyId, leaseId, cents, dueOn });
  const findUnpaid = async (...ids: number[]) => {
    const { rows } = await sql<{ id: number; open: number }>`
      select entry_id as id, open_cents as open from receivables where lease_id = ${leaseId}`.execute(
      people.portal.db,
    );
    return ids.map((id) => rows.find((row) => row.id === id)?.open);
  };

  test("an online payment is applied to the oldest charges first, and any excess becomes a credit", async () => {
    const ids = [await charge(100_000, "2026-11-01"), await charge(50_000, "2026-10-01")];
    const intent = await startPayment(people, cookie, { ...rentPayment, amount: 700 });
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    await recordPayment(people, cookie, intent);
    expect(await findUnpaid(...ids)).toEqual([80_000, 0]);
    const secondPayment = await startPayment(people, cookie, { ...rentPayment, amount: 1000 });
    await confirmPayment(people, cookie, secondPayment, { card: "succeeds" });
    await recordPayment(people, cookie, secondPayment);
    expect(await findUnpaid(...ids)).toEqual([0, 0]);
    expect(await balance()).toBe(-20_000);
    expect(await readSums(people.portal.db, leaseId)).toMatchObject({
      stored: -20_000,
      receivables: -20_000,
      open: -20_000,
    });
  });

  test("an online payment is applied to the selected charges first", async () => {
    const ids = [await charge(10_000, "2026-09-01"), await charge(20_000, "2026-11-01")];
    const intent = await startPayment(people, cookie, { ...rentPayment, amount: 200, chargeIds: [ids[1]] });
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    await recordPayment(people, cookie, intent);
    expect(await findUnpaid(...ids)).toEqual([10_000, 0]);
  });
});

describe("the fee set by the server", () => {
  test("only cards have a fee, and the fee is returned in dollars (API-24, PAY-44, PAY-47)", async () => {
    const { paymentIntentId } = await startPayment(people, cookie, { ...rentPayment, amount: 100 });
    for (const [method, fee] of [
      ["card", 3.5],
      ["us_bank_account", 0],
      ["bank_transfer", 0],
      ["any_other_word", 0],
      ["card", 3.5],
    ] as const)
      expect((await setMethod(paymentIntentId, method)).json()).toEqual({
        success: true,
        processingFee: fee,
        totalAmount: 100 + fee,
      });
  });

  test("if the method was set to bank but a card was used, the fee is deducted from the received amount", async () => {
    const intent = await startPayment(people, cookie);
    await setMethod(intent.paymentIntentId, "us_bank_account");
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    const { payment } = await recordPayment(people, cookie, intent);
    expect(payment).toMatchObject({ method: "card", amountCents: 241_546, feeCents: 8_454 });
    expect(await balance()).toBe(-241_546);
  });

  test("the fee can't change once the payment is made or is processing", async () => {
    const paid = await startPayment(people, cookie);
    await confirmPayment(people, cookie, paid, { card: "succeeds" });
    // Not recorded yet, but the provider rejects the change.
    expect((await setMethod(paid.paymentIntentId, "us_bank_account")).json()).toMatchObject({
      code: "conflict",
      message: "This payment has already been made.",
    });
    await recordPayment(people, cookie, paid);
    expect((await setMethod(paid.paymentIntentId, "us_bank_account")).statusCode).toBe(409);
    const processing = await startPayment(people, cookie, { ...rentPayment, amount: 5 });
    await confirmPayment(people, cookie, processing, { bank: "clears" });
    await recordPayment(people, cookie, processing);
    expect((await setMethod(processing.paymentIntentId, "card")).json()).toMatchObject({
      message: "This payment is already processing.",
    });
  });
});
