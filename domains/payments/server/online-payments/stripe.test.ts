import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import type { PublicConfig } from "#domains/settings/public-config-contract.ts";
import { buildApp } from "#server/app.ts";
import type { FakeStripe } from "#test/fakes/fake-stripe.ts";
import { readSums } from "#test/money/ledger.ts";
import { recordPayment, rentPayment, startPayment } from "#test/money/payments.ts";
import {
  cardPostings,
  type Payer,
  type StripePortal,
  startStripePayments,
} from "#test/money/stripe-payments.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PaymentDetails } from "../../contract.ts";
import { reconcilePayments } from "./reconcile.ts";

/* Payments through Stripe, from the tenant's call to the ledger. */

let people: StripePortal;
let portal: TestPortal;
let stripe: FakeStripe;
let payer: Payer;
beforeAll(async () => {
  people = await startStripePayments();
  ({ portal, stripe } = people);
});
afterAll(() => people.close());
beforeEach(async () => {
  payer = await people.newPayer();
});

const post = (address: string, body: object, by = payer.cookie) =>
  portal.call("POST", address, { cookie: by, body });
const recordRejected = async (paymentIntentId: string): Promise<unknown> => {
  const response = await post("/api/payment-success", { paymentIntentId });
  return [response.statusCode, response.json<{ message: string }>().message];
};
async function expectSound(): Promise<void> {
  const { stored: balance, ...sums } = await readSums(portal.db, payer.leaseId);
  expect(sums).toEqual({ postings: balance, receivables: balance, open: balance });
  const discrepancies = [];
  for await (const discrepancy of verifyLedger(portal.db)) discrepancies.push(discrepancy);
  expect(discrepancies).toEqual([]);
}

describe("a portal with Stripe keys", () => {
  test("with Stripe, pages get the provider and its publishable key but no secrets (PAY-53, PAY-54)", async () => {
    const response = await portal.call("GET", "/api/config");
    expect(response.json<PublicConfig>().cardProvider).toEqual({
      kind: "stripe",
      publishableKey: stripe.environment.STRIPE_PUBLISHABLE_KEY,
    });
    expect(response.body).not.toMatch(/sk_test|whsec/);
  });

  test("pages can load Stripe's form if Stripe is configured, and otherwise nothing from other sites", async () => {
    const webFolder = await mkdtemp(path.join(tmpdir(), "portal-web-"));
    await writeFile(path.join(webFolder, "index.html"), "<!doctype html>");
    const readPolicy = async (services: TestPortal["services"]): Promise<string> => {
      const app = await buildApp(services, { webFolder });
      const response = await app.inject("/payments");
      await app.close();
      return String(response.headers["content-security-policy"]);
    };
    const policy = await readPolicy(portal.services);
    expect(policy).toMatch(
      /script-src 'self' 'nonce-[^']+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/,
    );
    expect(policy).toContain(
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
    );
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
    expect(await readPolicy({ ...portal.services, cards: null })).not.toMatch(/stripe|https?:/);
    await rm(webFolder, { recursive: true });
  });
});

describe("paying through Stripe", () => {
  test("a card payment credits what Stripe received once, no matter how often it's reported (PAY-47, PAY-56)", async () => {
    const intent = await startPayment(people, payer.cookie);
    expect(intent).toMatchObject({ provider: "stripe", message: "", amountCents: 250_000, feeCents: 8_750 });
    expect(intent.clientSecret.split("_secret")[0]).toBe(intent.paymentIntentId);
    expect(stripe.objects.getIntent(intent.paymentIntentId).amount).toBe(258_750);
    const event = stripe.succeed(intent.paymentIntentId);
    await people.deliver(event);
    expect(await payer.postings()).toEqual(cardPostings);
    await people.deliver(event);
    await people.deliver(
      stripe.event("payment_intent.processing", stripe.objects.getIntent(intent.paymentIntentId)),
    );
    expect(await recordPayment(people, payer.cookie, intent)).toMatchObject({
      success: true,
      status: "succeeded",
      payment: { amountCents: 250_000, feeCents: 8_750, method: "card" },
    });
    expect(await payer.postings()).toEqual(cardPostings);
    expect(await payer.payments()).toHaveLength(1);
    await expectSound();
  });

  test("simultaneous reports from the page and repeated events credit the payment once (PAY-56)", async () => {
    const intent = await startPayment(people, payer.cookie);
    const event = stripe.succeed(intent.paymentIntentId);
    const other = stripe.event("payment_intent.succeeded", { id: intent.paymentIntentId });
    await Promise.all([
      ...Array.from({ length: 5 }, () => recordPayment(people, payer.cookie, intent)),
      ...Array.from({ length: 5 }, () => people.deliver(event)),
      people.deliver(other),
    ]);
    expect(await payer.postings()).toEqual(cardPostings);
    expect(await payer.payments()).toHaveLength(1);
  });

  test("a bank debit has no fee, is processing for days, and is credited when it clears (PAY-44, PAY-47)", async () => {
    const intent = await startPayment(people, payer.cookie);
    const { paymentIntentId } = intent;
    const methodChange = await post("/api/update-payment-method", {
      paymentIntentId,
      method: "us_bank_account",
    });
    expect(methodChange.json()).toEqual({ success: true, processingFee: 0, totalAmount: 2500 });
    await people.deliver(stripe.process(paymentIntentId));
    expect(await recordPayment(people, payer.cookie, intent)).toEqual({
      success: false,
      status: "processing",
      payment: null,
    });
    expect(await payer.postings()).toEqual({});
    await people.deliver(stripe.succeed(paymentIntentId, "us_bank_account"));
    expect(await payer.postings()).toEqual({ clearing: 250_000, receivable: -250_000 });
    const [payment] = await payer.payments();
    expect(payment).toMatchObject({
      method: "us_bank_account",
      fee_cents: 0,
      brand: "STRIPE TEST BANK",
      last_four: "6789",
    });
    // The routing number isn't stored.
    expect(JSON.stringify(payment)).not.toContain("110000000");
  });

  test("after a returned debit and then a card payment, only the card payment is credited (PAY-38)", async () => {
    const intent = await startPayment(people, payer.cookie);
    const { paymentIntentId } = intent;
    await people.deliver(stripe.process(paymentIntentId));
    await people.deliver(stripe.decline(paymentIntentId, "The bank returned this debit."));
    expect(await recordPayment(people, payer.cookie, intent)).toMatchObject({
      success: false,
      status: "open",
    });
    expect(await payer.postings()).toEqual({});
    await people.deliver(stripe.succeed(paymentIntentId));
    expect(await payer.postings()).toEqual(cardPostings);
  });

  test("if Stripe receives less than the agreed amount, the portal credits what was received (PAY-56)", async () => {
    const { paymentIntentId } = await startPayment(people, payer.cookie);
    const event = stripe.succeed(paymentIntentId);
    stripe.objects.getIntent(paymentIntentId).amount_received = 103_500;
    await people.deliver(event);
    expect(await payer.postings()).toEqual({
      clearing: 103_500,
      receivable: -100_000,
      "income-card-fee": -3_500,
    });
  });

  test("20 identical simultaneous requests create one payment intent at Stripe (PAY-24)", async () => {
    const before = stripe.objects.intents.size;
    const all = await Promise.all(Array.from({ length: 20 }, () => startPayment(people, payer.cookie)));
    expect(new Set(all.map((intent) => JSON.stringify(intent))).size).toBe(1);
    expect(all[0]?.provider).toBe("stripe");
    expect(stripe.objects.intents.size).toBe(before + 1);
  });

  test("a request whose response was lost is sent again and results in only one payable intent at Stripe", async () => {
    const before = stripe.objects.intents.size;
    stripe.dropResponses(1);
    const intent = await startPayment(people, payer.cookie);
    expect(intent.provider).toBe("stripe");
    expect(stripe.objects.intents.size).toBe(before + 1);
    await people.deliver(stripe.succeed(intent.paymentIntentId));
    expect(await payer.postings()).toEqual(cardPostings);
  });
});

describe("while Stripe is down", () => {
  test("while Stripe is down, payers can still confirm a payment manually, and online payment becomes available later", async () => {
    stripe.goOffline();
    const intent = await startPayment(people, payer.cookie);
    expect(intent).toMatchObject({
      provider: null,
      message:
        "Online payment isn't available right now. You can report a payment you made another way, or try again later.",
    });
    stripe.goOnline();
    expect(await startPayment(people, payer.cookie)).toMatchObject({ provider: "stripe", message: "" });
  });

  test("a payment made while Stripe is down is recorded once Stripe responds: the page waits, and the event is resent", async () => {
    const intent = await startPayment(people, payer.cookie);
    const { paymentIntentId } = intent;
    const event = stripe.succeed(paymentIntentId);
    stripe.goOffline();
    expect(await recordRejected(paymentIntentId)).toEqual([
      503,
      "The card provider isn't responding. Your payment will be recorded once it does. Please don't pay again.",
    ]);
    const methodChange = await post("/api/update-payment-method", { paymentIntentId, method: "card" });
    expect(methodChange.statusCode).toBe(503);
    const response = await people.send(event);
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "2"]);
    expect(await payer.postings()).toEqual({});
    stripe.goOnline();
    await people.deliver(event);
    expect(await payer.postings()).toEqual(cardPostings);
  });

  test("payments without an event are checked, even if the process crashed before the first response arrived", async () => {
    const paid = await startPayment(people, payer.cookie);
    stripe.succeed(paid.paymentIntentId);
    const unknown = await startPayment(people, payer.cookie, {
      ...rentPayment,
      description: "Its response was lost",
    });
    await sql`update payment_intents set reference = null, client_secret = null
      where reference = ${unknown.paymentIntentId}`.execute(portal.db);
    stripe.succeed(unknown.paymentIntentId);
    portal.clock.advanceMinutes(20);
    await reconcilePayments(portal.services);
    expect(await payer.postings()).toMatchObject({ clearing: 2 * 258_750, receivable: -500_000 });
    await reconcilePayments(portal.services);
    expect(await payer.payments()).toHaveLength(2);
  });

  test("a slow Stripe response holds no database connection, so other users are still served", async () => {
    const hold = stripe.hold();
    const before = stripe.requests.length;
    // More requests than there are connections.
    const intent = Array.from({ length: 24 }, (_, index) =>
      startPayment(people, payer.cookie, { ...rentPayment, description: `Payment ${index}` }),
    );
    await vi.waitFor(() => expect(stripe.requests.length).toBe(before + 24), { timeout: 8_000 });
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(portal.db);
    expect(rows[0]?.count).toBe(0);
    expect((await portal.call("GET", "/api/me", { cookie: payer.cookie })).statusCode).toBe(200);
    hold.release();
    expect((await Promise.all(intent)).every(({ provider }) => provider === "stripe")).toBe(true);
  });

  test("a payment that Stripe doesn't know because the keys belong to another account is rejected with a message", async () => {
    const { paymentIntentId } = await startPayment(people, payer.cookie);
    stripe.objects.intents.delete(paymentIntentId);
    expect(await recordRejected(paymentIntentId)).toEqual([
      409,
      "The card provider can't find this payment.",
    ]);
  });
});

describe("refunds through Stripe", () => {
  async function paid(method: "card" | "us_bank_account" = "card") {
    const { paymentIntentId } = await startPayment(people, payer.cookie);
    if (method === "us_bank_account") {
      await post("/api/update-payment-method", { paymentIntentId, method });
      stripe.process(paymentIntentId);
    }
    await people.deliver(stripe.succeed(paymentIntentId, method));
    const id = (await payer.payments())[0]?.entry_id ?? 0;
    return { paymentIntentId, id };
  }
  const requestRefund = (id: number, amountCents: number) =>
    post(
      `/api/payments/${id}/refunds`,
      { amountCents, reason: "Moved out" },
      people.building.landlord.cookie,
    );
  const details = async (id: number): Promise<PaymentDetails> =>
    (
      await portal.call("GET", `/api/payments/${id}`, { cookie: people.building.landlord.cookie })
    ).json<PaymentDetails>();

  test("a refund includes its share of the fee once, and Stripe's event about it changes nothing", async () => {
    const { id, paymentIntentId } = await paid();
    const response = await requestRefund(id, 100_000);
    expect([response.statusCode, response.json<PaymentDetails>().refunds]).toMatchObject([
      201,
      [{ amountCents: 100_000, feeCents: 3_500, state: "done" }],
    ]);
    const [refund] = stripe.objects.listRefunds(paymentIntentId);
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

  test("a refund whose response was lost is made once, both at Stripe and in the portal", async () => {
    const { id, paymentIntentId } = await paid();
    stripe.dropResponses(1);
    expect((await requestRefund(id, 100_000)).statusCode).toBe(201);
    const refunds = stripe.objects.listRefunds(paymentIntentId);
    expect(refunds).toHaveLength(1);
    await people.deliver(stripe.event("refund.updated", { id: refunds[0]?.id ?? "" }));
    expect((await payer.postings()).clearing).toBe(155_250);
    await expectSound();
  });

  test("a refund to a bank account is pending at first and is reversed if it fails", async () => {
    const { id, paymentIntentId } = await paid("us_bank_account");
    expect((await requestRefund(id, 250_000)).json<PaymentDetails>().refunds).toMatchObject([
      { state: "pending" },
    ]);
    const [refund] = stripe.objects.listRefunds(paymentIntentId);
    Object.assign(refund ?? {}, { status: "failed", failure_reason: "declined" });
    await people.deliver(stripe.event("refund.failed", { id: refund?.id ?? "" }));
    expect(await details(id)).toMatchObject({
      refundedCents: 0,
      refunds: [{ state: "failed", problem: "The payer's bank declined the refund." }],
    });
    expect((await payer.postings()).receivable).toBe(-250_000);
    await expectSound();
  });

  test("a dispute is shown as reported by Stripe and reverses the payment if it is lost", async () => {
    const { id, paymentIntentId } = await paid();
    const dispute = stripe.objects.dispute(paymentIntentId, { reason: "fraudulent", responseDays: 7 });
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
