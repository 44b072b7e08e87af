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

/** A payment of the tenant's lease that the landlord recorded. */
async function recorded(place: Place): Promise<number> {
  const { portal, leaseId, landlord } = place;
  const answer = await portal.call("POST", `/api/leases/${leaseId}/payments`, {
    cookie: await cookieOf(place, landlord),
    body: {
      amountCents: 1_000,
      onDay: new Date(portal.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10),
      method: "check",
    },
  });
  return answer.json<{ entryId: number }>().entryId;
}

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
