import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type CardProvider, CardRefusal, ProviderAway } from "#server/integrations/card-provider.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { sumsOf } from "#test/ledger.ts";
import { begin, confirm, type PayingPeople, record, startPaying } from "#test/paying.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { PaymentDetails } from "../contract.ts";
import { applyDispute } from "./apply-dispute.ts";
import { applyRefund } from "./apply-refund.ts";
import { receiveEvent } from "./receive-event.ts";
import { reconcileRefunds } from "./reconcile-refunds.ts";

let people: PayingPeople;
let cards: CardProvider;
let giveBack: CardProvider["refund"];
/** A payment of 2,000.00 by card with a fee of 70.00, on a new lease that owed nothing. */
let paymentId: number;
let leaseId: number;
let intentReference: string;

beforeAll(async () => {
  people = await startPaying();
  if (people.portal.services.cards === null) throw new Error("The demo has a sandbox.");
  ({ cards } = people.portal.services);
  giveBack = cards.refund;
});
afterAll(() => people.portal.close());
beforeEach(async () => {
  const { portal, building } = people;
  const { propertyId, tenant } = building;
  const unitId = await createUnit(portal.db, propertyId);
  leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
  const wish = { amount: 2000, description: "Two months", leaseId };
  const begun = await begin(people, tenant.cookie, wish);
  await confirm(people, tenant.cookie, begun, { card: "succeeds" });
  paymentId = (await record(people, tenant.cookie, begun)).payment?.id ?? 0;
  intentReference = begun.paymentIntentId;
});

const details = async (): Promise<PaymentDetails> => {
  const response = await people.portal.call("GET", `/api/payments/${paymentId}`, {
    cookie: people.building.landlord.cookie,
  });
  return response.json<PaymentDetails>();
};
const refunds = async () => (await details()).refunds;
const givenBack = async () => 200_000 + (await sumsOf(people.portal.db, leaseId)).postings;

/** Requests a refund that the provider meets with this error. */
async function requestInVain(amountCents: number, error: Error) {
  vi.spyOn(cards, "refund").mockRejectedValueOnce(error);
  return people.portal.call("POST", `/api/payments/${paymentId}/refunds`, {
    cookie: people.building.landlord.cookie,
    body: { amountCents, reason: "Paid by mistake" },
  });
}

/** Requests a refund while the provider does not answer. */
async function request(amountCents: number): Promise<void> {
  const response = await requestInVain(amountCents, new ProviderAway("No answer"));
  expect(response.statusCode, response.body).toBe(201);
}

/** Reports a refund that somebody made in the provider's own account. */
const reportOther = (amountCents: number) =>
  asPortal(people.portal.services, (ctx) =>
    applyRefund(ctx, "sandbox", {
      reference: `re_elsewhere_${intentReference}`,
      refundId: null,
      intentReference,
      amountCents,
      status: "done",
      problem: "",
    }),
  );

test("a refund made at the provider is matched to an unanswered request of the same amount", async () => {
  await request(100_000);
  await reportOther(103_500);
  expect(await refunds()).toMatchObject([{ amountCents: 100_000, feeCents: 3_500, state: "done" }]);
  expect(await givenBack()).toBe(100_000);
});

test("a refund that leaves too little for a requested one waits, and is entered when the request is refused", async () => {
  await request(200_000);
  await expect(reportOther(51_750)).rejects.toBeInstanceOf(ProviderAway);
  expect(await givenBack()).toBe(0);
  vi.spyOn(cards, "refund").mockRejectedValueOnce(new CardRefusal("No more than what was received."));
  people.portal.clock.forwardMinutes(11);
  await reconcileRefunds(people.portal.services);
  await reportOther(51_750);
  expect((await refunds()).map(({ state, amountCents }) => [state, amountCents])).toEqual([
    ["done", 50_000],
    ["failed", 200_000],
  ]);
  expect(await givenBack()).toBe(50_000);
});

test("refunds that never get an answer do not block the others", async () => {
  for (const _ of [1, 2, 3, 4]) await request(10_000);
  const [last, ...stuck] = await refunds();
  const asked = vi
    .spyOn(cards, "refund")
    .mockImplementation((wish) =>
      stuck.some(({ id }) => id === wish.refundId)
        ? Promise.reject(new ProviderAway("No answer"))
        : giveBack(wish),
    );
  for (const _ of [1, 2]) {
    people.portal.clock.forwardMinutes(11);
    await reconcileRefunds(people.portal.services);
  }
  asked.mockRestore();
  expect((await refunds()).find(({ id }) => id === last?.id)?.state).toBe("pending");
});

test("two refunds of the same amount are told apart by their request, in whatever order they are reported", async () => {
  await request(10_000);
  await request(10_000);
  for (const { id: refundId } of await refunds()) {
    const { reference } = await cards.refund({ refundId, reference: intentReference, amountCents: 10_350 });
    const about = { what: "refund" as const, reference };
    await receiveEvent(people.portal.services, { id: `evt_${refundId}`, kind: "refund.created", about });
  }
  const { rows } = await sql<{ isSame: boolean }>`
    select r.reference = s.reference as "isSame" from refunds r join sandbox_refunds s on s.refund_id = r.id
    where r.payment_id = ${paymentId}`.execute(people.portal.db);
  expect(rows).toEqual([{ isSame: true }, { isSame: true }]);
  expect(await givenBack()).toBe(20_000);
});

test("of two refunds that the provider refuses, each has failed, and the payment may still be refunded", async () => {
  for (const problem of ["The balance does not cover it.", "It still does not."])
    expect((await requestInVain(200_000, new CardRefusal(problem))).json()).toMatchObject({
      message: problem,
    });
  expect(await details()).toMatchObject({
    may: { refundCents: 200_000 },
    refunds: [
      { state: "failed", problem: "It still does not." },
      { state: "failed", problem: "The balance does not cover it." },
    ],
  });
});

test("a prevented dispute is decided; of a lost one the appeal is shown, and nothing is taken back twice", async () => {
  const report = (reference: string, state: string) =>
    asPortal(people.portal.services, (ctx) =>
      applyDispute(ctx, "sandbox", {
        reference,
        intentReference,
        amountCents: 207_000,
        reason: "fraudulent",
        state,
        answerBy: null,
        openedAt: people.portal.clock.now,
      }),
    );
  await report("dp_prevented", "needs_response");
  expect((await details()).may.refundCents).toBe(0);
  await report("dp_prevented", "prevented");
  expect((await details()).may.refundCents).toBe(200_000);
  for (const state of ["lost", "needs_response", "appeal_under_review", "lost", "appeal_under_review"])
    await report("dp_lost", state);
  expect(await details()).toMatchObject({ status: "returned", dispute: { state: "appeal_under_review" } });
  await report("dp_lost", "won");
  expect(await details()).toMatchObject({ status: "returned", dispute: { state: "won" } });
  expect(await givenBack()).toBe(200_000);
});
