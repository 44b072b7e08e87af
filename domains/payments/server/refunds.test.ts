import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import type { sandboxCards } from "#domains/payments/sandbox-contract.ts";
import { type CardProvider, CardRefusal, ProviderAway } from "#server/integrations/card-provider.ts";
import type { TestBuilding } from "#test/building.ts";
import { sumsOf, writeCharge } from "#test/ledger.ts";
import { readNotifications } from "#test/notifications.ts";
import { begin, confirm, deliverEvents, record, settleAll, startPaying } from "#test/paying.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Payment, PaymentDetails } from "../contract.ts";
import { receiveEvent } from "./receive-event.ts";
import { reconcileRefunds } from "./reconcile-refunds.ts";

let portal: TestPortal;
let building: TestBuilding;
let leaseId: number;
let charges: { may: number; june: number };

beforeAll(async () => {
  ({ portal, building } = await startPaying());
});
afterAll(() => portal.close());
// Each test has a lease of its own, with two months of rent.
beforeEach(async () => {
  const { propertyId, tenant } = building;
  await sql`update lease_members set to_on = from_on where user_id = ${tenant.id}`.execute(portal.db);
  leaseId = await createLease(portal.db, {
    propertyId,
    unitId: await createUnit(portal.db, propertyId),
    memberIds: [tenant.id],
  });
  const charge = (dueOn: string, label: string) =>
    writeCharge(portal.services, { propertyId, leaseId, cents: 100_000, dueOn, label });
  charges = { may: await charge("2026-05-01", "May"), june: await charge("2026-06-01", "June") };
});

/** A payment of 2,000.00 by card, with a fee of 70.00, which settles both months. */
async function paidByCard(card: keyof typeof sandboxCards = "succeeds", amount = 2000): Promise<Payment> {
  const { cookie } = building.tenant;
  const begun = await begin({ portal }, cookie, { amount, description: "Two months", leaseId });
  await confirm({ portal }, cookie, begun, { card });
  const { payment } = await record({ portal }, cookie, begun);
  await deliverEvents(portal.services);
  if (payment === null) throw new Error("It was not paid.");
  return payment;
}

const recorded = async (amountCents: number): Promise<number> => {
  const response = await portal.call("POST", `/api/leases/${leaseId}/payments`, {
    cookie: building.landlord.cookie,
    body: { amountCents, onDay: "2026-07-01", method: "check" },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ entryId: number }>().entryId;
};

const give = (
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
async function given(id: number, amountCents: number): Promise<PaymentDetails> {
  const response = await give(id, amountCents);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<PaymentDetails>();
}
async function refused(id: number, amountCents: number): Promise<unknown> {
  const response = await give(id, amountCents);
  const { message, fields } = response.json<{ message: string; fields?: Record<string, string> }>();
  return [response.statusCode, fields?.amountCents ?? message];
}
const details = async (id: number): Promise<PaymentDetails> =>
  (
    await portal.call("GET", `/api/payments/${id}`, { cookie: building.landlord.cookie })
  ).json<PaymentDetails>();

const openOf = async (...ids: number[]): Promise<(number | undefined)[]> => {
  const { rows } = await sql<{ id: number; open: number }>`
    select entry_id as id, open_cents as open from receivables where entry_id = any(${ids}::bigint[])`.execute(
    portal.db,
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.open);
};
const sumOf = async (account: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as sum from ledger_postings where lease_id = ${leaseId} and account = ${account}`.execute(
    portal.db,
  );
  return rows[0]?.sum ?? 0;
};
const expectBalance = async (balance: number) => {
  expect(await sumsOf(portal.db, leaseId)).toEqual({
    kept: balance,
    postings: balance,
    owed: balance,
    open: balance,
  });
  const faults = [];
  for await (const fault of verifyLedger(portal.db)) faults.push(fault);
  expect(faults).toEqual([]);
};
const bells = async ({ id }: { id: number }): Promise<string[]> =>
  (await readNotifications(portal.db, id)).map(({ text }) => text);
const away = (what: keyof CardProvider) => {
  const { cards } = portal.services;
  if (cards === null) throw new Error("There is a provider.");
  vi.spyOn(cards, what as "refund").mockRejectedValueOnce(new ProviderAway("No answer"));
};

describe("money that was received by hand", () => {
  test("is refunded at once; the charges it settled are reopened, newest first", async () => {
    const id = await recorded(200_000);
    expect(await openOf(charges.may, charges.june)).toEqual([0, 0]);
    const after = await given(id, 30_000);
    expect(after).toMatchObject({
      status: "completed",
      refundedCents: 30_000,
      may: { refundCents: 170_000 },
    });
    expect(after.refunds).toMatchObject([
      { amountCents: 30_000, feeCents: 0, state: "done", reason: "Paid by mistake", who: "Lena Landlord" },
    ]);
    expect(await openOf(charges.may, charges.june)).toEqual([0, 30_000]);
    expect([await sumOf("bank"), await sumOf("clearing")]).toEqual([170_000, 0]);
    await expectBalance(30_000);
    await given(id, 170_000);
    expect(await openOf(charges.may, charges.june)).toEqual([100_000, 100_000]);
    expect((await details(id)).status).toBe("refunded");
    expect(await refused(id, 1)).toEqual([409, "All of this payment was already refunded."]);
    await expectBalance(200_000);
  });

  test("an overpayment is refunded first, and reopens nothing", async () => {
    const id = await recorded(250_000);
    await given(id, 50_000);
    expect(await openOf(charges.may, charges.june, id)).toEqual([0, 0, 0]);
    await expectBalance(0);
  });

  test("more than was paid, and a returned payment, are refused with a message", async () => {
    const id = await recorded(50_000);
    expect(await refused(id, 50_001)).toEqual([400, "Only $500.00 of this payment is left to refund."]);
    expect(await refused(id, 0)).toEqual([400, "Please enter an amount above $0.00"]);
    await portal.call("POST", `/api/leases/${leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: id, reason: "The check bounced" },
    });
    expect(await details(id)).toMatchObject({ status: "returned", may: { refundCents: 0 } });
    expect(await refused(id, 100)).toEqual([
      409,
      "This payment was returned; there is nothing left to refund.",
    ]);
  });

  test("a partly refunded payment cannot be reversed; a refund made by mistake can", async () => {
    const id = await recorded(50_000);
    await given(id, 20_000);
    const reverse = (entryId: number) =>
      portal.call("POST", `/api/leases/${leaseId}/reversals`, {
        cookie: building.landlord.cookie,
        body: { entryId, reason: "It was kept after all" },
      });
    const response = await reverse(id);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      "A part of this payment was refunded. Please refund the rest as well instead of reversing it.",
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

  test("two refunds at once refund once", async () => {
    const id = await recorded(50_000);
    const responses = await Promise.all([
      give(id, 50_000),
      give(id, 50_000, {}, building.admin),
      give(id, 30_000, {}, building.admin),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const key = { "Idempotency-Key": "refund-of-today" };
    const other = await recorded(60_000);
    const same = await Promise.all([1, 2, 3].map(() => give(other, 20_000, key)));
    expect(same.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect((await details(other)).refundedCents).toBe(20_000);
    expect((await give(other, 10_000, key)).statusCode).toBe(409);
  });

  test("cannot be refunded by people without access to it", async () => {
    const id = await recorded(50_000);
    expect((await give(id, 100, {}, building.tenant)).statusCode).toBe(403);
    expect((await give(id, 100, {}, building.technician)).statusCode).toBe(403);
    expect((await give(999_999_999, 100)).statusCode).toBe(404);
  });

  test("the year to date and the collected rent are updated", async () => {
    const summary = async () =>
      (
        await portal.call("GET", `/api/payments/summary?leaseId=${leaseId}`, {
          cookie: building.landlord.cookie,
        })
      ).json<{ yearToDate: number }>().yearToDate;
    const id = await recorded(50_000);
    const before = await summary();
    await given(id, 20_000);
    expect(await summary()).toBe(before - 20_000);
  });
});

describe("money that came by card", () => {
  test("PAY-47 is refunded by the provider, with the fee in proportion, and all parts together give the whole fee", async () => {
    const { id, feeCents } = await paidByCard("succeeds", 1000.01);
    expect(feeCents).toBe(3_500);
    const first = await given(id, 33_333);
    expect(first.refunds).toMatchObject([{ state: "pending", feeCents: 1_167 }]);
    await given(id, 33_333);
    await given(id, 33_335);
    const { refunds, status } = await details(id);
    expect(refunds.map((refund) => refund.feeCents)).toEqual([1_167, 1_166, 1_167]);
    expect(status).toBe("refunded");
    expect([await sumOf("clearing"), await sumOf("income-card-fee")]).toEqual([0, 0]);
    await expectBalance(200_000);
    await settleAll(portal.services);
    await deliverEvents(portal.services);
    expect((await details(id)).refunds.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(await bells(building.tenant)).toContain(
      `$345.00 of your payment ${(await details(id)).receiptNumber} was refunded.`,
    );
  });

  test("a refund that fails later is taken back, and staff are notified", async () => {
    const { id } = await paidByCard("refundFails");
    await given(id, 50_000);
    expect(await openOf(charges.june)).toEqual([50_000]);
    await settleAll(portal.services);
    await deliverEvents(portal.services);
    expect(await details(id)).toMatchObject({
      refundedCents: 0,
      may: { refundCents: 200_000 },
      refunds: [{ state: "failed", problem: "The bank of this card did not take the money back." }],
    });
    expect(await openOf(charges.may, charges.june)).toEqual([0, 0]);
    expect(await sumOf("income-card-fee")).toBe(-7_000);
    await expectBalance(0);
    const text = `$517.50 of payment ${(await details(id)).receiptNumber} could not be refunded: The bank of this card did not take the money back.`;
    expect(await bells(building.landlord)).toContain(text);
    expect(await bells(building.admin)).toContain(text);
  });

  test("while the provider is away a refund stays requested, nothing is entered, and it is retried", async () => {
    const { id } = await paidByCard();
    away("refund");
    const requested = await given(id, 50_000);
    expect(requested).toMatchObject({
      refundedCents: 0,
      may: { refundCents: 150_000 },
      refunds: [{ state: "requested" }],
    });
    await expectBalance(0);
    // Meanwhile the rest may be refunded, and no more.
    expect(await refused(id, 150_001)).toEqual([400, "Only $1,500.00 of this payment is left to refund."]);
    await reconcileRefunds(portal.services);
    expect((await details(id)).refunds).toMatchObject([{ state: "requested" }]);
    portal.clock.now = new Date(portal.clock.now.getTime() + 11 * 60_000);
    await reconcileRefunds(portal.services);
    expect((await details(id)).refunds).toMatchObject([{ state: "pending" }]);
    await expectBalance(50_000);
  });

  test("a refund that the provider refuses is refused here, and moves nothing", async () => {
    const { id } = await paidByCard();
    // A refund at the provider that the portal does not know yet.
    await sql`insert into sandbox_refunds (reference, refund_id, intent_reference, amount_cents, status, created_at)
      select 're_before', 888888888, reference, 200000, 'done', now() from payment_intents where payment_id = ${id}`.execute(
      portal.db,
    );
    expect(await refused(id, 50_000)).toEqual([409, "A refund cannot exceed the amount received."]);
    expect(await details(id)).toMatchObject({
      may: { refundCents: 200_000 },
      refunds: [{ state: "failed", problem: "A refund cannot exceed the amount received." }],
    });
    await expectBalance(0);
  });

  test("cannot be reversed by hand: the money is at the provider, and is refunded from there", async () => {
    const { id } = await paidByCard();
    const response = await portal.call("POST", `/api/leases/${leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: id, reason: "By mistake" },
    });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      "The card provider has received this payment. Please refund it instead; what the payer's bank takes back is entered automatically.",
    ]);
    await expectBalance(0);
  });

  test("a refund that the provider refused is refused again when the same request is repeated", async () => {
    const { id } = await paidByCard();
    const { cards } = portal.services;
    if (cards === null) throw new Error("There is a provider.");
    vi.spyOn(cards, "refund").mockRejectedValueOnce(new CardRefusal("Its bank says no."));
    const responses = [
      await give(id, 20_000, { "Idempotency-Key": "refused" }),
      await give(id, 20_000, { "Idempotency-Key": "refused" }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    expect(responses[1]?.json<{ message: string }>().message).toBe("Its bank says no.");
    await expectBalance(0);
  });

  test("a refund made in the provider's own account is entered here, once", async () => {
    const { id } = await paidByCard();
    await sql`insert into sandbox_refunds (reference, refund_id, intent_reference, amount_cents, status, created_at)
      select 're_elsewhere', 999999999, reference, 103500, 'done', now() from payment_intents where payment_id = ${id}`.execute(
      portal.db,
    );
    const event = (n: number) => ({
      id: `evt_elsewhere_${n}`,
      kind: "refund.updated",
      about: { what: "refund" as const, reference: "re_elsewhere" },
    });
    await receiveEvent(portal.services, event(1));
    await receiveEvent(portal.services, event(2));
    expect((await details(id)).refunds).toMatchObject([
      { amountCents: 100_000, feeCents: 3_500, state: "done", who: null },
    ]);
    await expectBalance(100_000);
  });
});

describe("a payment disputed by the payer's bank", () => {
  test("is shown as the provider reports it, cannot be refunded meanwhile, and is taken back when the dispute is lost", async () => {
    const { id, receiptNumber } = await paidByCard("disputed");
    await settleAll(portal.services);
    await deliverEvents(portal.services);
    expect(await details(id)).toMatchObject({
      status: "completed",
      dispute: { state: "needs_response", reason: "fraudulent" },
      disputes: [{ state: "needs_response", amountCents: 207_000, answerBy: expect.any(String) }],
      may: { refundCents: 0 },
    });
    expect((await refused(id, 100)) as unknown[]).toEqual([
      409,
      "The payer's bank contests this payment. It cannot be refunded while that is open, so that nobody gets it twice.",
    ]);
    expect(await bells(building.landlord)).toContain(
      `Payment ${receiptNumber} of $2,070.00 is contested by the payer's bank: needs an answer.`,
    );
    expect((await bells(building.tenant)).join()).not.toContain("contested");
    await expectBalance(0);
    await settleAll(portal.services);
    await deliverEvents(portal.services);
    expect(await details(id)).toMatchObject({ status: "returned", dispute: { state: "lost" } });
    expect(await openOf(charges.may, charges.june)).toEqual([100_000, 100_000]);
    expect([await sumOf("clearing"), await sumOf("income-card-fee")]).toEqual([0, 0]);
    await expectBalance(200_000);
  });

  test("when it is lost after a partial refund, the rest is taken back", async () => {
    const { id } = await paidByCard("disputed");
    await given(id, 50_000);
    // The dispute is opened, then lost.
    for (const _ of [1, 2]) {
      await settleAll(portal.services);
      await deliverEvents(portal.services);
    }
    const after = await details(id);
    expect(after).toMatchObject({ status: "refunded", refundedCents: 200_000, dispute: { state: "lost" } });
    expect(after.refunds.map(({ amountCents, feeCents }) => [amountCents, feeCents])).toEqual([
      [150_000, 5_250],
      [50_000, 1_750],
    ]);
    await expectBalance(200_000);
  });

  test.each([
    ["has not been answered", true],
    ["is under way", false],
  ])("when a refund that %s fails after it was lost, that part is taken back as well", async (_, isAway) => {
    const { id } = await paidByCard("disputed");
    if (isAway) away("refund");
    await given(id, 50_000);
    await sql`update sandbox_refunds set status = 'failed', problem = 'It is contested.' where intent_reference = (
      select reference from payment_intents where payment_id = ${id})`.execute(portal.db);
    for (const _ of [1, 2]) {
      await settleAll(portal.services);
      await deliverEvents(portal.services);
    }
    expect(await details(id)).toMatchObject({ dispute: { state: "lost" } });
    const { cards } = portal.services;
    if (cards === null) throw new Error("There is a provider.");
    if (isAway) vi.spyOn(cards, "refund").mockRejectedValueOnce(new CardRefusal("It is contested."));
    portal.clock.now = new Date(portal.clock.now.getTime() + 11 * 60_000);
    await reconcileRefunds(portal.services);
    expect((await details(id)).refunds.map(({ state, amountCents }) => [state, amountCents])).toEqual([
      ["done", 50_000],
      ["done", 150_000],
      ["failed", 50_000],
    ]);
    expect([await sumOf("clearing"), await sumOf("income-card-fee")]).toEqual([0, 0]);
    await expectBalance(200_000);
  });

  test("a late event about a decided dispute changes nothing", async () => {
    const { id } = await paidByCard("disputed");
    for (const _ of [1, 2]) {
      await settleAll(portal.services);
      await deliverEvents(portal.services);
    }
    const { rows } = await sql<{ reference: string }>`
      update sandbox_disputes set state = 'needs_response' where reference = (
        select reference from disputes where payment_id = ${id}) returning reference`.execute(portal.db);
    const about = { what: "dispute" as const, reference: rows[0]?.reference ?? "" };
    await receiveEvent(portal.services, { id: "evt_late", kind: "charge.dispute.updated", about });
    expect((await details(id)).dispute?.state).toBe("lost");
    await expectBalance(200_000);
  });
});
