import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeStripe, startFakeStripe } from "#test/fakes/fake-stripe.ts";
import { readConfig } from "../../config.ts";
import { CardError, type CardProvider, ProviderUnavailableError } from "./card-provider.ts";
import { openStripe } from "./stripe-cards.ts";

let stripe: FakeStripe;
let cards: CardProvider;
let logged = "";
const open = (
  change: { environment?: Record<string, string>; secret?: number; maxResponseMs?: number } = {},
): Promise<CardProvider> => {
  const { stripe: settings } = readConfig({ ...stripe.environment, ...change.environment });
  if (settings === null) throw new Error("The fake's environment must contain the Stripe keys.");
  return openStripe(settings, {
    secretKey: Buffer.alloc(32, change.secret ?? 1),
    log: pino({ level: "error" }, { write: (line) => void (logged += line) }),
    ...(change.maxResponseMs === undefined ? {} : { maxResponseMs: change.maxResponseMs }),
  });
};
beforeAll(async () => {
  stripe = await startFakeStripe();
  cards = await open();
});
afterAll(() => stripe.close());

let made = 0;
const wish = () => ({
  intentId: ++made,
  amountCents: 258_750,
  description: "Monthly Rent Payment",
  payerEmail: "tessa@example.com",
});
const paid = async (method: "card" | "us_bank_account" = "card") => {
  const intent = await cards.createIntent(wish());
  if (method === "us_bank_account") stripe.process(intent.reference);
  stripe.succeed(intent.reference, method);
  return intent.reference;
};

describe("Stripe intents", () => {
  test("Stripe intents accept only cards and bank debits, carry the portal's id, and request no Stripe receipt", async () => {
    const { reference } = await cards.createIntent(wish());
    const stored = stripe.objects.getIntent(reference);
    expect(stored.payment_method_types).toEqual(["card", "us_bank_account"]);
    expect(stored).toMatchObject({ currency: "usd", description: "Monthly Rent Payment" });
    expect(stored.metadata).toMatchObject({ intent: String(made), payer: "tessa@example.com" });
    expect(stripe.requests.at(-1)?.key).toMatch(new RegExp(`^[0-9a-f]{16}-intent-${made}$`));
  });

  test("an intent in another currency is rejected and logged so that it isn't credited as dollars", async () => {
    const reference = await paid();
    expect((await cards.readIntent(reference)).receivedCents).toBe(258_750);
    stripe.objects.getIntent(reference).currency = "jpy";
    await expect(cards.readIntent(reference)).rejects.toBeInstanceOf(CardError);
    expect(logged).toContain("another currency");
  });

  test("a request whose response is lost is retried and creates only one intent", async () => {
    const before = stripe.objects.intents.size;
    stripe.dropResponses(1);
    const wished = wish();
    const intent = await cards.createIntent(wished);
    stripe.dropResponses(2);
    const other = wish();
    await expect(cards.createIntent(other)).rejects.toBeInstanceOf(ProviderUnavailableError);
    expect((await cards.createIntent(other)).intentId).toBe(other.intentId);
    expect((await cards.createIntent(wished)).reference).toBe(intent.reference);
    expect(stripe.objects.intents.size).toBe(before + 2);
  });

  test("two identical concurrent requests return the same intent because Stripe accepts only one of them", async () => {
    const wished = wish();
    const before = stripe.requests.length;
    const held = stripe.hold();
    const both = Promise.all([cards.createIntent(wished), cards.createIntent(wished)]);
    await held.waiting;
    held.release();
    const [first, second] = await both;
    expect(second).toEqual(first);
    expect(stripe.requests).toHaveLength(before + 1);
  });

  test("two instances that send the same request at the same time get the same intent", async () => {
    const second = await open();
    const wished = wish();
    const held = stripe.hold();
    const first = cards.createIntent(wished);
    await held.waiting;
    const other = second.createIntent(wished);
    const rejected = stripe.waitForStatus(409);
    await rejected;
    held.release();
    expect((await other).reference).toBe((await first).reference);
  });

  test("objects from another portal on the same Stripe account are ignored", async () => {
    const elsewhere = await open({ secret: 2 });
    const { intentId, ...theirs } = wish();
    const intent = await elsewhere.createIntent({ ...theirs, intentId });
    expect(intent.intentId).toBe(intentId);
    expect((await cards.readIntent(intent.reference)).intentId).toBeNull();
    expect((await cards.createIntent({ ...theirs, intentId })).reference).not.toBe(intent.reference);
  });

  test("a bank debit counts from the date the payer made it", async () => {
    const intent = await cards.createIntent(wish());
    stripe.process(intent.reference);
    const charge = stripe.objects.charges.get(stripe.objects.getIntent(intent.reference).latest_charge ?? "");
    if (charge === undefined) throw new Error("A debit must create a charge.");
    charge.created = Date.UTC(2026, 8, 1) / 1000;
    stripe.succeed(intent.reference, "us_bank_account");
    expect((await cards.readIntent(intent.reference)).paidAt).toEqual(new Date(Date.UTC(2026, 8, 1)));
  });

  test("a payment from a bank account verified by micro-deposits is processing for days and doesn't count as failed", async () => {
    const { reference } = await cards.createIntent(wish());
    const next = { type: "verify_with_microdeposits" };
    Object.assign(stripe.objects.getIntent(reference), { status: "requires_action", next_action: next });
    expect((await cards.readIntent(reference)).status).toBe("processing");
  });

  test("an extra authentication step leaves the intent open, and the intent can still be changed", async () => {
    const { reference } = await cards.createIntent(wish());
    stripe.objects.getIntent(reference).status = "requires_action";
    expect(await cards.changeAmount(reference, 250_000)).toMatchObject({ status: "open", problem: "" });
  });
});

describe("Stripe refunds and disputes", () => {
  test("a refund requested again after its idempotency key has expired is still made once", async () => {
    const refund = { refundId: ++made, reference: await paid(), amountCents: 1_000 };
    const first = await cards.refund(refund);
    stripe.forgetKeys();
    expect((await cards.refund(refund)).reference).toBe(first.reference);
    expect(stripe.objects.listRefunds(refund.reference)).toHaveLength(1);
  });

  test.each([
    ["succeeded", undefined, "done", ""],
    ["pending", undefined, "pending", ""],
    ["requires_action", undefined, "pending", ""],
    ["failed", "expired_or_canceled_card", "failed", "The card has expired or was cancelled."],
    ["failed", "something_new", "failed", "The bank rejected the refund."],
    ["canceled", undefined, "failed", "The bank rejected the refund."],
  ] as const)("a refund that is %s for %s is returned as %s", async (status, reason, read, problem) => {
    const reference = await paid("us_bank_account");
    const refundId = ++made;
    const { reference: id } = await cards.refund({ refundId, reference, amountCents: 1_000 });
    Object.assign(stripe.objects.getRefund(id), { status, failure_reason: reason });
    expect(await cards.readRefund(id)).toEqual({
      reference: id,
      refundId,
      intentReference: reference,
      amountCents: 1_000,
      status: read,
      problem,
    });
  });

  test("a dispute has its amount, reason, status, and response deadline", async () => {
    const reference = await paid();
    const { id, created } = stripe.objects.dispute(reference, { reason: "fraudulent", responseDays: 7 });
    const openedAt = new Date(created * 1000);
    expect(await cards.readDispute(id)).toEqual({
      reference: id,
      intentReference: reference,
      amountCents: 258_750,
      reason: "fraudulent",
      state: "needs_response",
      respondBy: new Date(openedAt.getTime() + 7 * 86_400_000),
      openedAt,
    });
    await expect(cards.refund({ refundId: ++made, reference, amountCents: 100 })).rejects.toThrow(
      "This payment is disputed and can't be refunded right now.",
    );
    Object.assign(stripe.objects.getDispute(id), { status: "lost", evidence_details: { due_by: null } });
    expect(await cards.readDispute(id)).toMatchObject({ state: "lost", respondBy: null });
  });
});

describe("Stripe events", () => {
  const about = (type: string, object: { id: string }, change = {}) => {
    const { body, headers } = stripe.event(type, object, change);
    return cards.readEvent(body, headers["stripe-signature"], new Date()).subject;
  };

  test.each([
    ["payment_intent.succeeded", "intent"],
    ["payment_intent.payment_failed", "intent"],
    ["payment_intent.canceled", "intent"],
    ["refund.updated", "refund"],
    ["refund.failed", "refund"],
    ["charge.refund.updated", "refund"],
    ["charge.dispute.created", "dispute"],
    ["charge.dispute.closed", "dispute"],
  ])("the Stripe event %s refers to its %s", (type, what) => {
    expect(about(type, { id: "xx_1" })).toEqual({ what, reference: "xx_1" });
  });

  test("a rejected Stripe event tells the operator to check the clock or the secret", () => {
    const { body } = stripe.event("payment_intent.succeeded", { id: "pi_1" });
    const verify = (how: Parameters<FakeStripe["sign"]>[1]) => () =>
      cards.readEvent(body, stripe.sign(body, how)["stripe-signature"], new Date());
    expect(verify({ at: new Date(Date.now() - 3_600_000) })).toThrow(/clock/);
    expect(verify({ secret: "whsec_other" })).toThrow(/STRIPE_WEBHOOK_SECRET/);
  });

  test("unsupported Stripe events and events from connected accounts are ignored", () => {
    expect(about("charge.refunded", { id: "ch_1" })).toBeNull();
    expect(about("payout.paid", { id: "po_1" })).toBeNull();
    expect(about("payment_intent.succeeded", { id: "pi_1" }, { account: "acct_other" })).toBeNull();
  });
});

describe("Stripe errors", () => {
  const read = () => cards.readIntent("pi_any");

  test("a declined card is reported to the payer in Stripe's words", async () => {
    stripe.failNext(1, 402, {
      type: "card_error",
      code: "card_declined",
      message: "Your card was declined.",
    });
    await expect(read()).rejects.toThrow(new CardError("Your card was declined."));
  });

  test("an amount that Stripe doesn't accept is rejected with a message", async () => {
    await expect(cards.createIntent({ ...wish(), amountCents: 49 })).rejects.toThrow(
      new CardError("This amount is too small for an online payment."),
    );
  });

  test.each([
    [429, { type: "rate_limit_error", message: "Too many requests" }],
    [500, { type: "api_error", message: "Something went wrong" }],
    [503, { type: "api_error", message: "Try later" }],
    [409, { type: "invalid_request_error", code: "lock_timeout", message: "Locked" }],
  ])("after a %i response, the outcome is unknown, and the request can be retried", async (status, error) => {
    stripe.failNext(2, status, error);
    await expect(read()).rejects.toBeInstanceOf(ProviderUnavailableError);
    stripe.failNext(0, status, error);
  });

  test("an invalid request from the portal is logged in Stripe's words and isn't reported as a payer error", async () => {
    logged = "";
    stripe.failNext(1, 400, {
      type: "invalid_request_error",
      code: "parameter_unknown",
      message: "Received unknown parameter: colour",
      param: "colour",
    });
    await expect(read()).rejects.toBeInstanceOf(ProviderUnavailableError);
    expect(logged).toContain("Received unknown parameter: colour");
  });

  test("a wrong Stripe key is logged as an error, but the key itself is never logged", async () => {
    const wrong = "sk_test_hunter2hunter2";
    logged = "";
    const locked = await open({ environment: { STRIPE_SECRET_KEY: wrong } });
    const failure: unknown = await locked.readIntent("pi_any").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderUnavailableError);
    expect(logged).toContain("Check its keys");
    expect(`${logged} ${(failure as Error).stack} ${JSON.stringify(failure)}`).not.toContain("hunter2");
  });

  test("an unreachable or slow Stripe counts as unavailable", async () => {
    stripe.goOffline();
    await expect(read()).rejects.toBeInstanceOf(ProviderUnavailableError);
    stripe.goOnline();
    const hasty = await open({ maxResponseMs: 20 });
    const held = stripe.hold();
    await expect(hasty.readIntent("pi_any")).rejects.toBeInstanceOf(ProviderUnavailableError);
    held.release();
  });
});
