import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/documents.ts";
import type { TestPortal } from "#test/portal.ts";
import { workUntil } from "#test/work-until.ts";
import type { Document, DocumentCard } from "../contract.ts";
import { takeText } from "./take-text.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

async function uploaded(line: string): Promise<number> {
  const fields = { title: "Certificate", type: "Insurance", buildingId: building.propertyId };
  const answer = await upload(portal, building.landlord.cookie, { fields, content: smallPdf(line) });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Document>().id;
}
const found = async (q: string, { cookie }: { cookie: string } = building.landlord) =>
  (await portal.call("GET", `/api/documents?in=files&q=${q}`, { cookie }))
    .json<DocumentCard[]>()
    .map(({ id, excerpt }) => [id, excerpt?.filter(({ isHit }) => isHit).map(({ text }) => text)]);

describe("the text of documents", () => {
  test("a PDF is found by its words after a job has read it, by whom it concerns", async () => {
    const id = await uploaded("The pelican is insured");
    expect(await found("pelican")).toEqual([]);
    await workUntil(portal, async () => (await found("pelican")).length > 0);
    expect(await found("pelic")).toEqual([[id, ["pelican"]]]);
    expect(await found("pelican", building.tenant)).toEqual([[id, ["pelican"]]]);
    expect(await found("pelican", building.technician)).toEqual([]);
  });

  test("another file takes the place of the one before, and its words with it", async () => {
    const id = await uploaded("About the ocelot");
    await takeText(portal.services, { documentId: id, number: 1 });
    expect(await found("ocelot")).toHaveLength(1);
    const { body, headers } = documentUpload({ fields: {}, content: smallPdf("About the tapir") });
    const answer = await portal.call("POST", `/api/documents/${id}/files`, {
      cookie: building.landlord.cookie,
      body,
      headers,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await found("ocelot")).toEqual([]);
    // The job of the earlier file comes late.
    await takeText(portal.services, { documentId: id, number: 1 });
    expect(await found("ocelot")).toEqual([]);
    await takeText(portal.services, { documentId: id, number: 2 });
    expect(await found("tapir")).toEqual([[id, ["tapir"]]]);
  });

  test("what was read while another file took its place is found no more", async () => {
    const id = await uploaded("About the quokka");
    let late: Promise<void> | undefined;
    await portal.db.transaction().execute(async (db) => {
      await sql`
        insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, brought_back, scan)
        select document_id, property_id, 2, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, null, scan
        from document_files where document_id = ${id}`.execute(db);
      await sql`update documents set current_number = 2 where id = ${id}`.execute(db);
      late = takeText(portal.services, { documentId: id, number: 1 });
      const waiting = async () =>
        (await sql`select from pg_locks where not granted and locktype = 'transactionid'`.execute(portal.db))
          .rows.length;
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    });
    await late;
    expect(await found("quokka")).toEqual([]);
  });

  test("nothing is read of a file that waits for the virus scanner or has a virus, and a broken one has no text", async () => {
    const id = await uploaded("About the civet");
    const file = { documentId: id, number: 1 };
    for (const scan of ["waiting", "infected"]) {
      await portal.db.updateTable("document_files").set({ scan }).where("document_id", "=", id).execute();
      await takeText(portal.services, file);
      expect(await found("civet")).toEqual([]);
    }
    await portal.db
      .updateTable("document_files")
      .set({ scan: "clean" })
      .where("document_id", "=", id)
      .execute();
    await takeText(portal.services, file);
    expect(await found("civet")).toHaveLength(1);
    const broken = {
      ...portal.services.files,
      read: async () => ({
        stream: (await import("node:stream")).Readable.from([Buffer.from("%PDF-1.4 no more")]),
        bytes: 16,
      }),
    };
    const lines: unknown[] = [];
    const log = { ...portal.services.log, warn: (line: unknown) => lines.push(line) } as never;
    await takeText({ ...portal.services, files: broken, log }, file);
    expect(lines).toMatchObject([{ documentId: id, number: 1, reason: expect.any(String) }]);
  });
});
