import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeSchema } from "#server/db/describe-schema.ts";
import { migrate } from "#server/db/migrate.ts";
import { withClient } from "#test/database.ts";
import { createArchiveFolder, createEmptyTarget, restore } from "#test/files/archives.ts";
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

/** A database in use that lacks the last migration. */
beforeEach(async () => {
  const made = await createArchiveFolder();
  folder = made.folder;
  messages = [];
  portal = await startPortal();
  cleanUp.push(made.remove, () => portal.close());
  schema = await withClient(portal.connection, describeSchema);
  await withClient(portal.connection, async (client) => {
    await client.query("update organization set name = 'Harbor Homes'");
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

test("an archive is written next to the embedded database before migrations run, and restoring it runs them", async () => {
  expect(await upgrade({})).toEqual([last]);
  const [name = ""] = await readdir(path.join(folder, "backups"));
  expect(name).toMatch(/^before-upgrade-\d{8}-\d{6}\.zip$/);
  expect(messages).toEqual([expect.stringContaining(`Wrote a pre-upgrade backup to ${folder}`)]);
  const archive = path.join(folder, "backups", name);
  const { manifest, close } = await openArchive(archive);
  close();
  expect(manifest.migrations.map((migration) => migration.name)).not.toContain(last);

  const place = await createEmptyTarget(folder);
  cleanUp.push(place.remove);
  await restore(archive, place);
  const client = await place.pool.connect();
  expect(await describeSchema(client)).toBe(schema);
  expect((await client.query("select name from organization")).rows).toEqual([{ name: "Harbor Homes" }]);
  client.release();

  // No migrations are pending now.
  expect(await upgrade({})).toEqual([]);
  expect(messages).toHaveLength(1);
});

test("with a database server and no BACKUP_DIR, the upgrade runs without a backup and logs a warning", async () => {
  expect(await upgrade(server)).toEqual([last]);
  expect(messages).toEqual(["Upgrading the database without a backup because BACKUP_DIR isn't set."]);
});

test("a failed backup stops the upgrade with a message, and the next start uses a new BACKUP_DIR", async () => {
  await writeFile(path.join(folder, "file"), "");
  await expect(upgrade({ BACKUP_DIR: path.join(folder, "file") })).rejects.toThrow(
    /^The database needs an upgrade, but the pre-upgrade backup couldn't be written to .*\. Free up space there or set BACKUP_DIR to another folder\.$/,
  );
  const otherFolder = path.join(folder, "elsewhere");
  expect(await upgrade({ ...server, BACKUP_DIR: otherFolder })).toEqual([last]);
  expect(await readdir(otherFolder)).toHaveLength(1);
});
