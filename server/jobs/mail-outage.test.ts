import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queueMail } from "#server/integrations/outbox.ts";
import { contextOf } from "#test/context.ts";
import { type KillableInstance, startKillableInstance } from "#test/killable-instance.ts";
import { type MailServer, startMailServer } from "#test/mail-server.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import { freeJobs } from "./free-jobs.ts";

/** `npm run torture` queues more mails and kills more often. */
const mails = isTorture ? 100 : 12;
const killsWhileSending = isTorture ? 8 : 1;
/** The pauses between eight tries add up to an hour. */
const triesWhileBusy = isTorture ? 8 : 3;
const longest = { timeout: 120_000, interval: 20 };

let portal: TestPortal;
let server: MailServer;
const instances: KillableInstance[] = [];
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  server = await startMailServer();
  await sql`delete from mails`.execute(portal.db);
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
    for (let number = 1; number <= mails; number += 1)
      await queueMail(contextOf(portal, db), {
        template: "test",
        to: { address: `tenant${number}@example.com`, userId: null, fullName: "Tessa" },
        subject: `News no. ${number}`,
        paragraphs: ["The lift works again."],
      });
  });

/** Moves all retries forward, as if enough time had passed, and unlocks tries that a killed process left. */
async function passTime(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = least(run_at, now()), locked_at = locked_at - interval '1 hour'
    where key like 'mail-%'`.execute(portal.db);
  await freeJobs(portal.services);
}

/** Repeats that for mails with fewer tries: a job is rescheduled only after its mail has recorded the try. */
const untilTried = (tries: number, condition: ReturnType<typeof sql>) =>
  vi.waitUntil(async () => {
    await sql`update graphile_worker._private_jobs job set run_at = now() from mails
      where job.key = 'mail-' || mails.id and mails.tries < ${tries} and job.locked_at is null and job.run_at > now()`.execute(
      portal.db,
    );
    return (await countOf(sql`tries >= ${tries} and ${condition}`)) === mails;
  }, longest);

const countOf = async (condition: ReturnType<typeof sql>) =>
  (await sql<{ count: number }>`select count(*) from mails where ${condition}`.execute(portal.db)).rows[0]
    ?.count;
const waitFor = (condition: ReturnType<typeof sql>, count = mails) =>
  vi.waitUntil(async () => ((await countOf(condition)) ?? 0) >= count, longest);
const underWay = async () =>
  (
    await sql`select from graphile_worker.jobs where key like 'mail-%' and locked_at is not null`.execute(
      portal.db,
    )
  ).rows.length;
const messageIds = () =>
  server.letters.map((letter) => /^Message-ID: (<[^>]+>)/im.exec(letter)?.[1] ?? "no id");

test(`all of ${mails} mails arrive although the mail server was down, busy for an hour and silent and the portal was killed; each kill sends at most one twice`, async () => {
  server.mood = "away";
  await queueAll();
  const first = await startMailing();
  await waitFor(
    sql`state = 'retrying' and tries >= 1 and last_error is not null and next_try_at is not null`,
  );
  server.mood = "busy";
  for (let tries = 2; tries <= triesWhileBusy; tries += 1)
    await untilTried(tries, sql`last_error like '%try again later%'`);
  server.mood = "silent";
  await passTime();
  await vi.waitUntil(async () => (await underWay()) > 0, longest);
  await first.kill();

  expect(server.letters).toEqual([]);
  server.mood = "well";
  for (let kills = 0; kills < killsWhileSending; kills += 1) {
    const already = server.letters.length;
    await passTime();
    const instance = await startMailing();
    await vi.waitUntil(() => server.letters.length >= already + Math.ceil(mails / 12), {
      ...longest,
      interval: 1,
    });
    await instance.kill();
  }
  await passTime();
  await startMailing();
  await waitFor(sql`state = 'sent'`);
  expect(new Set(messageIds()).size).toBe(mails);
  expect(server.letters.length - mails).toBeLessThanOrEqual(killsWhileSending);
  // A job is removed after its mail is recorded as sent.
  await vi.waitUntil(
    async () =>
      (await sql`select from graphile_worker.jobs where key like 'mail-%'`.execute(portal.db)).rows.length ===
      0,
    longest,
  );
}, 600_000);

test(`two instances send each of ${mails} mails once`, async () => {
  await queueAll();
  await Promise.all([startMailing(), startMailing()]);
  await waitFor(sql`state = 'sent' and tries = 1`);
  expect(messageIds()).toHaveLength(mails);
  expect(new Set(messageIds()).size).toBe(mails);
}, 300_000);
