import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readSums } from "#test/money/ledger.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Confirmation } from "../../confirmations-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let today: string;
let day: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const account = await portal.call("GET", `/api/leases/${building.leaseId}/account`, {
    cookie: building.landlord.cookie,
  });
  ({ today } = account.json<{ today: string }>());
  day = formatCalendarDay(today);
});
afterAll(() => portal.close());

let number = 1_000;
const report = (reference: string, change: Record<string, unknown> = {}, who = building.tenant) =>
  portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: who.cookie,
    body: {
      amount: 2500,
      description: "Monthly Rent Payment",
      method: "check",
      transactionId: reference,
      paymentDate: today,
      leaseId: building.leaseId,
      ...change,
    },
  });
async function reportOk(...input: Parameters<typeof report>): Promise<Confirmation> {
  const response = await report(...input);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ confirmation: Confirmation }>().confirmation;
}
const review = (id: number, decision: "approve" | "reject", body: Record<string, unknown> = {}) =>
  portal.call("POST", `/api/manual-payment-confirmations/${id}/${decision}`, {
    cookie: building.landlord.cookie,
    body,
  });
const payment = (reference: string, change: Record<string, unknown> = {}) => ({
  amountCents: 250_000,
  onDay: today,
  method: "check",
  reference,
  ...change,
});
const record = (reference: string, change?: Record<string, unknown>) =>
  portal.call("POST", `/api/leases/${building.leaseId}/payments`, {
    cookie: building.landlord.cookie,
    body: payment(reference, change),
  });
const readReport = async (id: number, { cookie }: { cookie: string }) =>
  (await portal.call("GET", "/api/manual-payment-confirmations?state=pending", { cookie }))
    .json<Confirmation[]>()
    .find((confirmation) => confirmation.id === id);
const messageIn = (response: { json: <T>() => T }) => response.json<{ message: string }>().message;
const balance = async (): Promise<number> => (await readSums(portal.db, building.leaseId)).stored;

test("a check that two people reported is posted once, and the reviewer of the second report sees who recorded it", async () => {
  const reference = `No. ${++number}`;
  const first = await reportOk(reference);
  const second = await reportOk(reference.toLowerCase(), {}, building.admin);
  expect((await readReport(second.id, building.landlord))?.samePayment).toBeNull();
  const approved = await review(first.id, "approve");
  expect(approved.statusCode, approved.body).toBe(200);
  const { paymentId } = approved.json<Confirmation>();
  const { samePayment } = (await readReport(second.id, building.landlord)) ?? {};
  expect(samePayment).toMatchObject({ paymentId, recordedOn: today, recordedBy: "Lena Landlord" });
  expect((await readReport(second.id, building.tenant))?.samePayment).toBeNull();
  const before = await balance();
  const rejected = await review(second.id, "approve");
  expect([rejected.statusCode, messageIn(rejected)]).toEqual([
    409,
    `A payment of $2,500.00 with reference ${reference.toLowerCase()} was recorded on ${day} by Lena Landlord, receipt ${samePayment?.receiptNumber}. Reject this report. If it's a different payment, record it with another reference.`,
  ]);
  expect(await balance()).toBe(before);
  await portal.call("POST", `/api/leases/${building.leaseId}/reversals`, {
    cookie: building.landlord.cookie,
    body: { entryId: paymentId, reason: "The bank sent it back." },
  });
  expect((await review(second.id, "approve")).statusCode).toBe(200);
});

test("a reported payment can't be approved with a corrected amount if a payment of that amount is already recorded", async () => {
  const reference = String(++number);
  const { id } = await reportOk(reference);
  expect((await record(reference, { amountCents: 240_000 })).statusCode).toBe(201);
  const corrected = await review(id, "approve", { amount: 2400, reason: "The check says $2,400.00." });
  expect([corrected.statusCode, messageIn(corrected)]).toEqual([
    409,
    expect.stringMatching(/^A payment of \$2,400\.00 with reference /),
  ]);
  expect((await review(id, "approve")).statusCode).toBe(200);
});

test("a payment under review can't be recorded until the report is rejected", async () => {
  const reference = String(++number);
  const { id, company } = await reportOk(reference, { method: "zelle", paymentDate: addDays(today, -2) });
  const zelle = { method: "zelle" };
  const message = `${company} reported this payment on ${day}. Approve the report instead.`;
  const single = await record(reference, zelle);
  expect([single.statusCode, messageIn(single)]).toEqual([409, message]);
  const several = await portal.call("POST", "/api/bank-deposits", {
    cookie: building.landlord.cookie,
    body: { depositedOn: today, payments: [{ leaseId: building.leaseId, ...payment(reference, zelle) }] },
  });
  expect(several.json()).toMatchObject({ fields: { "payments.0.reference": message } });
  expect((await review(id, "reject", { reason: "Not ours." })).statusCode).toBe(200);
  expect((await record(reference, zelle)).statusCode).toBe(201);
});

test("a check that is approved and recorded at the same time posts only once", async () => {
  const reference = String(++number);
  const { id } = await reportOk(reference);
  const before = await balance();
  const responses = await Promise.all([record(reference), review(id, "approve"), record(reference)]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 200, 409]);
  expect(await balance()).toBe(before - 250_000);
});

test("tenants can't report a payment that is already recorded but can report next month's with the same reference", async () => {
  const reference = String(++number);
  await record(reference, { method: "bank_transfer" });
  const transfer = { method: "bank_transfer" };
  const again = await report(reference, { ...transfer, paymentDate: addDays(today, -3) });
  expect([again.statusCode, messageIn(again)]).toEqual([
    409,
    expect.stringMatching(
      /^This payment has already been recorded, with receipt \d+\. You don't need to report it\.$/,
    ),
  ]);
  await reportOk(reference, { ...transfer, paymentDate: addDays(today, -30) });
});

test("an approved transfer can't be recorded again under the bank's date", async () => {
  const reference = String(++number);
  const zelle = { method: "zelle" };
  const { id } = await reportOk(reference, { ...zelle, paymentDate: addDays(today, -2) });
  expect((await review(id, "approve")).statusCode).toBe(200);
  const again = await record(reference, zelle);
  expect([again.statusCode, messageIn(again)]).toEqual([
    409,
    expect.stringMatching(/^Already recorded on .* If this is a different payment, change its reference\.$/),
  ]);
});

test("weekly transfers with the same reference are different payments", async () => {
  const reference = String(++number);
  const transfer = { method: "bank_transfer" };
  await record(reference, { ...transfer, onDay: addDays(today, -14) });
  const { id } = await reportOk(reference, { ...transfer, paymentDate: addDays(today, -7) });
  expect((await record(reference, transfer)).statusCode).toBe(201);
  expect((await review(id, "approve")).statusCode).toBe(200);
});
