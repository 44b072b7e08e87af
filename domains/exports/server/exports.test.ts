import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listTables } from "#server/backup/copy-tables.ts";
import { openPool } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { AppError } from "#shared/errors.ts";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import { downloadExport, exportAll, listExports, readTable, runExport, startExport } from "#test/exports.ts";
import { signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import { exportRetentionDays } from "../contract.ts";
import { sweepExports } from "./sweep-exports.ts";
import { tableDecisions } from "./tables/all-tables.ts";
import { isLeftOut } from "./tables/table-decisions.ts";
import { writeExport } from "./write-export.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
});
afterEach(() => portal.close());

const start = async () => {
  const response = await startExport(portal, building.admin);
  expect(response.statusCode, response.body).toBe(202);
  return response.json<{ id: number }>().id;
};
const download = (id: number) => downloadExport(portal, building.admin, id);
const readLatest = async () => (await listExports(portal, building.admin))[0];
const readMessage = async (id: number) => (await download(id)).json<{ message: string }>().message;
const readNotices = async () =>
  (await portal.call("GET", "/api/notifications", building.admin)).json<{ items: unknown[] }>().items;
const countParts = async () =>
  (await portal.db.selectFrom("export_parts").select("file_key").execute()).length;

/** Adds an incompressible file to a work order. */
async function storeFile(bytes: number, name = "Quote.pdf"): Promise<string> {
  const { db, services } = portal;
  const stored = await services.files.put(randomBytes(bytes), "pdf");
  await db
    .insertInto("work_order_files")
    .values({
      work_order_id: await createTenantOrder(db, building),
      property_id: building.propertyId,
      file_key: stored.key,
      name,
      media_type: "application/pdf",
      bytes,
      sha256: stored.sha256,
      internal: false,
      added_by_id: building.admin.id,
      created_at: portal.clock.now,
    })
    .execute();
  return stored.key;
}

test("every table and column is either exported or left out for a stated reason", async () => {
  const pool = openPool(portal.connection, portal.services.log);
  const client = await pool.connect();
  const { rows: columns } = await client.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const tables = await listTables(client);
  client.release();
  await pool.end();
  expect(Object.keys(tableDecisions).sort()).toEqual(
    [...tables.map(({ table }) => table), "schema_migrations"].sort(),
  );
  const decided = Object.entries(tableDecisions).flatMap(([table, decision]) =>
    isLeftOut(decision) ? [] : Object.keys(decision.columns).map((column) => `${table}.${column}`),
  );
  const isExported = (name: string) =>
    !isLeftOut(tableDecisions[name.split(".")[0] as keyof typeof tableDecisions]);
  expect(decided.sort()).toEqual(
    columns
      .map(({ name }) => name)
      .filter(isExported)
      .sort(),
  );
});

test("the worker writes a data export in the background, and the person who started it is notified", async () => {
  await storeFile(100);
  const id = await start();
  expect(await readLatest()).toMatchObject({ id, state: "queued", createdBy: "Ada Admin", expiresAt: null });
  expect(await readMessage(id)).toBe("This export isn't finished yet. Wait a moment and try again.");
  await runJobsUntil(portal, async () => (await readLatest())?.state === "done");
  const { tables, files, bytes, expiresAt } = (await readLatest()) ?? {};
  expect(tables?.done).toBe(tables?.total);
  expect(files).toEqual({ done: 1, total: 1 });
  expect((await download(id)).rawPayload.length).toBe(bytes);
  expect(expiresAt).toBe(
    new Date(portal.clock.now.getTime() + exportRetentionDays * 86_400_000).toISOString(),
  );
  expect(await readNotices()).toMatchObject([
    { text: "Your data export is ready to download", link: "/settings/export" },
  ]);
  const logged = await portal.db
    .selectFrom("audit_log")
    .select(["action", "actor_name", "subject_id"])
    .where("subject_type", "=", "export")
    .orderBy("id")
    .execute();
  expect(logged).toEqual([
    { action: "export.started", actor_name: "Ada Admin", subject_id: String(id) },
    { action: "export.downloaded", actor_name: "Ada Admin", subject_id: String(id) },
  ]);
});

test("only one export runs at a time, and a second start names the person who started the first", async () => {
  const [one, other] = await Promise.all([
    startExport(portal, building.admin),
    startExport(portal, building.admin),
  ]);
  expect(new Set([one.statusCode, other.statusCode])).toEqual(new Set([202, 409]));
  const rejected = await startExport(portal, building.admin);
  expect(rejected.json()).toMatchObject({
    message:
      "Ada Admin started an export that isn't finished yet. Wait until it's finished, then download it.",
  });
  await runExport(portal, (await readLatest())?.id ?? 0);
  await start();
});

test("a large export is stored in parts and downloaded as one file, and HEAD returns its size", async () => {
  await storeFile(20_000_000);
  await storeFile(20_000_000, 'A<b>: "c"/d?.pdf');
  const entries = await exportAll(portal, building.admin);
  expect(await countParts()).toBeGreaterThan(1);
  const files = readTable(entries, "work-order-files.csv");
  expect(files[1]?.file).toMatch(/^files\/work-orders\/\d+\/file-\d+-A_b__ _c__d_\.pdf$/);
  expect(files.map(({ file = "" }) => entries.get(file)?.length)).toEqual([20_000_000, 20_000_000]);
  const head = await portal.call("HEAD" as "GET", `/api/exports/1/file`, building.admin);
  expect(head.headers["content-length"]).toBe(String((await readLatest())?.bytes));
});

test("an export that fails halfway offers no download, leaves no files, and can be started again", async () => {
  await storeFile(20_000_000);
  const brokenKey = await storeFile(100);
  const { files } = portal.services;
  const stored: string[] = [];
  const failing: Services = {
    ...portal.services,
    files: {
      ...files,
      async put(content, extension) {
        const part = await files.put(content, extension);
        stored.push(part.key);
        return part;
      },
      async read(key, range) {
        if (key === brokenKey) throw new AppError("unavailable", "File storage isn't reachable right now.");
        return files.read(key, range);
      },
    },
  };
  const id = await start();
  await runExport(portal, id, failing);
  expect(stored.length).toBeGreaterThan(0);
  for (const key of stored) await expect(files.read(key)).rejects.toThrow("This file doesn't exist");
  expect(await readLatest()).toMatchObject({
    state: "failed",
    message: "File storage isn't reachable right now.",
    expiresAt: null,
  });
  expect((await download(id)).statusCode).toBe(404);
  expect(await readMessage(id)).toBe("This export failed. File storage isn't reachable right now.");
  expect(await readNotices()).toMatchObject([{ text: "Your data export failed. You can start a new one" }]);
  await exportAll(portal, building.admin);
});

test("a file missing from storage is listed in the README, and the export completes", async () => {
  await portal.services.files.remove(await storeFile(100));
  const entries = await exportAll(portal, building.admin);
  const [row] = readTable(entries, "work-order-files.csv");
  expect(entries.has(row?.file ?? "")).toBe(false);
  expect(String(entries.get("README.txt"))).toContain(
    `These files weren't in the portal's file storage:\n  ${row?.file}\n`,
  );
});

test("an export whose process was killed runs again and counts as failed if no job resumes it", async () => {
  const id = await start();
  await sql`update exports set state = 'running', tables_done = 3, table_count = 50`.execute(portal.db);
  await runExport(portal, id);
  expect(await readLatest()).toMatchObject({ state: "done" });
  await runExport(portal, id);
  expect(await countParts()).toBe(1);

  const abandonedId = await start();
  await sql`update exports set state = 'running', last_progress_at = now() - interval '16 minutes'
    where id = ${abandonedId}`.execute(portal.db);
  const message = "This export was interrupted. Start a new one.";
  expect(await readLatest()).toMatchObject({ id: abandonedId, state: "failed", message });
  await start();
  await runExport(portal, abandonedId);
  expect((await listExports(portal, building.admin)).map(({ state }) => state)).toEqual([
    "queued",
    "failed",
    "done",
  ]);
});

test("an export that can't connect to the database fails, and a permanently failed job doesn't block the next export", async () => {
  const id = await start();
  const pool = { connect: () => Promise.reject(new Error("too many clients")) } as unknown as pg.Pool;
  await writeExport(portal.services, pool, { exportId: id });
  expect(await readLatest()).toMatchObject({ id, state: "failed" });
  await start();
  expect(await readLatest()).toMatchObject({ state: "queued" });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(portal.db);
  expect(await readLatest()).toMatchObject({
    state: "failed",
    message: "This export was interrupted. Start a new one.",
  });
  await start();
  expect(await readLatest()).toMatchObject({ state: "queued" });
});

test("an export is deleted after 7 days, and its download link then says so", async () => {
  const id = await start();
  await runExport(portal, id);
  const { file_key: key } = await portal.db
    .selectFrom("export_parts")
    .select("file_key")
    .executeTakeFirstOrThrow();
  await sweepExports(portal.services);
  expect((await download(id)).statusCode).toBe(200);
  portal.clock.advanceMinutes(exportRetentionDays * 24 * 60 + 1);
  building.admin.cookie = await signInAs(portal.db, building.admin, portal.clock.now);
  await sweepExports(portal.services);
  expect(await readLatest()).toMatchObject({ state: "expired" });
  await expect(portal.services.files.read(key)).rejects.toThrow("This file doesn't exist");
  expect((await download(id)).statusCode).toBe(404);
  expect(await readMessage(id)).toBe("This export was deleted after 7 days. Start a new one.");
});

test("data exports aren't restored from a backup, and their download links then say so", async () => {
  const id = await start();
  await runExport(portal, id);
  const { file_key: key } = await portal.db
    .selectFrom("export_parts")
    .select("file_key")
    .executeTakeFirstOrThrow();
  await portal.services.files.remove(key);
  expect(await readMessage(id)).toBe("The files of this export weren't restored. Start a new export.");
});
