import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LeaseAccount } from "#domains/ledger/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { createLease, createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PaymentDetails } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let wrong: number;
let right: number;
let paymentId: number;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** A check of $250.00, entered on the wrong one of two leases that each have $250.00 to pay. */
beforeEach(async () => {
  const { propertyId } = building;
  const add = async () =>
    createLease(portal.db, { propertyId, unitId: await createUnit(portal.db, propertyId), memberIds: [] });
  [wrong, right] = [await add(), await add()];
  for (const leaseId of [wrong, right])
    await writeCharge(portal.services, { propertyId, leaseId, cents: 25_000, dueOn: dayFromToday(-9) });
  const body = { amountCents: 25_000, method: "check", reference: "1042", onDay: dayFromToday(-5) };
  const response = await call("POST", `/api/leases/${wrong}/payments`, body);
  paymentId = response.json<{ entryId: number }>().entryId;
});

const call = (method: "GET" | "POST", path: string, body?: object) =>
  portal.call(method, path, { cookie: building.landlord.cookie, ...(body === undefined ? {} : { body }) });
const move = (body: object = {}) =>
  call("POST", `/api/payments/${paymentId}/move`, { leaseId: right, reason: "Wrong company", ...body });
const readBalance = async (leaseId: number) =>
  (await call("GET", `/api/leases/${leaseId}/account`)).json<LeaseAccount>().balanceCents;
const readPayment = async (id: number) => (await call("GET", `/api/payments/${id}`)).json<PaymentDetails>();

test("moving a payment updates both ledgers and receipts in one step and appears on the receipt, in the export, and in the audit log", async () => {
  expect([await readBalance(wrong), await readBalance(right)]).toEqual([0, 25_000]);
  const response = await move();
  expect(response.statusCode, response.body).toBe(201);
  expect([await readBalance(wrong), await readBalance(right)]).toEqual([25_000, 0]);
  const moved = response.json<PaymentDetails>();
  const before = await readPayment(paymentId);
  expect(moved).toMatchObject({
    leaseId: right,
    status: "completed",
    reference: "1042",
    paidOn: dayFromToday(-5),
    description: before.description,
    can: { move: true },
  });
  expect(before).toMatchObject({ leaseId: wrong, status: "moved", can: { move: false, refundCents: 0 } });
  expect(moved.receiptNumber).toBe((before.receiptNumber ?? 0) + 1);
  const receipt = (await call("GET", `/api/payments/${paymentId}/receipt`)).body;
  expect(receipt).toContain("This payment was entered on the wrong lease and moved to the right one.");
  const file = (await call("GET", `/api/payments.csv?leaseId=${wrong}`)).body;
  expect(file).toContain(`${paymentId},${before.receiptNumber},Moved,`);
  const { rows } = await portal.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "payment.moved")
    .execute()
    .then((rows) => ({ rows }));
  expect(rows.at(-1)?.details).toMatchObject({ payment: paymentId, newPayment: moved.id, fromLease: wrong });
});

test("a payment can't be moved to its own lease, to a lease outside the access scope, or twice", async () => {
  expect((await move({ leaseId: wrong })).statusCode).toBe(400);
  const elsewhere = await createProperty(portal.db);
  const unitId = await createUnit(portal.db, elsewhere);
  const foreign = await createLease(portal.db, { propertyId: elsewhere, unitId, memberIds: [] });
  expect((await move({ leaseId: foreign })).statusCode).toBe(404);
  expect([await readBalance(wrong), await readBalance(right)]).toEqual([0, 25_000]);
  expect((await move()).statusCode).toBe(201);
  expect((await move()).statusCode).toBe(409);
  expect([await readBalance(wrong), await readBalance(right)]).toEqual([25_000, 0]);
});

test("a payment can't be moved to a lease where it is already recorded or is reported and waiting for review", async () => {
  const reported = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: building.admin.cookie,
    body: {
      amount: 250,
      description: "Monthly Rent Payment",
      method: "check",
      transactionId: "1042",
      paymentDate: dayFromToday(-6),
      leaseId: right,
    },
  });
  const { confirmation } = reported.json<{ confirmation: { id: number } }>();
  const pending = await move();
  expect([pending.statusCode, pending.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringMatching(/Approve the report, and reverse this payment instead of moving it\.$/),
  ]);
  await call("POST", `/api/manual-payment-confirmations/${confirmation.id}/approve`, {});
  const recorded = await move();
  expect([recorded.statusCode, recorded.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringMatching(/^Already recorded on .* Reverse this payment instead of moving it\./),
  ]);
  expect([await readBalance(wrong), await readBalance(right)]).toEqual([0, 0]);
});

test("a moved payment keeps its report, so a bank line with a different date isn't recorded as a second payment", async () => {
  const transfer = { method: "zelle", description: "Monthly Rent Payment" };
  const reported = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: building.admin.cookie,
    body: {
      ...transfer,
      amount: 250,
      transactionId: "ZL-88",
      paymentDate: dayFromToday(-5),
      leaseId: wrong,
    },
  });
  const { confirmation } = reported.json<{ confirmation: { id: number } }>();
  const approved = await call("POST", `/api/manual-payment-confirmations/${confirmation.id}/approve`, {});
  const { paymentId: reportedId } = approved.json<{ paymentId: number }>();
  const moved = await call("POST", `/api/payments/${reportedId}/move`, {
    leaseId: right,
    reason: "Wrong company",
  });
  expect(moved.statusCode, moved.body).toBe(201);
  const again = await call("POST", `/api/leases/${right}/payments`, {
    amountCents: 25_000,
    method: "zelle",
    reference: "ZL-88",
    onDay: dayFromToday(-3),
  });
  expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringMatching(/^Already recorded on /),
  ]);
});

test.each([
  ["mistake", "Entered by mistake"],
  ["returned", "Returned"],
] as const)("a reversed payment shows why it was reversed: %s", async (cause, label) => {
  const body = { entryId: paymentId, cause, reason: "See the bank statement" };
  expect((await call("POST", `/api/leases/${wrong}/reversals`, body)).statusCode).toBe(201);
  expect(await readPayment(paymentId)).toMatchObject({ status: cause });
  expect((await call("GET", `/api/payments/${paymentId}/receipt`)).body).toContain(`>${label}</p>`);
  expect((await call("GET", `/api/payments.csv?status=${cause}&leaseId=${wrong}`)).body).toContain(
    `,${label},`,
  );
});
