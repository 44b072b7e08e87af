import { createHash } from "node:crypto";
import { copyFile, open, readdir, readFile, truncate } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "#server/db/database.ts";
import {
  createArchiveFolder,
  createEmptyTarget,
  type EmptyTarget,
  forgeArchive,
  restore,
} from "#test/files/archives.ts";
import { createPerson, createProperty, createWorkOrder } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import { BackupError, type Manifest } from "./manifest.ts";
import { checkArchive, openArchive } from "./read-archive.ts";
import { writeArchive } from "./write-archive.ts";

/**
 * The number of positions at which an archive is changed and truncated. `npm run torture` tests more of them.
 */
const places = isTorture ? 400 : 20;

let portal: TestPortal;
let folder: string;
let archive: string;
let place: EmptyTarget;
const cleanUp: (() => unknown)[] = [];

beforeAll(async () => {
  portal = await startPortal();
  const made = await createArchiveFolder();
  folder = made.folder;
  const pool = openPool(portal.connection, { warn: () => undefined });
  const { files } = portal.services;
  const { key } = await files.put(Buffer.alloc(100_000, "portal"), "png");
  await portal.db.updateTable("organization").set({ logo_key: key }).execute();
  const { id } = await createPerson(portal.db, { role: "admin" });
  await createWorkOrder(portal.db, { propertyId: await createProperty(portal.db), createdById: id });
  archive = path.join(folder, "whole.zip");
  await writeArchive(pool, files, { file: archive });
  await pool.end();
  place = await createEmptyTarget(folder);
  cleanUp.push(made.remove, () => portal.close(), place.remove);
});
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
});

const nothingIsThere = async () => {
  const { rows } = await place.pool.query(
    "select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'",
  );
  expect(rows).toHaveLength(0);
  expect(await place.files.isEmpty()).toBe(true);
};
const changedManifest = (change: (manifest: Manifest) => object) => (entries: Map<string, Buffer>) => {
  const manifest = JSON.parse(String(entries.get("manifest.json"))) as Manifest;
  entries.set("manifest.json", Buffer.from(JSON.stringify(change(manifest))));
};

const buildPart = (name: string, content: Buffer) => ({
  name,
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

test.each([
  [
    "with a changed row",
    (entries: Map<string, Buffer>) =>
      void entries.set(
        "tables/users.copy",
        Buffer.from(String(entries.get("tables/users.copy")).replace("admin", "tenant")),
      ),
    "The archive was changed or damaged: tables/users.copy doesn't match what was written.",
  ],
  [
    "without a table",
    (entries: Map<string, Buffer>) => void entries.delete("tables/users.copy"),
    "The archive was changed: tables/users.copy is missing.",
  ],
  [
    "with a file added",
    (entries: Map<string, Buffer>) => void entries.set("files/more.pdf", Buffer.from("more")),
    "The archive was changed: its manifest doesn't list files/more.pdf.",
  ],
  [
    "with a table left out, also of the manifest",
    (entries: Map<string, Buffer>) => {
      entries.delete("tables/emails.copy");
      changedManifest((manifest) => ({
        ...manifest,
        tables: manifest.tables.filter(({ table }) => table !== "emails"),
      }))(entries);
    },
    "The archive was changed: its tables don't match its migrations.",
  ],
  [
    "with different log heads",
    changedManifest((manifest) => ({ ...manifest, logHeads: { ...manifest.logHeads, rows: 99 } })),
    "The archive was changed: the work order log heads don't match its manifest.",
  ],
  [
    "with a malformed file key",
    (entries: Map<string, Buffer>) => {
      const evil = buildPart("files/evil.png", Buffer.from("evil"));
      entries.set(evil.name, Buffer.from("evil"));
      changedManifest((manifest) => ({ ...manifest, files: [...manifest.files, evil] }))(entries);
    },
    "The archive was changed: its manifest isn't valid.",
  ],
  [
    "with a manifest that isn't JSON",
    (entries: Map<string, Buffer>) => void entries.set("manifest.json", Buffer.from("{")),
    "The archive was changed: its manifest isn't valid.",
  ],
  [
    "with a newer format",
    changedManifest((manifest) => ({ ...manifest, format: 2 })),
    "The archive was made by a newer version of the portal (format 2). Restore it with that version.",
  ],
  [
    "with a migration of a later version",
    changedManifest((manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, { name: "99991231000000_flying-cars.sql", hash: "x" }],
    })),
    "The archive was made by a newer version of the portal (which includes 99991231000000_flying-cars.sql). Restore it with that version.",
  ],
])("an archive %s is rejected, and nothing is written", async (_, change, sentence) => {
  const forged = path.join(folder, "forged.zip");
  await forgeArchive(archive, forged, change);
  await expect(restore(forged, place)).rejects.toThrow(sentence);
  await nothingIsThere();
});

test("rows with broken references are rejected, and nothing is written", async () => {
  const forged = path.join(folder, "forged.zip");
  await forgeArchive(archive, forged, (entries) => {
    entries.set("tables/properties.copy", Buffer.alloc(0));
    changedManifest((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) =>
        table.table === "properties"
          ? {
              ...table,
              rows: 0,
              part: buildPart(table.part.name, Buffer.alloc(0)),
            }
          : table,
      ),
    }))(entries);
  });
  await expect(restore(forged, place)).rejects.toMatchObject({ code: "23503" });
  await nothingIsThere();
});

test("jobs that can't be enqueued are rejected, and nothing is written", async () => {
  const forged = path.join(folder, "forged.zip");
  const jobs = Buffer.from("send-email\n");
  await forgeArchive(archive, forged, (entries) => {
    entries.set("jobs.copy", jobs);
    changedManifest((manifest) => ({ ...manifest, jobs: { rows: 1, part: buildPart("jobs.copy", jobs) } }))(
      entries,
    );
  });
  await expect(restore(forged, place)).rejects.toMatchObject({ code: "22P04" });
  await nothingIsThere();
});

test("restoring is rejected if the database role can't create the job queue schema, and nothing is written", async () => {
  const other = await createEmptyTarget(folder);
  const user = other.owner.user ?? "";
  const pool = openPool({ ...place.owner, user }, { warn: () => undefined });
  await expect(restore(archive, { ...place, pool })).rejects.toThrow(
    `The role ${user} can't create the job queue schema. Run: grant create on database "${place.owner.database}" to "${user}";`,
  );
  await nothingIsThere();
  await pool.end();
  await other.remove();
});

test("an archive with a changed byte or missing part is detected, unless the contents are the same", async () => {
  const whole = await readFile(archive);
  const changed = path.join(folder, "changed.zip");
  const { manifestHash, close } = await openArchive(archive);
  close();
  let noticed = 0;
  for (let at = 40; at < whole.length; at += Math.ceil(whole.length / places)) {
    await copyFile(archive, changed);
    const file = await open(changed, "r+");
    await file.write(Buffer.from([255 - (whole[at] ?? 0)]), 0, 1, at);
    await file.close();
    const found = await openArchive(changed)
      .then((read) =>
        checkArchive(read, () => undefined)
          .then(
            () => read.manifestHash,
            (error: unknown) => error,
          )
          .finally(read.close),
      )
      .catch((error: unknown) => error);
    // The names and times before each entry aren't read.
    expect(found === manifestHash || found instanceof BackupError, `byte ${at}`).toBe(true);
    if (found instanceof BackupError) noticed += 1;
    await truncate(changed, at);
    await expect(openArchive(changed)).rejects.toThrow(
      "changed.zip is incomplete, damaged, or not a portal archive. Use another archive.",
    );
  }
  expect(noticed).toBeGreaterThan(places / 2);
});

test("backing up a database without a portal is rejected", async () => {
  const file = path.join(folder, "nothing.zip");
  await expect(writeArchive(place.pool, place.files, { file })).rejects.toThrow(
    "There's no portal in this database yet, so there's nothing to back up.",
  );
});

test("restoring to a destination that isn't empty is rejected with a message and changes nothing", async () => {
  const occupied = await createEmptyTarget(folder);
  cleanUp.push(occupied.remove);
  const { key } = await occupied.files.put(Buffer.from("image"), "png");
  await expect(restore(archive, occupied)).rejects.toThrow(
    "There are already files here. Restore into an empty location: a different DATA_DIR, or an empty bucket in S3_BUCKET.",
  );
  await occupied.files.remove(key);
  await occupied.pool.query("create table notes (text text)");
  await expect(restore(archive, occupied)).rejects.toThrow(
    "The database isn't empty (it contains notes). Restore into an empty one: set a different DATA_DIR, or point DATABASE_URL at a new database.",
  );
  expect((await readdir(occupied.filesFolder)).filter((name) => name.length === 2)).toHaveLength(1);
});
