import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import pino from "pino";
import { expect, test } from "vitest";
import { postCharges } from "#domains/ledger/server/posting/post-charges.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openDiskStore } from "#server/integrations/files/disk-store.ts";
import { prepareJobs } from "#server/jobs/prepare-jobs.ts";
import { openLiveBus } from "#server/live/bus.ts";
import { startBuilding } from "#test/building.ts";
import { withClient } from "#test/database.ts";
import { pushToNoOne } from "#test/fakes/fake-push.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { isDatabaseUnavailable, openDatabase, openPool } from "./database.ts";
import { startEmbedded } from "./embedded/start.ts";
import { migrate } from "./migrate.ts";

const log = pino({ level: "silent" });

test("while the database is down, every request returns 503 with Retry-After, and the portal recovers automatically", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-away-"));
  const embedded = await startEmbedded({ dataDir: folder, log, fsync: false });
  const client = new pg.Client(embedded.connection);
  await client.connect();
  await migrate(client);
  await client.end();
  const pool = openPool(embedded.connection, log);
  await prepareJobs(pool);
  const db = openDatabase(pool);
  const live = openLiveBus(embedded.connection, log);
  const app = await buildApp({
    config: readConfig({ DEMO: "0" }),
    db,
    searchDb: db,
    postCharges,
    files: await openDiskStore(path.join(folder, "files")),
    live,
    cards: null,
    identityProvider: null,
    push: pushToNoOne(),
    secretKey: Buffer.alloc(32),
    log,
    clock: () => new Date(),
  });
  const cookie = await signInAs(db, await createPerson(db, { role: "admin" }));
  const getSession = () => app.inject({ url: "/api/me", headers: { cookie } });
  expect((await getSession()).statusCode).toBe(200);

  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db);
  const pidFile = await readFile(path.join(rows[0]?.data_directory ?? "", "postmaster.pid"), "utf8");
  const postmaster = Number(pidFile.split("\n")[0]);
  process.kill(postmaster, "SIGKILL");
  const responses: { status: number; retryAfter: unknown }[] = [];
  await expect
    .poll(
      async () => {
        const response = await getSession();
        responses.push({ status: response.statusCode, retryAfter: response.headers["retry-after"] });
        return response.statusCode === 200 && responses.some(({ status }) => status === 503);
      },
      { timeout: 20_000, interval: 10 },
    )
    .toBe(true);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503, 200]));
  const away = responses.filter(({ status }) => status === 503);
  expect(new Set(away.map(({ retryAfter }) => retryAfter))).toEqual(new Set(["2"]));
  expect((await app.inject("/readyz")).statusCode).toBe(200);

  await app.close();
  await live.close();
  await db.destroy();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

test("while the database server is read-only, as a standby is before failover, a write returns 503", async () => {
  const { portal, building } = await startBuilding();
  const { database = "" } = portal.connection;
  /** Switches the server's mode. All connections are reopened. */
  const becomes = async (mode: "standby" | "primary") => {
    await withClient({ ...portal.connection, database: "postgres" }, async (client) => {
      await client.query(
        `alter database ${database} set default_transaction_read_only = ${mode === "standby" ? "on" : "off"}`,
      );
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
        database,
      ]);
    });
    await expect
      .poll(async () => (await portal.call("GET", "/api/me", building.tenant)).statusCode)
      .toBe(200);
  };
  const report = () => portal.call("POST", "/api/work-orders", { ...building.tenant, body: leakingFaucet });
  await becomes("standby");
  const rejected = await report();
  expect([rejected.statusCode, rejected.headers["retry-after"]]).toEqual([503, "2"]);
  await becomes("primary");
  expect((await report()).statusCode).toBe(201);
  await portal.close();
});

test("a connection lost between two statements of a transaction counts as an unreachable database", async () => {
  const { portal } = await startBuilding();
  const transaction = await portal.db.startTransaction().execute();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(portal.db);
  const isAway = new Map<string, boolean>();
  const fails = (error: unknown) => {
    isAway.set(String(error), isDatabaseUnavailable(error));
    return String(error);
  };
  await expect
    .poll(() => sql`select 1`.execute(transaction).then(() => "", fails))
    .toMatch(/is not queryable/);
  expect([...isAway].filter(([, away]) => !away)).toEqual([]);
  await transaction.rollback().execute().catch(fails);
  await portal.close();
});
