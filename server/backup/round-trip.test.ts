import { rmSync } from "node:fs";
import { mkdtemp, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyDocumentFiles } from "#domains/documents/server/verify-documents.ts";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { prepareDemo } from "#seeds/demo.ts";
import { type Db, openDatabase, openPool } from "#server/db/database.ts";
import { describeSchema } from "#server/db/describe-schema.ts";
import { openFiles } from "#server/integrations/files/open-files.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { startFakeS3 } from "#test/fakes/fake-s3.ts";
import { createArchiveFolder, createEmptyTarget, restore } from "#test/files/archives.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { readConfig } from "../config.ts";
import { listReferencedFiles } from "./copy-tables.ts";
import { writeArchive } from "./write-archive.ts";

const silent = { warn: () => undefined };
let portal: TestPortal;
let pool: pg.Pool;
let folder: string;
let archive: string;
const cleanUp: (() => unknown)[] = [];

beforeAll(async () => {
  portal = await startPortal({ DEMO: "1" });
  await prepareDemo(portal.services);
  await enqueue(
    portal.db,
    "send-email",
    { emailId: 7 },
    { delaySeconds: 60, queue: "emails", key: "seventh" },
  );
  pool = openPool(portal.connection, silent);
  const made = await createArchiveFolder();
  folder = made.folder;
  cleanUp.push(
    made.remove,
    () => portal.close(),
    () => pool.end(),
  );
  archive = path.join(folder, "demo.zip");
  await writeArchive(pool, portal.services.files, { file: archive });
}, 240_000);
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
});
const place = async () => {
  const made = await createEmptyTarget(folder);
  cleanUp.push(made.remove);
  return made;
};

/** Returns everything that is stored: a hash of each table's rows, the sequences, and the jobs. */
async function readContents(db: Db): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and c.relname <> 'schema_migrations'`.execute(db);
  const contents: Record<string, unknown> = {};
  for (const { name } of tables)
    contents[name] = (
      await sql`select count(*), sum(hashtextextended(t::text, 0)) as hash from ${sql.table(name)} t`.execute(
        db,
      )
    ).rows[0];
  contents.sequences = (
    await sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`.execute(
      db,
    )
  ).rows;
  contents.jobs = (
    await sql`select task_identifier, queue_name, run_at, max_attempts, key from graphile_worker.jobs order by 1, 3`.execute(
      db,
    )
  ).rows;
  return contents;
}

async function keysIn(from: pg.Pool): Promise<string[]> {
  const client = await from.connect();
  return listReferencedFiles(client).finally(() => client.release());
}

const listProblems = async (found: AsyncIterable<string>) => {
  const problems: string[] = [];
  for await (const problem of found) problems.push(problem);
  return problems;
};

describe("an archive restored into an empty database by its owner without other privileges", () => {
  let restored: Awaited<ReturnType<typeof place>>;
  let db: Db;
  beforeAll(async () => {
    restored = await place();
    await restore(archive, restored);
    db = openDatabase(restored.pool);
  }, 120_000);

  test("the restored database has every row, sequence, and waiting job", async () => {
    const contents = await readContents(db);
    expect(contents).toEqual(await readContents(portal.db));
    expect(contents.jobs).toContainEqual(
      expect.objectContaining({ task_identifier: "send-email", queue_name: "emails", key: "seventh" }),
    );
  });

  test("the restored database has the same tables, foreign keys, indexes, and enabled triggers", async () => {
    const [from, to] = [await pool.connect(), await restored.pool.connect()];
    expect(await describeSchema(to)).toBe(await describeSchema(from));
    const { rows } = await to.query(
      "select tgrelid::regclass, tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal",
    );
    expect(rows).toEqual([]);
    from.release();
    to.release();
  });

  test("the restored database passes verification, and its ledger rejects changes", async () => {
    expect(await db.transaction().execute((transaction) => listProblems(verifyLedger(transaction)))).toEqual(
      [],
    );
    expect(await listProblems(verifyDocumentFiles(db, restored.files))).toEqual([]);
    await expect(sql`delete from ledger_entries`.execute(db)).rejects.toThrow("append-only");
  });

  test("every file is restored with the database", async () => {
    const keys = await keysIn(restored.pool);
    expect(keys.length).toBeGreaterThan(20);
    for (const key of keys) {
      const [before, after] = [await portal.services.files.read(key), await restored.files.read(key)];
      expect((await buffer(after.stream)).equals(await buffer(before.stream)), key).toBe(true);
    }
  });
});

test("files can be restored from disk to a bucket and back to a disk", async () => {
  const s3 = await startFakeS3();
  cleanUp.push(() => s3.close());
  const bucket = await openFiles(readConfig({ ...s3.environment, DATA_DIR: path.join(folder, "s3") }), {
    warn: () => undefined,
  } as never);
  const [inBucket, onDisk] = [await place(), await place()];
  await restore(archive, { ...inBucket, files: bucket });
  const keys = await keysIn(pool);
  expect([...s3.objects.keys()].sort()).toEqual([...keys].sort());

  const second = path.join(folder, "from-bucket.zip");
  s3.disconnectNext("GET");
  const { manifest } = await writeArchive(inBucket.pool, bucket, { file: second });
  expect(manifest.missingFiles).toEqual([]);
  await restore(second, onDisk);
  expect(await listProblems(verifyDocumentFiles(openDatabase(onDisk.pool), onDisk.files))).toEqual([]);
  expect(await readContents(openDatabase(onDisk.pool))).toEqual(await readContents(portal.db));
});

test("an archive written while people work is one consistent snapshot with all of its files", async () => {
  const file = path.join(folder, "busy.zip");
  rmSync(file, { force: true });
  let writes = 0;
  let isOver = false;
  // Companies are copied long before the leases that refer to them.
  const write = async () => {
    while (!isOver) {
      await portal.db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto("companies")
          .values({ name: `Company ${writes}` })
          .returning("id")
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto("audit_log")
          .values({ actor_name: "Test", action: "test", subject_type: "company", subject_id: String(id) })
          .execute();
        await transaction
          .insertInto("work_order_activity_heads")
          .values({ work_order_id: 1_000_000 + id, property_id: 1, seq: 1, hash: Buffer.alloc(1) })
          .execute();
      });
      writes += 1;
    }
  };
  const key = (await keysIn(pool)).at(-1) ?? "";
  let [writesBefore, writesAfter] = [0, 0];
  const writing = write();
  await writeArchive(pool, portal.services.files, {
    file,
    onProgress: (_, step) => {
      // Simulates a record deleted just after the snapshot.
      if (step.startsWith("table 1 ")) {
        writesBefore = writes;
        rmSync(path.join(portal.filesFolder, key), { force: true });
      }
      if (step.startsWith("table ")) writesAfter = writes;
    },
  });
  isOver = true;
  await writing;
  expect(writesAfter).toBeGreaterThan(writesBefore);

  const restored = await place();
  await restore(file, restored);
  const { rows } = await restored.pool.query(`
    select count(*)::int as companies,
      (select count(*)::int from audit_log where action = 'test') as entries,
      (select count(*)::int from work_order_activity_heads where work_order_id > 1000000) as heads
    from companies where name like 'Company %'`);
  const { companies, entries, heads } = rows[0] as Record<string, number>;
  expect([entries, heads]).toEqual([companies, companies]);
  expect(companies).toBeLessThan(writes);
  expect((await buffer((await restored.files.read(key)).stream)).length).toBeGreaterThan(0);
});

test("backing up many files doesn't load them into memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const size = 1_000_000;
  const files = {
    ...portal.services.files,
    read: async () => ({ stream: Readable.from([Buffer.alloc(size)]), bytes: size }),
  };
  let heldBytes = 0;
  const { manifest } = await writeArchive(pool, files, {
    file: path.join(await mkdtemp(path.join(folder, "large-")), "large.zip"),
    onProgress: (_, step) => {
      if (!step.startsWith("table 1 ")) return;
      // Memory is freed in the background. The second collection waits for that.
      collectGarbage();
      collectGarbage();
      heldBytes = process.memoryUsage().arrayBuffers;
    },
  });
  expect(manifest.files.length * size).toBeGreaterThan(100_000_000);
  expect(heldBytes).toBeLessThan(25_000_000);
});

test("only the owner can read an archive, and a failed backup leaves no archive behind", async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  const files = { ...portal.services.files, read: () => Promise.reject(new Error("The disk is broken.")) };
  const file = path.join(folder, "failed.zip");
  await expect(writeArchive(pool, files, { file })).rejects.toThrow("The disk is broken.");
  expect((await readdir(folder)).filter((name) => name.startsWith("failed"))).toEqual([]);
  await expect(writeArchive(pool, portal.services.files, { file: archive })).rejects.toThrow(
    "demo.zip already exists. Choose another name.",
  );
});
