import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { freeJobs } from "#server/jobs/free-jobs.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { type FakeScanner, startFakeScanner, testVirus } from "#test/fakes/fake-clamd.ts";
import { type FakeS3, startFakeS3 } from "#test/fakes/fake-s3.ts";
import { documentUpload, isStored, smallPdf, upload } from "#test/files/documents.ts";
import { readNotifications } from "#test/notifications.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { Document } from "../../contract.ts";
import type { ScanState } from "../../types.ts";
import { extractText } from "../search/extract-text.ts";
import { markInfected } from "./record-scan-result.ts";
import { scanEarlierFiles } from "./scan-earlier-files.ts";

describe.each(["the disk", "an object storage"])(
  "files uploaded before there was a virus scanner, on %s",
  (where) => {
    let scanner: FakeScanner;
    let s3: FakeS3;
    let portal: TestPortal;
    let building: TestBuilding;
    /** The portal once CLAMD_URL is set. */
    let withScanner: Services;
    beforeAll(async () => {
      scanner = await startFakeScanner();
      s3 = await startFakeS3();
      ({ portal, building } = await startBuilding(where === "the disk" ? {} : s3.environment));
      const clamd = { host: "127.0.0.1", port: scanner.port };
      withScanner = { ...portal.services, config: { ...portal.services.config, clamd } };
    });
    afterAll(async () => {
      await portal.close();
      await Promise.all([scanner.close(), s3.close()]);
    });
    beforeEach(async () => {
      await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
      await sql`delete from documents`.execute(portal.db);
      await sql`delete from notifications`.execute(portal.db);
      scanner.received.length = 0;
    });
    afterEach(() => {
      scanner.behavior = "normal";
    });

    async function uploaded(line: string): Promise<number> {
      const fields = { title: "Certificate", type: "Insurance", buildingId: building.propertyId };
      const response = await upload(portal, building.tenant.cookie, { fields, content: smallPdf(line) });
      expect(response.json<Document>().file.scan).toBe("unscanned");
      return response.json<Document>().id;
    }
    const take = (id: number) =>
      portal.call("GET", `/api/documents/${id}/file`, { cookie: building.tenant.cookie });
    const readRows = (id: number) =>
      portal.db
        .selectFrom("document_files")
        .selectAll()
        .where("document_id", "=", id)
        .orderBy("number")
        .execute();
    const readStates = async (id: number) => (await readRows(id)).map(({ scan }) => scan);
    const countFiles = async (scan: ScanState) =>
      (await portal.db.selectFrom("document_files").select("id").where("scan", "=", scan).execute()).length;
    const queued = async () =>
      (
        await sql<{ task: string }>`
        select task_identifier as task from graphile_worker.jobs where task_identifier like 'scan-%'`.execute(
          portal.db,
        )
      ).rows;
    const allNotifications = async () =>
      (await readNotifications(portal.db)).map(({ user_id, kind, text }) => ({ user_id, kind, text }));
    const scanAll = () => scanEarlierFiles(withScanner);

    test("a job scans all earlier files, a few at a time, and each can be downloaded unless a virus is found in it", async () => {
      const ids: number[] = [];
      for (let number = 1; number <= 23; number += 1)
        ids.push(await uploaded(number === 22 ? testVirus : `Paper ${number}`));
      await sql`delete from notifications`.execute(portal.db);
      await scanAll();
      expect(scanner.received).toHaveLength(20);
      expect([await countFiles("clean"), await countFiles("unscanned")]).toEqual([20, 3]);
      expect(await queued()).toEqual([{ task: "scan-earlier-files" }]);
      for (const id of [ids[0], ids[21], ids[22]]) expect((await take(id ?? 0)).statusCode).toBe(200);
      const [row] = await readRows(ids[21] ?? 0);
      const working = { ...portal, services: withScanner };
      const isGone = async () => !(await isStored(portal, row?.file_key ?? ""));
      await runJobsUntil(working, async () => (await countFiles("unscanned")) === 0 && (await isGone()));
      expect([await countFiles("clean"), await countFiles("infected")]).toEqual([22, 1]);
      expect(scanner.received).toHaveLength(23);
      expect((await take(ids[0] ?? 0)).statusCode).toBe(200);
      const rejected = await take(ids[21] ?? 0);
      expect([rejected.statusCode, rejected.json().message]).toEqual([
        409,
        "This file contained a virus and was removed.",
      ]);
      const text = "A virus was found in “paper.pdf” (“Certificate”), and the file was removed.";
      expect(await allNotifications()).toHaveLength(3);
      expect(await allNotifications()).toEqual(
        expect.arrayContaining(
          [building.tenant, building.landlord, building.admin].map(({ id }) => ({
            user_id: id,
            kind: "document.virus-found",
            text,
          })),
        ),
      );
      const entry = await portal.db
        .selectFrom("audit_log")
        .selectAll()
        .where("action", "=", "document.virus-found")
        .where("subject_id", "=", String(ids[21]))
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({
        actor_name: "The portal",
        details: { number: 1, virus: "Tests.Harmless" },
      });
    });

    test("an infected earlier file can't be restored, downloaded where it was restored, or found by its words", async () => {
      const id = await uploaded(`${testVirus} of Erlangen`);
      const { cookie } = building.landlord;
      await extractText(portal.services, { documentId: id, number: 1 });
      const { body, headers } = documentUpload({
        fields: {},
        content: smallPdf("A second one"),
      });
      const added = await portal.call("POST", `/api/documents/${id}/files`, { cookie, body, headers });
      expect(added.statusCode, added.body).toBe(201);
      const again = () => portal.call("POST", `/api/documents/${id}/files/1/restore`, { cookie, body: {} });
      expect((await again()).statusCode).toBe(200);
      await extractText(portal.services, { documentId: id, number: 3 });
      const found = async () =>
        (await portal.call("GET", "/api/documents?in=files&q=erlangen", { cookie })).json<unknown[]>().length;
      expect(await found()).toBe(1);
      await scanAll();
      expect(await readStates(id)).toEqual(["infected", "clean", "infected"]);
      expect((await take(id)).statusCode).toBe(409);
      expect((await again()).statusCode).toBe(409);
      await extractText(portal.services, { documentId: id, number: 3 });
      expect(await found()).toBe(0);
      // The person who restored it is notified once, as one of the managers.
      expect((await allNotifications()).filter(({ kind }) => kind === "document.virus-found")).toHaveLength(
        3,
      );
    });

    test("a file restored at the moment its virus is found can't be downloaded", async () => {
      const id = await uploaded(testVirus);
      const [first] = await readRows(id);
      if (first === undefined) throw new Error("There is no file.");
      const { id: _, ...facts } = first;
      let isMarked = false;
      const marking = await portal.db.transaction().execute(async (db) => {
        await sql`select from documents where id = ${id} for update`.execute(db);
        const marked = runAsPortal(withScanner, (ctx) =>
          markInfected(ctx, { documentId: id, key: facts.file_key }, "Tests.Harmless"),
        ).then(() => {
          isMarked = true;
        });
        await expect
          .poll(
            async () =>
              (
                await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
                  portal.db,
                )
              ).rows.length,
          )
          .toBe(1);
        await db
          .insertInto("document_files")
          .values({ ...facts, number: 2, restored_from: 1 })
          .execute();
        expect(isMarked).toBe(false);
        return { marked };
      });
      await marking.marked;
      expect(await readStates(id)).toEqual(["infected", "infected"]);
    });

    test("while the scanner is unavailable, only a few files are tried, all can be downloaded, and each is retried an hour later", async () => {
      const ids: number[] = [];
      for (const line of ["One", "Two", "Three", "Four"]) ids.push(await uploaded(line));
      scanner.behavior = "disconnecting";
      await scanAll();
      expect(await countFiles("unscanned")).toBe(4);
      expect(
        (
          await portal.db
            .selectFrom("document_files")
            .select("id")
            .where("scan_started_at", "is not", null)
            .execute()
        ).length,
      ).toBe(3);
      expect(await queued()).toEqual([]);
      expect((await take(ids[0] ?? 0)).statusCode).toBe(200);
      scanner.behavior = "normal";
      await scanAll();
      expect(await readStates(ids[3] ?? 0)).toEqual(["clean"]);
      expect(await countFiles("unscanned")).toBe(3);
      portal.clock.advanceMinutes(61);
      await scanAll();
      expect(await countFiles("clean")).toBe(4);
    });

    test("an unreadable file doesn't block the scan of other files", async () => {
      const ids: number[] = [];
      for (const line of ["One", "Two", "Three", "Four", "Five"]) ids.push(await uploaded(line));
      for (const id of [ids[0], ids[2]])
        await portal.services.files.remove((await readRows(id ?? 0))[0]?.file_key ?? "");
      await scanAll();
      for (const id of [ids[1], ids[3], ids[4]]) expect(await readStates(id ?? 0)).toEqual(["clean"]);
      expect(await countFiles("unscanned")).toBe(2);
    });

    test("several instances in parallel scan each file once", async () => {
      for (let number = 1; number <= 12; number += 1)
        await uploaded(number < 3 ? testVirus : `Paper ${number}`);
      await sql`delete from notifications`.execute(portal.db);
      await Promise.all([scanAll(), scanAll(), scanAll()]);
      expect([await countFiles("clean"), await countFiles("infected")]).toEqual([10, 2]);
      expect(scanner.received).toHaveLength(12);
      expect(await allNotifications()).toHaveLength(6);
    });

    test("a killed process doesn't block other files or the queue, and its file is retried an hour later", async () => {
      const [held, next] = [await uploaded("Held"), await uploaded("Next")];
      await enqueue(
        portal.db,
        "scan-earlier-files",
        {},
        { queue: "virus-scanner", key: "scan-earlier-files" },
      );
      // As the killed process left it: the job and its queue are locked, and its file is marked as started.
      await sql`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '2 minutes'`.execute(
        portal.db,
      );
      await sql`update graphile_worker._private_job_queues set locked_by = 'killed', locked_at = now() - interval '2 minutes'`.execute(
        portal.db,
      );
      await sql`update document_files set scan_started_at = ${portal.clock.now} where document_id = ${held}`.execute(
        portal.db,
      );
      const working = { ...portal, services: withScanner };
      await freeJobs(portal.services);
      await runJobsUntil(working, async () => (await readStates(next))[0] === "clean");
      expect(await readStates(held)).toEqual(["unscanned"]);
      portal.clock.advanceMinutes(61);
      await scanAll();
      expect(await readStates(held)).toEqual(["clean"]);
    });

    test("without a scanner, no files are scanned", async () => {
      const id = await uploaded("A paper");
      await scanEarlierFiles(portal.services);
      expect((await readRows(id))[0]).toMatchObject({ scan: "unscanned", scan_started_at: null });
    });
  },
);
