import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "#server/db/database.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { keepRunning } from "./keep-running.ts";
import { enqueue } from "./tasks.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

test.each(["succeeds", "fails"])(
  "when the database is away as a job %s, the worker goes on once it is back",
  async (outcome) => {
    const pool = openPool(portal.connection, portal.services.log);
    const connect = pool.connect.bind(pool) as () => Promise<never>;
    let isAway = false;
    const done: string[] = [];
    // The queries of the worker, but not its connection for news, come this way.
    pool.connect = ((...callback: []) => {
      if (!isAway || callback.length > 0) return connect(...callback);
      isAway = false;
      return Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    }) as typeof pool.connect;
    const worker = await keepRunning(portal.services, {
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
    await enqueue(portal.db, "sweep-expired", {}, { triesMax: 1 });
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(["first"]);
    await enqueue(portal.db, "sweep-files", {});
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(["first", "second"]);
    await worker.stop();
    await pool.end();
  },
);
