import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "#server/db/database.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { runJobs } from "./run-jobs.ts";
import { enqueue } from "./tasks.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

test.each(["succeeds", "fails"])(
  "if the database is unreachable when a job %s, the worker continues once it's back",
  async (outcome) => {
    const pool = openPool(portal.connection, portal.services.log);
    const connect = pool.connect.bind(pool) as () => Promise<never>;
    let isAway = false;
    const done: string[] = [];
    // The worker's queries use this method, but its connection for notifications doesn't.
    pool.connect = ((...callback: []) => {
      if (!isAway || callback.length > 0) return connect(...callback);
      isAway = false;
      return Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    }) as typeof pool.connect;
    const worker = await runJobs(portal.services, {
      pgPool: pool,
      taskList: {
        "sweep-expired": () => {
          isAway = true;
          setTimeout(() => {
            isAway = false;
          }, 200);
          done.push("first");
          if (outcome === "fails") throw new Error("It failed.");
        },
        "sweep-files": () => void done.push("second"),
      },
      concurrency: 1,
    });
    await enqueue(portal.db, "sweep-expired", {}, { maxAttempts: 1 });
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(["first"]);
    await enqueue(portal.db, "sweep-files", {});
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(["first", "second"]);
    await worker.stop();
    await pool.end();
  },
);
