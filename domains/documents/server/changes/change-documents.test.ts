import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/files/documents.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

type Who = "tenant" | "neighbor" | "technician" | "landlord" | "admin";
const getCookie = (who: Who) => building[who].cookie;

const uploaded = async (who: Who, fields: Record<string, string | number> = {}): Promise<Document> => {
  const response = await upload(portal, getCookie(who), {
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
    cookie: getCookie(who),
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
    cookie: getCookie(who),
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};
const sees = async (who: Who, id: number): Promise<boolean> =>
  (await call(who, "GET", String(id))).statusCode === 200;
const readEntries = (id: number) =>
  portal.db
    .selectFrom("audit_log")
    .select(["actor_name", "action", "property_id", "details"])
    .where("subject_type", "=", "document")
    .where("subject_id", "=", String(id))
    .orderBy("id")
    .execute();

describe("changing a document", () => {
  test("the uploader and the managers can change individual fields, and the audit log has the old values", async () => {
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
    expect((await readEntries(id)).slice(1)).toMatchObject([
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

  test("saving a document without differences changes nothing and isn't logged", async () => {
    const { id } = await uploaded("landlord");
    const response = await edit("landlord", id, { title: "Boiler manual", visibility: "building" });
    expect(response.json<Document>().version).toBe(1);
    expect(await readEntries(id)).toHaveLength(1);
  });

  test("editing an outdated version of a document returns 409 with the current document and the name of the person who changed it", async () => {
    const { id } = await uploaded("landlord");
    await edit("admin", id, { title: "Boiler manual, second edition" });
    for (const response of [
      await edit("landlord", id, { title: "Mine" }, { "if-match": "1" }),
      await edit("landlord", id, { title: "Mine", version: 1 }),
      await call("landlord", "DELETE", String(id), undefined, { "if-match": '"1"' }),
      await call("landlord", "POST", `${id}/files/1/restore`, {}, { "if-match": "1" }),
    ]) {
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        message: "Ada Admin changed this document after you opened it.",
        current: { id, title: "Boiler manual, second edition", version: 2 },
      });
    }
    expect((await edit("landlord", id, { title: "Mine" }, { "if-match": "2" })).statusCode).toBe(200);
  });

  test("people who can only view a document get 403 with a message, and everyone else gets 404", async () => {
    const { id } = await uploaded("landlord");
    const rejected = await edit("tenant", id, { title: "Mine now" });
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json<{ message: string }>().message).toBe(
      "Only the person who uploaded this document or the property's managers can change it.",
    );
    const own = await uploaded("tenant");
    for (const response of [
      await edit("neighbor", own.id, { title: "Mine now" }),
      await call("neighbor", "DELETE", String(own.id)),
      await addFile("neighbor", own.id, "other"),
      await call("neighbor", "POST", `${own.id}/files/1/restore`, {}),
    ])
      expect(response.statusCode).toBe(404);
  });

  test.each([
    [{ title: "ab" }, "title", "Title must be at least 3 characters"],
    [{ type: "Novel" }, "type", "Please select a document type"],
    [{ visibility: "world" }, "visibility", "visibility must be one of building, lease, staff."],
    [{ expiresOn: "2026-02-30" }, "expiresOn", "Please select a date"],
    [{ expiresOn: "" }, "expiresOn", "Please select a date"],
  ])("DOC-11 DOC-12 changing a document to %j is rejected with a message", async (body, field, sentence) => {
    const { id } = await uploaded("landlord");
    const response = await edit("landlord", id, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: sentence } });
  });

  test("ROLE-19 a technician can see a document only while its type is Maintenance", async () => {
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
  test("only managers can change a document's visibility", async () => {
    const { id } = await uploaded("tenant");
    const rejected = await edit("tenant", id, { visibility: "staff", title: "Hidden" });
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json<{ message: string }>().message).toBe(
      "Only the property's managers can change who sees a document.",
    );
    expect((await call("tenant", "GET", String(id))).json<Document>().title).toBe("Boiler manual");
    expect((await edit("tenant", id, { visibility: "lease" })).statusCode).toBe(200);
  });

  test("ROLE-19 a technician's upload is visible to staff only, regardless of the request, until a manager changes it", async () => {
    const requests: Record<string, string | number>[] = [
      { visibility: "building" },
      { unitId: building.unitId, visibility: "lease" },
      {},
    ];
    for (const fields of requests) {
      const { id, visibility } = await uploaded("technician", { type: "Maintenance", ...fields });
      expect(visibility).toBe("staff");
      expect(await sees("tenant", id)).toBe(false);
      const rejected = await edit("technician", id, { visibility: "building" });
      expect(rejected.statusCode).toBe(403);
    }
    const { id } = await uploaded("technician", { unitId: building.unitId });
    await edit("landlord", id, { visibility: "lease" });
    expect(await sees("tenant", id)).toBe(true);
    expect(await sees("neighbor", id)).toBe(false);
  });

  test("ROLE-19 a unit's document can be visible to its tenant or to staff, never to the whole building", async () => {
    const { id } = await uploaded("landlord", { unitId: building.unitId });
    expect(await sees("tenant", id)).toBe(true);
    expect(await sees("neighbor", id)).toBe(false);
    const rejected = await edit("landlord", id, { visibility: "building" });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({
      fields: { visibility: "Documents for a single unit can be visible to its tenant or to staff only." },
    });
    expect((await edit("landlord", id, { visibility: "staff" })).statusCode).toBe(200);
    expect(await sees("tenant", id)).toBe(false);
    await edit("landlord", id, { visibility: "lease" });
    expect(await sees("tenant", id)).toBe(true);
  });

  test("a building's document can be visible to everyone in it or to staff", async () => {
    const { id } = await uploaded("landlord");
    expect(await sees("neighbor", id)).toBe(true);
    await edit("landlord", id, { visibility: "staff" });
    expect(await sees("neighbor", id)).toBe(false);
    const rejected = await edit("landlord", id, { visibility: "lease" });
    expect(rejected.json()).toMatchObject({
      fields: { visibility: "Select the unit whose tenant should see it." },
    });
  });

  test("a vacant unit's document can be made visible to the tenant once the unit is leased", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const { id } = await uploaded("landlord", { unitId, title: "Lease, to be signed" });
    const rejected = await edit("landlord", id, { visibility: "lease" });
    expect(rejected.json()).toMatchObject({
      fields: { visibility: "This unit is vacant, so its documents are visible to staff only." },
    });
    const leaseId = await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId,
      memberIds: [building.neighbor.id],
    });
    expect(await sees("neighbor", id)).toBe(false);
    const response = await edit("landlord", id, { visibility: "lease" });
    expect(response.json<Document>()).toMatchObject({ leaseId, visibility: "lease" });
    expect(await sees("neighbor", id)).toBe(true);
    expect(await sees("tenant", id)).toBe(false);
  });
});

describe("a new file of a document", () => {
  test("ROLE-19 only people who can change a document see its earlier files", async () => {
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

  test("a new file becomes the current file, and the earlier file is kept", async () => {
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
    expect((await readEntries(id)).at(-1)).toMatchObject({
      actor_name: "Tessa Tenant",
      action: "document.version-added",
      details: { file: "Renewed.pdf", number: 2 },
    });
  });

  test("a new file can change or remove the expiration date, which otherwise stays the same", async () => {
    const { id } = await uploaded("tenant", { type: "Insurance", expiresOn: "2026-12-31" });
    const renew = async (line: string, fields: Record<string, string>) => {
      const response = await addFile("tenant", id, line, {}, fields);
      expect(response.statusCode, response.body).toBe(201);
      return response.json<Document>().expiresOn;
    };
    expect(await renew("Corrected", {})).toBe("2026-12-31");
    expect(await renew("Renewed", { expiresOn: "2027-12-31" })).toBe("2027-12-31");
    expect((await readEntries(id)).at(-1)?.details).toMatchObject({
      changes: [{ field: "expiresOn", from: "2026-12-31", to: "2027-12-31" }],
    });
    expect(await renew("For good", { expiresOn: "" })).toBeNull();
    const wrong = await addFile("tenant", id, "Wrong", {}, { expiresOn: "soon" });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      { fields: { expiresOn: "Please select a date" } },
    ]);
  });

  test("ten concurrent uploads each get their own number, and none is lost", async () => {
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

  test("a file sent twice with the same idempotency key is added once", async () => {
    const { id } = await uploaded("landlord");
    const key = { "idempotency-key": "renew-1" };
    const first = await addFile("landlord", id, "Once", key);
    const again = await addFile("landlord", id, "Once", key);
    expect(again.json()).toEqual(first.json());
    expect((await call("landlord", "GET", String(id))).json<Document>().files).toHaveLength(2);
    const other = await addFile("landlord", id, "Another", key);
    expect(other.statusCode).toBe(409);
  });

  test("a file of the wrong type and a fifty-first file are rejected, and the document stays unchanged", async () => {
    const { id } = await uploaded("landlord");
    const form = documentUpload({ fields: {}, content: Buffer.from("hello"), fileName: "note.txt" });
    const wrong = await portal.call("POST", `/api/documents/${id}/files`, {
      cookie: getCookie("landlord"),
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
    const rejected = await addFile("landlord", id, "One too many");
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json<{ message: string }>().message).toContain("limit of 50 versions");
    expect((await call("landlord", "GET", String(id))).json<Document>()).toMatchObject({
      version: 1,
      file: { number: 1 },
    });
  });
});

describe("an earlier file", () => {
  test("restoring an earlier file adds it as a new file with the same bytes", async () => {
    const { id } = await uploaded("tenant");
    await addFile("tenant", id, "Renewed");
    const response = await call("landlord", "POST", `${id}/files/1/restore`, {});
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
    expect((await readEntries(id)).at(-1)).toMatchObject({
      action: "document.version-restored",
      details: { restoredFrom: 1, number: 3 },
    });
  });

  test("a file that is current, missing, or not downloadable can't be restored", async () => {
    const { id } = await uploaded("landlord");
    const shown = await call("landlord", "POST", `${id}/files/1/restore`, {});
    expect(shown.statusCode).toBe(409);
    expect(shown.json<{ message: string }>().message).toBe("This is already the current version.");
    await addFile("landlord", id, "Second");
    await call("landlord", "POST", `${id}/files/1/restore`, {});
    expect((await call("landlord", "POST", `${id}/files/1/restore`, {})).statusCode).toBe(409);
    expect((await call("landlord", "POST", `${id}/files/9/restore`, {})).statusCode).toBe(404);
    for (const scan of ["waiting", "infected"] as const) {
      await portal.db
        .updateTable("document_files")
        .set({ scan })
        .where("document_id", "=", id)
        .where("number", "=", 2)
        .execute();
      expect((await call("landlord", "POST", `${id}/files/2/restore`, {})).statusCode).toBe(409);
    }
    expect((await call("landlord", "GET", String(id))).json<Document>().files).toHaveLength(3);
  });

  test("two concurrent restores get different numbers, or the second gets a conflict", async () => {
    const { id } = await uploaded("landlord");
    await addFile("landlord", id, "Second");
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => call("admin", "POST", `${id}/files/1/restore`, {})),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });
});
