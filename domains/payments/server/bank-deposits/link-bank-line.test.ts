import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import type { TestPortal } from "#test/portal.ts";
import type { BankDeposit, RecordedBankDeposit } from "../../bank-deposits-contract.ts";
import type { RecordedMatch } from "../../bank-lines-contract.ts";
import type { PaymentDetails } from "../../contract.ts";

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

const accountNumber = "6789";
let lineCount = 0;
const createLine = () => ({ accountNumber, lineId: `Line ${++lineCount}` });
let nextCents = 100_000;
const createAmount = () => (nextCents += 101);

const send = (path: string, body: object) =>
  portal.call("POST", `/api/${path}`, { cookie: building.landlord.cookie, body });
async function sendOk<Result>(path: string, body: object): Promise<Result> {
  const response = await send(path, body);
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json<Result>();
}
const recordByHand = (amountCents: number, change: Record<string, unknown> = {}) =>
  sendOk<{ entryId: number }>(`leases/${building.leaseId}/payments`, {
    amountCents,
    onDay: today,
    method: "check",
    reference: String(amountCents),
    ...change,
  });
const recordLines = (amountCents: number, lines: Record<string, unknown>[] = [{}]) =>
  send("bank-deposits", {
    depositedOn: today,
    payments: lines.map((line) => ({
      leaseId: building.leaseId,
      amountCents,
      onDay: today,
      method: "bank_transfer",
      reference: "",
      bankLine: createLine(),
      ...line,
    })),
  });
const find = async (amountCents: number, onDay = today, leaseId: number | null = building.leaseId) => {
  const body = { lines: [{ leaseId, amountCents, onDay }] };
  const [match] = await sendOk<(RecordedMatch | null)[]>("bank-lines/recorded", body);
  return match ?? null;
};

test("a check that was recorded by hand isn't recorded again from the bank file, and its line is linked to the check", async () => {
  const amountCents = createAmount();
  const { entryId } = await recordByHand(amountCents);
  const found = await find(amountCents);
  expect(found).toMatchObject({ kind: "payment", id: entryId });
  const rejected = await recordLines(amountCents);
  expect([rejected.statusCode, rejected.json<{ fields: object }>().fields]).toEqual([
    400,
    {
      "payments.0.leaseId": expect.stringMatching(
        new RegExp(
          `^Already recorded on ${day} by Lena Landlord, receipt \\d+\\. Link this line to it, or say `,
        ),
      ),
    },
  ]);
  const line = createLine();
  await sendOk("bank-lines/links", { ...line, onDay: today, kind: "payment", id: entryId });
  const checked = await sendOk<{ lines: object[] }>("bank-lines/checks", {
    accountNumber,
    lineIds: [line.lineId],
  });
  expect(checked.lines).toMatchObject([{ state: "recorded" }]);
  const details = await portal.call("GET", `/api/payments/${entryId}`, { cookie: building.landlord.cookie });
  expect(details.json<PaymentDetails>().bankDeposit?.depositedOn).toBe(today);
  expect(await find(amountCents)).toBeNull();
  const again = await send("bank-lines/links", {
    ...createLine(),
    onDay: today,
    kind: "payment",
    id: entryId,
  });
  expect(again.statusCode).toBe(409);
});

test("a bank line counts as recorded if its payment is from the preceding 10 days, but not from a later date or another lease", async () => {
  const amountCents = createAmount();
  await recordByHand(amountCents, { onDay: addDays(today, -10), method: "zelle" });
  expect((await find(amountCents))?.kind).toBe("payment");
  expect(await find(amountCents, addDays(today, 1))).toBeNull();
  expect(await find(amountCents, addDays(today, -11))).toBeNull();
  expect(await find(amountCents, today, building.otherLeaseId)).toBeNull();
  expect(await find(amountCents + 1)).toBeNull();
});

test("a bank line with the same amount as a recorded payment is recorded if the user says it's a different payment", async () => {
  const amountCents = createAmount();
  await recordByHand(amountCents);
  expect((await recordLines(amountCents, [{ isDifferentPayment: true }])).statusCode).toBe(201);
});

test("two bank lines with the same tenant and amount in one file are both recorded", async () => {
  expect((await recordLines(createAmount(), [{}, {}])).statusCode).toBe(201);
});

test("a reported payment that is waiting for review isn't recorded from the bank file", async () => {
  const report = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: building.tenant.cookie,
    body: {
      amount: 321.09,
      description: "Monthly Rent Payment",
      method: "zelle",
      transactionId: "Z-1",
      paymentDate: today,
      leaseId: building.leaseId,
    },
  });
  expect(report.statusCode, report.body).toBe(201);
  expect((await find(32_109))?.kind).toBe("report");
  const rejected = await recordLines(32_109);
  expect(rejected.json<{ fields: Record<string, string> }>().fields["payments.0.leaseId"]).toMatch(
    /^Already reported by .+, waiting for review\. Approve the report instead, or say /,
  );
  const { id } = report.json<{ confirmation: { id: number } }>().confirmation;
  await sendOk(`manual-payment-confirmations/${id}/approve`, {});
  expect((await find(32_109))?.kind).toBe("payment");
});

test("for 5 days, a bank line with the total of a bank deposit counts as that deposit and is linked to it", async () => {
  const payments = [createAmount(), createAmount()].map((amountCents) => ({
    leaseId: building.leaseId,
    amountCents,
    onDay: today,
    method: "check",
    reference: String(amountCents),
  }));
  const { id } = await sendOk<RecordedBankDeposit>("bank-deposits", { depositedOn: today, payments });
  const totalCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const expected = { kind: "bank-deposit", id, description: `recorded as the bank deposit of ${day}` };
  expect(await find(totalCents, today, null)).toEqual(expected);
  expect(await find(totalCents, addDays(today, 5), null)).toEqual(expected);
  expect(await find(totalCents, addDays(today, 6), null)).toBeNull();
  expect(await find(totalCents, addDays(today, -1), null)).toBeNull();
  expect((await recordLines(totalCents)).statusCode).toBe(400);
  const link = () => send("bank-lines/links", { ...createLine(), onDay: today, kind: "bank-deposit", id });
  expect((await link()).statusCode).toBe(200);
  expect((await link()).statusCode).toBe(409);
  expect(await find(totalCents, today, null)).toBeNull();
  expect(await find(payments[0]?.amountCents ?? 0)).toBeNull();
});

test("a payment entered by mistake no longer counts in its bank deposit, but a payment the bank returned does", async () => {
  const lines = [50_000, 20_000, 3_000].map((amountCents) => ({
    leaseId: building.leaseId,
    amountCents,
    onDay: today,
    method: "check",
    reference: `Stack ${amountCents}`,
  }));
  const recorded = await sendOk<RecordedBankDeposit>("bank-deposits", {
    depositedOn: today,
    payments: lines,
  });
  const reverse = (at: number, cause: string) =>
    sendOk(`leases/${building.leaseId}/reversals`, {
      entryId: recorded.payments[at]?.id,
      cause,
      reason: "Not this one",
    });
  await reverse(1, "mistake");
  await reverse(2, "returned");
  const response = await portal.call("GET", `/api/bank-deposits/${recorded.id}`, {
    cookie: building.landlord.cookie,
  });
  expect(response.json<BankDeposit>()).toMatchObject({ payments: 2, totalCents: 53_000 });
});
