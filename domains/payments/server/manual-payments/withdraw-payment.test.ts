import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Confirmation } from "../../confirmations-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const report = async (reference: string): Promise<Confirmation> => {
  const response = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: building.tenant.cookie,
    body: {
      amount: 2500,
      description: "Monthly Rent Payment",
      method: "check",
      transactionId: reference,
      paymentDate: "2026-01-02",
    },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ confirmation: Confirmation }>().confirmation;
};
const decide = (id: number, decision: "withdraw" | "approve" | "reject", { cookie }: { cookie: string }) =>
  portal.call("POST", `/api/manual-payment-confirmations/${id}/${decision}`, {
    cookie,
    body: decision === "reject" ? { reason: "Not ours." } : {},
  });
const messageIn = (response: { json: <T>() => T }) => response.json<{ message: string }>().message;

test("a reported payment that a tenant withdraws no longer needs review and can be reported again", async () => {
  const { id, can } = await report("1041");
  expect(can.withdraw).toBe(true);
  const response = await decide(id, "withdraw", building.tenant);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.json()).toMatchObject({ state: "withdrawn", can: { withdraw: false } });
  const { rows } = await sql`
    select actor_id, subject_id::integer from audit_log where action = 'payment.confirmation-withdrawn'`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ actor_id: building.tenant.id, subject_id: building.leaseId }]);
  const waiting = await portal.call("GET", "/api/manual-payment-confirmations?state=pending", {
    cookie: building.landlord.cookie,
  });
  expect(waiting.json()).toEqual([]);
  const approved = await decide(id, "approve", building.landlord);
  expect([approved.statusCode, messageIn(approved)]).toEqual([
    409,
    "Tessa Tenant has already withdrawn this confirmation.",
  ]);
  expect((await report("1041")).id).not.toBe(id);
});

test("a payer who withdraws their second report of a rejected payment is asked again to report it", async () => {
  const rejected = await report("1045");
  await decide(rejected.id, "reject", building.landlord);
  const canReportAgain = async () =>
    (
      await portal.call("GET", "/api/manual-payment-confirmations?state=rejected", {
        cookie: building.tenant.cookie,
      })
    )
      .json<Confirmation[]>()
      .map(({ can }) => can.reportAgain);
  const { id } = await report("1046");
  expect(await canReportAgain()).toEqual([false]);
  await decide(id, "withdraw", building.tenant);
  expect(await canReportAgain()).toEqual([true]);
});

test("any tenant on the lease can withdraw a reported payment, but managers and other leases' tenants can't", async () => {
  const { id } = await report("1042");
  const colleague = await createPerson(portal.db, { role: "tenant" });
  await sql`
    insert into lease_members (lease_id, property_id, user_id, starts_on, ends_on)
    select lease_id, property_id, ${colleague.id}, starts_on, ends_on from lease_members
    where lease_id = ${building.leaseId} and user_id = ${building.tenant.id}`.execute(portal.db);
  expect((await decide(id, "withdraw", building.neighbor)).statusCode).toBe(404);
  const landlordTry = await decide(id, "withdraw", building.landlord);
  expect([landlordTry.statusCode, messageIn(landlordTry)]).toEqual([
    403,
    "Only the tenant can withdraw this payment. You can reject it instead.",
  ]);
  const cookie = await signInAs(portal.db, colleague);
  expect((await decide(id, "withdraw", { cookie })).statusCode).toBe(200);
  const again = await decide(id, "withdraw", building.tenant);
  expect((await readNotifications(portal.db, building.tenant.id)).at(-1)?.text).toBe(
    `${colleague.fullName} withdrew your report of $2,500.00`,
  );
  expect(messageIn(again)).toBe(`${colleague.fullName} has already withdrawn this confirmation.`);
  const proof = await portal.call("POST", `/api/manual-payment-confirmations/${id}/proof`, {
    cookie: building.tenant.cookie,
    body: {},
  });
  expect([proof.statusCode, messageIn(proof)]).toEqual([
    409,
    "This confirmation has already been withdrawn, so you can't add proof.",
  ]);
});

test("a payment that has been reviewed can't be withdrawn", async () => {
  const { id } = await report("1043");
  expect((await decide(id, "approve", building.landlord)).statusCode).toBe(200);
  const response = await decide(id, "withdraw", building.tenant);
  expect([response.statusCode, messageIn(response)]).toEqual([
    409,
    "Lena Landlord has already approved this confirmation.",
  ]);
});

test("a payment that is withdrawn and reviewed at the same time ends up either withdrawn or reviewed", async () => {
  const { id } = await report("1044");
  const responses = await Promise.all([
    decide(id, "withdraw", building.tenant),
    decide(id, "reject", building.landlord),
    decide(id, "withdraw", building.tenant),
  ]);
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409]);
});
