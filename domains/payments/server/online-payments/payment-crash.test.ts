import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import type { PaymentTask } from "#test/instances/payment-process.ts";
import { findPaymentProblems, findReceiptGaps, finishAll } from "#test/money/payment-schedules.ts";
import { type PaymentFixtures, startPaymentFixtures } from "#test/money/payments.ts";
import { isTorture } from "#test/torture.ts";

/** `npm run torture` raises this number. */
const kills = isTorture ? 50 : 1;
const leasesPerKill = 100;
const applicationName = "paying until it is killed";

let people: PaymentFixtures;
beforeAll(async () => {
  people = await startPaymentFixtures();
});
afterAll(() => people.portal.close());

/** Creates leases like the tenant's. */
async function newLeases(): Promise<number[]> {
  const { portal, building } = people;
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into leases (property_id, company_id, state, starts_on)
      select property_id, company_id, state, starts_on from leases, generate_series(1, ${leasesPerKill}::int)
      where id = ${building.leaseId} returning id, property_id, starts_on
    ), members as (
      insert into lease_members (lease_id, property_id, user_id, starts_on)
      select id, property_id, ${building.tenant.id}, starts_on from made
    )
    select id from made`.execute(portal.db);
  return rows.map(({ id }) => id);
}

/** Starts the process and returns it once it is making payments. */
async function startPayingProcess(task: PaymentTask): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", "test/instances/payment-process.ts"], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, PAYING: JSON.stringify(task) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout as NonNullable<typeof child.stdout>, "data");
  return child;
}

const countReceived = async (leaseIds: number[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sandbox_intents s join payment_intents i on i.id = s.intent_id
    where s.received_cents > 0 and i.lease_id = any(${leaseIds}::bigint[])`.execute(people.portal.db);
  return rows[0]?.count ?? 0;
};

/** Waits until the database has noticed the end of the process and rolled back its transactions. */
const waitForEnd = () =>
  vi.waitUntil(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where application_name = ${applicationName}`.execute(
        people.portal.db,
      );
    return rows.length === 0;
  }, waitOptions);

/** Polls every few milliseconds. The minute allows for a busy machine. */
const waitOptions = { interval: 5, timeout: 60_000 };

test(`each payment is credited once and only if it was received, even after the process is killed (${kills} times)`, async () => {
  const { portal, building } = people;
  let received = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const leaseIds = await newLeases();
    const connection = { ...portal.connection, application_name: applicationName };
    const child = await startPayingProcess({
      connection,
      tenantId: building.tenant.id,
      adminId: building.admin.id,
      leaseIds,
      seed: kill,
    });
    const end = once(child, "exit");
    // In the middle of some payments, at a different moment each time.
    await vi.waitUntil(async () => (await countReceived(leaseIds)) >= 3 + (kill % 20), waitOptions);
    child.kill("SIGKILL");
    expect(await end).toEqual([null, "SIGKILL"]);
    received += await countReceived(leaseIds);
    // What the next process does: the banks decide, and the reconciler runs.
    await waitForEnd();
    await finishAll({ services: portal.services, tenantId: building.tenant.id, adminId: building.admin.id });
    expect(await findPaymentProblems(portal.services, leaseIds)).toEqual([]);
  }
  expect(received).toBeGreaterThan(kills * 2);
  expect(await findReceiptGaps(portal.services)).toEqual([]);
}, 7_200_000);
