import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { type FakeScanner, startFakeScanner, testVirus } from "#test/fakes/fake-clamd.ts";
import { smallPdf, upload } from "#test/files/documents.ts";
import { readNotifications } from "#test/notifications.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { Document } from "../../contract.ts";
import { scanDocumentFile } from "./scan-document-file.ts";

let scanner: FakeScanner;
let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  scanner = await startFakeScanner();
  ({ portal, building } = await startBuilding({ CLAMD_URL: scanner.url }));
});
afterAll(async () => {
  await portal.close();
  await scanner.close();
});
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
});
afterEach(() => {
  scanner.behavior = "normal";
});

async function uploaded(line: string): Promise<Document> {
  const fields = { title: "Certificate", type: "Insurance", buildingId: building.propertyId };
  const response = await upload(portal, building.tenant.cookie, { fields, content: smallPdf(line) });
  expect(response.statusCode).toBe(201);
  return response.json<Document>();
}
const read = async (id: number): Promise<Document> =>
  (await portal.call("GET", `/api/documents/${id}`, { cookie: building.tenant.cookie })).json<Document>();
const take = (id: number) =>
  portal.call("GET", `/api/documents/${id}/file`, { cookie: building.tenant.cookie });
const readRow = (id: number) =>
  portal.db.selectFrom("document_files").selectAll().where("document_id", "=", id).executeTakeFirstOrThrow();

/** Returns the scans waiting in the queue, with their delay. */
async function queuedScans(): Promise<{ fileId: number; attempts: number; inSeconds: number }[]> {
  const { rows } = await sql<{ payload: { fileId: number; attempts: number }; inSeconds: number }>`
    select payload, round(extract(epoch from j.run_at - now()))::int as "inSeconds"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'scan-document-file' order by j.id`.execute(portal.db);
  return rows.map(({ payload, inSeconds }) => ({ ...payload, inSeconds: Math.max(0, inSeconds) }));
}

describe("documents with a virus scanner", () => {
  test("a new document waits for its scan, is found clean by a job, and can then be downloaded", async () => {
    const { id, file } = await uploaded("A harmless paper");
    expect(file.scan).toBe("waiting");
    const early = await take(id);
    expect(early.statusCode).toBe(409);
    expect(early.json<{ message: string }>().message).toBe(
      "This file is still being scanned for viruses. Try again in a minute.",
    );
    const notifications = () =>
      portal.db
        .selectFrom("notifications")
        .select("user_id")
        .where("kind", "=", "document.added")
        .where("document_id", "=", id)
        .execute();
    expect(await notifications()).toEqual([]);
    await runJobsUntil(portal, async () => (await read(id)).file.scan === "clean");
    expect(await notifications()).toEqual([{ user_id: building.landlord.id }]);
    expect(scanner.received.at(-1)?.equals(smallPdf("A harmless paper"))).toBe(true);
    expect((await take(id)).statusCode).toBe(200);
  });

  test("an infected document can't be downloaded, its uploader and the managers are notified, and the log names the virus", async () => {
    const { id } = await uploaded(testVirus);
    const row = await readRow(id);
    const published = vi.spyOn(portal.services.live, "publish");
    await scanDocumentFile(portal.services, { fileId: row.id, attempts: 0 });
    expect((await read(id)).file.scan).toBe("infected");
    const response = await take(id);
    expect(response.statusCode).toBe(409);
    expect(response.json<{ message: string }>().message).toBe("This file contained a virus and was removed.");
    await expect(portal.services.files.read(row.file_key)).rejects.toThrow("doesn't exist");
    const found = (await readNotifications(portal.db))
      .filter(({ kind }) => kind === "document.virus-found")
      .map(({ user_id, text, document_id }) => ({ user_id, text, document_id }));
    const sentence = "A virus was found in “paper.pdf” (“Certificate”), and the file was removed.";
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining(
        [building.tenant, building.landlord, building.admin].map((person) => ({
          user_id: person.id,
          text: sentence,
          document_id: id,
        })),
      ),
    );
    const entry = await portal.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "document.virus-found")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      subject_id: String(id),
      property_id: building.propertyId,
      actor_name: "The portal",
    });
    expect(entry.details).toMatchObject({ title: "Certificate", file: "paper.pdf", virus: "Tests.Harmless" });
    expect(published.mock.calls.map(([message]) => message.to)).toEqual(
      expect.arrayContaining(["viewers", "users"]),
    );
    published.mockRestore();
    // The same job again, as after a lost connection, doesn't notify anyone a second time.
    await scanDocumentFile(portal.services, { fileId: row.id, attempts: 0 });
    const again = await portal.db
      .selectFrom("notifications")
      .select("id")
      .where("kind", "=", "document.virus-found")
      .execute();
    expect(again).toHaveLength(3);
  });

  test.each(["disconnecting", "failing", "limited"] as const)(
    "while the scanner is %s, the scan waits and is retried with back-off",
    async (behavior) => {
      const { id } = await uploaded("A paper in bad days");
      await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
      const { id: fileId } = await readRow(id);
      scanner.behavior = behavior;
      for (const [attempts, inSeconds] of [
        [0, 15],
        [1, 30],
        [4, 240],
        [9, 600],
        [5000, 600],
      ] as const) {
        await scanDocumentFile(portal.services, { fileId, attempts });
        expect(await queuedScans()).toEqual([{ fileId, attempts: attempts + 1, inSeconds }]);
        await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
      }
      expect((await read(id)).file.scan).toBe("waiting");
      expect((await take(id)).statusCode).toBe(409);
      scanner.behavior = "normal";
      await scanDocumentFile(portal.services, { fileId, attempts: 5 });
      expect((await read(id)).file.scan).toBe("clean");
      expect(await queuedScans()).toEqual([]);
    },
  );

  test("a scan waits while the storage is unavailable", async () => {
    const { id } = await uploaded("A paper that cannot be read");
    await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
    const { id: fileId } = await readRow(id);
    const away = vi
      .spyOn(portal.services.files, "read")
      .mockRejectedValueOnce(new Error("The storage is away."));
    await scanDocumentFile(portal.services, { fileId, attempts: 0 });
    away.mockRestore();
    expect(await queuedScans()).toEqual([{ fileId, attempts: 1, inSeconds: 15 }]);
    expect((await read(id)).file.scan).toBe("waiting");
  });

  test("an infected document that couldn't be removed is removed later and can't be downloaded until then", async () => {
    const { id } = await uploaded(testVirus);
    const { id: fileId, file_key: key } = await readRow(id);
    await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
    const away = vi
      .spyOn(portal.services.files, "remove")
      .mockRejectedValueOnce(new Error("The storage is away."));
    await scanDocumentFile(portal.services, { fileId, attempts: 0 });
    away.mockRestore();
    expect((await take(id)).statusCode).toBe(409);
    expect(await queuedScans()).toEqual([{ fileId, attempts: 1, inSeconds: 15 }]);
    await scanDocumentFile(portal.services, { fileId, attempts: 1 });
    await expect(portal.services.files.read(key)).rejects.toThrow("doesn't exist");
  });

  test("files that were waiting when the scanner was removed count as unscanned", async () => {
    const { id } = await uploaded("A paper of the old days");
    const { id: fileId } = await readRow(id);
    const config = { ...portal.services.config, clamd: null };
    await scanDocumentFile({ ...portal.services, config }, { fileId, attempts: 3 });
    expect((await read(id)).file.scan).toBe("unscanned");
  });

  test("a file without a document is ignored by the scan", async () => {
    await scanDocumentFile(portal.services, { fileId: 999_999, attempts: 0 });
    expect(await queuedScans()).toEqual([]);
  });
});
