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
const addFile = (
  who: Who,
  id: number,
  line: string,
  headers: Record<string, string> = {},
  fields: Record<string, string> = {},
) => {
  const form = documentUpload({ fields, content: smallPdf(line), fileName: `${line}.pdf` });
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

describe("changing a document", () => {
  test("is possible field by field for its uploader and for those who run the building; the audit log has the old values", async () => {
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

  test("without a difference changes nothing and is not logged", async () => {
    const { id } = await uploaded("landlord");
    const response = await edit("landlord", id, { title: "Boiler manual", visibility: "building" });
    expect(response.json<Document>().version).toBe(1);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test("from an old version is refused: 409 with the document as it is now, and who changed it", async () => {
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

  test("is refused with a message for those who only see it, and impossible for those who do not", async () => {
    const { id } = await uploaded("landlord");
    const refused = await edit("tenant", id, { title: "Mine now" });
    expect(refused.statusCode).toBe(403);
    expect(refused.json<{ message: string }>().message).toBe(
      "This document was uploaded by somebody else; only they and the managers of the building can change it.",
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
  ])("DOC-11 DOC-12 %j is refused with a message", async (body, field, sentence) => {
    const { id } = await uploaded("landlord");
    const response = await edit("landlord", id, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: sentence } });
  });

  test("ROLE-19 a technician sees a document while its type is Maintenance, and no longer after that", async () => {
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

describe("the visibility of a document", () => {
  test("is chosen only by those who run the building", async () => {
    const { id } = await uploaded("tenant");
    const refused = await edit("tenant", id, { visibility: "staff", title: "Hidden" });
    expect(refused.statusCode).toBe(403);
    expect(refused.json<{ message: string }>().message).toBe(
      "Only those who run the building choose who sees a document.",
    );
    expect((await call("tenant", "GET", String(id))).json<Document>().title).toBe("Boiler manual");
    expect((await edit("tenant", id, { visibility: "lease" })).statusCode).toBe(200);
  });

  test("ROLE-19 of a technician's upload is staff, whatever was sent, until those who run the building change it", async () => {
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

  test("ROLE-19 for one unit is its tenant or staff, never the whole building", async () => {
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

  test("for the whole building is everyone in it, or staff", async () => {
    const { id } = await uploaded("landlord");
    expect(await sees("neighbour", id)).toBe(true);
    await edit("landlord", id, { visibility: "staff" });
    expect(await sees("neighbour", id)).toBe(false);
    const refused = await edit("landlord", id, { visibility: "lease" });
    expect(refused.json()).toMatchObject({
      fields: { visibility: "Please choose the unit whose tenant should see it." },
    });
  });

  test("for a unit that is let later can then be its tenant", async () => {
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

describe("a new file of a document", () => {
  test("ROLE-19 leaves earlier files to those who may change the document, not to everyone who sees it", async () => {
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

  test("becomes the current one, and the earlier one stays", async () => {
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

  test("comes with its own last day, or with none; without a word the day stays", async () => {
    const { id } = await uploaded("tenant", { type: "Insurance", expiresOn: "2026-12-31" });
    const renew = async (line: string, fields: Record<string, string>) => {
      const response = await addFile("tenant", id, line, {}, fields);
      expect(response.statusCode, response.body).toBe(201);
      return response.json<Document>().expiresOn;
    };
    expect(await renew("Corrected", {})).toBe("2026-12-31");
    expect(await renew("Renewed", { expiresOn: "2027-12-31" })).toBe("2027-12-31");
    expect((await entriesOf(id)).at(-1)?.details).toMatchObject({
      changes: [{ field: "expiresOn", from: "2026-12-31", to: "2027-12-31" }],
    });
    expect(await renew("For good", { expiresOn: "" })).toBeNull();
    const wrong = await addFile("tenant", id, "Wrong", {}, { expiresOn: "soon" });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      { fields: { expiresOn: "Please choose a day" } },
    ]);
  });

  test("of ten concurrent uploads each gets its own number, and none is lost", async () => {
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

  test("sent twice with one idempotency key is added once", async () => {
    const { id } = await uploaded("landlord");
    const key = { "idempotency-key": "renew-1" };
    const first = await addFile("landlord", id, "Once", key);
    const again = await addFile("landlord", id, "Once", key);
    expect(again.json()).toEqual(first.json());
    expect((await call("landlord", "GET", String(id))).json<Document>().files).toHaveLength(2);
    const other = await addFile("landlord", id, "Another", key);
    expect(other.statusCode).toBe(409);
  });

  test("of the wrong kind or beyond the fiftieth is refused, and the document is unchanged", async () => {
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
  test("is restored as a new one, with the same bytes", async () => {
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

  test("that is current, missing or not downloadable cannot be restored", async () => {
    const { id } = await uploaded("landlord");
    const shown = await call("landlord", "POST", `${id}/files/1/bring-back`, {});
    expect(shown.statusCode).toBe(409);
    expect(shown.json<{ message: string }>().message).toBe("This file is already shown.");
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

  test("two concurrent restores get two numbers, or the second gets a conflict", async () => {
    const { id } = await uploaded("landlord");
    await addFile("landlord", id, "Second");
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => call("admin", "POST", `${id}/files/1/bring-back`, {})),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });
});
