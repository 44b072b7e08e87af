import { sql } from "kysely";
import { lockAnyAccount } from "#domains/ledger/server/lock-account.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { multipart } from "#test/form.ts";
import { begin, confirmation } from "#test/paying.ts";
import { signInAs } from "#test/people.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

let payments = 0;

/** A new session, as requests of the matrix end the others. */
const cookieOf = ({ portal }: Place, person: { id: number }) => signInAs(portal.db, person, portal.clock.now);

/** A new payment begun by the tenant of the unit. */
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

/** A payment of the tenant's lease by check. */
const recorded = ({ portal, leaseId, tenant }: Place): Promise<number> =>
  asPortal(portal.services, async (ctx) => {
    const account = await lockAnyAccount(ctx, leaseId);
    return takePayment(ctx, account, {
      amountCents: toCents(1_000),
      method: "check",
      onDay: account.today,
      paidAt: ctx.now,
      payerId: tenant.id,
      into: "bank",
    });
  });

/** A payment of which a part was refunded. */
async function refunded(place: Place): Promise<Ask> {
  const id = await recorded(place);
  await place.portal.call("POST", `/api/payments/${id}/refunds`, {
    cookie: await cookieOf(place, place.landlord),
    body: { amountCents: 100, reason: "Paid by mistake" },
  });
  const { id: refundId } = await place.portal.db
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", id)
    .executeTakeFirstOrThrow();
  return { params: { id, refundId } };
}

/** A payment confirmation by the tenant of the unit. */
async function confirmed(place: Place): Promise<number> {
  const response = await place.portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: await cookieOf(place, place.tenant),
    body: claim(place),
  });
  return response.json<{ confirmation: { id: number } }>().confirmation.id;
}

const claim = ({ leaseId, portal: { clock } }: Place) => ({
  amount: 10,
  description: "Rent",
  method: "cash",
  transactionId: `Slip ${++payments}`,
  // Yesterday, which has begun in the property's time zone too.
  paymentDate: new Date(clock.now.getTime() - 86_400_000).toISOString().slice(0, 10),
  leaseId,
});

const proof = multipart({}, [
  { name: "proof", fileName: "slip.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.4\n%%EOF\n") },
]);

/** Requests about payments for the lease of the tenant of the unit. */
export const paymentRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "GET /api/payments": () => ({}),
  "GET /api/payments.csv": () => ({}),
  "GET /api/payments/summary": () => ({}),
  "GET /api/payments/under-way": () => ({}),
  "GET /api/payments/instructions": () => ({}),
  "GET /api/payments/:id": async (place) => ({ params: { id: await recorded(place) } }),
  "POST /api/payments/:id/refunds": async (place) => ({
    params: { id: await recorded(place) },
    body: { amountCents: 100, reason: "Paid by mistake" },
  }),
  "GET /api/payments/:id/receipt": async (place) => ({ params: { id: await recorded(place) } }),
  "GET /api/payments/:id/receipt.pdf": async (place) => ({ params: { id: await recorded(place) } }),
  "GET /api/payments/:id/refunds/:refundId/confirmation": refunded,
  "GET /api/payments/:id/refunds/:refundId/confirmation.pdf": refunded,
  "POST /api/payments/:id/receipt/mails": async (place) => ({ params: { id: await recorded(place) } }),
  "POST /api/send-receipt": async (place) => {
    const id = await recorded(place);
    // As if its receipt had not been mailed yet.
    await sql`update payments set receipts_mailed = 0 where entry_id = ${id}`.execute(place.portal.db);
    return { body: {} };
  },
  "GET /api/manual-payment-confirmations": () => ({}),
  "GET /api/manual-payment-confirmations.csv": () => ({}),
  "POST /api/manual-payment-confirmations": (place) => ({ body: claim(place) }),
  "POST /api/manual-payment-confirmations/:id/proof": async (place) => ({
    params: { id: await confirmed(place) },
    form: proof,
  }),
  "GET /api/manual-payment-confirmations/:id/proof": async (place) => {
    const id = await confirmed(place);
    await place.portal.call("POST", `/api/manual-payment-confirmations/${id}/proof`, {
      cookie: await cookieOf(place, place.tenant),
      ...proof,
    });
    return { params: { id } };
  },
  "POST /api/manual-payment-confirmations/:id/approve": async (place) => ({
    params: { id: await confirmed(place) },
    body: {},
  }),
  "POST /api/manual-payment-confirmations/:id/reject": async (place) => ({
    params: { id: await confirmed(place) },
    body: { reason: "Nothing came." },
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
