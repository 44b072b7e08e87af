import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import type { FakeStripe, SignedEvent } from "#test/fakes/fake-stripe.ts";
import { startPayment } from "#test/money/payments.ts";
import {
  cardPostings,
  type Payer,
  type StripePortal,
  startStripePayments,
} from "#test/money/stripe-payments.ts";
import type { TestPortal } from "#test/portal.ts";

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

describe("forged events", () => {
  type Forge = (event: SignedEvent) => Pick<SignedEvent, "body"> & { headers: Record<string, string> };
  const signature = "stripe-signature";
  const withBody = ({ body, headers }: SignedEvent, from: string, to: string) => ({
    body: Buffer.from(body.toString().replace(from, to)),
    headers,
  });
  const signedAt = (event: SignedEvent, minutes: number) => ({
    ...event,
    headers: stripe.sign(event.body, { at: new Date(portal.clock.now.getTime() + minutes * 60_000) }),
  });
  const withSignature = (event: SignedEvent, text: string) => ({
    ...event,
    headers: { ...event.headers, [signature]: text },
  });
  const withoutSignature = ({ body }: SignedEvent) => ({
    body,
    headers: { "content-type": "application/json" },
  });
  const replaceInSignature = ({ headers }: SignedEvent, from: string, to: string) =>
    headers[signature].replace(from, to);
  const forged: [string, Forge][] = [
    ["no signature", withoutSignature],
    ["an empty signature", (event) => withSignature(event, "")],
    ["no time", (event) => withSignature(event, replaceInSignature(event, "t=", "x="))],
    ["no sum", (event) => withSignature(event, replaceInSignature(event, "v1=", "v0="))],
    ["another scheme", (event) => withSignature(event, replaceInSignature(event, "v1=", "v2="))],
    ["a signature of another length", (event) => withSignature(event, `${event.headers[signature]}0`)],
    ["a truncated signature", (event) => withSignature(event, event.headers[signature].slice(0, -2))],
    ["a signature of zeros", (event) => withSignature(event, `t=1,v1=${"0".repeat(64)}`)],
    ["nothing but the time", (event) => withSignature(event, event.headers[signature].split(",")[0] ?? "")],
    ["a time that is not a number", (event) => withSignature(event, replaceInSignature(event, "t=", "t=x"))],
    ["a later time with an old sum", (event) => withSignature(event, replaceInSignature(event, "t=", "t=9"))],
    ["words", (event) => withSignature(event, "trust me")],
    [
      "the sum of another secret",
      ({ body }) => ({ body, headers: stripe.sign(body, { secret: "whsec_1" }) }),
    ],
    [
      "the publishable key as secret",
      ({ body }) => ({ body, headers: stripe.sign(body, { secret: "pk_test" }) }),
    ],
    ["an empty secret", ({ body }) => ({ body, headers: stripe.sign(body, { secret: " " }) })],
    ["a time six minutes ago", (event) => signedAt(event, -6)],
    ["a time an hour ago", (event) => signedAt(event, -60)],
    ["a time a year ago", (event) => signedAt(event, -525_600)],
    ["another kind", (event) => withBody(event, "succeeded", "canceled")],
    ["another event id", (event) => withBody(event, event.id, "evt_other")],
    ["another intent", (event) => withBody(event, "pi_", "pi_0")],
    ["an extra space", (event) => withBody(event, "{", "{ ")],
    ["a missing byte", ({ body, headers }) => ({ body: body.subarray(0, -1), headers })],
    ["no body", ({ headers }) => ({ body: Buffer.alloc(0), headers })],
    ["the sum of another event", ({ body }) => ({ body, headers: stripe.event("x.y", { id: "z" }).headers })],
  ];

  test("there are 25 kinds of forged events", () => expect(forged).toHaveLength(25));

  test.each(forged)("a webhook event with %s is rejected and posts nothing (PAY-56)", async (_, forge) => {
    const { paymentIntentId } = await startPayment(people, payer.cookie);
    const event = stripe.succeed(paymentIntentId);
    const response = await people.send(forge(event));
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      400,
      "This event isn't signed by the card provider.",
    ]);
    expect(await payer.postings()).toEqual({});
    const stored = portal.db.selectFrom("provider_events").select("id").where("id", "=", event.id);
    expect(await stored.execute()).toEqual([]);
    // The real event is still accepted.
    await people.deliver(event);
    expect(await payer.postings()).toEqual(cardPostings);
  });

  test("a repeated webhook event changes nothing and is rejected once it's too old", async () => {
    const event = stripe.succeed((await startPayment(people, payer.cookie)).paymentIntentId);
    await people.deliver(event);
    await people.deliver(event);
    portal.clock.advanceMinutes(10);
    expect((await people.send(event)).statusCode).toBe(400);
    expect(await payer.postings()).toEqual(cardPostings);
    expect(await payer.payments()).toHaveLength(1);
  });

  test("a signed webhook event with false contents is checked against Stripe's data", async () => {
    const { paymentIntentId: id } = await startPayment(people, payer.cookie);
    await people.deliver(
      stripe.event("payment_intent.succeeded", { id, status: "succeeded", amount_received: 1 } as never),
    );
    expect(await payer.postings()).toEqual({});
  });

  test.each([
    ["about an intent that Stripe does not know", { id: "pi_nobody" }, {}],
    ["from an account connected to ours", null, { account: "acct_other" }],
  ])("a signed webhook event %s is accepted and changes nothing", async (_, object, change) => {
    const { paymentIntentId: id } = await startPayment(people, payer.cookie);
    stripe.succeed(id);
    await people.deliver(stripe.event("payment_intent.succeeded", object ?? { id }, change));
    expect(await payer.postings()).toEqual({});
  });

  test("pages on other sites can't send a webhook event, and large events aren't read", async () => {
    const event = stripe.succeed((await startPayment(people, payer.cookie)).paymentIntentId);
    const headers = { ...event.headers, "sec-fetch-site": "cross-site" };
    expect((await people.send({ ...event, headers })).statusCode).toBe(403);
    const body = Buffer.alloc(1024 * 1024 + 1, " ");
    expect((await people.send({ body, headers: event.headers })).statusCode).toBe(413);
    expect(await payer.postings()).toEqual({});
  });

  test("without Stripe, the webhook endpoint doesn't exist", async () => {
    const app = await buildApp({ ...portal.services, cards: null });
    const event = stripe.event("payment_intent.succeeded", { id: "pi_1" });
    const response = await app.inject({
      method: "POST",
      url: "/api/webhooks/stripe",
      payload: event.body,
      headers: event.headers,
    });
    expect(response.statusCode).toBe(404);
    await app.close();
  });
});
