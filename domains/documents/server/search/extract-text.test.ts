import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unavailable } from "#shared/errors.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/files/documents.ts";
import { minimalParts, officeFile } from "#test/files/office-files.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { Document, DocumentCard } from "../../contract.ts";
import { extractText, extractTexts } from "./extract-text.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

async function uploaded(line: string): Promise<number> {
  const fields = { title: "Certificate", type: "Insurance", buildingId: building.propertyId };
  const response = await upload(portal, building.landlord.cookie, { fields, content: smallPdf(line) });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Document>().id;
}
const found = async (q: string, { cookie }: { cookie: string } = building.landlord) =>
  (await portal.call("GET", `/api/documents?in=files&q=${q}`, { cookie }))
    .json<DocumentCard[]>()
    .map(({ id, excerpt }) => [id, excerpt?.pieces.filter(({ isHit }) => isHit).map(({ text }) => text)]);

const readFile = (id: number) =>
  portal.db
    .selectFrom("document_files")
    .select(["file_key as key", "text_attempts_left as triesLeft"])
    .where("document_id", "=", id)
    .executeTakeFirstOrThrow();
const triesLeft = async (id: number) => (await readFile(id)).triesLeft;

describe("the text of documents", () => {
  test("people with access find a PDF by its words after a job has extracted its text", async () => {
    const id = await uploaded("The pelican is insured");
    expect(await found("pelican")).toEqual([]);
    await runJobsUntil(portal, async () => (await found("pelican")).length > 0);
    expect(await found("pelic")).toEqual([[id, ["pelican"]]]);
    expect(await found("pelican", building.tenant)).toEqual([[id, ["pelican"]]]);
    expect(await found("pelican", building.technician)).toEqual([]);
  });

  test.each(["docx", "xlsx"] as const)("people with access find a %s by its words [DOC-30]", async (kind) => {
    const fields = { title: "Rent roll", type: "Other", buildingId: building.propertyId };
    const content = await officeFile(kind, minimalParts(kind, `Wombat ${kind}`));
    const sent = await upload(portal, building.landlord.cookie, { fields, content, fileName: `a.${kind}` });
    const { id } = sent.json<Document>();
    await extractTexts(portal.services);
    expect(await found(`wombat%20${kind}`)).toEqual([[id, ["Wombat", kind]]]);
  });

  test("a new file replaces the current file, and its words replace the old words in the search", async () => {
    const id = await uploaded("About the ocelot");
    await extractText(portal.services, { documentId: id, number: 1 });
    expect(await found("ocelot")).toHaveLength(1);
    const { body, headers } = documentUpload({ fields: {}, content: smallPdf("About the tapir") });
    const response = await portal.call("POST", `/api/documents/${id}/files`, {
      cookie: building.landlord.cookie,
      body,
      headers,
    });
    expect(response.statusCode, response.body).toBe(201);
    expect(await found("ocelot")).toEqual([]);
    // The job of the earlier file runs late.
    await extractText(portal.services, { documentId: id, number: 1 });
    expect(await found("ocelot")).toEqual([]);
    await extractText(portal.services, { documentId: id, number: 2 });
    expect(await found("tapir")).toEqual([[id, ["tapir"]]]);
  });

  test("the search doesn't find the text of a file that was replaced during extraction", async () => {
    const id = await uploaded("About the quokka");
    let late: Promise<void> | undefined;
    await portal.db.transaction().execute(async (db) => {
      await sql`
        insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, restored_from, scan)
        select document_id, property_id, 2, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, null, scan
        from document_files where document_id = ${id}`.execute(db);
      await sql`update documents set current_number = 2 where id = ${id}`.execute(db);
      late = extractText(portal.services, { documentId: id, number: 1 });
      const waiting = async () =>
        (await sql`select from pg_locks where not granted and locktype = 'transactionid'`.execute(portal.db))
          .rows.length;
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    });
    await late;
    expect(await found("quokka")).toEqual([]);
  });

  test("files that are infected or waiting for the virus scanner aren't read, and a broken file has no text", async () => {
    const id = await uploaded("About the civet");
    const file = { documentId: id, number: 1 };
    for (const scan of ["waiting", "infected"] as const) {
      await portal.db.updateTable("document_files").set({ scan }).where("document_id", "=", id).execute();
      await extractText(portal.services, file);
      expect(await found("civet")).toEqual([]);
    }
    await portal.db
      .updateTable("document_files")
      .set({ scan: "clean" })
      .where("document_id", "=", id)
      .execute();
    await extractText(portal.services, file);
    expect(await found("civet")).toHaveLength(1);
    const broken = {
      ...portal.services.files,
      read: async () => ({
        stream: Readable.from([Buffer.from("%PDF-1.4 no more")]),
        bytes: 16,
      }),
    };
    const lines: unknown[] = [];
    const log = { ...portal.services.log, warn: (line: unknown) => lines.push(line) } as never;
    await extractText({ ...portal.services, files: broken, log }, file);
    expect(lines).toMatchObject([{ documentId: id, number: 1, reason: expect.any(String) }]);
  });

  test("unreadable files don't block others and fail after five attempts, or immediately if they're broken", async () => {
    await extractTexts(portal.services);
    const [lost, broken, whole] = [
      await uploaded("About the tarsier"),
      await uploaded("About the aardvark"),
      await uploaded("About the binturong"),
    ];
    const [lostKey, brokenKey] = [(await readFile(lost)).key, (await readFile(broken)).key];
    const files: typeof portal.services.files = {
      ...portal.services.files,
      read: async (key, range) => {
        if (key === lostKey) throw new Error("The disk can't be read.");
        if (key === brokenKey) return { stream: Readable.from([Buffer.from("%PDF-1.4 no more")]), bytes: 16 };
        return portal.services.files.read(key, range);
      },
    };
    const quiet = {
      ...portal.services,
      files,
      log: { ...portal.services.log, warn: () => undefined } as never,
    };
    await extractTexts(quiet);
    expect([await triesLeft(lost), await found("binturong")]).toEqual([4, []]);
    await extractTexts(quiet);
    expect([await triesLeft(lost), await triesLeft(broken)]).toEqual([3, 0]);
    expect(await found("binturong")).toEqual([[whole, ["binturong"]]]);
    for (let run = 0; run < 5; run += 1) await extractTexts(quiet);
    expect(await triesLeft(lost)).toBe(0);
    expect([await found("tarsier"), await found("aardvark")]).toEqual([[], []]);
  });

  test("attempts to extract text don't count while the storage is unavailable", async () => {
    const id = await uploaded("About the echidna");
    const read = () => Promise.reject(unavailable("The storage is away.", 5));
    const away = {
      ...portal.services,
      files: { ...portal.services.files, read },
      log: { ...portal.services.log, warn: () => undefined } as never,
    };
    for (let run = 0; run < 6; run += 1) await extractTexts(away);
    expect([await triesLeft(id), await found("echidna")]).toEqual([5, []]);
    await extractTexts(portal.services);
    expect([await triesLeft(id), await found("echidna")]).toEqual([0, [[id, ["echidna"]]]]);
  });

  test("a long extraction run continues as a new job so that the worker can stop without waiting for it", async () => {
    await uploaded("About the numbat");
    await uploaded("About the bilby");
    await sql`delete from graphile_worker._private_jobs`.execute(portal.db);
    await extractTexts(portal.services, 0);
    expect([(await found("numbat")).length, (await found("bilby")).length]).toEqual([1, 0]);
    const { rows } = await sql<{ queue: string }>`
      select queue_name as queue from graphile_worker.jobs where task_identifier = 'extract-document-texts'`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ queue: "document-texts" }]);
    await extractTexts(portal.services);
    expect(await found("bilby")).toHaveLength(1);
  });
});
