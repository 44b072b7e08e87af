import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, type Day } from "#shared/calendar.ts";
import { type LeaseLedger, startLeaseLedger } from "#test/money/lease-ledger.ts";
import { readNotifications } from "#test/notifications.ts";

let ledger: LeaseLedger;
let today: Day;
const reason = "Moved out with a credit.";
const payout = { amountCents: 150_000, method: "check", reference: "1042", reason };
beforeAll(async () => {
  ledger = await startLeaseLedger();
});
afterAll(() => ledger.portal.close());

/** A new lease on which 3,000.00 are due and 5,000.00 were paid by check, so 2,000.00 are a credit. */
let payment: number;
beforeEach(async () => {
  await ledger.newLease();
  today = ledger.today();
  await ledger.charge({ cents: 300_000, dueOn: addDays(today, -10), label: "Base rent, May" });
  ({ entryId: payment } = await ledger.postOk("payments", {
    amountCents: 500_000,
    onDay: addDays(today, -5),
    method: "check",
  }));
});

const readRefundable = async () =>
  (
    await ledger.portal.call("GET", `/api/payments/${payment}`, { cookie: ledger.building.landlord.cookie })
  ).json<{ can: { refundCents: number } }>().can.refundCents;
const payOut = (body: Record<string, unknown>) =>
  ledger.portal.call("POST", `/api/leases/${ledger.leaseId()}/credit-payouts`, {
    cookie: ledger.building.landlord.cookie,
    body,
  });
const refund = (amountCents: number) =>
  ledger.portal.call("POST", `/api/payments/${payment}/refunds`, {
    cookie: ledger.building.landlord.cookie,
    body: { amountCents, reason },
  });

test("paying out a credit notifies the people on the lease and lowers the refundable amount of its payment [PAY-12]", async () => {
  const { account } = await ledger.postOk("credit-payouts", payout);
  expect(account).toMatchObject({ balanceCents: -50_000, creditCents: 50_000, overdueCents: 0 });
  const [entry] = await ledger.entries();
  expect(entry).toMatchObject({
    kind: "credit-paid-out",
    description: "Credit paid out by check, 1042",
    reason,
    amountCents: 150_000,
    openCents: 0,
  });
  const [notification] = await readNotifications(ledger.portal.db, ledger.building.tenant.id);
  expect(notification?.text).toBe("$1,500.00 of your credit was paid out.");
  expect(await readRefundable()).toBe(350_000);
  expect((await refund(350_001)).json()).toMatchObject({
    fields: { amountCents: "You can refund up to $3,500.00 of this payment." },
  });
  expect((await refund(350_000)).statusCode).toBe(201);
  expect((await refund(1)).json()).toMatchObject({
    message: "The rest of this payment was paid out as a credit, so there's nothing left to refund.",
  });
  // 3,000.00 of rent is due again, and everything paid has been returned.
  await ledger.expectSums(300_000);
});

test("a payout can't exceed the credit available from its date on [PAY-12]", async () => {
  expect((await payOut({ ...payout, amountCents: 200_001 })).json()).toMatchObject({
    fields: { amountCents: "You can pay out up to $2,000.00." },
  });
  // On that date the payment hadn't arrived.
  expect((await payOut({ ...payout, onDay: addDays(today, -6) })).json()).toMatchObject({
    message: "This lease has no credit to pay out on that date.",
  });
  await ledger.postOk("credit-payouts", { ...payout, amountCents: 200_000 });
  expect((await payOut({ ...payout, amountCents: 1 })).statusCode).toBe(409);
  await ledger.expectSums(0);
});

test("a reversed payout becomes credit again, and credit that was paid out can't be applied to charges [PAY-12]", async () => {
  const { entryId } = await ledger.postOk("credit-payouts", { ...payout, amountCents: 200_000 });
  const late = await ledger.charge({ cents: 10_000, dueOn: today, label: "Key" });
  const reapplied = await ledger.post("allocations", {
    creditId: payment,
    charges: [{ chargeId: late, amountCents: 310_000 }],
    reason,
  });
  expect(reapplied.statusCode).toBe(400);
  await ledger.postOk("reversals", { entryId, reason: "The check was never cashed." });
  expect((await ledger.account()).balanceCents).toBe(-190_000);
  expect(await readRefundable()).toBe(500_000);
  await ledger.expectSums(-190_000);
});

test("the credit of a disputed payment can't be paid out [PAY-12]", async () => {
  const { db } = ledger.portal;
  await sql`insert into disputes (payment_id, property_id, lease_id, reference, amount_cents, reason, state, opened_at, changed_at)
    select entry_id, property_id, lease_id, 'dispute', amount_cents, 'fraudulent', 'under_review', paid_at, paid_at
    from payments where entry_id = ${payment}`.execute(db);
  expect((await payOut({ ...payout, amountCents: 1 })).json()).toMatchObject({
    message: "This lease has no credit to pay out on that date.",
  });
});

test("a payout is due again if its payment bounces, and waiving that charge counts as a write-off [PAY-12]", async () => {
  const { entryId } = await ledger.postOk("credit-payouts", { ...payout, amountCents: 200_000 });
  await ledger.postOk("reversals", { entryId: payment, reason: "The check bounced." });
  const waiver = await ledger.postOk("waivers", { chargeId: entryId, reason: "Agreed with the owner." });
  const { rows } = await sql<{ account: string }>`
    select account from ledger_postings where entry_id = ${waiver.entryId} and account <> 'receivable'`.execute(
    ledger.portal.db,
  );
  expect(rows).toEqual([{ account: "write-offs" }]);
});
