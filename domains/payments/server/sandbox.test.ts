import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#server/db/database.ts";
import { BadSignature, CardRefusal } from "#server/integrations/card-provider.ts";
import { sandboxOf } from "#server/integrations/sandbox-cards.ts";
import { startBuilding } from "#test/building.ts";
import { sumsOf } from "#test/ledger.ts";
import {
  begin,
  confirm,
  confirmation,
  deliverEvents,
  type PayingPeople,
  record,
  rent,
  settleAll,
  startPaying,
} from "#test/paying.ts";
import { takeJobs } from "#test/sandbox-jobs.ts";
import { deliverSandboxEvent, settleInSandbox } from "./sandbox-jobs.ts";

let people: PayingPeople;
let cookie: string;
beforeAll(async () => {
  people = await startPaying();
  cookie = people.building.tenant.cookie;
});
afterAll(() => people.portal.close());

/** How much was credited on the tenant's lease. */
const credited = async () => -(await sumsOf(people.portal.db, people.building.leaseId)).postings;
/** How much `pay` credits. */
async function creditedBy(pay: () => Promise<unknown>): Promise<number> {
  const before = await credited();
  await pay();
  return (await credited()) - before;
}

/** The whole contents of the database. */
async function everything(db: Db): Promise<unknown[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(db);
  return Promise.all(
    tables.map(async ({ name }) => (await sql`select t::text from ${sql.raw(name)} t`.execute(db)).rows),
  );
}

describe("a tenant pays in the sandbox", () => {
  test("by card: the fee comes on top, and the rent is credited when the page says so (PAY-41, PAY-47, PAY-56)", async () => {
    const begun = await begin(people, cookie);
    expect(begun).toMatchObject({ provider: "sandbox", amountCents: 250_000, feeCents: 8_750, message: "" });
    expect(await creditedBy(() => confirm(people, cookie, begun, { card: "succeeds" }))).toBe(0);
    const recorded = await record(people, cookie, begun);
    expect(recorded).toMatchObject({
      success: true,
      status: "succeeded",
      payment: { method: "card", amountCents: 250_000, feeCents: 8_750, status: "completed" },
    });
    // The later event changes nothing, nor does a second click.
    expect(await creditedBy(() => deliverEvents(people.portal.services))).toBe(0);
    expect((await record(people, cookie, begun)).payment?.id).toBe(recorded.payment?.id);
  });

  test("by the event alone, when the page was closed", async () => {
    const begun = await begin(people, cookie, { ...rent, description: "From the bus" });
    await confirm(people, cookie, begun, { card: "succeeds" });
    expect(await creditedBy(() => deliverEvents(people.portal.services))).toBe(250_000);
    expect(await creditedBy(() => record(people, cookie, begun))).toBe(0);
  });

  test.each([
    ["declined", "Your card was declined."],
    ["lacksFunds", "Your card has insufficient funds."],
  ] as const)(
    "with a card that is %s: gets the reason, nothing is credited, and another card can pay (PAY-38, PAY-51)",
    async (card, message) => {
      const begun = await begin(people, cookie, { ...rent, description: `A card that is ${card}` });
      expect(await confirm(people, cookie, begun, { card })).toEqual({
        status: "requires_payment_method",
        error: { message },
      });
      expect(await creditedBy(() => deliverEvents(people.portal.services))).toBe(0);
      expect(await record(people, cookie, begun)).toEqual({ success: false, status: "open", payment: null });
      await confirm(people, cookie, begun, { card: "succeeds" });
      expect(await creditedBy(() => record(people, cookie, begun))).toBe(250_000);
    },
  );

  test("with a card that asks for a step: it pays when passed and not when failed, and the step cannot be repeated", async () => {
    const begun = await begin(people, cookie, { ...rent, description: "Asks for a step" });
    const step = async (approve: boolean) =>
      (
        await people.portal.call("POST", `/api/sandbox/payment-intents/${begun.paymentIntentId}/step`, {
          cookie,
          body: { clientSecret: begun.clientSecret, approve },
        })
      ).json<unknown>();
    const asked = { status: "requires_action", error: null };
    expect(await step(true)).toEqual({ status: "requires_payment_method", error: null });
    expect(await confirm(people, cookie, begun, { card: "asksForAStep" })).toEqual(asked);
    expect(await step(false)).toMatchObject({
      status: "requires_payment_method",
      error: { message: expect.stringContaining("was not passed") as string },
    });
    expect(await creditedBy(() => record(people, cookie, begun))).toBe(0);
    expect(await confirm(people, cookie, begun, { card: "asksForAStep" })).toEqual(asked);
    expect(await step(true)).toEqual({ status: "succeeded", error: null });
    expect(await creditedBy(() => record(people, cookie, begun))).toBe(250_000);
  });

  test("from a bank account, without a fee: under way at first, credited when the bank has paid (PAY-40, PAY-47)", async () => {
    const begun = await begin(people, cookie, { ...rent, description: "From the bank" });
    const agreed = await people.portal.call("POST", "/api/update-payment-method", {
      cookie,
      body: { paymentIntentId: begun.paymentIntentId, method: "us_bank_account" },
    });
    expect(agreed.json()).toEqual({ success: true, processingFee: 0, totalAmount: 2500 });
    expect(await confirm(people, cookie, begun, { bank: "clears" })).toEqual({
      status: "processing",
      error: null,
    });
    expect(await record(people, cookie, begun)).toEqual({
      success: false,
      status: "processing",
      payment: null,
    });
    await settleAll(people.portal.services);
    expect(await creditedBy(() => deliverEvents(people.portal.services))).toBe(250_000);
    expect((await record(people, cookie, begun)).payment).toMatchObject({
      method: "us_bank_account",
      amountCents: 250_000,
      feeCents: 0,
    });
  });

  test("from an account whose debit is returned: nothing is credited, the reason is shown, and it may be tried again", async () => {
    const begun = await begin(people, cookie, { ...rent, description: "Comes back" });
    await confirm(people, cookie, begun, { bank: "returned" });
    await settleAll(people.portal.services);
    expect(await creditedBy(() => deliverEvents(people.portal.services))).toBe(0);
    const { rows } = await sql<{ state: string; problem: string }>`
      select state, problem from payment_intents where reference = ${begun.paymentIntentId}`.execute(
      people.portal.db,
    );
    expect(rows[0]).toEqual({
      state: "open",
      problem: "The bank returned this debit: the account could not cover it.",
    });
  });

  test("twice at the same moment, and the bank is debited once", async () => {
    const begun = await begin(people, cookie, { ...rent, description: "Both clicks" });
    const clicks = Array.from({ length: 5 }, () => confirm(people, cookie, begun, { card: "succeeds" }));
    expect(await Promise.all(clicks)).toEqual(clicks.map(() => ({ status: "succeeded", error: null })));
    const delivered = await takeJobs(people.portal.services, "deliver-sandbox-event");
    expect(delivered.map(({ kind }) => kind)).toEqual(["payment_intent.succeeded"]);
  });
});

describe("the sandbox refuses", () => {
  const ask = async (change: Record<string, unknown>, begun?: Awaited<ReturnType<typeof begin>>) => {
    const { paymentIntentId, clientSecret } =
      begun ?? (await begin(people, cookie, { ...rent, description: "Refused" }));
    return people.portal.call("POST", `/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
      cookie,
      body: { ...confirmation(clientSecret, { card: "succeeds" }), ...change },
    });
  };

  test.each([
    [
      "a number that is not on its list",
      { cardNumber: "5555 5555 5555 4444" },
      "cardNumber",
      "4242 4242 4242 4242",
    ],
    ["a missing number", { cardNumber: undefined }, "cardNumber", "not a test card"],
    [
      "an account that is not on its list",
      { method: "us_bank_account", accountNumber: "123" },
      "accountNumber",
      "000123456789",
    ],
    ["a card of last month", { expiry: "10/26" }, "expiry", "has expired"],
    ["a month that does not exist", { expiry: "13/49" }, "expiry", "MM/YY"],
    ["a missing expiry date", { expiry: undefined }, "expiry", "MM/YY"],
    ["a security code of letters", { cvc: "abc" }, "cvc", "3 or 4 digits"],
    ["another method", { method: "cash" }, "method", "must be one of"],
    ["no secret", { clientSecret: undefined }, "clientSecret", "missing"],
  ])("%s, with a message", async (_, change, field, words) => {
    people.portal.clock.now = new Date("2026-11-21T12:00:00Z");
    const response = await ask(change);
    people.portal.clock.now = new Date();
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: Record<string, string> }>().fields[field]).toContain(words);
  });

  test("the secret of another payment", async () => {
    const other = await begin(people, cookie, { ...rent, description: "Another" });
    const response = await ask({ clientSecret: other.clientSecret });
    expect(response.statusCode).toBe(409);
    expect((await record(people, cookie, other)).status).toBe("open");
  });

  test("a payment of another person, as if it did not exist", async () => {
    const begun = await begin(people, people.building.neighbour.cookie, rent);
    const [foreign, unknown] = [
      await ask({}, begun),
      await ask({}, { ...begun, paymentIntentId: "pi_sandbox_0" }),
    ].map((response) => ({ ...response.json<object>(), requestId: "" }));
    expect(foreign).toEqual(unknown);
    expect(foreign).toMatchObject({ code: "not_found" });
  });

  test("another amount than the portal agreed on with the payer", async () => {
    const begun = await begin(people, cookie, { ...rent, description: "Changed meanwhile" });
    await people.portal.services.cards?.changeAmount(begun.paymentIntentId, 50);
    const response = await ask({}, begun);
    expect(response.statusCode, response.body).toBe(409);
    expect(response.json<{ message: string }>().message).toContain("has changed");
  });

  test("and stores no card number anywhere", async () => {
    const begun = await begin(people, cookie, { ...rent, description: "No number" });
    const response = await people.portal.call(
      "POST",
      `/api/sandbox/payment-intents/${begun.paymentIntentId}/confirm`,
      {
        cookie,
        headers: { "idempotency-key": "once" },
        body: { ...confirmation(begun.clientSecret, { card: "declined" }), expiry: "11/87" },
      },
    );
    expect(response.statusCode, response.body).toBe(200);
    const contents = JSON.stringify(await everything(people.portal.db));
    expect(contents).toContain(begun.paymentIntentId);
    expect(/4000000000000002|11\/87/.exec(contents)).toBeNull();
    const { rows } = await sql`select from idempotent_responses where key = 'once'`.execute(people.portal.db);
    expect(rows).toEqual([]);
  });
});

test("outside of demo mode there is no sandbox: no provider, no calls, and its jobs do nothing", async () => {
  const { portal, building } = await startBuilding();
  try {
    const { tenant } = building;
    expect(portal.services.cards).toBeNull();
    const begun = await begin({ portal }, tenant.cookie, rent);
    expect(begun).toMatchObject({ provider: null, message: "Online payment is not set up." });
    const id = begun.paymentIntentId;
    for (const [verb, body] of [
      ["confirm", confirmation(begun.clientSecret, { card: "succeeds" })],
      ["step", { clientSecret: begun.clientSecret, approve: true }],
    ] as const) {
      const response = await portal.call("POST", `/api/sandbox/payment-intents/${id}/${verb}`, {
        cookie: tenant.cookie,
        body,
      });
      expect(response.statusCode).toBe(404);
    }
    const event = { id: "evt_1", kind: "payment_intent.succeeded", what: "intent", reference: id } as const;
    await deliverSandboxEvent(portal.services, event);
    await settleInSandbox(portal.services, event);
    expect(await portal.db.selectFrom("payments").selectAll().execute()).toEqual([]);
  } finally {
    await portal.close();
  }
});

describe("an event", () => {
  test("not signed by the sandbox, or was signed too long ago, is refused", () => {
    const { services, clock } = people.portal;
    const sandbox = sandboxOf(services.cards);
    if (sandbox === null) throw new Error("The demo has a sandbox.");
    const { now } = clock;
    const event = {
      id: "evt_2",
      kind: "payment_intent.succeeded",
      what: "intent",
      reference: "pi_1",
    } as const;
    const { body, signature } = sandbox.signEvent(event, now);
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(sandbox.readEvent(body, signature, later(299))).toEqual({
      id: "evt_2",
      kind: "payment_intent.succeeded",
      about: { what: "intent", reference: "pi_1" },
    });
    const forged = Buffer.from(body.toString().replace("pi_1", "pi_2"));
    for (const [given, by, at] of [
      [forged, signature, now],
      [body, undefined, now],
      [body, "", now],
      [body, signature.replace(/.$/, (last) => (last === "0" ? "1" : "0")), now],
      [body, signature.replace(/t=\d+/, "t=1"), now],
      [body, signature, later(302)],
      [body, signature, later(-302)],
    ] as const)
      expect(() => sandbox.readEvent(given, by, at)).toThrow(BadSignature);
  });

  test("that comes twice, late or out of order changes nothing (PAY-56)", async () => {
    const { services } = people.portal;
    await deliverEvents(services);
    const begun = await begin(people, cookie, { ...rent, description: "Reordered" });
    await confirm(people, cookie, begun, { card: "declined" });
    await confirm(people, cookie, begun, { card: "succeeds" });
    const events = await takeJobs(services, "deliver-sandbox-event");
    expect(events.map(({ kind }) => kind)).toEqual([
      "payment_intent.payment_failed",
      "payment_intent.succeeded",
    ]);
    expect(
      await creditedBy(async () => {
        for (const event of [...events].reverse()) await deliverSandboxEvent(services, event);
        await Promise.all([...events, ...events].map((event) => deliverSandboxEvent(services, event)));
      }),
    ).toBe(250_000);
    expect((await record(people, cookie, begun)).status).toBe("succeeded");
  });
});

describe("refunds in the sandbox", () => {
  let number = 0;
  async function paid(card: "succeeds" | "refundFails" | "disputed") {
    const begun = await begin(people, cookie, { ...rent, description: `Payment ${++number}` });
    await confirm(people, cookie, begun, { card });
    const sandbox = sandboxOf(people.portal.services.cards);
    if (sandbox === null) throw new Error("The demo has a sandbox.");
    return { sandbox, reference: begun.paymentIntentId };
  }

  test.each([
    ["succeeds", "done", ""],
    ["refundFails", "failed", "The bank of this card did not take the money back."],
  ] as const)(
    "once for each refund, and with a card that %s it is %s in the end",
    async (card, status, problem) => {
      const { sandbox, reference } = await paid(card);
      const wish = { refundId: card === "succeeds" ? 1 : 2, reference, amountCents: 100 };
      const refund = await sandbox.refund(wish);
      expect(refund).toMatchObject({ intentReference: reference, amountCents: 100, status: "pending" });
      expect(await sandbox.refund(wish)).toEqual(refund);
      await settleAll(people.portal.services);
      expect(await sandbox.readRefund(refund.reference)).toEqual({ ...refund, status, problem });
    },
  );

  test("never more than was received", async () => {
    const { sandbox, reference } = await paid("succeeds");
    const amountCents = 258_750;
    await expect(sandbox.refund({ refundId: 3, reference, amountCents: amountCents + 1 })).rejects.toThrow(
      CardRefusal,
    );
    const outcomes = await Promise.allSettled(
      [4, 5].map((refundId) => sandbox.refund({ refundId, reference, amountCents })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("when it is disputed, and lost as nobody answers", async () => {
    const { services } = people.portal;
    await settleAll(services);
    const { sandbox, reference } = await paid("disputed");
    await takeJobs(services, "deliver-sandbox-event");
    const disputes = async () => {
      await settleAll(services);
      const [event] = await takeJobs(services, "deliver-sandbox-event");
      return event && [event.kind, (await sandbox.readDispute(event.reference)).state];
    };
    expect(await disputes()).toEqual(["charge.dispute.created", "needs_response"]);
    expect(await disputes()).toEqual(["charge.dispute.closed", "lost"]);
    await sandbox.settle({ what: "dispute", reference });
    expect(await disputes()).toBeUndefined();
  });
});
