import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { postDueCharges } from "#domains/ledger/server/posting/post-due-charges.ts";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { remindOfRent } from "#domains/payments/server/remind-of-rent.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import { dayFromToday } from "../dates.ts";
import { openEventStream } from "../event-stream.ts";
import { type FakeS3, startFakeS3 } from "../fakes/fake-s3.ts";
import { smallPdf, upload } from "../files/documents.ts";
import { leakingFaucet } from "../leaking-faucet.ts";
import { createActiveLease, runOnDay, sampleTerms, writeCharge, writeTerms } from "../money/ledger.ts";
import { readNotifications } from "../notifications.ts";
import { createPerson } from "../people.ts";
import type { TestPortal } from "../portal.ts";
import { getCookie } from "../registration.ts";
import { giveApp } from "../two-factor.ts";
import { type SecondInstance, startSecondInstance } from "./second-instance.ts";

// Two instances that share only a database and a bucket.

const password = "correct horse battery";
let passwordHash: string;
let s3: FakeS3;
let portal: TestPortal;
let building: TestBuilding;
let second: SecondInstance;
beforeAll(async () => {
  s3 = await startFakeS3();
  ({ portal, building } = await startBuilding(s3.environment));
  second = await startSecondInstance(portal);
  passwordHash = await hashPassword(password);
});
afterAll(async () => {
  await second.close();
  await portal.close();
  await s3.close();
});

/**
 * Sends the same request to both instances at the same time, `times` to each. Returns the statuses in
 * ascending order.
 */
async function onBoth(times: number, url: string, bodyOf: (number: number) => object): Promise<number[]> {
  const responses = Array.from({ length: times * 2 }, (_, number) =>
    (number % 2 === 0 ? portal : second).call("POST", url, { body: bodyOf(number) }),
  );
  return (await Promise.all(responses)).map(({ statusCode }) => statusCode).sort((a, b) => a - b);
}
const repeated = (status: number, times: number) => Array.from({ length: times }, () => status);

describe("two instances", () => {
  test("instances share sessions: a session created on one works on the other, and signing out there ends it on both", async () => {
    const { email } = await createPerson(portal.db, { role: "landlord", passwordHash });
    const cookie = getCookie(await portal.call("POST", "/api/login", { body: { email, password } }));
    expect((await second.call("GET", "/api/me", { cookie })).json()).toMatchObject({ email });
    expect((await second.call("POST", "/api/logout", { cookie })).statusCode).toBeLessThan(300);
    expect((await portal.call("GET", "/api/me", { cookie })).statusCode).toBe(401);
  });

  test("instances share the limit on failed sign-ins", async () => {
    const { email } = await createPerson(portal.db, { role: "landlord", passwordHash });
    const statuses = await onBoth(6, "/api/login", () => ({ email, password: "wrong password" }));
    expect(statuses).toEqual([...repeated(401, 10), 429, 429]);
  });

  test("instances share the registration limit", async () => {
    const newcomer = (number: number) => ({
      username: "",
      password,
      fullName: "Newcomer",
      email: `arrival${number}@example.com`,
      role: "tenant",
      unitId: null,
    });
    expect(await onBoth(1, "/api/register", newcomer)).toEqual([201, 201]);
    await sql`update limit_counts set count = 98 where key like 'register %'`.execute(portal.db);
    const statuses = await onBoth(2, "/api/register", (number) => newcomer(number + 10));
    expect(statuses).toEqual([201, 201, 429, 429]);
  });

  test("instances share the limit on requested emails", async () => {
    const body = { email: "someone@example.com", resetType: "link" };
    expect(await onBoth(4, "/api/forgot-password", () => body)).toEqual([
      ...repeated(200, 5),
      ...repeated(429, 3),
    ]);
  });

  test("instances share the limit on two-factor attempts and can complete each other's sign-ins", async () => {
    const person = await createPerson(portal.db, { role: "landlord", passwordHash });
    const app = await giveApp(portal, person.id);
    const challengeOf = async () =>
      (await portal.call("POST", "/api/login", { body: { email: person.email, password } })).json<{
        challenge: string;
      }>().challenge;
    const challenge = await challengeOf();
    const statuses = await onBoth(4, "/api/login/two-factor", () => ({ challenge, code: "wrong" }));
    expect(statuses).toEqual([...repeated(400, 5), ...repeated(401, 3)]);
    const body = { challenge: await challengeOf(), code: app.code() };
    expect((await second.call("POST", "/api/login/two-factor", { body })).statusCode).toBe(200);
  });

  test("instances notify each other's browsers about changes", async () => {
    const stream = await openEventStream(second.address, building.landlord.cookie);
    const response = await portal.call("POST", "/api/work-orders", {
      ...building.tenant,
      body: leakingFaucet,
    });
    expect(response.statusCode).toBe(201);
    await stream.received((event) => event.kind === "work-order.created");
    stream.close();
  });

  test("each instance serves files stored by the other", async () => {
    const content = smallPdf("Written by one, read by the other");
    const sent = await upload(portal, building.landlord.cookie, {
      fields: { title: "House rules", type: "Other", buildingId: building.propertyId },
      content,
    });
    const { id } = sent.json<{ id: number }>();
    const file = await second.call("GET", `/api/documents/${id}/file`, { cookie: building.tenant.cookie });
    expect([file.statusCode, file.rawPayload.equals(content)]).toEqual([200, true]);
  });

  test("two instances working at the same time send rent reminders and post charges only once", async () => {
    const { propertyId, leaseId } = building;
    await writeCharge(portal.services, { propertyId, leaseId, cents: 250_000, dueOn: dayFromToday(-1) });
    const from = dayFromToday(-70);
    const leaseIds: number[] = [];
    for (let number = 0; number < 20; number += 1) {
      const id = await createActiveLease(portal.db, { propertyId, from });
      await writeTerms(portal.db, { leaseId: id, from, terms: sampleTerms() });
      leaseIds.push(id);
    }
    await runOnDay(portal.services, from, (ctx) => postCharges(ctx, leaseIds));
    const both = [portal.services, second.services];
    await Promise.all([...both.map((services) => postDueCharges(services)), ...both.map(remindOfRent)]);
    const problems = [];
    for await (const problem of verifyLedger(portal.db)) problems.push(problem);
    expect(problems).toEqual([]);
    const runs = await portal.db
      .selectFrom("posting_runs")
      .select(["leases_done", "leases_failed"])
      .execute();
    expect(runs.reduce((sum, run) => sum + run.leases_done, 0)).toBe(leaseIds.length);
    const told = await readNotifications(portal.db, building.tenant.id);
    expect(told.filter(({ kind }) => kind === "payment.overdue")).toHaveLength(1);
  });
});
