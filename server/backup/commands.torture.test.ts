import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createArchiveFolder } from "#test/files/archives.ts";
import { startEmbedded } from "../db/embedded/start.ts";
import { migrate } from "../db/migrate.ts";
import { projectRoot } from "../project-root.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await createArchiveFolder());
});
afterEach(() => remove());

/** Runs an operator command, as `npm run` does. */
async function run(
  command: "backup" | "restore",
  environment: { DATA_DIR: string; DATABASE_URL?: string },
  file: string,
) {
  const child = spawn(process.execPath, ["scripts/operate.mjs", command, file], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, output, errors };
}

test("a backup of a running portal can be restored to another folder and then to a database server, and each restore is verified", async () => {
  const [from, to, archive] = ["from", "to", "archive.zip"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const running = await startEmbedded({ dataDir: from, log: silent, fsync: false });
  const client = new pg.Client(running.connection);
  await client.connect();
  await migrate(client);
  await client.query("update organization set name = 'Harbor Homes'");
  await client.query("create role portal_owner login");
  await client.query("create database own owner portal_owner");
  await client.end();
  const backup = await run("backup", { DATA_DIR: from }, archive);
  expect(backup).toMatchObject({ code: 0, errors: "" });
  expect(backup.output).toMatch(/^Backup 100%/m);
  const hash = /SHA-256 of its manifest: ([0-9a-f]{64})/.exec(backup.output)?.[1] ?? "none";

  const restored = await run("restore", { DATA_DIR: to }, archive);
  expect(restored).toMatchObject({ code: 0, errors: "" });
  expect(restored.output).toContain(hash);
  expect(restored.output).toMatch(/^Restore 100%/m);
  expect(restored.output).toContain("Ledger, payments, and documents verified. No problems found.");

  const again = await run("restore", { DATA_DIR: to }, archive);
  expect(again.code).toBe(1);
  expect(again.errors).toMatch(/^The database isn't empty \(it contains \w+\)\. Restore into an empty one/);

  // The portal isn't running there, so the command starts the database and stops it.
  const second = path.join(folder, "second.zip");
  const later = await run("backup", { DATA_DIR: to }, second);
  expect(later).toMatchObject({ code: 0, errors: "" });
  expect(existsSync(path.join(to, "postgres", "18", "postmaster.pid"))).toBe(false);

  // From the embedded database to an external server, as a role that owns only its database.
  const url = new URLSearchParams({ host: running.connection.host, user: "portal_owner" });
  const DATABASE_URL = `postgresql:///own?${url.toString()}`;
  const moved = await run("restore", { DATA_DIR: path.join(folder, "moved"), DATABASE_URL }, second);
  expect(moved).toMatchObject({ code: 0, errors: "" });
  const own = new pg.Client({ ...running.connection, database: "own" });
  await own.connect();
  expect((await own.query("select name from organization")).rows).toEqual([{ name: "Harbor Homes" }]);
  await own.end();
  await running.stop();
});

test("a backup without a database fails with a message", async () => {
  const nowhere = path.join(folder, "nowhere");
  expect(await run("backup", { DATA_DIR: nowhere }, path.join(folder, "a.zip"))).toMatchObject({
    code: 1,
    errors: `No database found in ${nowhere}.
`,
  });
});

test("if the database is unreachable, a message names the variable to check", async () => {
  const { code, errors } = await run(
    "restore",
    { DATA_DIR: folder, DATABASE_URL: "postgres://portal@127.0.0.1:1/portal" },
    path.join(folder, "archive.zip"),
  );
  expect(code).toBe(1);
  expect(errors).toMatch(/^Couldn't connect to the database \(.+\)\. Check DATABASE_URL\.\n$/);
});
