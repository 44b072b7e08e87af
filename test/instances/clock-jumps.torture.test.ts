import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { postDueCharges } from "#domains/ledger/server/posting/post-due-charges.ts";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { remindOfRent } from "#domains/payments/server/remind-of-rent.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import { dayFromToday } from "../dates.ts";
import { leakingFaucet } from "../leaking-faucet.ts";
import { createActiveLease, runOnDay, sampleTerms, writeCharge, writeTerms } from "../money/ledger.ts";
import { readNotifications } from "../notifications.ts";
import { createPerson } from "../people.ts";
import type { TestPortal } from "../portal.ts";
import { getCookie } from "../registration.ts";
import { giveApp } from "../two-factor.ts";

// A machine whose clock is wrong for a while and then corrected.

const hour = 60;
const day = 24 * hour;
const password = "correct horse battery";
let passwordHash: string;
let portal: TestPortal;
let building: TestBuilding;
let rightTime: Date;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  rightTime = portal.clock.now;
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.clock.now = rightTime;
});

const signIn = (email: string, given = password) =>
  portal.call("POST", "/api/login", { body: { email, password: given } });
const isSignedIn = async (cookie: string) =>
  (await portal.call("GET", "/api/me", { cookie })).statusCode === 200;

test("people stay signed in and can sign in after the clock was ahead or behind", async () => {
  const { email } = await createPerson(portal.db, { role: "landlord", passwordHash });
  const before = getCookie(await signIn(email));
  portal.clock.advanceMinutes(3 * hour);
  const ahead = getCookie(await signIn(email));
  portal.clock.advanceMinutes(-9 * hour);
  const behind = getCookie(await signIn(email));
  for (const moment of [-6 * hour, 0, 3 * hour]) {
    portal.clock.now = new Date(rightTime.getTime() + moment * 60_000);
    for (const cookie of [before, ahead, behind]) expect(await isSignedIn(cookie)).toBe(true);
  }
});

test("a rate limit reached while the clock was wrong doesn't lock anyone out after the clock is corrected", async () => {
  const { email } = await createPerson(portal.db, { role: "landlord", passwordHash });
  portal.clock.advanceMinutes(5 * hour);
  for (let attempts = 0; attempts < 10; attempts += 1) await signIn(email, "wrong password");
  expect((await signIn(email)).statusCode).toBe(429);
  portal.clock.now = rightTime;
  expect((await signIn(email)).statusCode).toBe(200);
});

test("an authenticator code used while the clock was ahead is rejected, as are earlier codes, until that time has passed", async () => {
  const person = await createPerson(portal.db, { role: "landlord", passwordHash });
  const app = await giveApp(portal, person.id);
  const give = async (code: string) => {
    const { challenge } = (await signIn(person.email)).json<{ challenge: string }>();
    return (await portal.call("POST", "/api/login/two-factor", { body: { challenge, code } })).statusCode;
  };
  portal.clock.advanceMinutes(hour);
  expect(await give(app.code())).toBe(200);
  portal.clock.now = rightTime;
  expect(await give(app.code())).toBe(400);
  portal.clock.advanceMinutes(hour + 1);
  expect(await give(app.code())).toBe(200);
});

test("charges and reminders created while the clock was wrong are kept and aren't created again", async () => {
  const { propertyId, leaseId } = building;
  const from = dayFromToday(-5, rightTime);
  const lease = await createActiveLease(portal.db, { propertyId, from });
  await writeTerms(portal.db, { leaseId: lease, from, terms: sampleTerms() });
  await runOnDay(portal.services, from, (ctx) => postCharges(ctx, [lease]));
  await writeCharge(portal.services, {
    propertyId,
    leaseId,
    cents: 250_000,
    dueOn: dayFromToday(-1, rightTime),
  });
  const charges = async () =>
    (await sql`select from receivables where lease_id = ${lease} and amount_cents > 0`.execute(portal.db))
      .rows.length;
  const reminders = async () =>
    (await readNotifications(portal.db, building.tenant.id)).filter(({ kind }) => kind === "payment.overdue")
      .length;
  const runAll = async () => {
    await postDueCharges(portal.services);
    await remindOfRent(portal.services);
  };
  await runAll();
  const [chargesBefore, remindersBefore] = [await charges(), await reminders()];
  portal.clock.advanceMinutes(-40 * day);
  await runAll();
  expect([await charges(), await reminders()]).toEqual([chargesBefore, remindersBefore]);
  portal.clock.advanceMinutes(80 * day);
  await runAll();
  const [chargesAhead, remindersAhead] = [await charges(), await reminders()];
  expect(chargesAhead).toBeGreaterThan(chargesBefore);
  portal.clock.now = rightTime;
  await runAll();
  portal.clock.advanceMinutes(40 * day);
  await runAll();
  expect([await charges(), await reminders()]).toEqual([chargesAhead, remindersAhead]);
  const problems = [];
  for await (const problem of verifyLedger(portal.db)) problems.push(problem);
  expect(problems).toEqual([]);
});

test("a work order's log stays in order and verifiable when an entry is older than the previous entry", async () => {
  const reported = await portal.call("POST", "/api/work-orders", { ...building.tenant, body: leakingFaucet });
  const { id } = reported.json<{ id: number }>();
  portal.clock.advanceMinutes(-2 * day);
  for (const status of ["in_progress", "completed"])
    expect(
      (
        await portal.call("PATCH", `/api/work-orders/${id}/status`, {
          ...building.technician,
          body: { status },
        })
      ).statusCode,
    ).toBe(200);
  const history = await portal.call("GET", `/api/work-orders/${id}/history`, building.landlord);
  expect(history.json<{ actionType: string }[]>().at(-1)?.actionType).toBe("created");
  const proof = await portal.call("GET", `/api/work-orders/${id}/verify`, building.landlord);
  expect(proof.json()).toMatchObject({ valid: true });
});
