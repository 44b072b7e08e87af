import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LedgerEntry } from "#domains/ledger/contract.ts";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { postDueCharges } from "#domains/ledger/server/posting/post-due-charges.ts";
import type { Confirmation } from "#domains/payments/confirmations-contract.ts";
import type { PaymentDetails } from "#domains/payments/contract.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { addDays, addMonths } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { firstOpenDay, lastMonth, lastMonthEnd, monthPath } from "#test/money/closed-months.ts";
import {
  createActiveLease,
  runOnDay,
  sampleTerms,
  writeCharge,
  writePayment,
  writeTerms,
} from "#test/money/ledger.ts";
import { createLease, createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";

let portal: TestPortal;
let building: TestBuilding;
let leaseId: number;
let chargeId: number;
const reason = "Agreed on the phone.";
const amountCents = 10_000;
const inLastMonth = addDays(lastMonth, 14);

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const send = (method: "GET" | "POST", path: string, body?: object, cookie = building.landlord.cookie) =>
  portal.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
const newLease = async (propertyId = building.propertyId) =>
  createLease(portal.db, {
    propertyId,
    unitId: await createUnit(portal.db, propertyId),
    memberIds: [building.tenant.id],
  });
const readEntries = async (id = leaseId) =>
  (await send("GET", `/api/leases/${id}/ledger?limit=200`)).json<LedgerEntry[]>();
const dateNote = (day: string) =>
  `Dated ${formatCalendarDay(firstOpenDay)} instead of ${formatCalendarDay(day)} because ${formatMonth(day)} is closed.`;

/** A lease with unpaid rent of the last month, which is closed. */
beforeEach(async () => {
  await sql`update closed_months set reopened_at = now(), reopened_by_id = closed_by_id, reopen_reason = 'Test'
    where reopened_at is null`.execute(portal.db);
  leaseId = await newLease();
  const { propertyId } = building;
  chargeId = await writeCharge(portal.services, { propertyId, leaseId, cents: 300_000, dueOn: lastMonth });
});

/** Closes the last month, accepting everything that is open. */
async function close(propertyId = building.propertyId) {
  const accepted = ["credits", "reported", "deposits", "disputes", "moves"];
  const response = await send("POST", `${monthPath(propertyId)}/close`, { accepted }, building.admin.cookie);
  expect(response.statusCode, response.body).toBe(200);
}

describe("a date entered by a person", () => {
  const bodies: Record<string, (day: string) => object> = {
    charges: (onDay) => ({ kind: "other", label: "Key", amountCents, dueOn: dayFromToday(), onDay }),
    credits: (onDay) => ({ kind: "rent", amountCents, reason, onDay }),
    waivers: (onDay) => ({ chargeId, amountCents, reason, onDay }),
    "write-offs": (onDay) => ({ chargeId, amountCents, reason, onDay }),
    reversals: (onDay) => ({ entryId: chargeId, reason, onDay }),
    deposits: (onDay) => ({ action: "received", amountCents, reason, onDay }),
    payments: (onDay) => ({ amountCents, method: "check", reference: "77", onDay }),
  };
  test.each(Object.keys(bodies))(
    "%s can't be dated in a closed month, and the message says who closed it",
    async (verb) => {
      await close();
      const post = (day: string) => send("POST", `/api/leases/${leaseId}/${verb}`, bodies[verb]?.(day));
      const rejected = await post(inLastMonth);
      expect(rejected.statusCode, rejected.body).toBe(400);
      expect(rejected.json<{ fields: object }>().fields).toEqual({
        onDay: `Ada Admin closed ${formatMonth(lastMonth)} on ${formatCalendarDay(dayFromToday())}. Enter ${formatCalendarDay(firstOpenDay)} or later.`,
      });
      const earlier = await post(addDays(lastMonth, -3));
      expect(earlier.body).toContain(`${formatMonth(addMonths(lastMonth, -1))} is closed.`);
      expect(await readEntries()).toHaveLength(1);
      const accepted = await post(firstOpenDay);
      expect(accepted.statusCode, accepted.body).toBe(201);
    },
  );

  test("a bank deposit with a payment dated in a closed month isn't recorded, and the error is on that payment", async () => {
    await close();
    const payment = { leaseId, amountCents, method: "check" };
    const response = await send("POST", "/api/bank-deposits", {
      depositedOn: dayFromToday(),
      payments: [
        { ...payment, reference: "1", onDay: firstOpenDay },
        { ...payment, reference: "2", onDay: inLastMonth },
      ],
    });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json<{ fields: object }>().fields)).toEqual(["payments.1.onDay"]);
    expect(await readEntries()).toHaveLength(1);
  });
});

describe("an entry without a chosen date", () => {
  test("a payment that arrives after its month was closed is dated the first open day, with a note", async () => {
    await close();
    await writePayment(portal.services, {
      leaseId,
      cents: 300_000,
      day: inLastMonth,
      recordedOn: dayFromToday(),
    });
    expect(await readEntries()).toMatchObject([
      { kind: "payment", onDay: firstOpenDay, reason: dateNote(inLastMonth), openCents: 0 },
      { id: chargeId, onDay: lastMonth, openCents: 0 },
    ]);
  });

  test("a reported payment from a closed month is approved with a date in the open month and the payer's date in a note", async () => {
    const reported = await portal.call("POST", "/api/manual-payment-confirmations", {
      cookie: building.tenant.cookie,
      body: {
        leaseId,
        amount: 3000,
        description: "Rent",
        method: "zelle",
        transactionId: `Z-${leaseId}`,
        paymentDate: lastMonthEnd,
        notes: "",
      },
    });
    expect(reported.statusCode, reported.body).toBe(201);
    const { id } = reported.json<{ confirmation: Confirmation }>().confirmation;
    await close();
    const waiting = await send("GET", `/api/manual-payment-confirmations?state=pending&leaseId=${leaseId}`);
    expect(waiting.json()).toMatchObject([{ id, datedOn: firstOpenDay }]);
    const approve = (body: object) => send("POST", `/api/manual-payment-confirmations/${id}/approve`, body);
    const chosen = await approve({ paymentDate: inLastMonth, reason });
    expect(chosen.json<{ fields: object }>().fields).toHaveProperty("paymentDate");
    const approved = await approve({});
    expect(approved.statusCode, approved.body).toBe(200);
    const { rows } = await sql<{ onDay: string; reason: string }>`
      select e.on_day as "onDay", e.reason from payment_confirmations c join ledger_entries e on e.id = c.payment_id
      where c.id = ${id}`.execute(portal.db);
    expect(rows).toEqual([{ onDay: firstOpenDay, reason: dateNote(lastMonthEnd) }]);
  });

  test("moving a payment from a closed month dates both entries in the open month", async () => {
    const paid = await send("POST", `/api/leases/${leaseId}/payments`, {
      amountCents,
      method: "check",
      reference: "99",
      onDay: inLastMonth,
    });
    const { entryId } = paid.json<{ entryId: number }>();
    const readReversedOn = async () =>
      (await send("GET", `/api/payments/${entryId}`)).json<PaymentDetails>().reversedOn;
    expect(await readReversedOn()).toBeNull();
    await close();
    expect(await readReversedOn()).toBe(firstOpenDay);
    const otherId = await newLease();
    const moved = await send("POST", `/api/payments/${entryId}/move`, { leaseId: otherId, reason });
    expect(moved.statusCode, moved.body).toBe(201);
    expect(moved.json<PaymentDetails>().paidOn).toBe(firstOpenDay);
    const note = `${reason} ${dateNote(inLastMonth)}`;
    expect((await readEntries())[0]).toMatchObject({ kind: "reversal", onDay: firstOpenDay, reason: note });
    expect((await readEntries(otherId))[0]).toMatchObject({ onDay: firstOpenDay, reason: note });
  });

  test("charges and late fees that post after a month is closed are dated the first open day", async () => {
    await close();
    const { propertyId } = building;
    const from = addMonths(lastMonth, -1);
    const added = await createActiveLease(portal.db, { propertyId, from });
    await writeTerms(portal.db, {
      leaseId: added,
      from,
      terms: sampleTerms({ lateFee: { charge: { cents: toCents(5_000) }, capCents: null } }),
    });
    await runAsPortal(portal.services, (ctx) => postCharges(ctx, [added]));
    const charge = (await readEntries(added)).find(({ dueOn }) => dueOn === lastMonth);
    const natural = addDays(lastMonth, -10);
    expect(charge).toMatchObject({ onDay: firstOpenDay, dueOn: lastMonth, reason: dateNote(natural) });
    await sql`update receivables set late_fee_on = ${inLastMonth}::date where entry_id = ${charge?.id ?? 0}`.execute(
      portal.db,
    );
    await postDueCharges(portal.services);
    const fee = (await readEntries(added)).find(({ kind }) => kind === "late-fee");
    expect(fee).toMatchObject({ onDay: firstOpenDay, dueOn: firstOpenDay });
    expect(fee?.reason).toContain(dateNote(inLastMonth));
  });
});

describe("closing a month", () => {
  test("the database rejects an entry in a closed month", async () => {
    await close();
    const { propertyId } = building;
    const write = (dueOn: string) => writeCharge(portal.services, { propertyId, leaseId, cents: 100, dueOn });
    await expect(write(lastMonthEnd)).rejects.toThrow("because that month is closed");
    await expect(write(addDays(lastMonth, -40))).rejects.toThrow("because that month is closed");
    expect(await write(firstOpenDay)).toBeGreaterThan(0);
  });

  test("a posting run and the closing of a month never overlap, and every charge posts once", async () => {
    const rounds = isTorture ? 40 : 6;
    for (let round = 0; round < rounds; round += 1) {
      const propertyId = await createProperty(portal.db, { name: `Round ${round}` });
      const from = addMonths(lastMonth, -1);
      const leaseIds: number[] = [];
      for (let at = 0; at < 4; at += 1) {
        const id = await createActiveLease(portal.db, { propertyId, from });
        await writeTerms(portal.db, { leaseId: id, from, terms: sampleTerms() });
        leaseIds.push(id);
      }
      // Posted until the month before, so that the run has the last month to post.
      await runOnDay(portal.services, from, (ctx) => postCharges(ctx, leaseIds));
      const attempt = async () =>
        send("POST", `${monthPath(propertyId)}/close`, { accepted: [] }, building.admin.cookie);
      const [, ...attempts] = await Promise.all([
        postDueCharges(portal.services, { leasesPerBatch: 1 }),
        attempt(),
        attempt(),
      ]);
      const rejected = attempts.filter(({ statusCode }) => statusCode !== 200);
      const isExplained = rejected.every(
        ({ statusCode, body }) => statusCode === 409 && /haven't posted on|is already closed/.test(body),
      );
      expect(isExplained, rejected.map(({ body }) => body).join()).toBe(true);
      const last = await attempt();
      expect(last.statusCode === 200 || last.body.includes("is already closed"), last.body).toBe(true);
      const { rows } = await sql<{ charges: number; leases: number; late: number }>`
        select count(*) as charges, count(distinct (r.lease_id, r.month)) as leases,
          count(*) filter (where e.made_at > c.closed_at and e.on_day <= ${lastMonthEnd}::date) as late
        from receivables r join ledger_entries e on e.id = r.entry_id
          join closed_months c on c.property_id = r.property_id and c.month = ${lastMonth}::date
        where r.property_id = ${propertyId} and r.due_on <= ${lastMonthEnd}::date`.execute(portal.db);
      // Two months of four leases.
      expect(rows).toEqual([{ charges: 8, leases: 8, late: 0 }]);
    }
    const { rows: runs } = await sql`select id from posting_runs where leases_failed > 0`.execute(portal.db);
    expect(runs).toEqual([]);
  });
});
