import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf, upload } from "#test/files/documents.ts";
import type { TestPortal } from "#test/portal.ts";
import { verifyDocumentFiles } from "./verify-documents.ts";

let portal: TestPortal;
let building: TestBuilding;
let documentId: number;
let file: string;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

beforeEach(async () => {
  await sql`delete from documents`.execute(portal.db);
  const { landlord, propertyId } = building;
  const fields = { title: "House rules", type: "Other", buildingId: propertyId };
  const content = smallPdf("Dogs are on the leash");
  documentId = (await upload(portal, landlord.cookie, { fields, content })).json<{ id: number }>().id;
  const { file_key } = await portal.db
    .selectFrom("document_files")
    .select("file_key")
    .where("document_id", "=", documentId)
    .executeTakeFirstOrThrow();
  file = path.join(portal.filesFolder, file_key);
});

async function findProblems(found: AsyncIterable<string>): Promise<string[]> {
  const problems: string[] = [];
  for await (const problem of found) problems.push(problem.replaceAll(String(documentId), "ID"));
  return problems;
}
const fileProblems = () => findProblems(verifyDocumentFiles(portal.db, portal.services.files));

describe("verifying the documents", () => {
  test("verification finds no problem in intact documents, including renewed, restored, and trashed ones", async () => {
    const { landlord } = building;
    const send = (method: "POST" | "DELETE", url: string, body?: object) =>
      portal.call(method, url, { cookie: landlord.cookie, ...(body === undefined ? {} : { body }) });
    const second = { fields: { title: "Plan", type: "Other", buildingId: building.propertyId } };
    const other = (await upload(portal, landlord.cookie, second)).json<{ id: number }>().id;
    await sql`insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256,
        uploaded_by_id, uploaded_at, restored_from, scan)
      select document_id, property_id, 2, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, 1, scan
      from document_files where document_id = ${other}`.execute(portal.db);
    await send("DELETE", `/api/documents/${other}`);
    expect(await fileProblems()).toEqual([]);
  });

  test("verification reports a file that is missing, has grown, or has different contents", async () => {
    const sent = await readFile(file);
    await appendFile(file, "!");
    expect(await fileProblems()).toEqual([
      `File 1 of document ID is ${sent.length + 1} bytes, but ${sent.length} were uploaded.`,
    ]);
    const changed = Buffer.from(sent);
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
    await writeFile(file, changed);
    expect(await fileProblems()).toEqual([
      "File 1 of document ID doesn't match the upload: its hash is different.",
    ]);
    await rm(file);
    expect(await fileProblems()).toEqual(["File 1 of document ID is missing from storage."]);
  });

  test("verification doesn't report a file that was removed during the check", async () => {
    const { services, db } = portal;
    const files = {
      ...services.files,
      read: async (key: string) => {
        await sql`delete from documents where id = ${documentId}`.execute(db);
        await rm(file);
        return services.files.read(key);
      },
    };
    expect(await findProblems(verifyDocumentFiles(db, files))).toEqual([]);
  });
});
