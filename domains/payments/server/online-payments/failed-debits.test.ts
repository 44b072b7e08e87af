import { afterAll, beforeAll, expect, test } from "vitest";
import {
  confirmPayment,
  deliverEvents,
  type PaymentFixtures,
  recordPayment,
  rentPayment,
  settlePending,
  startPayment,
  startPaymentFixtures,
} from "#test/money/payments.ts";
import type { Payment, PaymentSummary } from "../../contract.ts";

let people: PaymentFixtures;
beforeAll(async () => {
  people = await startPaymentFixtures();
});
afterAll(() => people.portal.close());

test("a returned debit stays in the payment history as Failed with its reason, and no sum includes it (PAY-75)", async () => {
  const { building, portal } = people;
  const read = (path: string, who: { cookie: string }) => portal.call("GET", path, who);
  const summary = async () => (await read("/api/payments/summary", building.tenant)).json<PaymentSummary>();
  const before = await summary();
  const intent = await startPayment(people, building.tenant.cookie, {
    ...rentPayment,
    description: "Twice returned",
  });
  for (const bank of ["returned", "returned"] as const) {
    await confirmPayment(people, building.tenant.cookie, intent, { bank });
    await recordPayment(people, building.tenant.cookie, intent);
    await settlePending(portal.services);
    await deliverEvents(portal.services);
  }
  await confirmPayment(people, building.tenant.cookie, intent, { card: "succeeds" });
  await recordPayment(people, building.tenant.cookie, intent);
  await deliverEvents(portal.services);
  for (const who of [building.tenant, building.landlord, building.admin]) {
    const rows = (await read("/api/payments?q=twice", who)).json<Payment[]>();
    expect(rows.map(({ status, method }) => [status, method])).toEqual([
      ["completed", "card"],
      ["failed", "us_bank_account"],
      ["failed", "us_bank_account"],
    ]);
    expect(rows[1]).toMatchObject({
      amountFormatted: "$2,500.00",
      description: "Twice returned",
      problem: "The bank returned this debit: insufficient funds.",
      failedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      paidOn: null,
      paidAt: null,
      receiptNumber: null,
      user: { fullName: expect.any(String) },
    });
    // A failed debit has no receipt and isn't a payment.
    expect((await read(`/api/payments/${rows[1]?.id}`, who)).statusCode).toBe(404);
    expect((await read("/api/payments?status=failed&q=twice", who)).json()).toHaveLength(2);
  }
  expect((await read("/api/payments?q=twice", building.neighbor)).json()).toEqual([]);
  expect((await read("/api/payments?q=twice", building.technician)).json()).toEqual([]);
  expect((await summary()).yearToDate - before.yearToDate).toBe(250_000);
  const csv = (await read("/api/payments.csv?status=failed&q=twice", building.tenant)).body;
  expect(csv).toContain("Failed");
  expect(csv).toContain("insufficient funds");
});
