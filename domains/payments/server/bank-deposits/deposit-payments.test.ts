import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { BankDeposit } from "../../bank-deposits-contract.ts";
import type { Payment, PaymentDetails } from "../../contract.ts";
import { verifyPayments } from "../verify-payments.ts";

let portal: TestPortal;
let building: TestBuilding;
let abroad: { leaseId: number; cookie: string };
let today: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const propertyId = await createProperty(db, { name: "Hill House" });
  const unitId = await createUnit(db, propertyId, "9");
  abroad = {
    leaseId: await createLease(db, { propertyId, unitId }),
    cookie: await signInAs(db, await createPerson(db, { role: "landlord", propertyIds: [propertyId] })),
  };
  const account = await portal.call("GET", `/api/leases/${building.leaseId}/account`, {
    cookie: building.landlord.cookie,
  });
  ({ today } = account.json<{ today: string }>());
});
afterAll(() => portal.close());

async function record(
  change: Record<string, unknown> = {},
  { leaseId = building.leaseId, cookie = building.landlord.cookie } = {},
): Promise<number> {
  const response = await portal.call("POST", `/api/leases/${leaseId}/payments`, {
    cookie,
    body: { amountCents: 100_000, onDay: today, method: "check", ...change },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ entryId: number }>().entryId;
}
const deposit = (
  paymentIds: number[],
  change: Record<string, unknown> = {},
  cookie = building.landlord.cookie,
) =>
  portal.call("POST", "/api/bank-deposits/recorded-payments", {
    cookie,
    body: { depositedOn: today, paymentIds, ...change },
  });
const readNotDeposited = async (cookie = building.landlord.cookie) =>
  (await portal.call("GET", "/api/payments?deposited=no", { cookie }))
    .json<Payment[]>()
    .map(({ id }) => id)
    .sort((a, b) => a - b);

test("recorded checks and cash can be added to a bank deposit and are then no longer listed as undeposited", async () => {
  const check = await record();
  const cash = await record({ method: "cash", amountCents: 50_000 });
  const left = await record();
  await record({ method: "zelle" });
  expect(await readNotDeposited()).toEqual([check, cash, left]);
  expect(await readNotDeposited(building.tenant.cookie)).toEqual([]);
  const response = await deposit([check, cash], { slipCents: 150_000, note: "Night drop" });
  expect(response.statusCode, response.body).toBe(201);
  const bankDeposit = response.json<BankDeposit>();
  expect(bankDeposit).toMatchObject({
    depositedOn: today,
    payments: 2,
    totalCents: 150_000,
    slipCents: 150_000,
    note: "Night drop",
    createdBy: "Lena Landlord",
  });
  expect(await readNotDeposited()).toEqual([left]);
  const details = await portal.call("GET", `/api/payments/${check}`, { cookie: building.landlord.cookie });
  expect(details.json<PaymentDetails>().bankDeposit).toEqual({ id: bankDeposit.id, depositedOn: today });
  const logged = await portal.db
    .selectFrom("audit_log")
    .select(["action", "subject_id", "details"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(logged).toMatchObject({
    action: "payment.bank-deposit-recorded",
    subject_id: String(bankDeposit.id),
    details: { payments: 2, amountCents: 150_000 },
  });
  for await (const discrepancy of verifyPayments(portal.db)) expect(discrepancy).toBe("");
});

test("if one of several payments can't be deposited, none of them are", async () => {
  const check = await record();
  const deposited = await record();
  expect((await deposit([deposited])).statusCode).toBe(201);
  const returned = await record();
  await portal.call("POST", `/api/leases/${building.leaseId}/reversals`, {
    cookie: building.landlord.cookie,
    body: { entryId: returned, reason: "The bank sent it back." },
  });
  for (const other of [deposited, returned, await record({ method: "zelle" })]) {
    const response = await deposit([check, other]);
    expect(response.statusCode).toBe(409);
    expect(response.json<{ message: string }>().message).toMatch(/^Receipt \d+ can't be added\. /);
  }
  const elsewhere = await record({}, abroad);
  expect((await deposit([check, elsewhere])).statusCode).toBe(404);
  const invalid = await deposit([check], { slipCents: 1, depositedOn: addDays(today, 3) });
  expect(invalid.json()).toMatchObject({
    fields: {
      slipCents: "The deposit slip says $0.01, but the payments add up to $1,000.00.",
      depositedOn: "That date is in the future.",
    },
  });
  expect(await readNotDeposited()).toContain(check);
});

test("a check that two people deposit at the same time ends up in one bank deposit", async () => {
  const check = await record();
  const responses = await Promise.all([deposit([check]), deposit([check], {}, building.admin.cookie)]);
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
});
