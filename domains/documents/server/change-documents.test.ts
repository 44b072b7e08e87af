import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/documents.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

type Who = "tenant" | "neighbour" | "technician" | "landlord" | "admin";
const cookieOf = (who: Who) => building[who].cookie;

const uploaded = async (who: Who, fields: Record<string, string | number> = {}): Promise<Document> => {
  const response = await upload(portal, cookieOf(who), {
    fields: { title: "Boiler manual", type: "Contract", buildingId: building.propertyId, ...fields },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Document>();
};
const call = (
  who: Who,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  portal.call(method, `/api/documents/${path}`, {
    cookie: cookieOf(who),
    headers,
    ...(body === undefined ? {} : { body }),
  });
const edit = (who: Who, id: number, body: object, headers: Record<string, string> = {}) =>
  call(who, "PATCH", String(id), body, headers);
const addFile = (who: Who, id: number, line: string, headers: Record<string, string> = {}) => {
  const form = documentUpload({ fields: {}, content: smallPdf(line), fileName: `${line}.pdf` });
  return portal.call("POST", `/api/documents/${id}/files`, {
    cookie: cookieOf(who),
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};
const sees = async (who: Who, id: number): Promise<boolean> =>
  (await call(who, "GET", String(id))).statusCode === 200;
const entriesOf = (id: number) =>
  portal.db
    .selectFrom("audit_log")
    .select(["actor_name", "action", "property_id", "details"])
    .where("subject_type", "=", "document")
    .where("subject_id", "=", String(id))
    .orderBy("id")
    .execute();

describe("a document is changed", () => {
  test("field by field, by who uploaded it and by who runs the building; the log tells what was before", async () => {
    const { id } = await uploaded("tenant", { title: "Insurance 2025", type: "Insurance" });
    const first = await edit("tenant", id, { title: "Insurance 2026", expiresOn: "2026-12-31" });
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json<Document>()).toMatchObject({
      title: "Insurance 2026",
      type: "Insurance",
      expiresOn: "2026-12-31",
      visibility: "lease",
      version: 2,
      createdBy: { id: building.tenant.id },
    });
    const second = await edit("landlord", id, { type: "Contract", expiresOn: null });
    expect(second.json<Document>()).toMatchObject({ type: "Contract", expiresOn: null, version: 3 });
    expect((await entriesOf(id)).slice(1)).toMatchObject([
      {
        actor_name: "Tessa Tenant",
        action: "document.edited",
        property_id: building.propertyId,
        details: {
          changes: [
            { field: "title", from: "Insurance 2025", to: "Insurance 2026" },
            { field: "expiresOn", from: null, to: "2026-12-31" },
          ],
        },
      },
      {
        actor_name: "Lena Landlord",
        details: {
          changes: [
            { field: "type", from: "Insurance", to: "Contract" },
            { field: "expiresOn", from: "2026-12-31", to: null },
          ],
        },
      },
    ]);
  });

  test("what says nothing new changes nothing, and is not written into the log", async () => {
    const { id } = await uploaded("landlord");
    const response = await edit("landlord", id, { title: "Boiler manual", visibility: "building" });
    expect(response.json<Document>().version).toBe(1);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test("not from an old version: 409 with the document as it is now, and who changed it", async () => {
    const { id } = await uploaded("landlord");
    await edit("admin", id, { title: "Boiler manual, second edition" });
    for (const response of [
      await edit("landlord", id, { title: "Mine" }, { "if-match": "1" }),
      await edit("landlord", id, { title: "Mine", version: 1 }),
      await call("landlord", "DELETE", String(id), undefined, { "if-match": '"1"' }),
      await call("landlord", "POST", `${id}/files/1/bring-back`, {}, { "if-match": "1" }),
    ]) {
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        message: "Ada Admin changed this document in the meantime.",
        current: { id, title: "Boiler manual, second edition", version: 2 },
      });
    }
    expect((await edit("landlord", id, { title: "Mine" }, { "if-match": "2" })).statusCode).toBe(200);
  });

  test("not by those who only see it, with a sentence, and not by those who do not", async () => {
    const { id } = await uploaded("landlord");
    const refused = await edit("tenant", id, { title: "Mine now" });
    expect(refused.statusCode).toBe(403);
    expect(refused.json<{ message: string }>().message).toBe(
      "This document was uploaded by somebody else; only they and the managers of the building change it.",
    );
    const own = await uploaded("tenant");
    for (const response of [
      await edit("neighbour", own.id, { title: "Mine now" }),
      await call("neighbour", "DELETE", String(own.id)),
      await addFile("neighbour", own.id, "other"),
      await call("neighbour", "POST", `${own.id}/files/1/bring-back`, {}),
    ])
      expect(response.statusCode).toBe(404);
  });

  test.each([
    [{ title: "ab" }, "title", "Title must be at least 3 characters"],
    [{ type: "Novel" }, "type", "Please select a document type"],
    [{ visibility: "world" }, "visibility", "visibility must be one of building, lease, staff."],
    [{ expiresOn: "2026-02-30" }, "expiresOn", "Please choose a day"],
    [{ expiresOn: "" }, "expiresOn", "Please choose a day"],
  ])("DOC-11 DOC-12 %j is refused with a sentence", async (body, field, sentence) => {
    const { id } = await uploaded("landlord");
    const response = await edit("landlord", id, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: sentence } });
  });

  test("ROLE-19 a technician sees it from the moment it is a paper of maintenance, and no longer when it is none", async () => {
    const { id } = await uploaded("landlord", { visibility: "staff" });
    expect(await sees("technician", id)).toBe(false);
    await edit("landlord", id, { type: "Maintenance" });
    expect(await sees("technician", id)).toBe(true);
    await edit("landlord", id, { type: "Contract" });
    expect(await sees("technician", id)).toBe(false);
    const own = await uploaded("technician", { type: "Maintenance" });
    await edit("technician", own.id, { type: "Contract" });
    expect(await sees("technician", own.id)).toBe(true);
  });
});

describe("who sees a document", () => {
  test("is chosen by those who run the building only", async () => {
    const { id } = await uploaded("tenant");
    const refused = await edit("tenant", id, { visibility: "staff", title: "Hidden" });
    expect(refused.statusCode).toBe(403);
    expect(refused.json<{ message: string }>().message).toBe(
      "Only those who run the building choose who sees a document.",
    );
    expect((await call("tenant", "GET", String(id))).json<Document>().title).toBe("Boiler manual");
    expect((await edit("tenant", id, { visibility: "lease" })).statusCode).toBe(200);
  });

  test("ROLE-19 of a technician's is staff, whatever was sent, until those who run the building show it", async () => {
    const asked: Record<string, string | number>[] = [
      { visibility: "building" },
      { unitId: building.unitId, visibility: "lease" },
      {},
    ];
    for (const fields of asked) {
      const { id, visibility } = await uploaded("technician", { type: "Maintenance", ...fields });
      expect(visibility).toBe("staff");
      expect(await sees("tenant", id)).toBe(false);
      const refused = await edit("technician", id, { visibility: "building" });
      expect(refused.statusCode).toBe(403);
    }
    const { id } = await uploaded("technician", { unitId: building.unitId });
    await edit("landlord", id, { visibility: "lease" });
    expect(await sees("tenant", id)).toBe(true);
    expect(await sees("neighbour", id)).toBe(false);
  });

  test("ROLE-19 of one unit is its tenant or staff, never the whole building", async () => {
    const { id } = await uploaded("landlord", { unitId: building.unitId });
    expect(await sees("tenant", id)).toBe(true);
    expect(await sees("neighbour", id)).toBe(false);
    const refused = await edit("landlord", id, { visibility: "building" });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      fields: { visibility: "A document of one unit is for its tenant or for staff only." },
    });
    expect((await edit("landlord", id, { visibility: "staff" })).statusCode).toBe(200);
    expect(await sees("tenant", id)).toBe(false);
    await edit("landlord", id, { visibility: "lease" });
    expect(await sees("tenant", id)).toBe(true);
  });

  test("of the whole building is everyone in it, or staff", async () => {
    const { id } = await uploaded("landlord");
    expect(await sees("neighbour", id)).toBe(true);
    await edit("landlord", id, { visibility: "staff" });
    expect(await sees("neighbour", id)).toBe(false);
    const refused = await edit("landlord", id, { visibility: "lease" });
    expect(refused.json()).toMatchObject({
      fields: { visibility: "Please choose the unit whose tenant shall see it." },
    });
  });

  test("of a unit that was let meanwhile can be its tenant, once it is", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const { id } = await uploaded("landlord", { unitId, title: "Lease, to be signed" });
    const refused = await edit("landlord", id, { visibility: "lease" });
    expect(refused.json()).toMatchObject({
      fields: { visibility: "This unit is not let, so its documents are for staff only." },
    });
    const leaseId = await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId,
      memberIds: [building.neighbour.id],
    });
    expect(await sees("neighbour", id)).toBe(false);
    const response = await edit("landlord", id, { visibility: "lease" });
    expect(response.json<Document>()).toMatchObject({ leaseId, visibility: "lease" });
    expect(await sees("neighbour", id)).toBe(true);
    expect(await sees("tenant", id)).toBe(false);
  });
});

describe("another file of a document", () => {
  test("ROLE-19 leaves the earlier one to those who may change the document: not to who sees the present one", async () => {
    const { id } = await uploaded("landlord", {
      title: "Offer, before it was redacted",
      visibility: "staff",
    });
    expect((await addFile("landlord", id, "Redacted")).statusCode).toBe(201);
    expect((await edit("landlord", id, { visibility: "building" })).statusCode).toBe(200);
    expect((await call("landlord", "GET", `${id}/files/1`)).statusCode).toBe(200);
    expect((await call("tenant", "GET", `${id}/files/2`)).statusCode).toBe(200);
    expect((await call("tenant", "GET", `${id}/files/1`)).statusCode).toBe(404);
    const read = await call("tenant", "GET", String(id));
    expect(read.json<Document>().files.map(({ number }) => number)).toEqual([2]);
  });

  test("is shown from now on, and the earlier one stays as it was", async () => {
    const { id } = await uploaded("tenant");
    const response = await addFile("tenant", id, "Renewed");
    expect(response.statusCode, response.body).toBe(201);
    const document = response.json<Document>();
    expect(document).toMatchObject({ version: 2, file: { number: 2, name: "Renewed.pdf" } });
    expect(document.files.map(({ number, name }) => [number, name])).toEqual([
      [2, "Renewed.pdf"],
      [1, "paper.pdf"],
    ]);
    const shown = await call("tenant", "GET", `${id}/file`);
    expect(shown.rawPayload.equals(smallPdf("Renewed"))).toBe(true);
    const earlier = await call("tenant", "GET", `${id}/files/1`);
    expect(earlier.rawPayload.equals(smallPdf())).toBe(true);
    expect((await entriesOf(id)).at(-1)).toMatchObject({
      actor_name: "Tessa Tenant",
      action: "document.file-added",
      details: { file: "Renewed.pdf", number: 2 },
    });
  });

  test("ten at once have ten numbers, and none is lost", async () => {
    const { id } = await uploaded("landlord");
    const lines = Array.from({ length: 10 }, (_, index) => `Draft ${index}`);
    const responses = await Promise.all(
      lines.map((line, index) =>
        addFile(index % 2 === 0 ? "landlord" : "admin", id, line, { "if-match": "1" }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(lines.map(() => 201));
    const document = (await call("landlord", "GET", String(id))).json<Document>();
    expect(document.files.map(({ number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(document.files.map(({ name }) => name).sort()).toEqual([
      ...lines.map((line) => `${line}.pdf`),
      "paper.pdf",
    ]);
    expect(document).toMatchObject({ version: 11, file: { number: 11 } });
  });

  test("sent twice with one key is added once", async () => {
    const { id } = await uploaded("landlord");
    const key = { "idempotency-key": "renew-1" };
    const first = await addFile("landlord", id, "Once", key);
    const again = await addFile("landlord", id, "Once", key);
    expect(again.json()).toEqual(first.json());
    expect((await call("landlord", "GET", String(id))).json<Document>().files).toHaveLength(2);
    const other = await addFile("landlord", id, "Another", key);
    expect(other.statusCode).toBe(409);
  });

  test("of the wrong kind or beyond the fiftieth is refused, and the document stays as it was", async () => {
    const { id } = await uploaded("landlord");
    const form = documentUpload({ fields: {}, content: Buffer.from("hello"), fileName: "note.txt" });
    const wrong = await portal.call("POST", `/api/documents/${id}/files`, {
      cookie: cookieOf("landlord"),
      ...form,
    });
    expect(wrong.statusCode).toBe(415);
    const [first] = await portal.db
      .selectFrom("document_files")
      .selectAll()
      .where("document_id", "=", id)
      .execute();
    if (first === undefined) throw new Error("The document has no file.");
    const { id: _, ...file } = first;
    await portal.db
      .insertInto("document_files")
      .values(Array.from({ length: 49 }, (__, index) => ({ ...file, number: index + 2, restored_from: 1 })))
      .execute();
    const refused = await addFile("landlord", id, "One too many");
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ message: string }>().message).toContain("This document has 50 files");
    expect((await call("landlord", "GET", String(id))).json<Document>()).toMatchObject({
      version: 1,
      file: { number: 1 },
    });
  });
});

describe("an earlier file", () => {
  test("is shown again as a new one, of the same bytes", async () => {
    const { id } = await uploaded("tenant");
    await addFile("tenant", id, "Renewed");
    const response = await call("landlord", "POST", `${id}/files/1/bring-back`, {});
    expect(response.statusCode, response.body).toBe(200);
    const document = response.json<Document>();
    expect(document).toMatchObject({ version: 3, file: { number: 3, name: "paper.pdf" } });
    expect(document.files.map(({ number, restoredFrom }) => [number, restoredFrom])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    expect(document.files[0]?.uploadedBy.id).toBe(building.landlord.id);
    const shown = await call("tenant", "GET", `${id}/file`);
    expect(shown.rawPayload.equals(smallPdf())).toBe(true);
    const keys = await portal.db
      .selectFrom("document_files")
      .select("file_key")
      .where("document_id", "=", id)
      .orderBy("number")
      .execute();
    expect(keys[2]).toEqual(keys[0]);
    expect((await entriesOf(id)).at(-1)).toMatchObject({
      action: "document.file-brought-back",
      details: { restoredFrom: 1, number: 3 },
    });
  });

  test("that is shown already, that is not there, or that cannot be taken is not brought back", async () => {
    const { id } = await uploaded("landlord");
    const shown = await call("landlord", "POST", `${id}/files/1/bring-back`, {});
    expect(shown.statusCode).toBe(409);
    expect(shown.json<{ message: string }>().message).toBe("This file is shown already.");
    await addFile("landlord", id, "Second");
    await call("landlord", "POST", `${id}/files/1/bring-back`, {});
    expect((await call("landlord", "POST", `${id}/files/1/bring-back`, {})).statusCode).toBe(409);
    expect((await call("landlord", "POST", `${id}/files/9/bring-back`, {})).statusCode).toBe(404);
    for (const scan of ["waiting", "infected"] as const) {
      await portal.db
        .updateTable("document_files")
        .set({ scan })
        .where("document_id", "=", id)
        .where("number", "=", 2)
        .execute();
      expect((await call("landlord", "POST", `${id}/files/2/bring-back`, {})).statusCode).toBe(409);
    }
    expect((await call("landlord", "GET", String(id))).json<Document>().files).toHaveLength(3);
  });

  test("two who bring back at once get two numbers, or the second hears that it is shown", async () => {
    const { id } = await uploaded("landlord");
    await addFile("landlord", id, "Second");
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => call("admin", "POST", `${id}/files/1/bring-back`, {})),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });
});
