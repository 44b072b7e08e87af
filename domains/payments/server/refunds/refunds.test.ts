import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import type { sandboxCards } from "#domains/payments/sandbox-contract.ts";
import {
  CardError,
  type CardProvider,
  ProviderUnavailableError,
} from "#server/integrations/cards/card-provider.ts";
import type { TestBuilding } from "#test/building.ts";
import { readSums, writeCharge } from "#test/money/ledger.ts";
import {
  confirmPayment,
  deliverEvents,
  recordPayment,
  settlePending,
  startPayment,
  startPaymentFixtures,
} from "#test/money/payments.ts";
import { readNotifications } from "#test/notifications.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Payment, PaymentDetails } from "../../contract.ts";
import { receiveEvent } from "../online-payments/receive-event.ts";
import { reconcileRefunds } from "./reconcile-refunds.ts";

let portal: TestPortal;
let building: TestBuilding;
let leaseId: number;
let charges: { inMay: number; inJune: number };

beforeAll(async () => {
  ({ portal, building } = await startPaymentFixtures());
});
afterAll(() => portal.close());
// Each test has its own lease with two months of rent.
beforeEach(async () => {
  const { propertyId, tenant } = building;
  await sql`update lease_members set ends_on = starts_on where user_id = ${tenant.id}`.execute(portal.db);
  leaseId = await createLease(portal.db, {
    propertyId,
    unitId: await createUnit(portal.db, propertyId),
    memberIds: [tenant.id],
  });
  const charge = (dueOn: string, label: string) =>
    writeCharge(portal.services, { propertyId, leaseId, cents: 100_000, dueOn, label });
  charges = { inMay: await charge("2026-05-01", "May"), inJune: await charge("2026-06-01", "June") };
});

/** A card payment of $2,000.00 with a $70.00 fee, which pays both months. */
async function payByCard(card: keyof typeof sandboxCards = "succeeds", amount = 2000): Promise<Payment> {
  const { cookie } = building.tenant;
  const intent = await startPayment({ portal }, cookie, { amount, description: "Two months", leaseId });
  await confirmPayment({ portal }, cookie, intent, { card });
  const { payment } = await recordPayment({ portal }, cookie, intent);
  await deliverEvents(portal.services);
  if (payment === null) throw new Error("The payment failed.");
  return payment;
}

/** Opens the dispute of a disputed test card, then loses it. */
const loseDispute = async () => {
  for (const _ of ["opened", "lost"]) {
    await settlePending(portal.services);
    await deliverEvents(portal.services);
  }
};

const recordCheck = async (amountCents: number): Promise<number> => {
  const response = await portal.call("POST", `/api/leases/${leaseId}/payments`, {
    cookie: building.landlord.cookie,
    body: { amountCents, onDay: "2026-07-01", method: "check" },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ entryId: number }>().entryId;
};

const requestRefund = (
  id: number,
  amountCents: number,
  headers: Record<string, string> = {},
  { cookie } = building.landlord,
) =>
  portal.call("POST", `/api/payments/${id}/refunds`, {
    cookie,
    headers,
    body: { amountCents, reason: "Paid by mistake" },
  });
async function makeRefund(id: number, amountCents: number): Promise<PaymentDetails> {
  const response = await requestRefund(id, amountCents);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<PaymentDetails>();
}
async function rejectedRefund(id: number, amountCents: number): Promise<unknown> {
  const response = await requestRefund(id, amountCents);
  const { message, fields } = response.json<{ message: string; fields?: Record<string, string> }>();
  return [response.statusCode, fields?.amountCents ?? message];
}
const details = async (id: number): Promise<PaymentDetails> =>
  (
    await portal.call("GET", `/api/payments/${id}`, { cookie: building.landlord.cookie })
  ).json<PaymentDetails>();

const findUnpaid = async (...ids: number[]): Promise<(number | undefined)[]> => {
  const { rows } = await sql<{ id: number; open: number }>`
    select entry_id as id, open_cents as open from receivables where entry_id = any(${ids}::bigint[])`.execute(
    portal.db,
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.open);
};
const sumPostings = async (account: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as sum from ledger_postings where lease_id = ${leaseId} and account = ${account}`.execute(
    portal.db,
  );
  return rows[0]?.sum ?? 0;
};
const expectBalance = async (balance: number) => {
  expect(await readSums(portal.db, leaseId)).toEqual({
    stored: balance,
    postings: balance,
    receivables: balance,
    open: balance,
  });
  const discrepancies = [];
  for await (const discrepancy of verifyLedger(portal.db)) discrepancies.push(discrepancy);
  expect(discrepancies).toEqual([]);
};
const findNotifications = async ({ id }: { id: number }): Promise<string[]> =>
  (await readNotifications(portal.db, id)).map(({ text }) => text);
const failOnce = (what: keyof CardProvider) => {
  const { cards } = portal.services;
  if (cards === null) throw new Error("The provider is missing.");
  vi.spyOn(cards, what as "refund").mockRejectedValueOnce(new ProviderUnavailableError("No response"));
};

describe("refunds of manual payments", () => {
  test("a manual payment is refunded immediately, and the charges it covered become unpaid again, newest first", async () => {
    const id = await recordCheck(200_000);
    expect(await findUnpaid(charges.inMay, charges.inJune)).toEqual([0, 0]);
    const after = await makeRefund(id, 30_000);
    expect(after).toMatchObject({
      status: "completed",
      refundedCents: 30_000,
      can: { refundCents: 170_000 },
    });
    expect(after.refunds).toMatchObject([
      { amountCents: 30_000, feeCents: 0, state: "done", reason: "Paid by mistake", who: "Lena Landlord" },
    ]);
    expect(await findUnpaid(charges.inMay, charges.inJune)).toEqual([0, 30_000]);
    expect([await sumPostings("bank"), await sumPostings("clearing")]).toEqual([170_000, 0]);
    await expectBalance(30_000);
    await makeRefund(id, 170_000);
    expect(await findUnpaid(charges.inMay, charges.inJune)).toEqual([100_000, 100_000]);
    expect((await details(id)).status).toBe("refunded");
    expect(await rejectedRefund(id, 1)).toEqual([409, "This payment has already been fully refunded."]);
    await expectBalance(200_000);
  });

  test("an overpayment is refunded first and leaves no charge unpaid", async () => {
    const id = await recordCheck(250_000);
    await makeRefund(id, 50_000);
    expect(await findUnpaid(charges.inMay, charges.inJune, id)).toEqual([0, 0, 0]);
    await expectBalance(0);
  });

  test("refunding more than was paid or refunding a returned payment is rejected with a message", async () => {
    const id = await recordCheck(50_000);
    expect(await rejectedRefund(id, 50_001)).toEqual([400, "You can refund up to $500.00 of this payment."]);
    expect(await rejectedRefund(id, 0)).toEqual([400, "Please enter an amount above $0.00"]);
    await portal.call("POST", `/api/leases/${leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: id, reason: "The check bounced" },
    });
    expect(await details(id)).toMatchObject({ status: "returned", can: { refundCents: 0 } });
    expect(await rejectedRefund(id, 100)).toEqual([
      409,
      "This payment no longer counts, so there's nothing left to refund.",
    ]);
  });

  test("a partly refunded payment can't be reversed, but a refund made by mistake can", async () => {
    const id = await recordCheck(50_000);
    await makeRefund(id, 20_000);
    const reverse = (entryId: number) =>
      portal.call("POST", `/api/leases/${leaseId}/reversals`, {
        cookie: building.landlord.cookie,
        body: { entryId, reason: "It was kept after all" },
      });
    const response = await reverse(id);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      "Part of this payment has been refunded. Refund the rest instead of reversing it.",
    ]);
    const { rows } = await sql<{
      id: number;
    }>`select entry_id as id from refunds where payment_id = ${id}`.execute(portal.db);
    expect((await reverse(rows[0]?.id ?? 0)).statusCode).toBe(201);
    expect(await details(id)).toMatchObject({
      refundedCents: 0,
      refunds: [{ state: "failed", problem: "It was kept after all" }],
    });
    await expectBalance(150_000);
  });

  test("when several people refund a payment at the same time, only one refund is made", async () => {
    const id = await recordCheck(50_000);
    const responses = await Promise.all([
      requestRefund(id, 50_000),
      requestRefund(id, 50_000, {}, building.admin),
      requestRefund(id, 30_000, {}, building.admin),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const key = { "Idempotency-Key": "refund-of-today" };
    const other = await recordCheck(60_000);
    const same = await Promise.all([1, 2, 3].map(() => requestRefund(other, 20_000, key)));
    expect(same.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect((await details(other)).refundedCents).toBe(20_000);
    expect((await requestRefund(other, 10_000, key)).statusCode).toBe(409);
  });

  test("people without access can't refund a payment", async () => {
    const id = await recordCheck(50_000);
    expect((await requestRefund(id, 100, {}, building.tenant)).statusCode).toBe(403);
    expect((await requestRefund(id, 100, {}, building.technician)).statusCode).toBe(403);
    expect((await requestRefund(999_999_999, 100)).statusCode).toBe(404);
  });

  test("refunds reduce the year to date and the collected rent", async () => {
    const summary = async () =>
      (
        await portal.call("GET", `/api/payments/summary?leaseId=${leaseId}`, {
          cookie: building.landlord.cookie,
        })
      ).json<{ yearToDate: number }>().yearToDate;
    const id = await recordCheck(50_000);
    const before = await summary();
    await makeRefund(id, 20_000);
    expect(await summary()).toBe(before - 20_000);
  });
});

describe("refunds of card payments", () => {
  test("PAY-47 the provider refunds the fee in proportion, and all parts add up to the whole fee", async () => {
    const { id, feeCents } = await payByCard("succeeds", 1000.01);
    expect(feeCents).toBe(3_500);
    const first = await makeRefund(id, 33_333);
    expect(first.refunds).toMatchObject([{ state: "pending", feeCents: 1_167 }]);
    await makeRefund(id, 33_333);
    await makeRefund(id, 33_335);
    const { refunds, status } = await details(id);
    expect(refunds.map((refund) => refund.feeCents)).toEqual([1_167, 1_166, 1_167]);
    expect(status).toBe("refunded");
    expect([await sumPostings("clearing"), await sumPostings("income-card-fee")]).toEqual([0, 0]);
    await expectBalance(200_000);
    await settlePending(portal.services);
    await deliverEvents(portal.services);
    expect((await details(id)).refunds.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(await findNotifications(building.tenant)).toContain(
      `$345.00 of your payment ${(await details(id)).receiptNumber} was refunded.`,
    );
  });

  test("a refund that fails later is reversed, and staff are notified", async () => {
    const { id } = await payByCard("refundFails");
    await makeRefund(id, 50_000);
    expect(await findUnpaid(charges.inJune)).toEqual([50_000]);
    await settlePending(portal.services);
    await deliverEvents(portal.services);
    expect(await details(id)).toMatchObject({
      refundedCents: 0,
      can: { refundCents: 200_000 },
      refunds: [{ state: "failed", problem: "The card's bank didn't accept the refund." }],
    });
    expect(await findUnpaid(charges.inMay, charges.inJune)).toEqual([0, 0]);
    expect(await sumPostings("income-card-fee")).toBe(-7_000);
    await expectBalance(0);
    const text = `Refunding $517.50 of payment ${(await details(id)).receiptNumber} failed: The card's bank didn't accept the refund.`;
    expect(await findNotifications(building.landlord)).toContain(text);
    expect(await findNotifications(building.admin)).toContain(text);
  });

  test("while the provider is down, a refund stays requested, posts nothing, and is retried", async () => {
    const { id } = await payByCard();
    failOnce("refund");
    const requested = await makeRefund(id, 50_000);
    expect(requested).toMatchObject({
      refundedCents: 0,
      can: { refundCents: 150_000 },
      refunds: [{ state: "requested" }],
    });
    await expectBalance(0);
    // Until then, the rest can be refunded, and no more.
    expect(await rejectedRefund(id, 150_001)).toEqual([
      400,
      "You can refund up to $1,500.00 of this payment.",
    ]);
    await reconcileRefunds(portal.services);
    expect((await details(id)).refunds).toMatchObject([{ state: "requested" }]);
    portal.clock.now = new Date(portal.clock.now.getTime() + 11 * 60_000);
    await reconcileRefunds(portal.services);
    expect((await details(id)).refunds).toMatchObject([{ state: "pending" }]);
    await expectBalance(50_000);
  });

  test("a refund that the provider declines is rejected and moves no money", async () => {
    const { id } = await payByCard();
    // A refund at the provider that the portal doesn't know yet.
    await sql`insert into sandbox_refunds (reference, refund_id, intent_reference, amount_cents, status, created_at)
      select 're_before', 888888888, reference, 200000, 'done', now() from payment_intents where payment_id = ${id}`.execute(
      portal.db,
    );
    expect(await rejectedRefund(id, 50_000)).toEqual([409, "A refund can't exceed the amount received."]);
    expect(await details(id)).toMatchObject({
      can: { refundCents: 200_000 },
      refunds: [{ state: "failed", problem: "A refund can't exceed the amount received." }],
    });
    await expectBalance(0);
  });

  test("a card payment can't be reversed manually because the provider holds the money", async () => {
    const { id } = await payByCard();
    const response = await portal.call("POST", `/api/leases/${leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: id, reason: "By mistake" },
    });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      "This payment went through the card provider. Refund it instead. Chargebacks are posted automatically.",
    ]);
    await expectBalance(0);
  });

  test("repeating a refund request that the provider declined is rejected again", async () => {
    const { id } = await payByCard();
    const { cards } = portal.services;
    if (cards === null) throw new Error("The provider is missing.");
    vi.spyOn(cards, "refund").mockRejectedValueOnce(new CardError("Its bank says no."));
    const responses = [
      await requestRefund(id, 20_000, { "Idempotency-Key": "rejected" }),
      await requestRefund(id, 20_000, { "Idempotency-Key": "rejected" }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    expect(responses[1]?.json<{ message: string }>().message).toBe("Its bank says no.");
    await expectBalance(0);
  });

  test("a refund made in the provider's dashboard is posted once", async () => {
    const { id } = await payByCard();
    await sql`insert into sandbox_refunds (reference, refund_id, intent_reference, amount_cents, status, created_at)
      select 're_elsewhere', 999999999, reference, 103500, 'done', now() from payment_intents where payment_id = ${id}`.execute(
      portal.db,
    );
    const event = (n: number) => ({
      id: `evt_elsewhere_${n}`,
      kind: "refund.updated",
      subject: { what: "refund" as const, reference: "re_elsewhere" },
    });
    await receiveEvent(portal.services, event(1));
    await receiveEvent(portal.services, event(2));
    expect((await details(id)).refunds).toMatchObject([
      { amountCents: 100_000, feeCents: 3_500, state: "done", who: null },
    ]);
    await expectBalance(100_000);
  });
});

describe("disputed payments", () => {
  test("a dispute is shown as reported, blocks refunds, and reverses the payment if the dispute is lost", async () => {
    const { id, receiptNumber } = await payByCard("disputed");
    await settlePending(portal.services);
    await deliverEvents(portal.services);
    expect(await details(id)).toMatchObject({
      status: "completed",
      dispute: { state: "needs_response", reason: "fraudulent" },
      disputes: [{ state: "needs_response", amountCents: 207_000, respondBy: expect.any(String) }],
      can: { refundCents: 0 },
    });
    expect((await rejectedRefund(id, 100)) as unknown[]).toEqual([
      409,
      "This payment is disputed, so it can't be refunded until the dispute closes.",
    ]);
    expect(await findNotifications(building.landlord)).toContain(
      `Dispute over payment ${receiptNumber} for $2,070.00: needs a response`,
    );
    expect((await findNotifications(building.tenant)).join()).not.toMatch(/dispute/i);
    await expectBalance(0);
    await settlePending(portal.services);
    await deliverEvents(portal.services);
    expect(await details(id)).toMatchObject({ status: "returned", dispute: { state: "lost" } });
    expect(await findUnpaid(charges.inMay, charges.inJune)).toEqual([100_000, 100_000]);
    expect([await sumPostings("clearing"), await sumPostings("income-card-fee")]).toEqual([0, 0]);
    await expectBalance(200_000);
  });

  test("after a partial refund, a lost dispute reverses the rest", async () => {
    const { id } = await payByCard("disputed");
    await makeRefund(id, 50_000);
    await loseDispute();
    const after = await details(id);
    expect(after).toMatchObject({ status: "refunded", refundedCents: 200_000, dispute: { state: "lost" } });
    expect(after.refunds.map(({ amountCents, feeCents }) => [amountCents, feeCents])).toEqual([
      [150_000, 5_250],
      [50_000, 1_750],
    ]);
    await expectBalance(200_000);
  });

  test.each([
    ["has no response", true],
    ["is pending", false],
  ])(
    "when a refund that %s fails after the dispute was lost, that part is reversed too",
    async (_, isDown) => {
      const { id } = await payByCard("disputed");
      if (isDown) failOnce("refund");
      await makeRefund(id, 50_000);
      await sql`update sandbox_refunds set status = 'failed', problem = 'It is disputed.' where intent_reference = (
      select reference from payment_intents where payment_id = ${id})`.execute(portal.db);
      await loseDispute();
      expect(await details(id)).toMatchObject({ dispute: { state: "lost" } });
      const { cards } = portal.services;
      if (cards === null) throw new Error("The provider is missing.");
      if (isDown) vi.spyOn(cards, "refund").mockRejectedValueOnce(new CardError("It is disputed."));
      portal.clock.now = new Date(portal.clock.now.getTime() + 11 * 60_000);
      await reconcileRefunds(portal.services);
      expect((await details(id)).refunds.map(({ state, amountCents }) => [state, amountCents])).toEqual([
        ["done", 50_000],
        ["done", 150_000],
        ["failed", 50_000],
      ]);
      expect([await sumPostings("clearing"), await sumPostings("income-card-fee")]).toEqual([0, 0]);
      await expectBalance(200_000);
    },
  );

  test("a late event about a decided dispute changes nothing", async () => {
    const { id } = await payByCard("disputed");
    await loseDispute();
    const { rows } = await sql<{ reference: string }>`
      update sandbox_disputes set state = 'needs_response' where reference = (
        select reference from disputes where payment_id = ${id}) returning reference`.execute(portal.db);
    const subject = { what: "dispute" as const, reference: rows[0]?.reference ?? "" };
    await receiveEvent(portal.services, { id: "evt_late", kind: "charge.dispute.updated", subject });
    expect((await details(id)).dispute?.state).toBe("lost");
    await expectBalance(200_000);
  });
});
