import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeSchema } from "#server/db/describe-schema.ts";
import { migrate } from "#server/db/migrate.ts";
import { archiveFolder, emptyPlace, restore } from "#test/archives.ts";
import { withClient } from "#test/database.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { readConfig } from "../config.ts";
import { backUpBeforeUpgrade } from "./before-upgrade.ts";
import { openArchive } from "./read-archive.ts";

const last = "20261123100000_imports.sql";
let portal: TestPortal;
let folder: string;
let messages: string[];
let schema: string;
const cleanUp: (() => unknown)[] = [];

/** A database in use, from before the last migration. */
beforeEach(async () => {
  const made = await archiveFolder();
  folder = made.folder;
  messages = [];
  portal = await startPortal();
  cleanUp.push(made.remove, () => portal.close());
  schema = await withClient(portal.connection, describeSchema);
  await withClient(portal.connection, async (client) => {
    await client.query("update organisation set name = 'Harbor Homes'");
    await client.query("drop table import_errors, import_rows, imports");
    await client.query("delete from schema_migrations where name = $1", [last]);
  });
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const server = { DATABASE_URL: "postgres://portal@db.example/portal" };
const upgrade = (environment: Record<string, string>) =>
  withClient(portal.connection, (client) =>
    migrate(client, {
      beforeUpgrade: () =>
        backUpBeforeUpgrade({
          config: readConfig({ DATA_DIR: folder, ...environment }),
          connection: portal.connection,
          files: portal.services.files,
          log: { info: (message) => messages.push(message), warn: (message) => messages.push(message) },
        }),
    }),
  );

test("before migrations an archive is written beside the embedded database, and restoring it runs them", async () => {
  expect(await upgrade({})).toEqual([last]);
  const [name = ""] = await readdir(path.join(folder, "backups"));
  expect(name).toMatch(/^before-upgrade-\d{8}-\d{6}\.zip$/);
  expect(messages).toEqual([expect.stringContaining(`Before the upgrade a backup was written to ${folder}`)]);
  const archive = path.join(folder, "backups", name);
  const { manifest, close } = await openArchive(archive);
  close();
  expect(manifest.migrations.map((migration) => migration.name)).not.toContain(last);

  const place = await emptyPlace(folder);
  cleanUp.push(place.remove);
  await restore(archive, place);
  const client = await place.pool.connect();
  expect(await describeSchema(client)).toBe(schema);
  expect((await client.query("select name from organisation")).rows).toEqual([{ name: "Harbor Homes" }]);
  client.release();

  // Nothing is pending any more.
  expect(await upgrade({})).toEqual([]);
  expect(messages).toHaveLength(1);
});

test("with a database server and no BACKUP_DIR the upgrade runs without a backup, and the log says so", async () => {
  expect(await upgrade(server)).toEqual([last]);
  expect(messages).toEqual(["The database is upgraded without a backup, as BACKUP_DIR is not set."]);
});

test("a backup that cannot be written stops the upgrade with a sentence; another BACKUP_DIR is used at the next start", async () => {
  await writeFile(path.join(folder, "file"), "");
  await expect(upgrade({ BACKUP_DIR: path.join(folder, "file") })).rejects.toThrow(
    /^The database has to be upgraded, but the backup before it could not be written to .*; please make room there, or set BACKUP_DIR to another folder\.$/,
  );
  const elsewhere = path.join(folder, "elsewhere");
  expect(await upgrade({ ...server, BACKUP_DIR: elsewhere })).toEqual([last]);
  expect(await readdir(elsewhere)).toHaveLength(1);
});
