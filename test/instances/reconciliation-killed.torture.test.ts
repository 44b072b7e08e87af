import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { freeJobs } from "#server/jobs/free-jobs.ts";
import { sweepFiles } from "#server/jobs/sweep-files.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import { type FakeMailServer, startFakeMailServer } from "../fakes/fake-mail-server.ts";
import { type FakeS3, startFakeS3 } from "../fakes/fake-s3.ts";
import { countLockWaits } from "../lock-waits.ts";
import { createActiveLease } from "../money/ledger.ts";
import { addCost2025, addLeaseMember, ReconciliationCalls } from "../money/reconciliations.ts";
import { addRecoveryTerms, poolRecovery } from "../money/recoveries.ts";
import { createPerson, createProperty } from "../people.ts";
import type { TestPortal } from "../portal.ts";
import { runJobsUntil } from "../run-jobs.ts";
import { startKillableInstance } from "./killable-instance.ts";
import { type SecondInstance, startSecondInstance } from "./second-instance.ts";

const leases = 30;
const longest = { timeout: 60_000, interval: 10 };
/** More rounds, each killed at another moment: TORTURE_ROUNDS=100. */
const rounds = Number(process.env.TORTURE_ROUNDS ?? 5);

let s3: FakeS3;
let mailServer: FakeMailServer;
let portal: TestPortal;
let building: TestBuilding;
let other: SecondInstance;
beforeAll(async () => {
  s3 = await startFakeS3();
  mailServer = await startFakeMailServer();
  ({ portal, building } = await startBuilding(s3.environment));
  other = await startSecondInstance(portal);
});
afterAll(async () => {
  await other.close();
  await portal.close();
  await mailServer.close();
  await s3.close();
});

let propertyId: number;
let tenantIds: number[];
let issue: { path: string; body: string };
/** A property whose year 2025 is reviewed. Each lease's share is $100.00, and it has one tenant. */
beforeEach(async () => {
  const { db } = portal;
  propertyId = await createProperty(db);
  tenantIds = [];
  const pools = await db.selectFrom("expense_pools").select("id").execute();
  for (let number = 0; number < leases; number += 1) {
    const leaseId = await createActiveLease(db, { propertyId, from: "2024-01-01" });
    await addRecoveryTerms(
      db,
      leaseId,
      "2024-01-01",
      pools.map(({ id }) => poolRecovery({ poolId: id })),
    );
    const { id: userId } = await createPerson(db, { role: "tenant" });
    await addLeaseMember(db, { propertyId, leaseId, userId });
    tenantIds.push(userId);
  }
  await sql`update units set size_sqft = 1000 where property_id = ${propertyId}`.execute(db);
  const createdById = building.admin.id;
  await addCost2025(db, { propertyId, createdById, category: "Cleaning", amountCents: leases * 10_000 });
  const calls = new ReconciliationCalls(portal, { propertyId, cookie: building.admin.cookie });
  const review = await calls.review();
  if (review.statusCode !== 200) throw new Error(review.body);
  const { fingerprint, today } = await calls.read();
  issue = {
    path: `/api/properties/${propertyId}/reconciliations/2025/issue`,
    body: JSON.stringify({ fingerprint, corrects: 0, dueOn: today }),
  };
});

const issueAt = (address: string): Promise<number | "cut"> =>
  fetch(`${address}${issue.path}`, {
    method: "POST",
    body: issue.body,
    headers: {
      "content-type": "application/json",
      cookie: building.admin.cookie,
      "idempotency-key": `issue-${propertyId}`,
    },
  }).then(
    ({ status }) => status,
    () => "cut",
  );

/** Counts what issuing the statements creates. */
async function countResults() {
  const { rows } = await sql<Record<"runs" | "statements" | "entries" | "notifications" | "filed", number>>`
    select (select count(*) from reconciliations where property_id = ${propertyId}) as runs,
      (select count(*) from recovery_statements where property_id = ${propertyId}) as statements,
      (select count(*) from ledger_entries where property_id = ${propertyId}) as entries,
      (select count(*) from notifications where property_id = ${propertyId}) as notifications,
      (select count(*) from documents where property_id = ${propertyId}) as filed`.execute(portal.db);
  return rows[0];
}
const nothing = { runs: 0, statements: 0, entries: 0, notifications: 0, filed: 0 };
const everything = { runs: 1, statements: leases, entries: leases, notifications: leases, filed: leases };

/** Unlocks the jobs of killed instances, as happens after a minute, and runs them until `isDone`. */
async function runJobsAgain(isDone: () => Promise<boolean>): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`.execute(
    portal.db,
  );
  await freeJobs(other.services);
  await runJobsUntil({ ...portal, services: other.services }, isDone, { SMTP_URL: mailServer.url });
}
const countFiled = async () => (await countResults())?.filed;

const readLogPosition = async () =>
  (await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(portal.db)).rows[0]?.at;
/** Returns how many kilobytes were written to the database since a position in its log, also before the commit. */
async function countWritten(since: string | undefined): Promise<number> {
  const { rows } = await sql<{ kilobytes: number }>`
    select (pg_current_wal_insert_lsn() - ${since}::pg_lsn)::bigint / 1024 as kilobytes`.execute(portal.db);
  return rows[0]?.kilobytes ?? 0;
}

/** Every balance and the ledger are right, and each document has its file. */
async function expectConsistent(): Promise<void> {
  const { rows } = await sql<{ balance: number; openCents: number; documents: number }>`
    select a.balance_cents as balance,
      (select sum(open_cents)::bigint from receivables r where r.lease_id = a.lease_id) as "openCents",
      (select count(*) from documents d where d.lease_id = a.lease_id) as documents
    from lease_accounts a join leases l on l.id = a.lease_id where l.property_id = ${propertyId}`.execute(
    portal.db,
  );
  expect(rows).toEqual(Array(leases).fill({ balance: 10_000, openCents: 10_000, documents: 1 }));
  const problems = [];
  for await (const problem of verifyLedger(portal.db)) problems.push(problem);
  expect(problems).toEqual([]);
}

test("if instances are killed while statements are issued, filed, and emailed, others finish each exactly once [REC-09]", async () => {
  const environment = { ...s3.environment, SMTP_URL: mailServer.url };
  // The transaction waits for its last notification.
  const transaction = await portal.db.startTransaction().execute();
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`select from users where id = ${tenantIds.at(-1)} for update`.execute(transaction);
  const issuing = await startKillableInstance(portal, { environment });
  const request = issueAt(issuing.address);
  await expect.poll(() => countLockWaits(portal.db), longest).toBe(1);
  await issuing.kill(() => void transaction.rollback().execute());
  expect(await request).toBe("cut");
  expect(await countResults()).toEqual(nothing);

  // The client retries.
  expect(await issueAt(other.address)).toBe(200);
  const filing = await startKillableInstance(portal, { works: true, environment });
  await expect.poll(countFiled, longest).toBeGreaterThan(1);
  s3.hold();
  const uploads = s3.requests.length;
  await expect.poll(() => s3.requests.length, longest).toBeGreaterThan(uploads);
  await filing.kill();
  s3.release();
  expect(await countFiled()).toBeLessThan(leases);
  expect(await issueAt(other.address)).toBe(200);

  mailServer.behavior = "unresponsive";
  const emailing = await startKillableInstance(portal, { works: true, environment });
  await sql`update notifications set created_at = created_at - interval '2 minutes'`.execute(portal.db);
  await enqueue(portal.db, "email-notifications", {});
  const countEmails = async (state: "queued" | "sent") =>
    (await portal.db.selectFrom("emails").select("id").where("state", "=", state).execute()).length;
  const countSending = async () =>
    (
      await sql`select from graphile_worker.jobs where task_identifier = 'send-email' and locked_at is not null`.execute(
        portal.db,
      )
    ).rows.length;
  await expect.poll(countSending, longest).toBeGreaterThan(0);
  await emailing.kill();
  mailServer.behavior = "normal";
  expect(mailServer.received).toEqual([]);
  await runJobsAgain(async () => (await countFiled()) === leases && (await countEmails("sent")) === leases);

  expect(await countResults()).toEqual(everything);
  expect(await countEmails("queued")).toBe(0);
  const recipients = mailServer.received.map((email) => /^To: .*$/m.exec(email)?.[0]);
  expect(new Set(recipients).size).toBe(leases);
  expect(recipients).toHaveLength(leases);
  await expectConsistent();
  // The files left in the bucket by killed uploads are deleted a day later.
  await sweepFiles({ ...other.services, clock: () => new Date(portal.clock.now.getTime() + 48 * 3_600_000) });
  const files = await portal.db.selectFrom("document_files").select("file_key").execute();
  expect([...s3.objects.keys()].toSorted()).toEqual(files.map(({ file_key }) => file_key).toSorted());
}, 180_000);

test.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  "an instance killed at any moment issues all statements or none, and a retry issues none twice [REC-09]: round %i",
  async () => {
    const instance = await startKillableInstance(portal, { works: true, environment: s3.environment });
    const before = await readLogPosition();
    const request = issueAt(instance.address);
    // In the middle of issuing or filing, at a different moment each time.
    const kilobytes = Math.random() * 400;
    await vi.waitUntil(
      async () => (await countWritten(before)) > kilobytes || (await countFiled()) === leases,
      { interval: 2, timeout: 60_000 },
    );
    await instance.kill();
    const status = await request;
    const results = await countResults();
    // The documents are filed one after the other.
    expect([nothing, { ...everything, filed: results?.filed }]).toContainEqual(results);
    expect([status, results?.runs]).not.toEqual([200, 0]);
    expect(await issueAt(other.address)).toBe(200);
    await runJobsAgain(async () => (await countFiled()) === leases);
    expect(await countResults()).toEqual(everything);
    await expectConsistent();
  },
  120_000,
);
