import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pino from "pino";
import { type Db, openDatabase, openPool } from "#server/db/database.ts";
import { chooseInitUser, type SystemUser } from "#server/db/embedded/system-user.ts";
import { projectRoot } from "#server/project-root.ts";
import { freePort, type Running, startInstance, withoutPortalSettings } from "../processes.ts";
import { atLeast, atMost, type Figure, none, type Part } from "./figure.ts";
import { faultsFound } from "./own-portal.ts";
import { findServerPrograms, startPair } from "./postgres-pair.ts";
import { halves, longestPause, missing, preparePlace, startWriting, statuses } from "./writers.ts";

const instances = 3;
/** As the pools of the instances together. */
const pooled = instances * 23;
/** How long an operator's program takes to notice that the primary is gone. */
const noticeMs = 2_000;

const find = (program: string): string | undefined =>
  [...(process.env.PATH ?? "").split(":"), "/usr/sbin"]
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file));

/**
 * Three instances behind haproxy, on pgbouncer, on a PostgreSQL with a standby that confirms every commit. While people write,
 * an instance is killed, then the primary, and the standby is promoted.
 */
export const cluster: Part = {
  name: "cluster",
  title: "Three instances, a pooler and a standby",
  async run() {
    const [programs, pgbouncer, haproxy] = [findServerPrograms(), find("pgbouncer"), find("haproxy")];
    if (programs === undefined || pgbouncer === undefined || haproxy === undefined)
      return "Not tried: this needs the server programs of PostgreSQL (initdb, pg_ctl, pg_basebackup), pgbouncer and haproxy on this system.";
    const folder = mkdtempSync(path.join(tmpdir(), "portal-cluster-"));
    const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
    try {
      return await tryCluster({ programs, pgbouncer, haproxy, folder, stops });
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  },
};

interface Cluster {
  programs: string;
  pgbouncer: string;
  haproxy: string;
  folder: string;
  stops: (() => unknown)[];
}

async function tryCluster({ programs, pgbouncer, haproxy, folder, stops }: Cluster): Promise<Figure[]> {
  const user = process.getuid?.() === 0 ? chooseInitUser({ uid: 0, gid: 0 }) : undefined;
  const pair = await startPair(programs, folder, user);
  stops.push(() => pair.stop());
  const [databasePort, portalPort] = [await freePort(), await freePort()];
  const pool = async (mode: "session" | "transaction"): Promise<string> => {
    const port = await freePort();
    const file = path.join(folder, `${mode}.ini`);
    writeFileSync(file, poolerSettings({ mode, port, databasePort }));
    stops.push(await run(pgbouncer, [file], { port, user }));
    return `postgres://portal@127.0.0.1:${port}/portal`;
  };
  // The database's address has to exist before the instances, and theirs before haproxy knows them.
  const instancePorts = await Promise.all(Array.from({ length: instances }, freePort));
  const proxyFile = path.join(folder, "haproxy.cfg");
  writeFileSync(proxyFile, proxySettings({ databasePort, portalPort, instancePorts, pair }));
  stops.push(await run(haproxy, ["-f", proxyFile], { port: databasePort, user: undefined }));
  const databaseUrl = await pool("session");
  const dataDir = path.join(folder, "data");
  const running: Running[] = [];
  for (const port of instancePorts) {
    const instance = await startInstance({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
    });
    stops.push(() => instance.stop());
    running.push(instance);
  }
  const db = openDatabase(openPool({ connectionString: databaseUrl, max: 4 }, pino({ level: "silent" })));
  stops.push(() => db.destroy());

  const place = await preparePlace(db);
  const writing = startWriting(`http://127.0.0.1:${portalPort}`, place);
  await pause(5_000);
  const instanceKilledAt = performance.now();
  running[0]?.process.kill("SIGKILL");
  await pause(8_000);
  const primaryKilledAt = performance.now();
  pair.killPrimary();
  await pause(noticeMs);
  pair.promote();
  const promotedAt = performance.now();
  await pause(15_000);
  const endedAt = performance.now();
  await writing.stop();

  const lost = await missing(db, writing.answered);
  const after = writing.answered.filter(({ at }) => at > promotedAt);
  return [
    atLeast("Writes answered with success", 500, writing.answered.length),
    atLeast("of them after the standby took over", 100, after.length),
    none("Answered writes that are missing", lost.length),
    none("Halves of a write", await halves(db)),
    none("Faults found by `npm run verify`", await faultsFound(db, dataDir)),
    atMost(
      "Without a successful write around the kill of an instance",
      5,
      longestPause(writing, instanceKilledAt - 100, primaryKilledAt),
      " s",
    ),
    atMost(
      "Without a successful write around the kill of the primary, of which 2 s until it was noticed",
      15,
      longestPause(writing, primaryKilledAt - 100, endedAt),
      " s",
    ),
    none("Jobs that are due and not done two minutes later", await jobsLeft(db)),
    statuses(writing),
    await refusal("transaction", await pool("transaction"), dataDir),
  ];
}

/** Waits until the jobs go on at the new primary. */
async function jobsLeft(db: Db): Promise<number> {
  const count = async () =>
    (
      await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs
        where run_at < now() - interval '10 seconds' and attempts < max_attempts`.execute(db)
    ).rows[0]?.count ?? 0;
  for (let second = 0; second < 120 && (await count()) > 0; second += 1) await pause(1_000);
  return count();
}

/** Whether the portal refuses to start on this address, with a sentence. */
async function refusal(mode: string, databaseUrl: string, dataDir: string): Promise<Figure> {
  const { status, stderr } = spawnSync(process.execPath, ["dist/server/main.js"], {
    cwd: projectRoot,
    env: {
      ...withoutPortalSettings(),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DEMO: "0",
    },
    encoding: "utf8",
    timeout: 60_000,
  });
  return {
    what: `Start on pgbouncer in ${mode} mode`,
    must: "refused with a sentence",
    now: stderr.split("\n").find((line) => line.startsWith("The portal did not start")) ?? `status ${status}`,
    reached: status === 1 && stderr.includes("pool_mode = session"),
  };
}

/** Starts a program that stays in the foreground, and resolves when it listens; returns what stops it. */
async function run(
  program: string,
  args: string[],
  { port, user }: { port: number; user: SystemUser | undefined },
): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(program, args, { ...user, stdio: "ignore" });
  const end = once(child, "exit");
  for (let tries = 0; !(await listens(port)); tries += 1) {
    if (tries > 100 || child.exitCode !== null) throw new Error(`${program} did not start.`);
    await pause(50);
  }
  return async () => {
    child.kill("SIGKILL");
    await end;
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });

const poolerSettings = (facts: { mode: string; port: number; databasePort: number }) => `[databases]
portal = host=127.0.0.1 port=${facts.databasePort} dbname=portal user=portal
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${facts.port}
unix_socket_dir =
auth_type = any
pool_mode = ${facts.mode}
default_pool_size = ${pooled + 20}
max_client_conn = 1000
server_login_retry = 1
`;

const proxySettings = (facts: {
  databasePort: number;
  portalPort: number;
  instancePorts: number[];
  pair: { primaryPort: number; standbyPort: number };
}) => `global
  maxconn 4000
defaults
  timeout connect 2s
  timeout client 120s
  timeout server 120s
  default-server check inter 500 fall 2 rise 1
listen database
  bind 127.0.0.1:${facts.databasePort}
  mode tcp
  server primary 127.0.0.1:${facts.pair.primaryPort} on-marked-down shutdown-sessions
  server standby 127.0.0.1:${facts.pair.standbyPort} backup
listen portal
  bind 127.0.0.1:${facts.portalPort}
  mode http
  option httpchk GET /readyz
  option redispatch
${facts.instancePorts.map((port) => `  server portal${port} 127.0.0.1:${port}`).join("\n")}
`;
