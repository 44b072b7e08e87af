import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { enqueuePushes } from "./enqueue-pushes.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

test("any number of devices share a few queues, and each device has one job", async () => {
  const { db } = portal;
  const queues = async () =>
    (await sql`select from graphile_worker._private_job_queues where queue_name like 'pushes-%'`.execute(db))
      .rows.length;
  const jobs = async () =>
    (await sql`select from graphile_worker.jobs where task_identifier = 'send-pushes'`.execute(db)).rows
      .length;
  for (let id = 1; id <= 100; id++) for (const _ of [1, 2]) await enqueuePushes(db, id);
  expect(await jobs()).toBe(100);
  expect(await queues()).toBe(32);
});
