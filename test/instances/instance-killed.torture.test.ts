import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileImport } from "#domains/imports/contract.ts";
import { lockMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import type { Ctx } from "#server/http/context.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { freeJobs } from "#server/jobs/free-jobs.ts";
import { sweepFiles } from "#server/jobs/sweep-files.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import { createContext } from "../context.ts";
import { dayFromToday } from "../dates.ts";
import { type FakeMailServer, startFakeMailServer } from "../fakes/fake-mail-server.ts";
import { type FakeS3, startFakeS3 } from "../fakes/fake-s3.ts";
import { documentUpload } from "../files/documents.ts";
import { multipart } from "../form.ts";
import { createActiveLease, runOnDay, sampleTerms, writeTerms } from "../money/ledger.ts";
import { createProperty, createUnit } from "../people.ts";
import type { TestPortal } from "../portal.ts";
import { runJobsUntil } from "../run-jobs.ts";
import { startKillableInstance } from "./killable-instance.ts";
import { type SecondInstance, startSecondInstance } from "./second-instance.ts";

/** More than one batch of a posting run. */
const leases = 210;
const importedUnits = 800;
const longest = { timeout: 60_000, interval: 20 };

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

/** Opens a transaction that holds the locks taken by `takeLocks` until the returned function rolls it back. */
async function holdOpen(takeLocks: (ctx: Ctx) => Promise<unknown>): Promise<() => void> {
  const transaction = await portal.db.startTransaction().execute();
  // The other process can take any time to start.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await takeLocks(createContext(portal, transaction));
  return () => void transaction.rollback().execute();
}

/** Creates leases with charges due. The last one, at another property, is in a separate batch. */
async function leasesToCharge(): Promise<number> {
  const from = dayFromToday(-40);
  const last = await createProperty(portal.db);
  const ids: number[] = [];
  for (let number = 1; number <= leases; number += 1) {
    const propertyId = number < leases ? building.propertyId : last;
    const id = await createActiveLease(portal.db, { propertyId, from });
    await writeTerms(portal.db, { leaseId: id, from, terms: sampleTerms() });
    ids.push(id);
  }
  await runOnDay(portal.services, from, (ctx) => postCharges(ctx, ids));
  return ids.at(-1) ?? 0;
}

async function checkedImport(): Promise<number> {
  const lines = Array.from({ length: importedUnits }, (_, at) => `Harbor House,${3000 + at},office\n`);
  const form = multipart({ kind: "units" }, [
    {
      name: "file",
      fileName: "units.csv",
      type: "text/csv",
      content: Buffer.from(`Property,Unit number,Type\n${lines.join("")}`),
    },
  ]);
  const response = await portal.call("POST", "/api/imports", { ...building.admin, ...form });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<FileImport>().id;
}

const uploadTo = (address: string) => {
  const { body, headers } = documentUpload({
    fields: { title: "House rules", type: "Other", buildingId: building.propertyId },
  });
  return fetch(`${address}/api/documents`, {
    method: "POST",
    body,
    headers: { ...headers, cookie: building.landlord.cookie, "idempotency-key": "house-rules" },
  }).then(
    ({ status }) => status,
    () => "cut" as const,
  );
};
const countRows = async (table: "units" | "documents") =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(portal.db)).rows[0]
    ?.count;
const readImport = async (id: number) =>
  (await other.call("GET", `/api/imports/${id}`, building.admin)).json<FileImport>();
const findEmails = () =>
  portal.db.selectFrom("emails").select("state").where("template", "=", "test").execute();
const latestRun = () =>
  portal.db.selectFrom("posting_runs").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();

test("if an instance is killed during an upload, an import, a posting run, and an email, another instance finishes each exactly once", async () => {
  const [lastLease, importId] = [await leasesToCharge(), await checkedImport()];
  const unitsBefore = (await countRows("units")) ?? 0;
  await portal.db.transaction().execute((db) =>
    queueEmail(createContext(portal, db), {
      template: "test",
      to: { address: "tenant@example.com", userId: null, fullName: "Tessa" },
      subject: "News",
      paragraphs: ["The lift works again."],
    }),
  );
  expect((await portal.call("POST", `/api/imports/${importId}/run`, building.admin)).statusCode).toBe(202);

  // Each operation is stopped halfway.
  const freeUnit = await holdOpen(({ db }) => createUnit(db, building.propertyId, "3700"));
  const freeMonths = await holdOpen((ctx) => lockMonths(ctx, [lastLease]));
  mailServer.behavior = "unresponsive";
  const killed = await startKillableInstance(portal, {
    works: true,
    environment: { ...s3.environment, SMTP_URL: mailServer.url },
  });
  s3.hold();
  const upload = uploadTo(killed.address);
  await expect.poll(() => s3.requests.at(-1), longest).toBe("PUT");
  await expect.poll(async () => (await readImport(importId)).rowsDone, longest).toBeGreaterThan(0);
  await expect.poll(async () => (await latestRun())?.leases_done, longest).toBe(leases - 10);
  await expect
    .poll(
      async () =>
        (
          await sql`select from graphile_worker.jobs where key like 'email-%' and locked_at is not null`.execute(
            portal.db,
          )
        ).rows.length,
      longest,
    )
    .toBe(1);
  await killed.kill(() => {
    freeUnit();
    freeMonths();
  });
  expect(await upload).toBe("cut");
  s3.release();

  // Nothing is half done.
  expect(await countRows("units")).toBe(unitsBefore);
  expect(await countRows("documents")).toBe(0);
  expect((await findEmails()).map(({ state }) => state)).toEqual(["queued"]);
  expect((await latestRun())?.finished_at).toBe(null);

  // The client retries, and jobs are unlocked after a minute.
  expect([await uploadTo(other.address), await uploadTo(other.address)]).toEqual([201, 201]);
  mailServer.behavior = "normal";
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`.execute(
    portal.db,
  );
  await freeJobs(other.services);
  await runJobsUntil(
    { ...portal, services: other.services },
    async () =>
      (await readImport(importId)).state === "done" &&
      (await findEmails())[0]?.state === "sent" &&
      ((await latestRun())?.finished_at ?? null) !== null,
    { SMTP_URL: mailServer.url },
  );

  // Nothing is done twice.
  expect(await countRows("units")).toBe(unitsBefore + importedUnits);
  expect(await countRows("documents")).toBe(1);
  expect(mailServer.received).toHaveLength(1);
  expect(await latestRun()).toMatchObject({ leases_done: leases, leases_failed: 0 });
  const problems = [];
  for await (const problem of verifyLedger(portal.db)) problems.push(problem);
  expect(problems).toEqual([]);
  // The file left in the bucket by the killed upload is deleted a day later.
  portal.clock.advanceMinutes(2 * 24 * 60);
  await sweepFiles({ ...other.services, clock: () => portal.clock.now });
  const { file_key: kept } = await portal.db
    .selectFrom("document_files")
    .select("file_key")
    .executeTakeFirstOrThrow();
  expect([...s3.objects.keys()]).toEqual([kept]);
}, 120_000);
