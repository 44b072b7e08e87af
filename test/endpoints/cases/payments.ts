import { sql } from "kysely";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { multipart } from "#test/form.ts";
import { confirmationBody, startPayment } from "#test/money/payments.ts";
import { createLease, createUnit, signInAs } from "#test/people.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

let payments = 0;

/** Creates a new session, because other cases end sessions. */
const newCookie = ({ portal }: EndpointFixtures, person: { id: number }) =>
  signInAs(portal.db, person, portal.clock.now);

/** Starts a payment as the unit's tenant. */
const startTenantPayment = async (fixtures: EndpointFixtures) =>
  startPayment(fixtures, await newCookie(fixtures, fixtures.tenant), {
    amount: 10,
    description: `Payment ${++payments}`,
  });

async function confirmPayment(fixtures: EndpointFixtures, card: "succeeds" | "requiresExtraStep") {
  const payment = await startTenantPayment(fixtures);
  const { paymentIntentId: id, clientSecret } = payment;
  await fixtures.portal.call("POST", `/api/sandbox/payment-intents/${id}/confirm`, {
    cookie: await newCookie(fixtures, fixtures.tenant),
    body: confirmationBody(clientSecret, { card }),
  });
  return payment;
}

/** Records a payment by check for the tenant's lease. */
const recordPayment = ({ portal, leaseId, tenant }: EndpointFixtures): Promise<number> =>
  runAsPortal(portal.services, async (ctx) => {
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

const createOtherLease = async ({ portal: { db }, propertyId }: EndpointFixtures): Promise<number> =>
  createLease(db, { propertyId, unitId: await createUnit(db, propertyId), memberIds: [] });

/** Creates a partially refunded payment. */
async function requestForRefund(fixtures: EndpointFixtures): Promise<ValidRequest> {
  const id = await recordPayment(fixtures);
  await fixtures.portal.call("POST", `/api/payments/${id}/refunds`, {
    cookie: await newCookie(fixtures, fixtures.landlord),
    body: { amountCents: 100, reason: "Paid by mistake" },
  });
  const { id: refundId } = await fixtures.portal.db
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", id)
    .executeTakeFirstOrThrow();
  return { params: { id, refundId } };
}

/** Reports a manual payment as the unit's tenant. */
async function reportManualPayment(fixtures: EndpointFixtures): Promise<number> {
  const response = await fixtures.portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: await newCookie(fixtures, fixtures.tenant),
    body: manualPaymentBody(fixtures),
  });
  return response.json<{ confirmation: { id: number } }>().confirmation.id;
}

const manualPaymentBody = ({ leaseId, portal: { clock } }: EndpointFixtures) => ({
  amount: 10,
  description: "Rent",
  method: "cash",
  transactionId: `Slip ${++payments}`,
  // Yesterday, which has also started in the property's time zone.
  paymentDate: new Date(clock.now.getTime() - 86_400_000).toISOString().slice(0, 10),
  leaseId,
});

const bankDepositBody = (leaseId: number) => ({
  depositedOn: "2026-01-02",
  payments: [
    { leaseId, amountCents: 1_000, onDay: "2026-01-02", method: "check", reference: `Check ${++payments}` },
  ],
});

const proof = multipart({}, [
  { name: "proof", fileName: "slip.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.4\n%%EOF\n") },
]);

/** Cases for payments on the tenant's lease. */
export const paymentCases: EndpointCases = {
  "GET /api/payments": access.signedIn(),
  "GET /api/payments.csv": access.signedIn(),
  "GET /api/payments/summary": access.signedIn(),
  "GET /api/payments/pending": access.signedIn(),
  "GET /api/payments/instructions": access.listsLeases(),
  "GET /api/payments/:id": access.readsPayment(async (fixtures) => ({
    params: { id: await recordPayment(fixtures) },
  })),
  "POST /api/payments/:id/refunds": access.managersAddToProperty(async (fixtures) => ({
    params: { id: await recordPayment(fixtures) },
    body: { amountCents: 100, reason: "Paid by mistake" },
  })),
  "POST /api/payments/:id/move": access.managersAddToProperty(async (fixtures) => ({
    params: { id: await recordPayment(fixtures) },
    body: { leaseId: await createOtherLease(fixtures), reason: "Entered on the wrong lease" },
  })),
  "POST /api/bank-deposits": access.recordsBankDeposit(({ leaseId }) => ({ body: bankDepositBody(leaseId) })),
  "POST /api/bank-deposits/recorded-payments": access.managersAddToProperty(async (fixtures) => ({
    body: { depositedOn: "2026-01-02", paymentIds: [await recordPayment(fixtures)] },
  })),
  "POST /api/payment-matches": access.managers(() => ({
    body: { payments: [{ text: "101", amountCents: null }] },
  })),
  "POST /api/bank-lines/checks": access.managers(() => ({
    body: { accountNumber: "12345678", lineIds: ["A"] },
  })),
  "POST /api/bank-lines/recorded": access.managers(() => ({
    body: { lines: [{ leaseId: null, amountCents: 100, onDay: "2026-01-02" }] },
  })),
  "POST /api/bank-lines/links": access.propertyManagers(async (fixtures) => ({
    body: {
      accountNumber: "12345678",
      lineId: `Line ${++payments}`,
      onDay: "2026-01-02",
      kind: "payment",
      id: await recordPayment(fixtures),
    },
  })),
  "POST /api/bank-lines/set-aside": access.managers(() => ({
    body: { accountNumber: "12345678", lineId: `Line ${++payments}`, reason: "Interest" },
  })),
  "POST /api/bank-lines/restore": access.propertyManagers(async (fixtures) => {
    const body = { accountNumber: "12345678", lineId: `Line ${++payments}` };
    const cookie = await newCookie(fixtures, fixtures.landlord);
    await fixtures.portal.call("POST", "/api/bank-lines/set-aside", {
      cookie,
      body: { ...body, reason: "Fee" },
    });
    return { body };
  }),
  "GET /api/bank-deposits": access.managers(),
  "GET /api/bank-deposits.csv": access.managers(),
  "GET /api/bank-deposits/:id": access.propertyManagers(async (fixtures) => {
    const response = await fixtures.portal.call("POST", "/api/bank-deposits", {
      cookie: await newCookie(fixtures, fixtures.landlord),
      body: bankDepositBody(fixtures.leaseId),
    });
    return { params: { id: response.json<{ id: number }>().id } };
  }),
  "GET /api/payments/:id/receipt": access.readsPayment(async (fixtures) => ({
    params: { id: await recordPayment(fixtures) },
  })),
  "GET /api/payments/:id/receipt.pdf": access.readsPayment(async (fixtures) => ({
    params: { id: await recordPayment(fixtures) },
  })),
  "GET /api/payments/receipts.pdf": access.readsPayment(async (fixtures) => ({
    query: `?ids=${await recordPayment(fixtures)}`,
  })),
  "GET /api/payments/:id/refunds/:refundId/confirmation": access.readsPayment(requestForRefund),
  "GET /api/payments/:id/refunds/:refundId/confirmation.pdf": access.readsPayment(requestForRefund),
  "POST /api/payments/:id/receipt/emails": access.readsLease(async (fixtures) => ({
    params: { id: await recordPayment(fixtures) },
  })),
  "POST /api/send-receipt": access.ownPayment(async (fixtures) => {
    const id = await recordPayment(fixtures);
    // As if its receipt had not been emailed yet.
    await sql`update payments set receipts_emailed = 0 where entry_id = ${id}`.execute(fixtures.portal.db);
    return { body: {} };
  }),
  "GET /api/manual-payment-confirmations": access.signedIn(),
  "GET /api/manual-payment-confirmations.csv": access.signedIn(),
  "POST /api/manual-payment-confirmations": access.addsToLease((fixtures) => ({
    body: manualPaymentBody(fixtures),
  })),
  "POST /api/manual-payment-confirmations/:id/proof": access.ownPayment(async (fixtures) => ({
    params: { id: await reportManualPayment(fixtures) },
    form: proof,
  })),
  "GET /api/manual-payment-confirmations/:id/proof": access.readsPayment(async (fixtures) => {
    const id = await reportManualPayment(fixtures);
    await fixtures.portal.call("POST", `/api/manual-payment-confirmations/${id}/proof`, {
      cookie: await newCookie(fixtures, fixtures.tenant),
      ...proof,
    });
    return { params: { id } };
  }),
  "POST /api/manual-payment-confirmations/:id/approve": access.propertyManagers(async (fixtures) => ({
    params: { id: await reportManualPayment(fixtures) },
    body: {},
  })),
  "POST /api/manual-payment-confirmations/:id/reject": access.propertyManagers(async (fixtures) => ({
    params: { id: await reportManualPayment(fixtures) },
    body: { reason: "Nothing came." },
  })),
  "POST /api/manual-payment-confirmations/:id/withdraw": access.withdrawsPayment(async (fixtures) => ({
    params: { id: await reportManualPayment(fixtures) },
  })),
  "POST /api/create-payment-intent": access.readsLease(({ leaseId }) => ({
    body: { amount: 10, description: `Payment ${++payments}`, leaseId },
  })),
  "POST /api/update-payment-method": access.ownPayment(async (fixtures) => {
    const { paymentIntentId } = await startTenantPayment(fixtures);
    return { body: { paymentIntentId, method: "us_bank_account" } };
  }),
  "POST /api/payment-success": access.ownPayment(async (fixtures) => {
    const { paymentIntentId } = await confirmPayment(fixtures, "succeeds");
    return { body: { paymentIntentId } };
  }),
  "POST /api/webhooks/stripe": access.noOne(() => ({ body: { id: "evt_1" } })),
  "POST /api/sandbox/payment-intents/:id/confirm": access.ownPayment(async (fixtures) => {
    const { paymentIntentId: id, clientSecret } = await startTenantPayment(fixtures);
    return { params: { id }, body: confirmationBody(clientSecret, { card: "succeeds" }) };
  }),
  "POST /api/sandbox/payment-intents/:id/step": access.ownPayment(async (fixtures) => {
    const { paymentIntentId: id, clientSecret } = await confirmPayment(fixtures, "requiresExtraStep");
    return { params: { id }, body: { clientSecret, approve: true } };
  }),
};
