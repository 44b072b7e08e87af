import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#server/db/database.ts";
import { BadSignatureError, CardError } from "#server/integrations/cards/card-provider.ts";
import { asSandbox, type SandboxMeans } from "#server/integrations/cards/sandbox-cards.ts";
import { startBuilding } from "#test/building.ts";
import { readSums } from "#test/money/ledger.ts";
import {
  confirmationBody,
  confirmPayment,
  deliverEvents,
  type PaymentFixtures,
  recordPayment,
  rentPayment,
  settlePending,
  startPayment,
  startPaymentFixtures,
} from "#test/money/payments.ts";
import { removeJobs } from "#test/money/sandbox-jobs.ts";
import { sandboxAccounts, sandboxCards } from "../../sandbox-contract.ts";
import { deliverSandboxEvent, settleInSandbox } from "./sandbox-jobs.ts";

let people: PaymentFixtures;
let cookie: string;
beforeAll(async () => {
  people = await startPaymentFixtures();
  cookie = people.building.tenant.cookie;
});
afterAll(() => people.portal.close());

/** Returns the amount credited on the tenant's lease. */
const credited = async () => -(await readSums(people.portal.db, people.building.leaseId)).postings;
/** Returns the amount `pay` credits. */
async function creditedDuring(pay: () => Promise<unknown>): Promise<number> {
  const before = await credited();
  await pay();
  return (await credited()) - before;
}

/** Reads the whole contents of the database. */
async function readDatabase(db: Db): Promise<unknown[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(db);
  return Promise.all(
    tables.map(async ({ name }) => (await sql`select t::text from ${sql.raw(name)} t`.execute(db)).rows),
  );
}

describe("a tenant's payment in the sandbox", () => {
  test("a card payment in the sandbox adds the fee and credits the rent when the page reports it (PAY-41, PAY-47, PAY-56)", async () => {
    const intent = await startPayment(people, cookie);
    expect(intent).toMatchObject({ provider: "sandbox", amountCents: 250_000, feeCents: 8_750, message: "" });
    expect(await creditedDuring(() => confirmPayment(people, cookie, intent, { card: "succeeds" }))).toBe(0);
    const recorded = await recordPayment(people, cookie, intent);
    expect(recorded).toMatchObject({
      success: true,
      status: "succeeded",
      payment: {
        method: "card",
        brand: "Visa",
        lastFour: "4242",
        amountCents: 250_000,
        feeCents: 8_750,
        status: "completed",
      },
    });
    // Neither the later event nor a second click changes anything.
    expect(await creditedDuring(() => deliverEvents(people.portal.services))).toBe(0);
    expect((await recordPayment(people, cookie, intent)).payment?.id).toBe(recorded.payment?.id);
  });

  test("if the page was closed, the sandbox's event alone credits the payment", async () => {
    const intent = await startPayment(people, cookie, { ...rentPayment, description: "From the bus" });
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    expect(await creditedDuring(() => deliverEvents(people.portal.services))).toBe(250_000);
    expect(await creditedDuring(() => recordPayment(people, cookie, intent))).toBe(0);
  });

  test.each([
    ["declined", "Your card was declined."],
    ["lacksFunds", "Your card has insufficient funds."],
  ] as const)(
    "the sandbox card “%s” shows the reason, credits nothing, and lets the payer use another card (PAY-38, PAY-51)",
    async (card, message) => {
      const intent = await startPayment(people, cookie, {
        ...rentPayment,
        description: `A card that is ${card}`,
      });
      expect(await confirmPayment(people, cookie, intent, { card })).toEqual({
        status: "requires_payment_method",
        error: { message },
      });
      expect(await creditedDuring(() => deliverEvents(people.portal.services))).toBe(0);
      expect(await recordPayment(people, cookie, intent)).toEqual({
        success: false,
        status: "open",
        payment: null,
      });
      await confirmPayment(people, cookie, intent, { card: "succeeds" });
      expect(await creditedDuring(() => recordPayment(people, cookie, intent))).toBe(250_000);
    },
  );

  test("a sandbox card that requires an extra step pays only if the step is passed, and the step can't be repeated", async () => {
    const intent = await startPayment(people, cookie, { ...rentPayment, description: "Requires a step" });
    const step = async (approve: boolean) =>
      (
        await people.portal.call("POST", `/api/sandbox/payment-intents/${intent.paymentIntentId}/step`, {
          cookie,
          body: { clientSecret: intent.clientSecret, approve },
        })
      ).json<unknown>();
    const stepRequired = { status: "requires_action", error: null };
    expect(await step(true)).toEqual({ status: "requires_payment_method", error: null });
    expect(await confirmPayment(people, cookie, intent, { card: "requiresExtraStep" })).toEqual(stepRequired);
    expect(await step(false)).toMatchObject({
      status: "requires_payment_method",
      error: { message: expect.stringContaining("Authentication failed") as string },
    });
    expect(await creditedDuring(() => recordPayment(people, cookie, intent))).toBe(0);
    expect(await confirmPayment(people, cookie, intent, { card: "requiresExtraStep" })).toEqual(stepRequired);
    expect(await step(true)).toEqual({ status: "succeeded", error: null });
    expect(await creditedDuring(() => recordPayment(people, cookie, intent))).toBe(250_000);
  });

  test("a bank payment in the sandbox has no fee, is processing at first, and is credited when the bank pays (PAY-40, PAY-47)", async () => {
    const intent = await startPayment(people, cookie, { ...rentPayment, description: "From the bank" });
    const methodResponse = await people.portal.call("POST", "/api/update-payment-method", {
      cookie,
      body: { paymentIntentId: intent.paymentIntentId, method: "us_bank_account" },
    });
    expect(methodResponse.json()).toEqual({ success: true, processingFee: 0, totalAmount: 2500 });
    expect(await confirmPayment(people, cookie, intent, { bank: "clears" })).toEqual({
      status: "processing",
      error: null,
    });
    expect(await recordPayment(people, cookie, intent)).toEqual({
      success: false,
      status: "processing",
      payment: null,
    });
    await settlePending(people.portal.services);
    expect(await creditedDuring(() => deliverEvents(people.portal.services))).toBe(250_000);
    expect((await recordPayment(people, cookie, intent)).payment).toMatchObject({
      method: "us_bank_account",
      amountCents: 250_000,
      feeCents: 0,
    });
  });

  test("a returned debit credits nothing, can be tried again, and notifies the payer and the managers", async () => {
    const intent = await startPayment(people, cookie, { ...rentPayment, description: "Comes back" });
    await confirmPayment(people, cookie, intent, { bank: "returned" });
    expect((await recordPayment(people, cookie, intent)).status).toBe("processing");
    await settlePending(people.portal.services);
    expect(await creditedDuring(() => deliverEvents(people.portal.services))).toBe(0);
    const { rows } = await sql<{ state: string; problem: string }>`
      select state, problem from payment_intents where reference = ${intent.paymentIntentId}`.execute(
      people.portal.db,
    );
    expect(rows[0]).toEqual({
      state: "open",
      problem: "The bank returned this debit: insufficient funds.",
    });
    const notified = await sql<{ role: string; details: { cents: number; company?: string } }>`
      select u.role, n.details, n.by_email as "byEmail" from notifications n join users u on u.id = n.user_id
      where n.kind = 'payment.debit-failed' order by u.role`.execute(people.portal.db);
    expect(notified.rows).toMatchObject([
      { role: "admin", byEmail: true, details: { cents: 250_000, company: expect.any(String) } },
      { role: "landlord", byEmail: true, details: { cents: 250_000, company: expect.any(String) } },
      { role: "tenant", byEmail: true, details: { cents: 250_000 } },
    ]);
    expect(notified.rows.at(-1)?.details).not.toHaveProperty("company");
  });

  test("several simultaneous clicks debit the bank account only once", async () => {
    const intent = await startPayment(people, cookie, { ...rentPayment, description: "Both clicks" });
    const clicks = Array.from({ length: 5 }, () =>
      confirmPayment(people, cookie, intent, { card: "succeeds" }),
    );
    expect(await Promise.all(clicks)).toEqual(clicks.map(() => ({ status: "succeeded", error: null })));
    const delivered = await removeJobs(people.portal.services, "deliver-sandbox-event");
    expect(delivered.map(({ kind }) => kind)).toEqual(["payment_intent.succeeded"]);
  });
});

describe("sandbox rejections", () => {
  const confirmWith = async (
    change: Record<string, unknown>,
    intent?: Awaited<ReturnType<typeof startPayment>>,
  ) => {
    const { paymentIntentId, clientSecret } =
      intent ?? (await startPayment(people, cookie, { ...rentPayment, description: "Rejected" }));
    return people.portal.call("POST", `/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
      cookie,
      body: { ...confirmationBody(clientSecret, { card: "succeeds" }), ...change },
    });
  };

  test.each([
    [
      "a number that is not on its list",
      { cardNumber: "5555 5555 5555 4444" },
      "cardNumber",
      "4242 4242 4242 4242",
    ],
    ["a missing number", { cardNumber: undefined }, "cardNumber", "Enter a test card number"],
    [
      "an account that is not on its list",
      { method: "us_bank_account", accountNumber: "123" },
      "accountNumber",
      "000123456789",
    ],
    ["a card of last month", { expiration: "10/26" }, "expiration", "has expired"],
    ["a month that does not exist", { expiration: "13/49" }, "expiration", "MM/YY"],
    ["a missing expiration date", { expiration: undefined }, "expiration", "MM/YY"],
    ["a security code of letters", { cvc: "abc" }, "cvc", "3- or 4-digit"],
    ["another method", { method: "cash" }, "method", "must be one of"],
    ["no secret", { clientSecret: undefined }, "clientSecret", "missing"],
  ])("the sandbox rejects %s with a message", async (_, change, field, words) => {
    people.portal.clock.now = new Date("2026-11-21T12:00:00Z");
    const response = await confirmWith(change);
    people.portal.clock.now = new Date();
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: Record<string, string> }>().fields[field]).toContain(words);
  });

  test("the sandbox rejects the secret of another payment", async () => {
    const other = await startPayment(people, cookie, { ...rentPayment, description: "Another" });
    const response = await confirmWith({ clientSecret: other.clientSecret });
    expect(response.statusCode).toBe(409);
    expect((await recordPayment(people, cookie, other)).status).toBe("open");
  });

  test("the sandbox treats another person's payment as if it didn't exist", async () => {
    const intent = await startPayment(people, people.building.neighbor.cookie, rentPayment);
    const [othersResponse, unknownResponse] = [
      await confirmWith({}, intent),
      await confirmWith({}, { ...intent, paymentIntentId: "pi_sandbox_0" }),
    ].map((response) => ({ ...response.json<object>(), requestId: "" }));
    expect(othersResponse).toEqual(unknownResponse);
    expect(othersResponse).toMatchObject({ code: "not_found" });
  });

  test("the sandbox rejects an amount other than the amount agreed on with the payer", async () => {
    const intent = await startPayment(people, cookie, {
      ...rentPayment,
      description: "Changed at the provider",
    });
    await people.portal.services.cards?.changeAmount(intent.paymentIntentId, 50);
    const response = await confirmWith({}, intent);
    expect(response.statusCode, response.body).toBe(409);
    expect(response.json<{ message: string }>().message).toContain("has changed");
  });

  test("the sandbox stores no card number anywhere", async () => {
    const intent = await startPayment(people, cookie, { ...rentPayment, description: "No number" });
    const response = await people.portal.call(
      "POST",
      `/api/sandbox/payment-intents/${intent.paymentIntentId}/confirm`,
      {
        cookie,
        headers: { "idempotency-key": "once" },
        body: { ...confirmationBody(intent.clientSecret, { card: "declined" }), expiration: "11/87" },
      },
    );
    expect(response.statusCode, response.body).toBe(200);
    const contents = JSON.stringify(await readDatabase(people.portal.db));
    expect(contents).toContain(intent.paymentIntentId);
    expect(/4000000000000002|11\/87/.exec(contents)).toBeNull();
    const { rows } = await sql`select from idempotent_responses where key = 'once'`.execute(people.portal.db);
    expect(rows).toEqual([]);
  });
});

test("outside demo mode, there is no sandbox: no provider and no calls, and its jobs do nothing", async () => {
  const { portal, building } = await startBuilding();
  try {
    const { tenant } = building;
    expect(portal.services.cards).toBeNull();
    const intent = await startPayment({ portal }, tenant.cookie, rentPayment);
    expect(intent).toMatchObject({ provider: null, message: "Online payment isn't set up." });
    const id = intent.paymentIntentId;
    for (const [verb, body] of [
      ["confirm", confirmationBody(intent.clientSecret, { card: "succeeds" })],
      ["step", { clientSecret: intent.clientSecret, approve: true }],
    ] as const) {
      const response = await portal.call("POST", `/api/sandbox/payment-intents/${id}/${verb}`, {
        cookie: tenant.cookie,
        body,
      });
      expect(response.statusCode).toBe(404);
    }
    const event = { id: "evt_1", kind: "payment_intent.succeeded", type: "intent", reference: id } as const;
    await deliverSandboxEvent(portal.services, event);
    await settleInSandbox(portal.services, event);
    expect(await portal.db.selectFrom("payments").selectAll().execute()).toEqual([]);
  } finally {
    await portal.close();
  }
});

test.each(Object.entries({ ...sandboxCards, ...sandboxAccounts }))(
  "PAY-94 the sandbox test number %s is recognized by its last four digits",
  async (means, testNumber) => {
    const sandbox = asSandbox(people.portal.services.cards);
    const intent = await startPayment(people, cookie, { ...rentPayment, description: `Test ${means}` });
    const { paidWith } =
      (await sandbox?.confirm(intent.paymentIntentId, {
        clientSecret: intent.clientSecret,
        means: means as SandboxMeans,
      })) ?? {};
    expect(paidWith?.lastFour).toBe(testNumber.slice(-4));
    await sandbox?.cancelIntent(intent.paymentIntentId).catch(() => undefined);
  },
);

describe("sandbox events", () => {
  test("events that the sandbox didn't sign, or signed too long ago, are rejected", () => {
    const { services, clock } = people.portal;
    const sandbox = asSandbox(services.cards);
    if (sandbox === null) throw new Error("The demo has a sandbox.");
    const { now } = clock;
    const event = {
      id: "evt_2",
      kind: "payment_intent.succeeded",
      type: "intent",
      reference: "pi_1",
    } as const;
    const { body, signature } = sandbox.signEvent(event, now);
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(sandbox.readEvent(body, signature, later(299))).toEqual({
      id: "evt_2",
      kind: "payment_intent.succeeded",
      subject: { what: "intent", reference: "pi_1" },
    });
    const forged = Buffer.from(body.toString().replace("pi_1", "pi_2"));
    for (const [eventBody, by, at] of [
      [forged, signature, now],
      [body, undefined, now],
      [body, "", now],
      [body, signature.replace(/.$/, (last) => (last === "0" ? "1" : "0")), now],
      [body, signature.replace(/t=\d+/, "t=1"), now],
      [body, signature, later(302)],
      [body, signature, later(-302)],
    ] as const)
      expect(() => sandbox.readEvent(eventBody, by, at)).toThrow(BadSignatureError);
  });

  test("repeated, late, and reordered sandbox events change nothing (PAY-56)", async () => {
    const { services } = people.portal;
    await deliverEvents(services);
    const intent = await startPayment(people, cookie, { ...rentPayment, description: "Reordered" });
    await confirmPayment(people, cookie, intent, { card: "declined" });
    await confirmPayment(people, cookie, intent, { card: "succeeds" });
    const events = await removeJobs(services, "deliver-sandbox-event");
    expect(events.map(({ kind }) => kind)).toEqual([
      "payment_intent.payment_failed",
      "payment_intent.succeeded",
    ]);
    expect(
      await creditedDuring(async () => {
        for (const event of [...events].reverse()) await deliverSandboxEvent(services, event);
        await Promise.all([...events, ...events].map((event) => deliverSandboxEvent(services, event)));
      }),
    ).toBe(250_000);
    expect((await recordPayment(people, cookie, intent)).status).toBe("succeeded");
  });
});

describe("refunds in the sandbox", () => {
  let number = 0;
  async function paid(card: "succeeds" | "refundFails" | "disputed") {
    const intent = await startPayment(people, cookie, { ...rentPayment, description: `Payment ${++number}` });
    await confirmPayment(people, cookie, intent, { card });
    const sandbox = asSandbox(people.portal.services.cards);
    if (sandbox === null) throw new Error("The demo has a sandbox.");
    return { sandbox, reference: intent.paymentIntentId };
  }

  test.each([
    ["succeeds", "done", ""],
    ["refundFails", "failed", "The card's bank didn't accept the refund."],
  ] as const)(
    "a repeated refund request makes one refund, and with the sandbox card “%s” that refund ends up as %s",
    async (card, status, problem) => {
      const { sandbox, reference } = await paid(card);
      const input = { refundId: card === "succeeds" ? 1 : 2, reference, amountCents: 100 };
      const refund = await sandbox.refund(input);
      expect(refund).toMatchObject({ intentReference: reference, amountCents: 100, status: "pending" });
      expect(await sandbox.refund(input)).toEqual(refund);
      await settlePending(people.portal.services);
      expect(await sandbox.readRefund(refund.reference)).toEqual({ ...refund, status, problem });
    },
  );

  test("sandbox refunds never exceed the received amount", async () => {
    const { sandbox, reference } = await paid("succeeds");
    const amountCents = 258_750;
    await expect(sandbox.refund({ refundId: 3, reference, amountCents: amountCents + 1 })).rejects.toThrow(
      CardError,
    );
    const outcomes = await Promise.allSettled(
      [4, 5].map((refundId) => sandbox.refund({ refundId, reference, amountCents })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("a dispute is lost if no one responds", async () => {
    const { services } = people.portal;
    await settlePending(services);
    const { sandbox, reference } = await paid("disputed");
    await removeJobs(services, "deliver-sandbox-event");
    const disputes = async () => {
      await settlePending(services);
      const [event] = await removeJobs(services, "deliver-sandbox-event");
      return event && [event.kind, (await sandbox.readDispute(event.reference)).state];
    };
    expect(await disputes()).toEqual(["charge.dispute.created", "needs_response"]);
    expect(await disputes()).toEqual(["charge.dispute.closed", "lost"]);
    await sandbox.settle({ type: "dispute", reference });
    expect(await disputes()).toBeUndefined();
  });
});
