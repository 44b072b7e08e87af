import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { freeMails } from "./free-mails.ts";
import { enqueue } from "./tasks.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

test("jobs that a killed process was mailing are unlocked, and the interrupted try does not count; others stay", async () => {
  const { db } = portal;
  await enqueue(db, "send-mail", { mailId: 1 });
  await enqueue(db, "answer-sign-in-request", { id: 1, networkAddress: "", requestId: "" });
  await enqueue(db, "run-import", { importId: 1, userId: 1, requestId: "", networkAddress: "" });
  await sql`update graphile_worker._private_jobs set attempts = 2, locked_by = 'killed', locked_at = now() - interval '3 minutes'
    where attempts = 0`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_by = 'other' where max_attempts = 25 and task_id =
    (select id from graphile_worker._private_tasks where identifier = 'run-import')`.execute(db);
  await freeMails(portal.services);
  const { rows } = await sql<{ task: string }>`
    select task_identifier as task, attempts, locked_by as "lockedBy" from graphile_worker.jobs order by id`.execute(
    db,
  );
  expect(rows).toEqual([
    { task: "send-mail", attempts: 1, lockedBy: null },
    { task: "answer-sign-in-request", attempts: 1, lockedBy: null },
    { task: "run-import", attempts: 2, lockedBy: "other" },
  ]);
});
