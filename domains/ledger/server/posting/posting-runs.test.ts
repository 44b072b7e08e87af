import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createActiveLease, runOnDay, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { PostingRun } from "../../posting-contract.ts";
import { postCharges } from "./post-charges.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

beforeEach(async () => {
  await sql`delete from posting_runs`.execute(portal.db);
  await sql`update lease_accounts set next_post_on = null`.execute(portal.db);
  portal.clock.now = new Date("2026-02-25T20:00:00Z");
  const leaseId = await createActiveLease(portal.db, { propertyId: building.propertyId, from: "2026-01-01" });
  await writeTerms(portal.db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
  await runOnDay(portal.services, "2026-01-01", (ctx) => postCharges(ctx, [leaseId]));
});

const asAdmin = () => ({ cookie: building.admin.cookie });
const waiting = async () =>
  (await portal.call("GET", "/api/posting-runs/waiting", asAdmin())).json<{ leases: number }>().leases;
const list = async (query = "") => {
  const response = await portal.call("GET", `/api/posting-runs${query}`, asAdmin());
  return { rows: response.json<PostingRun[]>(), headers: response.headers };
};
const start = () => portal.call("POST", "/api/posting-runs", asAdmin());

/** Works through the queue until no run is in progress. */
const work = (): Promise<void> =>
  runJobsUntil(portal, async () => (await list()).rows.every(({ finishedAt }) => finishedAt !== null));

describe("an administrator", () => {
  test("an administrator posts the charges due now and sees the result", async () => {
    expect(await waiting()).toBe(1);
    const response = await start();
    expect(response.statusCode).toBe(202);
    expect(response.json()).toMatchObject({
      startedBy: "Ada Admin",
      leases: 1,
      leasesDone: 0,
      finishedAt: null,
    });
    await work();
    // 3,000.00 each for February and March.
    expect((await list()).rows).toMatchObject([
      { startedBy: "Ada Admin", leases: 1, leasesDone: 1, entries: 2, cents: 600_000, leasesFailed: 0 },
    ]);
    expect(await waiting()).toBe(0);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where subject_type = 'posting-run'`.execute(portal.db);
    expect(rows).toEqual([{ action: "posting.started" }]);
  });

  test("starting a posting run twice returns the same run, and an interrupted run continues", async () => {
    const first = (await start()).json<PostingRun>();
    const second = (await start()).json<PostingRun>();
    expect(second.id).toBe(first.id);
    await work();
    expect((await list()).rows).toMatchObject([{ id: first.id, entries: 2 }]);
  });

  test("a posting run left unfinished by a killed process continues", async () => {
    await sql`
      insert into posting_runs (started_at, leases_to_do, leases_done) values (${portal.clock.now}, 5, 4)`.execute(
      portal.db,
    );
    await work();
    expect((await list()).rows).toMatchObject([{ startedBy: null, leases: 5, leasesDone: 5, entries: 2 }]);
  });

  test("posting runs are listed newest first in pages and as a CSV file", async () => {
    await sql`
      insert into posting_runs (started_at, finished_at, leases_to_do)
      select ${portal.clock.now}, ${portal.clock.now}, 0 from generate_series(1, 5)`.execute(portal.db);
    const { rows: all, headers } = await list();
    expect(headers["x-total-count"]).toBe("5");
    const first = await list("?limit=2");
    expect(first.rows).toEqual(all.slice(0, 2));
    expect(first.headers.link).toContain(`cursor=${all[1]?.id}`);
    expect((await list(`?limit=3&cursor=${all[1]?.id}`)).rows).toEqual(all.slice(2));
    expect((await list("?page=2&pageSize=3")).rows).toEqual(all.slice(3));
    const file = await portal.call("GET", "/api/posting-runs.csv", asAdmin());
    expect(file.body.trim().split("\r\n")).toHaveLength(6);
    expect(file.body).toContain("System");
  });
});

test("a landlord can't start a posting run", async () => {
  const response = await portal.call("POST", "/api/posting-runs", { cookie: building.landlord.cookie });
  expect(response.statusCode).toBe(403);
  expect((await list()).rows).toEqual([]);
});
