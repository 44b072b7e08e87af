import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMonths, monthStart } from "#shared/calendar.ts";
import { formatMonth } from "#shared/format/dates.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { lastMonth, lastMonthEnd, monthPath } from "#test/money/closed-months.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { MonthChecklist } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let propertyId: number;
let leaseId: number;
let landlord: string;
const thisMonth = monthStart(dayFromToday());
const reason = "The bank statement came late.";

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** A property with a charge two months ago. */
beforeEach(async () => {
  propertyId = await createProperty(portal.db, { name: "Harbor House" });
  const unitId = await createUnit(portal.db, propertyId);
  leaseId = await createLease(portal.db, { propertyId, unitId });
  const person = { role: "landlord", fullName: "Lena Landlord", propertyIds: [propertyId] } as const;
  landlord = await signInAs(
    portal.db,
    await createPerson(portal.db, { ...person, propertyIds: [propertyId] }),
  );
  await charge(300_000, addMonths(lastMonth, -1));
});

const charge = (cents: number, dueOn: string) =>
  writeCharge(portal.services, { propertyId, leaseId, cents, dueOn });
const send = (method: "GET" | "POST", path: string, body?: object, cookie = landlord) =>
  portal.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
const close = (month = lastMonth, accepted: string[] = [], cookie = landlord) =>
  send("POST", `${monthPath(propertyId, month)}/close`, { accepted }, cookie);
const reopen = (month = lastMonth, body: object = { reason }, cookie = building.admin.cookie) =>
  send("POST", `${monthPath(propertyId, month)}/reopen`, body, cookie);
const read = async (month = lastMonth, cookie = landlord) =>
  (await send("GET", monthPath(propertyId, month), undefined, cookie)).json<MonthChecklist>();
const list = async () => (await send("GET", `/api/properties/${propertyId}/months`)).json();
const short = (month: string) => month.slice(0, 7);

test("the month-end list shows accessible properties with their last closed and first open month", async () => {
  const listOpen = async () => (await send("GET", "/api/open-months")).json();
  const months = { id: propertyId, property: "Harbor House", current: short(thisMonth) };
  expect(await listOpen()).toEqual([
    { ...months, closedThrough: null, openFrom: short(addMonths(lastMonth, -1)) },
  ]);
  expect((await close()).statusCode).toBe(200);
  expect(await listOpen()).toEqual([
    { ...months, closedThrough: short(lastMonth), openFrom: short(thisMonth) },
  ]);
});

describe("the months of a property", () => {
  test("a property's months are listed with their status, and the most recent completed month is proposed for closing", async () => {
    expect(await list()).toMatchObject({
      property: "Harbor House",
      next: short(lastMonth),
      months: [
        { month: short(thisMonth), state: "current", closed: null },
        { month: short(lastMonth), state: "open", closed: null },
        { month: short(addMonths(lastMonth, -1)), state: "open", closed: null },
      ],
    });
    expect(await read()).toMatchObject({
      closesFrom: short(addMonths(lastMonth, -1)),
      cannotClose: null,
      can: { close: true, reopen: false },
    });
    expect((await close()).statusCode).toBe(200);
    expect(await list()).toMatchObject({
      next: null,
      months: [
        { state: "current" },
        { state: "closed", closed: { by: "Lena Landlord" } },
        { state: "closed", closed: { by: "Lena Landlord" } },
      ],
    });
  });

  test("months are closed in order, each only once, and not before they end", async () => {
    const explain = async (month: string) => {
      const response = await close(month);
      expect(response.statusCode).toBe(409);
      expect((await read(month)).cannotClose ?? "closed").toBe(
        response.json<{ message: string }>().message.includes("already")
          ? "closed"
          : response.json<{ message: string }>().message,
      );
      return response.json<{ message: string }>().message;
    };
    expect(await explain(thisMonth)).toContain("isn't over at Harbor House. You can close it starting");
    expect(await explain(addMonths(lastMonth, -3))).toContain("has no ledger entries in");
    expect((await close(addMonths(lastMonth, -1))).statusCode).toBe(200);
    expect(await explain(addMonths(lastMonth, -1))).toContain("is already closed.");
    expect((await close()).statusCode).toBe(200);
    expect((await reopen()).statusCode).toBe(200);
    expect((await reopen(addMonths(lastMonth, -1))).statusCode).toBe(200);
    await sql`update closed_months set reopened_at = null, reopened_by_id = null, reopen_reason = null
      where property_id = ${propertyId} and month = ${addMonths(lastMonth, -1)}::date`.execute(portal.db);
  });

  test("the property's landlord can close months, and an administrator can reopen them with a reason", async () => {
    expect((await close()).statusCode).toBe(200);
    expect((await reopen(lastMonth, { reason }, landlord)).statusCode).toBe(403);
    expect((await read()).can.reopen).toBe(false);
    expect((await read(lastMonth, building.admin.cookie)).can.reopen).toBe(true);
    expect((await reopen(lastMonth, { reason: "" })).statusCode).toBe(400);
    const earlier = await reopen(addMonths(lastMonth, -1));
    expect(earlier.json()).toMatchObject({ message: `Reopen ${formatMonth(lastMonth)} first.` });
    expect((await reopen()).statusCode).toBe(200);
    expect(await read()).toMatchObject({
      state: "open",
      reopened: { by: "Ada Admin", reason },
      closesFrom: null,
    });
    expect((await reopen()).json()).toMatchObject({ message: `${formatMonth(lastMonth)} isn't closed.` });
    // Closed again, with the earlier reopening still on record.
    expect((await close()).statusCode).toBe(200);
    expect(await read()).toMatchObject({ state: "closed", reopened: { by: "Ada Admin", reason } });
    const { rows } = await sql<{ action: string; details: object }>`
      select action, details from audit_log where subject_type = 'property' and subject_id = ${String(propertyId)}
      order by id`.execute(portal.db);
    const month = formatMonth(lastMonth);
    expect(rows).toEqual([
      { action: "property.month-closed", details: { month, accepted: [] } },
      { action: "property.month-reopened", details: { month, reason } },
      { action: "property.month-closed", details: { month, accepted: [] } },
    ]);
  });
});

describe("the checklist", () => {
  const find = async (name: string) => (await read()).checks.find((check) => check.name === name);

  test("a month can't be closed while its charges or late fees haven't posted", async () => {
    await sql`insert into lease_accounts (lease_id, property_id, next_post_on) values (${leaseId}, ${propertyId}, ${lastMonthEnd}::date)
      on conflict (lease_id) do update set next_post_on = excluded.next_post_on`.execute(portal.db);
    expect(await find("unposted")).toMatchObject({ count: 1, cents: null, records: [{ cents: null }] });
    const response = await close(lastMonth, ["unposted"]);
    expect(response.statusCode).toBe(409);
    expect(response.body).toContain("haven't posted on 1 lease. Wait for the next posting run");
    await sql`update lease_accounts set next_post_on = ${thisMonth}::date where lease_id = ${leaseId}`.execute(
      portal.db,
    );
    expect((await close()).statusCode).toBe(200);
  });

  test("the checklist lists open items through the end of the month, and the month can be closed once each item is accepted", async () => {
    await charge(-20_000, lastMonth);
    await charge(-5_000, lastMonthEnd);
    await charge(-7_000, thisMonth);
    const pay = { amountCents: 12_000, method: "check", reference: "12", onDay: lastMonth };
    expect((await send("POST", `/api/leases/${leaseId}/payments`, pay)).statusCode).toBe(201);
    const { rows } = await sql<{ id: number }>`
      insert into disputes (property_id, lease_id, payment_id, reference, amount_cents, reason, state, opened_at, changed_at)
      select property_id, lease_id, entry_id, 'dp_' || entry_id, 12000, 'general', 'needs_response',
        ${`${lastMonthEnd}T12:00:00Z`}::timestamptz, now()
      from payments where lease_id = ${leaseId} returning payment_id as id`.execute(portal.db);
    await sql`insert into payment_confirmations (property_id, lease_id, user_id, amount_cents, description, method, reference,
        payment_date, created_at)
      values (${propertyId}, ${leaseId}, ${building.tenant.id}, 9000, 'Rent', 'zelle', 'Z', ${lastMonth}::date, now())`.execute(
      portal.db,
    );
    const ended = await createLease(portal.db, {
      propertyId,
      unitId: await createUnit(portal.db, propertyId),
      isEnded: true,
    });
    await sql`update leases set ends_on = ${lastMonth}::date where id = ${ended}`.execute(portal.db);
    await send("POST", `/api/leases/${ended}/deposits`, { action: "received", amountCents: 50_000, reason });
    // The payment was applied to the charge, and so were the credits, as far as they go.
    expect((await read()).checks.map(({ name, count, cents }) => [name, count, cents])).toEqual([
      ["unposted", 0, null],
      ["credits", 0, null],
      ["reported", 1, 9_000],
      ["deposits", 1, 12_000],
      ["disputes", 1, 12_000],
      ["moves", 1, 50_000],
    ]);
    const { listHref } = (await find("deposits")) ?? {};
    const listed = await send("GET", `/api${listHref}`);
    expect(listed.json<{ id: number }[]>().map(({ id }) => id)).toEqual([rows[0]?.id]);
    expect((await find("deposits"))?.records).toEqual([
      {
        href: `/payments?payment=${rows[0]?.id}`,
        label: expect.stringMatching(/^Company /),
        note: expect.any(String),
        onDay: expect.stringMatching(new RegExp(`^${lastMonth.slice(0, 7)}-`)),
        cents: 12_000,
      },
    ]);
    const missing = await close(lastMonth, ["reported", "deposits", "moves"]);
    expect(missing.statusCode).toBe(409);
    expect(missing.body).toContain("“Disputed payments” isn't done: 1 left.");
    expect((await read()).state).toBe("open");
    expect((await close(lastMonth, ["reported", "deposits", "moves", "disputes"])).statusCode).toBe(200);
  });

  test("an undeposited check stays on the checklists of later months and in the list they link to", async () => {
    const receive = async (onDay: string, amountCents: number) => {
      const body = { amountCents, method: "check", reference: onDay, onDay };
      expect((await send("POST", `/api/leases/${leaseId}/payments`, body)).statusCode).toBe(201);
    };
    await receive(addMonths(lastMonth, -1), 1_000);
    expect((await close(addMonths(lastMonth, -1), ["deposits"])).statusCode).toBe(200);
    await receive(lastMonth, 2_000);
    const deposits = await find("deposits");
    expect(deposits).toMatchObject({ count: 2, cents: 3_000 });
    const listed = await send("GET", `/api${deposits?.listHref}`);
    expect(listed.json<object[]>()).toHaveLength(2);
    expect((await close(lastMonth, ["deposits"])).statusCode).toBe(200);
    expect(await find("deposits")).toMatchObject({ count: 2, cents: 3_000 });
  });
});
