import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { freeJobs } from "./free-jobs.ts";
import { enqueue } from "./tasks.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const jobs = async () =>
  (
    await sql<{ task: string; attempts: number; worker: string | null }>`
      select task_identifier as task, attempts, locked_by as worker from graphile_worker.jobs order by id`.execute(
      portal.db,
    )
  ).rows;
const lock = (task: string, worker: string, seconds: number) =>
  sql`
    with job as (
      update graphile_worker._private_jobs set attempts = 2, locked_by = ${worker}, locked_at = now() - make_interval(secs => ${seconds})
      where task_id = (select id from graphile_worker._private_tasks where identifier = ${task}) returning *
    )
    update graphile_worker._private_job_queues queue set locked_by = job.locked_by, locked_at = job.locked_at
    from job where queue.id = job.job_queue_id`.execute(portal.db);

test("a killed process's jobs and queues are unlocked within minutes, and a running process's are never unlocked", async () => {
  const { db, services } = portal;
  await enqueue(db, "send-email", { emailId: 1 });
  await enqueue(db, "run-import", { importId: 1, userId: 1, requestId: "", networkAddress: "" });
  await enqueue(db, "scan-document-file", { fileId: 1, attempts: 0 }, { queue: "virus-scanner" });
  await enqueue(db, "back-up", {});
  await enqueue(db, "sweep-files", {});
  for (const task of ["send-email", "run-import", "scan-document-file"]) await lock(task, "killed", 90);
  await lock("back-up", "alive", 3_600);
  await lock("sweep-files", "just started", 30);
  const end = services.live.showAlive("alive");
  await services.live.flush();

  await freeJobs(services);
  expect(await jobs()).toEqual([
    // The interrupted attempt to send an email doesn't count.
    { task: "send-email", attempts: 1, worker: null },
    { task: "run-import", attempts: 2, worker: null },
    { task: "scan-document-file", attempts: 2, worker: null },
    { task: "back-up", attempts: 2, worker: "alive" },
    { task: "sweep-files", attempts: 2, worker: "just started" },
  ]);
  const { rows: queues } =
    await sql`select locked_by as worker from graphile_worker._private_job_queues`.execute(db);
  expect(queues).toEqual([{ worker: null }]);

  // The connection is lost and reopened.
  const holders = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
    ).rows.map(({ pid }) => pid);
  const [before] = await holders();
  await sql`select pg_terminate_backend(${before})`.execute(db);
  await expect
    .poll(async () => (await holders()).filter((pid) => pid !== before).length, { timeout: 10_000 })
    .toBe(1);
  await freeJobs(services);
  expect((await jobs())[3]).toMatchObject({ worker: "alive" });

  end();
  await services.live.flush();
  await freeJobs(services);
  expect((await jobs())[3]).toMatchObject({ worker: null });
});
