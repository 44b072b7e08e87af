import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { createContext } from "#test/context.ts";
import { type FakeMailServer, startFakeMailServer } from "#test/fakes/fake-mail-server.ts";
import { type KillableInstance, startKillableInstance } from "#test/instances/killable-instance.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import { freeJobs } from "./free-jobs.ts";

/** `npm run torture` queues more emails and kills more often. */
const emails = isTorture ? 100 : 12;
const killsWhileSending = isTorture ? 8 : 1;
/** An instance sends this many emails at the same time. */
const workers = 4;
/** The pauses between eight attempts add up to an hour. */
const attemptsWhileBusy = isTorture ? 8 : 3;
const longest = { timeout: 120_000, interval: 20 };

let portal: TestPortal;
let server: FakeMailServer;
const instances: KillableInstance[] = [];
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  server = await startFakeMailServer();
  await sql`delete from emails`.execute(portal.db);
});
afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.kill()));
  await server.close();
});

async function startMailing(): Promise<KillableInstance> {
  const instance = await startKillableInstance(portal, {
    works: true,
    environment: { SMTP_URL: server.url },
  });
  instances.push(instance);
  return instance;
}

const queueAll = () =>
  portal.db.transaction().execute(async (db) => {
    for (let number = 1; number <= emails; number += 1)
      await queueEmail(createContext(portal, db), {
        template: "test",
        to: { address: `tenant${number}@example.com`, userId: null, fullName: "Tessa" },
        subject: `News no. ${number}`,
        paragraphs: ["The lift works again."],
      });
  });

/** Moves all retries forward, as if enough time had passed, and unlocks attempts left by a killed process. */
async function passTime(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = least(run_at, now()), locked_at = locked_at - interval '1 hour'
    where key like 'email-%'`.execute(portal.db);
  await freeJobs(portal.services);
}

/**
 * Retries the emails with fewer attempts until the condition holds. A job is rescheduled only after its email
 * has recorded the attempt.
 */
const untilTried = (attempts: number, condition: ReturnType<typeof sql>) =>
  vi.waitUntil(async () => {
    await sql`update graphile_worker._private_jobs job set run_at = now() from emails
      where job.key = 'email-' || emails.id and emails.attempts < ${attempts} and job.locked_at is null and job.run_at > now()`.execute(
      portal.db,
    );
    return (await countEmails(sql`attempts >= ${attempts} and ${condition}`)) === emails;
  }, longest);

const countEmails = async (condition: ReturnType<typeof sql>) =>
  (await sql<{ count: number }>`select count(*) from emails where ${condition}`.execute(portal.db)).rows[0]
    ?.count;
const waitFor = (condition: ReturnType<typeof sql>, count = emails) =>
  vi.waitUntil(async () => ((await countEmails(condition)) ?? 0) >= count, longest);
const countRunning = async () =>
  (
    await sql`select from graphile_worker.jobs where key like 'email-%' and locked_at is not null`.execute(
      portal.db,
    )
  ).rows.length;
const messageIds = () =>
  server.received.map((letter) => /^Message-ID: (<[^>]+>)/im.exec(letter)?.[1] ?? "no id");

test(`all ${emails} emails arrive even if the mail server goes down and the portal is killed; each kill duplicates only emails in progress`, async () => {
  server.behavior = "offline";
  await queueAll();
  const first = await startMailing();
  await waitFor(
    sql`state = 'retrying' and attempts >= 1 and last_error is not null and next_attempt_at is not null`,
  );
  server.behavior = "busy";
  for (let attempts = 2; attempts <= attemptsWhileBusy; attempts += 1)
    await untilTried(attempts, sql`last_error like '%try again later%'`);
  server.behavior = "unresponsive";
  await passTime();
  await vi.waitUntil(async () => (await countRunning()) > 0, longest);
  await first.kill();

  expect(server.received).toEqual([]);
  server.behavior = "normal";
  for (let kills = 0; kills < killsWhileSending; kills += 1) {
    const already = server.received.length;
    await passTime();
    const instance = await startMailing();
    await vi.waitUntil(() => server.received.length >= already + Math.ceil(emails / 12), {
      ...longest,
      interval: 1,
    });
    await instance.kill();
  }
  await passTime();
  await startMailing();
  await waitFor(sql`state = 'sent'`);
  expect(new Set(messageIds()).size).toBe(emails);
  expect(server.received.length - emails).toBeLessThanOrEqual(killsWhileSending * workers);
  // A job is removed after its email is recorded as sent.
  await vi.waitUntil(
    async () =>
      (await sql`select from graphile_worker.jobs where key like 'email-%'`.execute(portal.db)).rows
        .length === 0,
    longest,
  );
}, 600_000);

test(`two instances send each of ${emails} emails once`, async () => {
  await queueAll();
  await Promise.all([startMailing(), startMailing()]);
  await waitFor(sql`state = 'sent' and attempts = 1`);
  expect(messageIds()).toHaveLength(emails);
  expect(new Set(messageIds()).size).toBe(emails);
}, 300_000);
