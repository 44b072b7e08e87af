import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSandbox } from "#server/integrations/cards/sandbox-cards.ts";
import { startFakeStripe } from "#test/fakes/fake-stripe.ts";
import { startPortal } from "#test/portal.ts";
import { readConfig } from "../../config.ts";
import {
  BadSignatureError,
  CardError,
  type CardProvider,
  type PaidWith,
  type ProviderEvent,
  type ProviderIntent,
} from "./card-provider.ts";
import { openStripe } from "./stripe-cards.ts";

/* The behavior every card provider must have. */

interface UnderTest {
  cards: CardProvider;
  /** Actions of the payer and of the bank. */
  pay(intent: ProviderIntent): Promise<unknown>;
  decline(intent: ProviderIntent): Promise<unknown>;
  /** The card and the account used. */
  card: PaidWith;
  account: PaidWith;
  beginDebit(intent: ProviderIntent): Promise<unknown>;
  clearDebit(intent: ProviderIntent): Promise<unknown>;
  beginReturnedDebit(intent: ProviderIntent): Promise<unknown>;
  returnDebit(intent: ProviderIntent): Promise<unknown>;
  signed(intent: ProviderIntent, at: Date): { body: Buffer; signature: string };
  close(): Promise<void>;
}

async function openStripeWithStandIn(): Promise<UnderTest> {
  const stripe = await startFakeStripe();
  const { stripe: settings } = readConfig(stripe.environment);
  if (settings === null) throw new Error("The fake's environment must contain the Stripe keys.");
  const cards = await openStripe(settings, {
    secretKey: Buffer.alloc(32, 1),
    log: pino({ level: "silent" }),
  });
  const on =
    (act: (reference: string) => unknown) =>
    ({ reference }: ProviderIntent) =>
      Promise.resolve(act(reference));
  return {
    cards,
    card: { brand: "Visa", lastFour: "4242" },
    account: { brand: "STRIPE TEST BANK", lastFour: "6789" },
    pay: on((id) => stripe.succeed(id)),
    decline: on((id) => stripe.decline(id, "Your card was declined.")),
    beginDebit: on((id) => stripe.process(id)),
    clearDebit: on((id) => stripe.succeed(id, "us_bank_account")),
    beginReturnedDebit: on((id) => stripe.process(id)),
    returnDebit: on((id) => stripe.decline(id, "The bank returned this debit.")),
    signed({ reference }, at) {
      const { body } = stripe.event("payment_intent.succeeded", stripe.objects.getIntent(reference));
      return { body, signature: stripe.sign(body, { at })["stripe-signature"] };
    },
    close: () => stripe.close(),
  };
}

async function openSandboxWithDatabase(): Promise<UnderTest> {
  const portal = await startPortal({ DEMO: "1" });
  const sandbox = asSandbox(portal.services.cards);
  if (sandbox === null) throw new Error("The demo must use the sandbox.");
  const confirm =
    (means: Parameters<typeof sandbox.confirm>[1]["means"]) =>
    ({ reference, clientSecret }: ProviderIntent) =>
      sandbox.confirm(reference, { clientSecret, means });
  const settle = ({ reference }: ProviderIntent) => sandbox.settle({ type: "intent", reference });
  return {
    cards: sandbox,
    card: { brand: "Visa", lastFour: "4242" },
    account: { brand: "Test Bank", lastFour: "6789" },
    pay: confirm("succeeds"),
    decline: confirm("declined"),
    beginDebit: confirm("clears"),
    clearDebit: settle,
    beginReturnedDebit: confirm("returned"),
    returnDebit: settle,
    signed: ({ reference }, index) =>
      sandbox.signEvent({ id: "evt_1", kind: "payment_intent.succeeded", type: "intent", reference }, index),
    close: () => portal.close(),
  };
}

let made = 0;
const wish = (change: { intentId?: number; amountCents?: number } = {}) => ({
  intentId: ++made,
  amountCents: 258_750,
  description: "Monthly Rent Payment",
  payerEmail: "tessa@example.com",
  ...change,
});

describe.each([
  ["Stripe", openStripeWithStandIn],
  ["the sandbox", openSandboxWithDatabase],
])("%s", (_, open) => {
  let provider: UnderTest;
  let cards: CardProvider;
  beforeAll(async () => {
    provider = await open();
    ({ cards } = provider);
  });
  afterAll(() => provider.close());

  const expectRejected = (request: Promise<unknown>) => expect(request).rejects.toBeInstanceOf(CardError);

  test("PAY-45 a new intent is open and has its amount, the portal's id, and a secret that starts with its reference", async () => {
    const wished = wish();
    const intent = await cards.createIntent(wished);
    expect(intent).toMatchObject({
      intentId: wished.intentId,
      status: "open",
      amountCents: 258_750,
      receivedCents: 0,
      method: null,
      problem: "",
      paidAt: null,
    });
    expect(intent.clientSecret.split("_secret")[0]).toBe(intent.reference);
    expect(await cards.readIntent(intent.reference)).toEqual(intent);
  });

  test("requests with the same id create one intent, even if twenty are sent at the same time", async () => {
    const wished = wish();
    const first = await cards.createIntent(wished);
    expect((await cards.createIntent(wished)).reference).toBe(first.reference);
    const other = wish();
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => cards.createIntent(other)));
    expect(new Set(atOnce.map(({ reference }) => reference)).size).toBe(1);
    expect(atOnce[0]?.reference).not.toBe(first.reference);
  });

  test("PAY-44 the amount can change while the intent is open, and the new amount is received", async () => {
    const intent = await cards.createIntent(wish());
    expect((await cards.changeAmount(intent.reference, 250_000)).amountCents).toBe(250_000);
    await provider.pay(intent);
    const paid = await cards.readIntent(intent.reference);
    expect(paid).toMatchObject({
      status: "succeeded",
      receivedCents: 250_000,
      method: "card",
      problem: "",
    });
    expect(paid.paidAt).toBeInstanceOf(Date);
    await expectRejected(cards.changeAmount(intent.reference, 1_000));
    await expectRejected(cards.cancelIntent(intent.reference));
    expect((await cards.readIntent(intent.reference)).receivedCents).toBe(250_000);
  });

  test("PAY-94 a payment includes only the last four digits and the card's brand or the bank", async () => {
    const byCard = await cards.createIntent(wish());
    expect(byCard.paidWith).toBeNull();
    await provider.pay(byCard);
    expect((await cards.readIntent(byCard.reference)).paidWith).toEqual(provider.card);
    const byBank = await cards.createIntent(wish());
    await provider.beginDebit(byBank);
    await provider.clearDebit(byBank);
    expect((await cards.readIntent(byBank.reference)).paidWith).toEqual(provider.account);
  });

  test("PAY-39 a declined card leaves the intent open with the reason, and another card can pay it", async () => {
    const intent = await cards.createIntent(wish());
    await provider.decline(intent);
    expect(await cards.readIntent(intent.reference)).toMatchObject({
      status: "open",
      problem: "Your card was declined.",
      receivedCents: 0,
      paidAt: null,
    });
    await provider.pay(intent);
    expect(await cards.readIntent(intent.reference)).toMatchObject({ status: "succeeded", problem: "" });
  });

  test("a bank debit is processing until it clears and can't be changed until then", async () => {
    const intent = await cards.createIntent(wish());
    await provider.beginDebit(intent);
    expect(await cards.readIntent(intent.reference)).toMatchObject({
      status: "processing",
      method: "us_bank_account",
      receivedCents: 0,
      paidAt: null,
    });
    await expectRejected(cards.changeAmount(intent.reference, 1_000));
    await expectRejected(cards.cancelIntent(intent.reference));
    await provider.clearDebit(intent);
    expect(await cards.readIntent(intent.reference)).toMatchObject({
      status: "succeeded",
      method: "us_bank_account",
      receivedCents: 258_750,
    });
  });

  test("a returned bank debit leaves the intent open with the reason", async () => {
    const intent = await cards.createIntent(wish());
    await provider.beginReturnedDebit(intent);
    await provider.returnDebit(intent);
    const returned = await cards.readIntent(intent.reference);
    expect(returned).toMatchObject({ status: "open", receivedCents: 0 });
    expect(returned.problem).toMatch(/^The bank returned this debit/);
  });

  test("a canceled intent stays canceled, even if it's canceled twice", async () => {
    const intent = await cards.createIntent(wish());
    expect((await cards.cancelIntent(intent.reference)).status).toBe("canceled");
    expect((await cards.cancelIntent(intent.reference)).status).toBe("canceled");
    await expectRejected(cards.changeAmount(intent.reference, 1_000));
  });

  test("a refund requested twice is made once, and refunds never exceed the payment", async () => {
    const intent = await cards.createIntent(wish());
    const part = { refundId: ++made, reference: intent.reference, amountCents: 200_000 };
    await expectRejected(cards.refund(part));
    await provider.pay(intent);
    // The provider repeats its error for the same id, so this is another refund.
    const wished = { ...part, refundId: ++made };
    const refund = await cards.refund(wished);
    expect(refund).toMatchObject({
      intentReference: intent.reference,
      amountCents: 200_000,
      problem: "",
    });
    expect(["pending", "done"]).toContain(refund.status);
    expect((await cards.refund(wished)).reference).toBe(refund.reference);
    expect((await cards.readRefund(refund.reference)).intentReference).toBe(intent.reference);
    await expectRejected(cards.refund({ ...wished, refundId: ++made, amountCents: 58_751 }));
    await cards.refund({ ...wished, refundId: ++made, amountCents: 58_750 });
    await expectRejected(cards.refund({ ...wished, refundId: ++made, amountCents: 1 }));
  });

  test("the provider rejects unknown references", async () => {
    await expect(cards.readIntent("")).rejects.toBeInstanceOf(CardError);
    await expectRejected(cards.readIntent("pi_nobody"));
    await expectRejected(cards.changeAmount("pi_nobody", 1_000));
    await expectRejected(cards.cancelIntent("pi_nobody"));
    await expectRejected(cards.readRefund("re_nobody"));
    await expectRejected(cards.readDispute("du_nobody"));
    await expectRejected(cards.refund({ refundId: ++made, reference: "pi_nobody", amountCents: 100 }));
  });

  test("an event identifies its subject and is accepted only with a valid, recent signature over its bytes", async () => {
    const intent = await cards.createIntent(wish());
    const at = new Date();
    const { body, signature } = provider.signed(intent, at);
    const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
    expect(cards.readEvent(body, signature, minutesLater(4))).toMatchObject({
      kind: "payment_intent.succeeded",
      subject: { what: "intent", reference: intent.reference },
    } satisfies Partial<ProviderEvent>);
    const forged = [
      [body, undefined, at],
      [body, "", at],
      [body, "t=1,v1=00", at],
      [body, signature.replace(/[0-9a-f]$/, (last) => (last === "0" ? "1" : "0")), at],
      [Buffer.concat([body, Buffer.from(" ")]), signature, at],
      [Buffer.from(body.toString().replace(intent.reference, "pi_other")), signature, at],
      [Buffer.alloc(0), signature, at],
      [body, signature, minutesLater(6)],
    ] as const;
    for (const [bytes, written, now] of forged)
      expect(() => cards.readEvent(bytes, written, now), String(written)).toThrow(BadSignatureError);
  });
});
