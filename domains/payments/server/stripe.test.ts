import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import type { PublicConfig } from "#domains/settings/public-config-contract.ts";
import { buildApp } from "#server/app.ts";
import { sumsOf } from "#test/ledger.ts";
import { begin, record, rent } from "#test/paying.ts";
import {
  creditedByCard,
  type Payer,
  type StripePortal,
  startPayingByStripe,
} from "#test/paying-by-stripe.ts";
import type { TestPortal } from "#test/portal.ts";
import type { StripeStandIn } from "#test/stripe-stand-in.ts";
import type { PaymentDetails } from "../contract.ts";
import { reconcilePayments } from "./reconcile.ts";

/*
 * Paying through Stripe, from the tenant's call to the ledger.
 */

let people: StripePortal;
let portal: TestPortal;
let stripe: StripeStandIn;
let payer: Payer;
beforeAll(async () => {
  people = await startPayingByStripe();
  ({ portal, stripe } = people);
});
afterAll(() => people.close());
beforeEach(async () => {
  payer = await people.newPayer();
});

const post = (address: string, body: object, by = payer.cookie) =>
  portal.call("POST", address, { cookie: by, body });
const recordRefused = async (paymentIntentId: string): Promise<unknown> => {
  const response = await post("/api/payment-success", { paymentIntentId });
  return [response.statusCode, response.json<{ message: string }>().message];
};
async function expectSound(): Promise<void> {
  const { kept, ...sums } = await sumsOf(portal.db, payer.leaseId);
  expect(sums).toEqual({ postings: kept, owed: kept, open: kept });
  const faults = [];
  for await (const fault of verifyLedger(portal.db)) faults.push(fault);
  expect(faults).toEqual([]);
}

describe("a portal with the keys of Stripe", () => {
  test("names it and its publishable key to the pages, and nothing secret (PAY-53, PAY-54)", async () => {
    const response = await portal.call("GET", "/api/config");
    expect(response.json<PublicConfig>().cardProvider).toEqual({
      kind: "stripe",
      publishableKey: stripe.environment.STRIPE_PUBLISHABLE_KEY,
    });
    expect(response.body).not.toMatch(/sk_test|whsec/);
  });

  test("lets its pages load the form of Stripe, and a portal without Stripe lets them load nothing from elsewhere", async () => {
    const webFolder = await mkdtemp(path.join(tmpdir(), "portal-web-"));
    await writeFile(path.join(webFolder, "index.html"), "<!doctype html>");
    const policyOf = async (services: TestPortal["services"]): Promise<string> => {
      const app = await buildApp(services, { webFolder });
      const response = await app.inject("/payments");
      await app.close();
      return String(response.headers["content-security-policy"]);
    };
    const policy = await policyOf(portal.services);
    expect(policy).toMatch(
      /script-src 'self' 'nonce-[^']+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/,
    );
    expect(policy).toContain(
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
    );
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
    expect(await policyOf({ ...portal.services, cards: null })).not.toMatch(/stripe|https?:/);
    await rm(webFolder, { recursive: true });
  });
});

describe("a tenant pays through Stripe", () => {
  test("by card: principal and fee are what Stripe received, once, however often it is reported (PAY-47, PAY-56)", async () => {
    const begun = await begin(people, payer.cookie);
    expect(begun).toMatchObject({ provider: "stripe", message: "", amountCents: 250_000, feeCents: 8_750 });
    expect(begun.clientSecret.split("_secret")[0]).toBe(begun.paymentIntentId);
    expect(stripe.objects.intent(begun.paymentIntentId).amount).toBe(258_750);
    const event = stripe.succeed(begun.paymentIntentId);
    await people.deliver(event);
    expect(await payer.postings()).toEqual(creditedByCard);
    await people.deliver(event);
    await people.deliver(
      stripe.event("payment_intent.processing", stripe.objects.intent(begun.paymentIntentId)),
    );
    expect(await record(people, payer.cookie, begun)).toMatchObject({
      success: true,
      status: "succeeded",
      payment: { amountCents: 250_000, feeCents: 8_750, method: "card" },
    });
    expect(await payer.postings()).toEqual(creditedByCard);
    expect(await payer.payments()).toHaveLength(1);
    await expectSound();
  });

  test("and the page, the event and its repetitions all at once credit it once (PAY-56)", async () => {
    const begun = await begin(people, payer.cookie);
    const event = stripe.succeed(begun.paymentIntentId);
    const other = stripe.event("payment_intent.succeeded", { id: begun.paymentIntentId });
    await Promise.all([
      ...Array.from({ length: 5 }, () => record(people, payer.cookie, begun)),
      ...Array.from({ length: 5 }, () => people.deliver(event)),
      people.deliver(other),
    ]);
    expect(await payer.postings()).toEqual(creditedByCard);
    expect(await payer.payments()).toHaveLength(1);
  });

  test("by bank debit: without a fee, under way for days, and credited when it clears (PAY-44, PAY-47)", async () => {
    const begun = await begin(people, payer.cookie);
    const { paymentIntentId } = begun;
    const agreed = await post("/api/update-payment-method", { paymentIntentId, method: "us_bank_account" });
    expect(agreed.json()).toEqual({ success: true, processingFee: 0, totalAmount: 2500 });
    await people.deliver(stripe.process(paymentIntentId));
    expect(await record(people, payer.cookie, begun)).toEqual({
      success: false,
      status: "processing",
      payment: null,
    });
    expect(await payer.postings()).toEqual({});
    await people.deliver(stripe.succeed(paymentIntentId, "us_bank_account"));
    expect(await payer.postings()).toEqual({ clearing: 250_000, receivable: -250_000 });
    expect((await payer.payments())[0]).toMatchObject({ method: "us_bank_account", fee_cents: 0 });
  });

  test("by a debit that is returned, and then by card: only the card is credited (PAY-38)", async () => {
    const begun = await begin(people, payer.cookie);
    const { paymentIntentId } = begun;
    await people.deliver(stripe.process(paymentIntentId));
    await people.deliver(stripe.decline(paymentIntentId, "The bank returned this debit."));
    expect(await record(people, payer.cookie, begun)).toMatchObject({ success: false, status: "open" });
    expect(await payer.postings()).toEqual({});
    await people.deliver(stripe.succeed(paymentIntentId));
    expect(await payer.postings()).toEqual(creditedByCard);
  });

  test("less than was agreed on: the amount received is credited (PAY-56)", async () => {
    const { paymentIntentId } = await begin(people, payer.cookie);
    const event = stripe.succeed(paymentIntentId);
    stripe.objects.intent(paymentIntentId).amount_received = 103_500;
    await people.deliver(event);
    expect(await payer.postings()).toEqual({
      clearing: 103_500,
      receivable: -100_000,
      "income-card-fee": -3_500,
    });
  });

  test("20 identical requests at once are one intent at Stripe (PAY-24)", async () => {
    const before = stripe.objects.intents.size;
    const all = await Promise.all(Array.from({ length: 20 }, () => begin(people, payer.cookie)));
    expect(new Set(all.map((begun) => JSON.stringify(begun))).size).toBe(1);
    expect(all[0]?.provider).toBe("stripe");
    expect(stripe.objects.intents.size).toBe(before + 1);
  });

  test("a lost response is asked for again: one intent at Stripe, which can be paid", async () => {
    const before = stripe.objects.intents.size;
    stripe.loseReplies(1);
    const begun = await begin(people, payer.cookie);
    expect(begun.provider).toBe("stripe");
    expect(stripe.objects.intents.size).toBe(before + 1);
    await people.deliver(stripe.succeed(begun.paymentIntentId));
    expect(await payer.postings()).toEqual(creditedByCard);
  });
});

describe("while Stripe is away", () => {
  test("a payment can be begun for a manual confirmation, with the reason; paying online continues later", async () => {
    stripe.down();
    const begun = await begin(people, payer.cookie);
    expect(begun).toMatchObject({
      provider: null,
      message:
        "Online payment does not answer at the moment. You can confirm a payment made otherwise, or try again later.",
    });
    stripe.up();
    expect(await begin(people, payer.cookie)).toMatchObject({ provider: "stripe", message: "" });
  });

  test("a payment that was made is recorded as soon as Stripe answers: the page waits, the event is sent again", async () => {
    const begun = await begin(people, payer.cookie);
    const { paymentIntentId } = begun;
    const event = stripe.succeed(paymentIntentId);
    stripe.down();
    expect(await recordRefused(paymentIntentId)).toEqual([
      503,
      "The card provider does not answer. Your payment is recorded as soon as it does; please do not pay again.",
    ]);
    const agreed = await post("/api/update-payment-method", { paymentIntentId, method: "card" });
    expect(agreed.statusCode).toBe(503);
    const response = await people.send(event);
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "2"]);
    expect(await payer.postings()).toEqual({});
    stripe.up();
    await people.deliver(event);
    expect(await payer.postings()).toEqual(creditedByCard);
  });

  test("payments without an event are asked about, even when the first response was lost with the process", async () => {
    const paid = await begin(people, payer.cookie);
    stripe.succeed(paid.paymentIntentId);
    const unknown = await begin(people, payer.cookie, { ...rent, description: "Its answer was lost" });
    await sql`update payment_intents set reference = null, client_secret = null
      where reference = ${unknown.paymentIntentId}`.execute(portal.db);
    stripe.succeed(unknown.paymentIntentId);
    portal.clock.forwardMinutes(20);
    await reconcilePayments(portal.services);
    expect(await payer.postings()).toMatchObject({ clearing: 2 * 258_750, receivable: -500_000 });
    await reconcilePayments(portal.services);
    expect(await payer.payments()).toHaveLength(2);
  });

  test("a slow response holds no database connection, so that everybody else is served", async () => {
    const held = stripe.hold();
    const before = stripe.asked.length;
    // More requests than there are connections.
    const begun = Array.from({ length: 24 }, (_, index) =>
      begin(people, payer.cookie, { ...rent, description: `Payment ${index}` }),
    );
    await vi.waitFor(() => expect(stripe.asked.length).toBe(before + 24), { timeout: 8_000 });
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(portal.db);
    expect(rows[0]?.count).toBe(0);
    expect((await portal.call("GET", "/api/me", { cookie: payer.cookie })).statusCode).toBe(200);
    held.release();
    expect((await Promise.all(begun)).every(({ provider }) => provider === "stripe")).toBe(true);
  });

  test("a payment that Stripe does not know, as the keys belong to another account, is refused with a message", async () => {
    const { paymentIntentId } = await begin(people, payer.cookie);
    stripe.objects.intents.delete(paymentIntentId);
    expect(await recordRefused(paymentIntentId)).toEqual([
      409,
      "The card provider does not know this payment.",
    ]);
  });
});

describe("refunds through Stripe", () => {
  async function paid(method: "card" | "us_bank_account" = "card") {
    const { paymentIntentId } = await begin(people, payer.cookie);
    if (method === "us_bank_account") {
      await post("/api/update-payment-method", { paymentIntentId, method });
      stripe.process(paymentIntentId);
    }
    await people.deliver(stripe.succeed(paymentIntentId, method));
    const id = (await payer.payments())[0]?.entry_id ?? 0;
    return { paymentIntentId, id };
  }
  const give = (id: number, amountCents: number) =>
    post(
      `/api/payments/${id}/refunds`,
      { amountCents, reason: "Moved out" },
      people.building.landlord.cookie,
    );
  const details = async (id: number): Promise<PaymentDetails> =>
    (
      await portal.call("GET", `/api/payments/${id}`, { cookie: people.building.landlord.cookie })
    ).json<PaymentDetails>();

  test("a refund gives the fee back in proportion, once, and its event changes nothing more", async () => {
    const { id, paymentIntentId } = await paid();
    const response = await give(id, 100_000);
    expect([response.statusCode, response.json<PaymentDetails>().refunds]).toMatchObject([
      201,
      [{ amountCents: 100_000, feeCents: 3_500, state: "done" }],
    ]);
    const [refund] = stripe.objects.refundsOf(paymentIntentId);
    expect(refund).toMatchObject({ amount: 103_500, status: "succeeded" });
    await people.deliver(stripe.event("refund.updated", { id: refund?.id ?? "" }));
    await people.deliver(stripe.event("charge.refund.updated", { id: refund?.id ?? "" }));
    expect(await payer.postings()).toEqual({
      clearing: 155_250,
      receivable: -150_000,
      "income-card-fee": -5_250,
    });
    await expectSound();
  });

  test("a refund whose response was lost is one refund, at Stripe and here", async () => {
    const { id, paymentIntentId } = await paid();
    stripe.loseReplies(1);
    expect((await give(id, 100_000)).statusCode).toBe(201);
    const refunds = stripe.objects.refundsOf(paymentIntentId);
    expect(refunds).toHaveLength(1);
    await people.deliver(stripe.event("refund.updated", { id: refunds[0]?.id ?? "" }));
    expect((await payer.postings()).clearing).toBe(155_250);
    await expectSound();
  });

  test("a refund to a bank account is under way, and one that fails is taken back", async () => {
    const { id, paymentIntentId } = await paid("us_bank_account");
    expect((await give(id, 250_000)).json<PaymentDetails>().refunds).toMatchObject([{ state: "pending" }]);
    const [refund] = stripe.objects.refundsOf(paymentIntentId);
    Object.assign(refund ?? {}, { status: "failed", failure_reason: "declined" });
    await people.deliver(stripe.event("refund.failed", { id: refund?.id ?? "" }));
    expect(await details(id)).toMatchObject({
      refundedCents: 0,
      refunds: [{ state: "failed", problem: "The payer's bank declined the refund." }],
    });
    expect((await payer.postings()).receivable).toBe(-250_000);
    await expectSound();
  });

  test("a dispute is shown as Stripe reports it, and takes the payment back when it is lost", async () => {
    const { id, paymentIntentId } = await paid();
    const dispute = stripe.objects.dispute(paymentIntentId, { reason: "fraudulent", answerDays: 7 });
    await people.deliver(stripe.event("charge.dispute.created", dispute));
    expect(await details(id)).toMatchObject({
      status: "completed",
      disputes: [{ amountCents: 258_750, reason: "fraudulent", state: "needs_response" }],
    });
    dispute.status = "lost";
    await people.deliver(stripe.event("charge.dispute.closed", dispute));
    await people.deliver(stripe.event("charge.dispute.updated", dispute));
    expect(await details(id)).toMatchObject({ status: "returned", disputes: [{ state: "lost" }] });
    expect(await payer.postings()).toEqual({ clearing: 0, receivable: 0, "income-card-fee": 0 });
    await expectSound();
  });
});
