import { lockAnyAccount } from "#domains/ledger/server/lock-account.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { begin, confirmation } from "#test/paying.ts";
import { signInAs } from "#test/people.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

let payments = 0;

/** A session of its own: requests of the matrix end those there are. */
const cookieOf = ({ portal }: Place, person: { id: number }) => signInAs(portal.db, person, portal.clock.now);

/** A payment that the tenant of the unit has begun; each is another one. */
const begun = async (place: Place) =>
  begin(place, await cookieOf(place, place.tenant), { amount: 10, description: `Payment ${++payments}` });

async function begunWith(place: Place, card: "succeeds" | "asksForAStep") {
  const payment = await begun(place);
  const { paymentIntentId: id, clientSecret } = payment;
  await place.portal.call("POST", `/api/sandbox/payment-intents/${id}/confirm`, {
    cookie: await cookieOf(place, place.tenant),
    body: confirmation(clientSecret, { card }),
  });
  return payment;
}

/** A payment of the tenant's lease that came by check. */
const recorded = ({ portal, leaseId }: Place): Promise<number> =>
  asPortal(portal.services, async (ctx) => {
    const account = await lockAnyAccount(ctx, leaseId);
    return takePayment(ctx, account, {
      amountCents: toCents(1_000),
      method: "check",
      onDay: account.today,
      paidAt: ctx.now,
      payerId: null,
      into: "bank",
    });
  });

/** What is asked about payments for the lease of the tenant of the unit. */
export const paymentRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "GET /api/payments": () => ({}),
  "GET /api/payments.csv": () => ({}),
  "GET /api/payments/summary": () => ({}),
  "GET /api/payments/under-way": () => ({}),
  "GET /api/payments/ways": () => ({}),
  "GET /api/payments/:id": async (place) => ({ params: { id: await recorded(place) } }),
  "POST /api/payments/:id/refunds": async (place) => ({
    params: { id: await recorded(place) },
    body: { amountCents: 100, reason: "Paid by mistake" },
  }),
  "POST /api/create-payment-intent": ({ leaseId }) => ({
    body: { amount: 10, description: `Payment ${++payments}`, leaseId },
  }),
  "POST /api/update-payment-method": async (place) => {
    const { paymentIntentId } = await begun(place);
    return { body: { paymentIntentId, method: "us_bank_account" } };
  },
  "POST /api/payment-success": async (place) => {
    const { paymentIntentId } = await begunWith(place, "succeeds");
    return { body: { paymentIntentId } };
  },
  "POST /api/webhooks/stripe": () => ({ body: { id: "evt_1" } }),
  "POST /api/sandbox/payment-intents/:id/confirm": async (place) => {
    const { paymentIntentId: id, clientSecret } = await begun(place);
    return { params: { id }, body: confirmation(clientSecret, { card: "succeeds" }) };
  },
  "POST /api/sandbox/payment-intents/:id/step": async (place) => {
    const { paymentIntentId: id, clientSecret } = await begunWith(place, "asksForAStep");
    return { params: { id }, body: { clientSecret, approve: true } };
  },
};
