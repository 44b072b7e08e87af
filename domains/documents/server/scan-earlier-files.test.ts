import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { freeJobs } from "#server/jobs/free-jobs.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { type ScannerStandIn, startScanner, testVirus } from "#test/clamd-stand-in.ts";
import { documentUpload, isKept, smallPdf, upload } from "#test/documents.ts";
import { readNotifications } from "#test/notifications.ts";
import type { TestPortal } from "#test/portal.ts";
import { type S3StandIn, startS3 } from "#test/s3-stand-in.ts";
import { workUntil } from "#test/work-until.ts";
import type { Document } from "../contract.ts";
import { extractText } from "./extract-text.ts";
import { scanEarlierFiles } from "./scan-earlier-files.ts";
import { settleInfected } from "./settle-scan.ts";

describe.each(["the disk", "an object storage"])(
  "files from before there was a virus scanner, on %s",
  (where) => {
    let scanner: ScannerStandIn;
    let s3: S3StandIn;
    let portal: TestPortal;
    let building: TestBuilding;
    /** The portal as it is once CLAMD_URL is set. */
    let withScanner: Services;
    beforeAll(async () => {
      scanner = await startScanner();
      s3 = await startS3();
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
      scanner.mood = "well";
    });

    async function uploaded(line: string): Promise<number> {
      const fields = { title: "Certificate", type: "Insurance", buildingId: building.propertyId };
      const response = await upload(portal, building.tenant.cookie, { fields, content: smallPdf(line) });
      expect(response.json<Document>().file.scan).toBe("unscanned");
      return response.json<Document>().id;
    }
    const take = (id: number) =>
      portal.call("GET", `/api/documents/${id}/file`, { cookie: building.tenant.cookie });
    const rowsOf = (id: number) =>
      portal.db
        .selectFrom("document_files")
        .selectAll()
        .where("document_id", "=", id)
        .orderBy("number")
        .execute();
    const statesOf = async (id: number) => (await rowsOf(id)).map(({ scan }) => scan);
    const countOf = async (scan: string) =>
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

    test("a job scans all of them, a few at a time, and each can be downloaded until a virus is found in it", async () => {
      const ids: number[] = [];
      for (let number = 1; number <= 23; number += 1)
        ids.push(await uploaded(number === 22 ? testVirus : `Paper ${number}`));
      await sql`delete from notifications`.execute(portal.db);
      await scanAll();
      expect(scanner.received).toHaveLength(20);
      expect([await countOf("clean"), await countOf("unscanned")]).toEqual([20, 3]);
      expect(await queued()).toEqual([{ task: "scan-earlier-files" }]);
      for (const id of [ids[0], ids[21], ids[22]]) expect((await take(id ?? 0)).statusCode).toBe(200);
      const [row] = await rowsOf(ids[21] ?? 0);
      const working = { ...portal, services: withScanner };
      const isGone = async () => !(await isKept(portal, row?.file_key ?? ""));
      await workUntil(working, async () => (await countOf("unscanned")) === 0 && (await isGone()));
      expect([await countOf("clean"), await countOf("infected")]).toEqual([22, 1]);
      expect(scanner.received).toHaveLength(23);
      expect((await take(ids[0] ?? 0)).statusCode).toBe(200);
      const refused = await take(ids[21] ?? 0);
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        "A virus was found in this file, so it was removed.",
      ]);
      const text = 'A virus was found in the file "paper.pdf" of "Certificate", so it was removed.';
      expect(await allNotifications()).toHaveLength(3);
      expect(await allNotifications()).toEqual(
        expect.arrayContaining(
          [building.tenant, building.landlord, building.admin].map(({ id }) => ({
            user_id: id,
            kind: "document.found-infected",
            text,
          })),
        ),
      );
      const entry = await portal.db
        .selectFrom("audit_log")
        .selectAll()
        .where("action", "=", "document.found-infected")
        .where("subject_id", "=", String(ids[21]))
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({
        actor_name: "The portal",
        details: { number: 1, virus: "Tests.Harmless" },
      });
    });

    test("an infected one can no longer be restored, downloaded where it was restored, or found by its words", async () => {
      const id = await uploaded(`${testVirus} of Erlangen`);
      const { cookie } = building.landlord;
      await extractText(portal.services, { documentId: id, number: 1 });
      const { body, headers } = documentUpload({
        fields: {},
        content: smallPdf("A second one"),
      });
      const added = await portal.call("POST", `/api/documents/${id}/files`, { cookie, body, headers });
      expect(added.statusCode, added.body).toBe(201);
      const again = () =>
        portal.call("POST", `/api/documents/${id}/files/1/bring-back`, { cookie, body: {} });
      expect((await again()).statusCode).toBe(200);
      await extractText(portal.services, { documentId: id, number: 3 });
      const found = async () =>
        (await portal.call("GET", "/api/documents?in=files&q=erlangen", { cookie })).json<unknown[]>().length;
      expect(await found()).toBe(1);
      await scanAll();
      expect(await statesOf(id)).toEqual(["infected", "clean", "infected"]);
      expect((await take(id)).statusCode).toBe(409);
      expect((await again()).statusCode).toBe(409);
      await extractText(portal.services, { documentId: id, number: 3 });
      expect(await found()).toBe(0);
      // Who restored it is notified once, as one of those who run the building.
      expect(
        (await allNotifications()).filter(({ kind }) => kind === "document.found-infected"),
      ).toHaveLength(3);
    });

    test("one that is restored at the moment its virus is found cannot be downloaded either", async () => {
      const id = await uploaded(testVirus);
      const [first] = await rowsOf(id);
      if (first === undefined) throw new Error("There is no file.");
      const { id: _, ...facts } = first;
      let isSettled = false;
      const settling = await portal.db.transaction().execute(async (db) => {
        await sql`select from documents where id = ${id} for update`.execute(db);
        const settled = asPortal(withScanner, (ctx) =>
          settleInfected(ctx, { documentId: id, key: facts.file_key }, "Tests.Harmless"),
        ).then(() => {
          isSettled = true;
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
        expect(isSettled).toBe(false);
        return { settled };
      });
      await settling.settled;
      expect(await statesOf(id)).toEqual(["infected", "infected"]);
    });

    test("while the scanner is away a few are tried, all can be downloaded, and each is retried an hour later", async () => {
      const ids: number[] = [];
      for (const line of ["One", "Two", "Three", "Four"]) ids.push(await uploaded(line));
      scanner.mood = "rude";
      await scanAll();
      expect(await countOf("unscanned")).toBe(4);
      expect(
        (
          await portal.db
            .selectFrom("document_files")
            .select("id")
            .where("scan_begun_at", "is not", null)
            .execute()
        ).length,
      ).toBe(3);
      expect(await queued()).toEqual([]);
      expect((await take(ids[0] ?? 0)).statusCode).toBe(200);
      scanner.mood = "well";
      await scanAll();
      expect(await statesOf(ids[3] ?? 0)).toEqual(["clean"]);
      expect(await countOf("unscanned")).toBe(3);
      portal.clock.forwardMinutes(61);
      await scanAll();
      expect(await countOf("clean")).toBe(4);
    });

    test("a file that cannot be read does not hold up the others", async () => {
      const ids: number[] = [];
      for (const line of ["One", "Two", "Three", "Four", "Five"]) ids.push(await uploaded(line));
      for (const id of [ids[0], ids[2]])
        await portal.services.files.remove((await rowsOf(id ?? 0))[0]?.file_key ?? "");
      await scanAll();
      for (const id of [ids[1], ids[3], ids[4]]) expect(await statesOf(id ?? 0)).toEqual(["clean"]);
      expect(await countOf("unscanned")).toBe(2);
    });

    test("several instances at the same time scan each file once", async () => {
      for (let number = 1; number <= 12; number += 1)
        await uploaded(number < 3 ? testVirus : `Paper ${number}`);
      await sql`delete from notifications`.execute(portal.db);
      await Promise.all([scanAll(), scanAll(), scanAll()]);
      expect([await countOf("clean"), await countOf("infected")]).toEqual([10, 2]);
      expect(scanner.received).toHaveLength(12);
      expect(await allNotifications()).toHaveLength(6);
    });

    test("a killed process holds up neither the others nor the queue, and its file is retried an hour later", async () => {
      const [held, next] = [await uploaded("Held"), await uploaded("Next")];
      await enqueue(
        portal.db,
        "scan-earlier-files",
        {},
        { queue: "virus-scanner", key: "scan-earlier-files" },
      );
      // As the killed process left it: the job and its queue are locked, and its file is marked as begun.
      await sql`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '2 minutes'`.execute(
        portal.db,
      );
      await sql`update graphile_worker._private_job_queues set locked_by = 'killed', locked_at = now() - interval '2 minutes'`.execute(
        portal.db,
      );
      await sql`update document_files set scan_begun_at = ${portal.clock.now} where document_id = ${held}`.execute(
        portal.db,
      );
      const working = { ...portal, services: withScanner };
      await freeJobs(portal.services);
      await workUntil(working, async () => (await statesOf(next))[0] === "clean");
      expect(await statesOf(held)).toEqual(["unscanned"]);
      portal.clock.forwardMinutes(61);
      await scanAll();
      expect(await statesOf(held)).toEqual(["clean"]);
    });

    test("nothing happens without a scanner", async () => {
      const id = await uploaded("A paper");
      await scanEarlierFiles(portal.services);
      expect((await rowsOf(id))[0]).toMatchObject({ scan: "unscanned", scan_begun_at: null });
    });
  },
);
