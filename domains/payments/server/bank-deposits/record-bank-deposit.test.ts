import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { BankDeposit, RecordedBankDeposit } from "../../bank-deposits-contract.ts";
import type { Payment, PaymentDetails } from "../../contract.ts";
import { verifyPayments } from "../verify-payments.ts";

let portal: TestPortal;
let building: TestBuilding;
let abroad: { propertyId: number; leaseId: number };
let otherLandlord: { cookie: string };
let today: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const propertyId = await createProperty(db, { name: "Hill House" });
  const unitId = await createUnit(db, propertyId, "9");
  abroad = { propertyId, leaseId: await createLease(db, { propertyId, unitId }) };
  otherLandlord = {
    cookie: await signInAs(db, await createPerson(db, { role: "landlord", propertyIds: [propertyId] })),
  };
  const account = await portal.call("GET", `/api/leases/${building.leaseId}/account`, {
    cookie: building.landlord.cookie,
  });
  ({ today } = account.json<{ today: string }>());
});
afterAll(() => portal.close());

let number = 1_000;
let line: (change?: Record<string, unknown>) => Record<string, unknown>;
beforeEach(() => {
  line = (change = {}) => ({
    leaseId: building.leaseId,
    amountCents: 100_000,
    onDay: today,
    method: "check",
    reference: String(++number),
    ...change,
  });
});

const record = (payments: unknown[], change: Record<string, unknown> = {}, who = building.landlord.cookie) =>
  portal.call("POST", "/api/bank-deposits", {
    cookie: who,
    body: { depositedOn: today, payments, ...change },
  });
const recordOk = async (payments: unknown[], change: Record<string, unknown> = {}, who?: string) => {
  const response = await record(payments, change, who);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<RecordedBankDeposit>();
};
const fieldsOf = async (payments: unknown[], change: Record<string, unknown> = {}, who?: string) => {
  const response = await record(payments, change, who);
  expect(response.statusCode, response.body).toBe(400);
  return response.json<{ fields: Record<string, string> }>().fields;
};
const read = async <T>(path: string, who: { cookie: string }, status = 200): Promise<T> => {
  const response = await portal.call("GET", path, { cookie: who.cookie });
  expect(response.statusCode, response.body).toBe(status);
  return response.json<T>();
};
const expectVerified = async () => {
  for await (const discrepancy of verifyPayments(portal.db)) expect(discrepancy).toBe("");
};
const countAll = async () => {
  const { rows } = await sql<{ payments: number; deposits: number }>`
    select (select count(*) from payments) as payments, (select count(*) from bank_deposits) as deposits`.execute(
    portal.db,
  );
  return rows[0];
};

describe("recording a bank deposit", () => {
  test("each payment in a bank deposit is recorded like a single payment, with a receipt, allocations, a log entry, and the new balance", async () => {
    const { leaseId, otherLeaseId, propertyId } = building;
    const charge = { propertyId, cents: 250_000, dueOn: today };
    await writeCharge(portal.services, { ...charge, leaseId });
    const parking = await writeCharge(portal.services, { ...charge, leaseId: otherLeaseId, cents: 20_000 });
    const rent = await writeCharge(portal.services, { ...charge, leaseId: otherLeaseId });
    const payments = [
      line({ amountCents: 250_000, reference: "1041" }),
      line({ leaseId: otherLeaseId, amountCents: 250_000, chargeIds: [rent] }),
      line({ amountCents: 5_000, method: "cash", reference: "" }),
    ];
    const recorded = await recordOk(payments, { slipCents: 505_000, note: "Night drop" });
    const [first] = recorded.payments;
    expect(recorded.payments.map(({ id: _, company: __, ...outcome }) => outcome)).toEqual([
      { leaseId, amountCents: 250_000, balanceCents: -5_000, receiptNumber: first?.receiptNumber },
      {
        leaseId: otherLeaseId,
        amountCents: 250_000,
        balanceCents: 20_000,
        receiptNumber: (first?.receiptNumber ?? 0) + 1,
      },
      { leaseId, amountCents: 5_000, balanceCents: -5_000, receiptNumber: (first?.receiptNumber ?? 0) + 2 },
    ]);
    const { rows: open } = await sql<{ entry_id: number }>`
      select entry_id from receivables where lease_id = ${otherLeaseId} and open_cents > 0`.execute(
      portal.db,
    );
    expect(open.map(({ entry_id }) => entry_id)).toEqual([parking]);
    const logged = await portal.db
      .selectFrom("audit_log")
      .select("action")
      .orderBy("id", "desc")
      .limit(4)
      .execute();
    expect(logged.map(({ action }) => action)).toEqual([
      "payment.bank-deposit-recorded",
      ...Array.from({ length: 3 }, () => "ledger.payment-recorded"),
    ]);
    const summary = await read<BankDeposit>(`/api/bank-deposits/${recorded.id}`, building.landlord);
    expect(summary).toMatchObject({
      depositedOn: today,
      payments: 3,
      totalCents: 505_000,
      slipCents: 505_000,
      note: "Night drop",
      createdBy: "Lena Landlord",
    });
    const details = await read<PaymentDetails>(`/api/payments/${first?.id}`, building.landlord);
    expect(details.bankDeposit).toEqual({ id: recorded.id, depositedOn: today });
    await expectVerified();
  });

  test("a payment moved to another lease stays in its bank deposit, whose total still adds up", async () => {
    const { id, payments } = await recordOk([line(), line({ leaseId: building.otherLeaseId })]);
    const moved = await portal.call("POST", `/api/payments/${payments[0]?.id}/move`, {
      cookie: building.landlord.cookie,
      body: { leaseId: building.otherLeaseId, reason: "Entered on the wrong lease" },
    });
    expect(moved.statusCode, moved.body).toBe(201);
    expect(await read(`/api/bank-deposits/${id}`, building.landlord)).toMatchObject({
      payments: 2,
      totalCents: 200_000,
    });
    const rows = await read<Payment[]>(`/api/payments?bankDepositId=${id}`, building.landlord);
    expect(rows.map(({ status }) => status).sort()).toEqual(["completed", "completed", "moved"]);
    await expectVerified();
  });

  test("sending the same bank deposit twice records it once", async () => {
    const body = { depositedOn: today, payments: [line({ reference: "" }), line({ reference: "" })] };
    const send = () =>
      portal.call("POST", "/api/bank-deposits", {
        cookie: building.landlord.cookie,
        body,
        headers: { "idempotency-key": "bank-deposit-1" },
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.statusCode, first.body).toBe(201);
    expect(second.json()).toEqual(first.json());
    const [newest] = await read<BankDeposit[]>("/api/bank-deposits", building.landlord);
    expect(newest).toMatchObject({ payments: 2, id: first.json<RecordedBankDeposit>().id });
  });

  test("200 payments can be recorded together, and 201 are too many", async () => {
    const payments = Array.from({ length: 201 }, (_, index) =>
      line({ leaseId: index % 2 === 0 ? building.leaseId : building.otherLeaseId }),
    );
    expect(await fieldsOf(payments)).toEqual({ payments: "A bank deposit can have up to 200 payments." });
    expect((await recordOk(payments.slice(1))).payments).toHaveLength(200);
  });
});

describe("all or nothing", () => {
  test("if one payment is invalid, none are recorded, and every error names its line and field", async () => {
    const before = await countAll();
    const draft = await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId: await createUnit(portal.db, building.propertyId, "D1"),
    });
    await sql`update leases set state = 'draft' where id = ${draft}`.execute(portal.db);
    expect(
      await fieldsOf(
        [
          line(),
          line({ onDay: "2190-01-01" }),
          line({ leaseId: abroad.leaseId }),
          line({ chargeIds: [999_999] }),
          line({ leaseId: draft }),
          line({ reference: "77" }),
          line({ reference: "77" }),
        ],
        { slipCents: 1, depositedOn: "2190-01-01" },
      ),
    ).toEqual({
      slipCents: "The deposit slip says $0.01, but the payments add up to $7,000.00.",
      depositedOn: "That date is in the future.",
      "payments.1.onDay": "That date is in the future at the property.",
      "payments.2.leaseId": "This lease doesn't exist, or you don't have access to it.",
      "payments.3.chargeIds": "This charge isn't on this lease.",
      "payments.4.leaseId": "This lease is a draft. Activate it first.",
      "payments.6.reference": "The same payment is on line 6.",
    });
    expect(await fieldsOf([line(), line({ amountCents: 0, method: "gold" })])).toEqual({
      "payments.1.amountCents": "Please enter an amount above $0.00",
      "payments.1.method": expect.stringMatching(/^method must be one of check, /) as string,
    });
    expect(await fieldsOf([])).toEqual({ payments: "Add at least one payment." });
    expect(await countAll()).toEqual(before);
  });

  test("a deposit slip that differs from the payments is rejected with both amounts", async () => {
    expect(await fieldsOf([line(), line()], { slipCents: 210_000 })).toEqual({
      slipCents: "The deposit slip says $2,100.00, but the payments add up to $2,000.00.",
    });
  });
});

describe("a check recorded twice", () => {
  test("a check that was recorded in the last 180 days is rejected with its date, its receipt, and who recorded it", async () => {
    const { payments } = await recordOk([line({ reference: "No. 42" })]);
    const again = line({ reference: "no. 42" });
    expect(await fieldsOf([line(), again], {}, building.admin.cookie)).toEqual({
      "payments.1.reference": expect.stringMatching(
        `^Already recorded on \\w+ \\d+, \\d+ by Lena Landlord, receipt ${payments[0]?.receiptNumber}\\. If this is a different payment, change its reference\\.$`,
      ) as string,
    });
    await recordOk([
      line({ reference: "no. 42", amountCents: 1 }),
      line({ reference: "No. 42", method: "zelle" }),
    ]);
    portal.clock.now = new Date(portal.clock.now.getTime() + 181 * 86_400_000);
    try {
      const cookie = await signInAs(portal.db, building.landlord, portal.clock.now);
      await recordOk([{ ...again, onDay: addDays(today, 181) }], {}, cookie);
    } finally {
      portal.clock.now = new Date(portal.clock.now.getTime() - 181 * 86_400_000);
    }
  });

  test("transfers with the same reference can be recorded each month, but not twice on one date", async () => {
    const transfer = line({ method: "bank_transfer", reference: "ACH RENT" });
    await recordOk([transfer, { ...transfer, onDay: addDays(today, -31) }]);
    expect(Object.keys(await fieldsOf([transfer]))).toEqual(["payments.0.reference"]);
  });

  test("a returned check can be recorded again", async () => {
    const { payments } = await recordOk([line({ reference: "bounced" })]);
    await portal.call("POST", `/api/leases/${building.leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: payments[0]?.id, reason: "The bank sent it back." },
    });
    expect((await recordOk([line({ reference: "bounced" })])).payments).toHaveLength(1);
  });

  test("a stack of checks that two people record at the same time in opposite order is recorded once", async () => {
    const stack = Array.from({ length: 6 }, (_, index) =>
      line({ leaseId: index % 2 === 0 ? building.leaseId : building.otherLeaseId }),
    );
    const responses = await Promise.all([
      record(stack),
      record(stack.toReversed(), {}, building.admin.cookie),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400]);
    const rejected = responses.find(({ statusCode }) => statusCode === 400);
    expect(Object.keys(rejected?.json<{ fields: object }>().fields ?? {})).toEqual(
      stack.map((_, index) => `payments.${index}.reference`),
    );
  });
});

describe("access", () => {
  test("each landlord sees only their own payments in a shared bank deposit and doesn't see its deposit slip", async () => {
    const { id } = await recordOk(
      [line(), line({ leaseId: abroad.leaseId, amountCents: 70_000 })],
      { slipCents: 170_000 },
      building.admin.cookie,
    );
    const path = `/api/bank-deposits/${id}`;
    expect(await read(path, building.admin)).toMatchObject({
      payments: 2,
      totalCents: 170_000,
      slipCents: 170_000,
    });
    expect(await read(path, building.landlord)).toMatchObject({
      payments: 1,
      totalCents: 100_000,
      slipCents: null,
    });
    expect(await read(path, otherLandlord)).toMatchObject({
      payments: 1,
      totalCents: 70_000,
      slipCents: null,
    });
    const rows = await read<Payment[]>(`/api/payments?bankDepositId=${id}`, otherLandlord);
    expect(rows.map(({ leaseId }) => leaseId)).toEqual([abroad.leaseId]);
  });

  test("landlords can't find or list a bank deposit that contains none of their payments", async () => {
    const { id } = await recordOk([line()]);
    await read(`/api/bank-deposits/${id}`, otherLandlord, 404);
    const listed = await read<BankDeposit[]>("/api/bank-deposits", otherLandlord);
    expect(listed.map((row) => row.id)).not.toContain(id);
    const exported = await portal.call("GET", "/api/bank-deposits.csv", { cookie: otherLandlord.cookie });
    expect(exported.body).not.toContain("Lena Landlord");
    expect((await record([line()], {}, building.tenant.cookie)).statusCode).toBe(403);
  });

  test("tenants don't see the bank deposit that contains their payment", async () => {
    const { payments } = await recordOk([line()]);
    const details = await read<PaymentDetails>(`/api/payments/${payments[0]?.id}`, building.tenant);
    expect(details.bankDeposit).toBeNull();
  });
});
