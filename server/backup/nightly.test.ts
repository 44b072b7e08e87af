import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BackupStatus } from "#domains/settings/backup-contract.ts";
import { getBackupStatus } from "#domains/settings/server/backup-status.ts";
import { openPool } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { openMailer } from "#server/integrations/email/mailer.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { createContext } from "#test/context.ts";
import { createArchiveFolder } from "#test/files/archives.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { backUpNightly } from "./back-up-nightly.ts";
import { openArchive } from "./read-archive.ts";

let folder: string;
let backups: string;
const cleanUp: (() => unknown)[] = [];
beforeEach(async () => {
  const made = await createArchiveFolder();
  folder = made.folder;
  backups = path.join(folder, "backups");
  cleanUp.push(made.remove);
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function portalWith(
  environment: Record<string, string>,
): Promise<{ portal: TestPortal; pool: pg.Pool }> {
  const portal = await startPortal(environment);
  const pool = openPool(portal.connection, { warn: () => undefined });
  cleanUp.push(
    () => portal.close(),
    () => pool.end(),
  );
  return { portal, pool };
}

const readStatus = (portal: TestPortal) => getBackupStatus(createContext(portal, portal.db));

test("an archive is written each night, the newest archives are kept, and Settings shows the last one", async () => {
  const { portal, pool } = await portalWith({ BACKUP_DIR: backups, BACKUP_AT: "02:30", BACKUP_KEEP: "2" });
  portal.clock.now = new Date("2026-11-23T02:30:00Z");
  await backUpNightly(portal.services, pool);
  for (const name of ["portal-20261122-023000.zip.77.partial", "before-upgrade-20250101-000000.zip"])
    await writeFile(path.join(backups, name), "");
  for (const _ of [1, 2]) {
    portal.clock.advanceMinutes(24 * 60);
    await backUpNightly(portal.services, pool);
  }
  expect((await readdir(backups)).sort()).toEqual([
    "before-upgrade-20250101-000000.zip",
    "portal-20261124-023000.zip",
    "portal-20261125-023000.zip",
  ]);
  const { manifest, close } = await openArchive(path.join(backups, "portal-20261125-023000.zip"));
  close();
  expect(manifest.tables.length).toBeGreaterThan(40);

  const state = await readStatus(portal);
  expect(state).toMatchObject({ dailyAt: "02:30", failed: null, needsAttention: false });
  expect(state.made).toEqual({ at: "2026-11-25T02:30:00.000Z", bytes: expect.any(Number) });
  portal.clock.advanceMinutes(2 * 24 * 60);
  expect(await readStatus(portal)).toMatchObject({ needsAttention: false });
  portal.clock.advanceMinutes(1);
  expect(await readStatus(portal)).toMatchObject({ needsAttention: true });
});

test("a failed backup is reported until a backup succeeds, and earlier archives are kept", async () => {
  const { portal, pool } = await portalWith({ BACKUP_DIR: backups, BACKUP_KEEP: "1" });
  await backUpNightly(portal.services, pool);
  const before = await readdir(backups);
  portal.clock.advanceMinutes(24 * 60);
  const files = {
    ...portal.services.files,
    read: () => Promise.reject(new Error("The bucket isn't reachable.")),
  };
  const { key } = await portal.services.files.put(Buffer.from("logo"), "png");
  await portal.db.updateTable("organization").set({ logo_key: key }).execute();
  await expect(backUpNightly({ ...portal.services, files }, pool)).rejects.toThrow(
    "The bucket isn't reachable.",
  );
  expect(await readdir(backups)).toEqual(before);
  expect(await readStatus(portal)).toMatchObject({
    failed: { at: portal.clock.now.toISOString(), reason: "The bucket isn't reachable." },
    needsAttention: true,
  });
  await backUpNightly(portal.services, pool);
  expect(await readStatus(portal)).toMatchObject({ failed: null, needsAttention: false });
});

test("the first start with BACKUP_DIR makes a backup right away", async () => {
  const { portal, pool } = await portalWith({ BACKUP_DIR: backups });
  const mailer = openMailer(portal.services.config);
  const worker = await startWorker(portal.services, pool, mailer);
  cleanUp.push(
    () => mailer.close(),
    () => worker.stop(),
  );
  await expect.poll(async () => (await readStatus(portal)).made, { timeout: 20_000 }).not.toBeNull();
  expect(await readdir(backups)).toHaveLength(1);
});

test("only an instance with BACKUP_DIR makes the backup, and a restored archive doesn't queue another one", async () => {
  const { portal, pool } = await portalWith({ BACKUP_DIR: backups });
  const { services, db, connection } = portal;
  const poolOfOther = openPool(connection, services.log);
  const mailer = openMailer(services.config);
  cleanUp.push(
    () => poolOfOther.end(),
    () => mailer.close(),
  );
  const start = async (instance: Services, itsPool: pg.Pool) => {
    const worker = await startWorker(instance, itsPool, mailer);
    cleanUp.push(() => worker.stop());
  };
  const attempts = async (task: string) =>
    (
      await sql<{ attempts: number }>`
        select attempts from graphile_worker.jobs where task_identifier = ${task}`.execute(db)
    ).rows.map(({ attempts }) => attempts);

  await enqueue(db, "sweep-files", {}, { delaySeconds: 3_600 });
  await enqueue(db, "back-up", {}, { key: "back-up" });
  await start({ ...services, config: { ...services.config, backup: null } }, poolOfOther);
  // Enqueued later, at the start, so processed later.
  await expect.poll(() => attempts("post-charges"), { timeout: 20_000 }).toEqual([]);
  expect(await attempts("back-up")).toEqual([0]);

  await start(services, pool);
  await expect.poll(async () => (await readStatus(portal)).made, { timeout: 20_000 }).not.toBeNull();
  const [name = ""] = await readdir(backups);
  const { manifest, read, close } = await openArchive(path.join(backups, name));
  const jobs = manifest.jobs && (await text(await read(manifest.jobs.part)));
  expect(jobs).toContain("sweep-files");
  expect(jobs).not.toContain("back-up");
  close();
});

test("without BACKUP_DIR, Settings shows no backups and reports no problem", async () => {
  const { portal } = await portalWith({});
  const cookie = await signInAs(portal.db, await createPerson(portal.db, { role: "admin" }));
  const response = await portal.call("GET", "/api/settings/backup", { cookie });
  expect(response.json<BackupStatus>()).toEqual({
    dailyAt: null,
    made: null,
    failed: null,
    needsAttention: false,
  });
});
