import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  CardError,
  type CardProvider,
  ProviderUnavailableError,
} from "#server/integrations/cards/card-provider.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { readSums } from "#test/money/ledger.ts";
import {
  confirmPayment,
  type PaymentFixtures,
  recordPayment,
  startPayment,
  startPaymentFixtures,
} from "#test/money/payments.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { PaymentDetails } from "../../contract.ts";
import { receiveEvent } from "../online-payments/receive-event.ts";
import { applyDispute } from "./apply-dispute.ts";
import { applyRefund } from "./apply-refund.ts";
import { reconcileRefunds } from "./reconcile-refunds.ts";

let people: PaymentFixtures;
let cards: CardProvider;
let originalRefund: CardProvider["refund"];
/** A card payment of $2,000.00 with a $70.00 fee, on a new lease without charges. */
let paymentId: number;
let leaseId: number;
let intentReference: string;

beforeAll(async () => {
  people = await startPaymentFixtures();
  if (people.portal.services.cards === null) throw new Error("The demo has a sandbox.");
  ({ cards } = people.portal.services);
  originalRefund = cards.refund;
});
afterAll(() => people.portal.close());
beforeEach(async () => {
  const { portal, building } = people;
  const { propertyId, tenant } = building;
  const unitId = await createUnit(portal.db, propertyId);
  leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
  const input = { amount: 2000, description: "Two months", leaseId };
  const intent = await startPayment(people, tenant.cookie, input);
  await confirmPayment(people, tenant.cookie, intent, { card: "succeeds" });
  paymentId = (await recordPayment(people, tenant.cookie, intent)).payment?.id ?? 0;
  intentReference = intent.paymentIntentId;
});

const details = async (): Promise<PaymentDetails> => {
  const response = await people.portal.call("GET", `/api/payments/${paymentId}`, {
    cookie: people.building.landlord.cookie,
  });
  return response.json<PaymentDetails>();
};
const refunds = async () => (await details()).refunds;
const refundedTotal = async () => 200_000 + (await readSums(people.portal.db, leaseId)).postings;

/** Requests a refund that fails at the provider with this error. */
async function requestFailingRefund(amountCents: number, error: Error) {
  vi.spyOn(cards, "refund").mockRejectedValueOnce(error);
  return people.portal.call("POST", `/api/payments/${paymentId}/refunds`, {
    cookie: people.building.landlord.cookie,
    body: { amountCents, reason: "Paid by mistake" },
  });
}

/** Requests a refund while the provider doesn't respond. */
async function request(amountCents: number): Promise<void> {
  const response = await requestFailingRefund(amountCents, new ProviderUnavailableError("No response"));
  expect(response.statusCode, response.body).toBe(201);
}

/** Reports a refund someone made in the provider's dashboard. */
const reportProviderRefund = (amountCents: number) =>
  runAsPortal(people.portal.services, (ctx) =>
    applyRefund(ctx, "sandbox", {
      reference: `re_elsewhere_${intentReference}`,
      refundId: null,
      intentReference,
      amountCents,
      status: "done",
      problem: "",
    }),
  );

test("a refund made at the provider is matched to a request for the same amount that got no response", async () => {
  await request(100_000);
  await reportProviderRefund(103_500);
  expect(await refunds()).toMatchObject([{ amountCents: 100_000, feeCents: 3_500, state: "done" }]);
  expect(await refundedTotal()).toBe(100_000);
});

test("a reported refund that leaves too little for a requested refund waits and posts once the request is declined", async () => {
  await request(200_000);
  await expect(reportProviderRefund(51_750)).rejects.toBeInstanceOf(ProviderUnavailableError);
  expect(await refundedTotal()).toBe(0);
  vi.spyOn(cards, "refund").mockRejectedValueOnce(new CardError("No more than what was received."));
  people.portal.clock.advanceMinutes(11);
  await reconcileRefunds(people.portal.services);
  await reportProviderRefund(51_750);
  expect((await refunds()).map(({ state, amountCents }) => [state, amountCents])).toEqual([
    ["done", 50_000],
    ["failed", 200_000],
  ]);
  expect(await refundedTotal()).toBe(50_000);
});

test("refund requests that never get a response don't block the others", async () => {
  for (const _ of [1, 2, 3, 4]) await request(10_000);
  const [last, ...stuck] = await refunds();
  const refundSpy = vi
    .spyOn(cards, "refund")
    .mockImplementation((input) =>
      stuck.some(({ id }) => id === input.refundId)
        ? Promise.reject(new ProviderUnavailableError("No response"))
        : originalRefund(input),
    );
  for (const _ of [1, 2]) {
    people.portal.clock.advanceMinutes(11);
    await reconcileRefunds(people.portal.services);
  }
  refundSpy.mockRestore();
  expect((await refunds()).find(({ id }) => id === last?.id)?.state).toBe("pending");
});

test("two refunds of the same amount are matched to their requests in any order", async () => {
  await request(10_000);
  await request(10_000);
  for (const { id: refundId } of await refunds()) {
    const { reference } = await cards.refund({ refundId, reference: intentReference, amountCents: 10_350 });
    const subject = { what: "refund" as const, reference };
    await receiveEvent(people.portal.services, { id: `evt_${refundId}`, kind: "refund.created", subject });
  }
  const { rows } = await sql<{ isSameReference: boolean }>`
    select r.reference = s.reference as "isSameReference" from refunds r join sandbox_refunds s on s.refund_id = r.id
    where r.payment_id = ${paymentId}`.execute(people.portal.db);
  expect(rows).toEqual([{ isSameReference: true }, { isSameReference: true }]);
  expect(await refundedTotal()).toBe(20_000);
});

test("if the provider declines two refunds, both fail, and the payment can still be refunded", async () => {
  for (const problem of ["The balance does not cover it.", "It still does not."])
    expect((await requestFailingRefund(200_000, new CardError(problem))).json()).toMatchObject({
      message: problem,
    });
  expect(await details()).toMatchObject({
    can: { refundCents: 200_000 },
    refunds: [
      { state: "failed", problem: "It still does not." },
      { state: "failed", problem: "The balance does not cover it." },
    ],
  });
});

test("a prevented dispute is shown as decided, an appeal of a lost dispute is shown, and the payment is reversed once", async () => {
  const report = (reference: string, state: string) =>
    runAsPortal(people.portal.services, (ctx) =>
      applyDispute(ctx, "sandbox", {
        reference,
        intentReference,
        amountCents: 207_000,
        reason: "fraudulent",
        state,
        respondBy: null,
        openedAt: people.portal.clock.now,
      }),
    );
  await report("dp_prevented", "needs_response");
  expect((await details()).can.refundCents).toBe(0);
  await report("dp_prevented", "prevented");
  expect((await details()).can.refundCents).toBe(200_000);
  for (const state of ["lost", "needs_response", "appeal_under_review", "lost", "appeal_under_review"])
    await report("dp_lost", state);
  expect(await details()).toMatchObject({ status: "returned", dispute: { state: "appeal_under_review" } });
  await report("dp_lost", "won");
  expect(await details()).toMatchObject({ status: "returned", dispute: { state: "won" } });
  expect(await refundedTotal()).toBe(200_000);
});
