import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createLease, createPerson, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { RecordedBankDeposit } from "../../bank-deposits-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let today: string;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const account = await portal.call("GET", `/api/leases/${building.leaseId}/account`, {
    cookie: building.landlord.cookie,
  });
  ({ today } = account.json<{ today: string }>());
});
afterAll(() => portal.close());

const accountNumber = "021000099/000123456789";
let lineCount = 0;
const createLineId = () => `FITID ${++lineCount}`;

const send = (path: string, body: object, cookie = building.landlord.cookie) =>
  portal.call("POST", `/api/${path}`, { cookie, body });
const check = async (lineIds: string[], number = accountNumber, cookie = building.landlord.cookie) => {
  const response = await send("bank-lines/checks", { accountNumber: number, lineIds }, cookie);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ otherAccount: string | null; lines: unknown[] }>();
};
const record = (lineId: string, cookie?: string) =>
  send(
    "bank-deposits",
    {
      depositedOn: today,
      payments: [
        {
          leaseId: building.leaseId,
          amountCents: 1_000,
          onDay: today,
          method: "bank_transfer",
          bankLine: { accountNumber, lineId },
        },
      ],
    },
    cookie,
  );
const setAside = (lineId: string) =>
  send("bank-lines/set-aside", { accountNumber, lineId, reason: "Interest of the bank" });

const free = { state: "new", receiptNumber: null, reason: null };

test("a bank line moves to another lease with its payment and counts as new if the payment is reversed as a mistake", async () => {
  const { propertyId } = building;
  const lineId = createLineId();
  const payment = (await record(lineId)).json<RecordedBankDeposit>().payments[0];
  const unitId = await createUnit(portal.db, propertyId);
  const leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [] });
  const moved = await send(`payments/${payment?.id}/move`, { leaseId, reason: "Wrong company" });
  expect(moved.statusCode, moved.body).toBe(201);
  const { id, receiptNumber } = moved.json<{ id: number; receiptNumber: number }>();
  expect((await check([lineId])).lines).toEqual([{ state: "recorded", receiptNumber, reason: null }]);
  const reversal = { entryId: id, cause: "mistake", reason: "Not rent" };
  expect((await send(`leases/${leaseId}/reversals`, reversal)).statusCode).toBe(201);
  expect((await check([lineId])).lines).toEqual([free]);
});

test("a recorded bank line is recognized with its receipt when the same file is selected again", async () => {
  const lineId = createLineId();
  const other = createLineId();
  expect((await check([lineId, other])).lines).toEqual([free, free]);
  const recorded = (await record(lineId)).json<RecordedBankDeposit>();
  const receiptNumber = recorded.payments[0]?.receiptNumber;
  expect((await check([other, lineId])).lines).toEqual([
    free,
    { state: "recorded", receiptNumber, reason: null },
  ]);
  const again = await record(lineId);
  expect(again.statusCode).toBe(400);
  expect(again.json<{ fields: object }>().fields).toEqual({
    "payments.0.leaseId":
      "This line of the bank file has since been recorded or set aside. Remove it, or choose the file again.",
  });
});

test("if two people record the same bank line at the same time, one succeeds and the other records nothing", async () => {
  const lineId = createLineId();
  const count = async () => (await portal.db.selectFrom("payments").select("entry_id").execute()).length;
  const before = await count();
  const responses = await Promise.all([record(lineId), record(lineId, building.admin.cookie)]);
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400]);
  expect(await count()).toBe(before + 1);
});

test("bank lines with the same id in different accounts are treated as different lines", async () => {
  const lineId = createLineId();
  await record(lineId);
  expect((await check([lineId], "99/1111")).lines).toEqual([free]);
});

test("a bank line can be recorded again after its payment is reversed as a mistake", async () => {
  const lineId = createLineId();
  const { payments } = (await record(lineId)).json<RecordedBankDeposit>();
  const reversal = await send(`leases/${building.leaseId}/reversals`, {
    entryId: payments[0]?.id,
    onDay: today,
    reason: "Wrong amount",
    cause: "mistake",
  });
  expect(reversal.statusCode, reversal.body).toBe(201);
  expect((await check([lineId])).lines).toEqual([free]);
  expect((await record(lineId)).statusCode).toBe(201);
});

test("a bank line that isn't rent can be set aside with a reason and restored", async () => {
  const lineId = createLineId();
  expect((await setAside(lineId)).statusCode).toBe(200);
  expect((await check([lineId])).lines).toEqual([
    { state: "set-aside", receiptNumber: null, reason: "Interest of the bank" },
  ]);
  expect((await setAside(lineId)).statusCode).toBe(409);
  expect((await record(lineId)).statusCode).toBe(400);
  const restore = () => send("bank-lines/restore", { accountNumber, lineId });
  expect((await restore()).statusCode).toBe(200);
  expect((await restore()).statusCode).toBe(404);
  expect((await check([lineId])).lines).toEqual([free]);
});

test("the portal detects that a file is from a different account than the person's previous file", async () => {
  await record(createLineId());
  expect((await check([], "021000099/000123456789")).otherAccount).toBeNull();
  expect((await check([], "021000099/5550001111")).otherAccount).toBe("6789");
  expect((await check([], "6789")).otherAccount).toBeNull();
});

test("users see only receipts within their access scope and only their own reasons, and account numbers aren't stored", async () => {
  const lineId = createLineId();
  await record(lineId);
  const stranger = await signInAs(portal.db, await createPerson(portal.db, { role: "landlord" }));
  expect((await check([lineId], accountNumber, stranger)).lines).toEqual([
    { state: "recorded", receiptNumber: null, reason: null },
  ]);
  const asideId = createLineId();
  await setAside(asideId);
  expect((await check([asideId], accountNumber, stranger)).lines).toEqual([
    { state: "set-aside", receiptNumber: null, reason: null },
  ]);
  const restored = await send("bank-lines/restore", { accountNumber, lineId: asideId }, stranger);
  expect(restored.statusCode).toBe(404);
  const lines = await portal.db.selectFrom("bank_lines").selectAll().execute();
  expect(JSON.stringify(lines)).not.toContain("000123456789");
  expect(lines[0]?.account_last_four).toBe("6789");
});
