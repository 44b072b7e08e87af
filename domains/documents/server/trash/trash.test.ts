import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, isStored, smallPdf, upload } from "#test/files/documents.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document, DocumentCard } from "../../contract.ts";
import { removeTrashedDocuments } from "./remove-trashed-documents.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

type Who = "tenant" | "neighbor" | "technician" | "landlord" | "admin";
/** A new session each time, because these tests move the clock by months. */
const signIn = (who: Who) => signInAs(portal.db, building[who], portal.clock.now);
const uploaded = async (who: Who, fields: Record<string, string | number> = {}): Promise<number> => {
  const response = await upload(portal, await signIn(who), {
    fields: { title: "Old rules", type: "Other", buildingId: building.propertyId, ...fields },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Document>().id;
};
const request = async (who: Who, method: "GET" | "POST" | "DELETE", path: string) =>
  portal.call(method, `/api/${path}`, {
    cookie: await signIn(who),
    ...(method === "POST" ? { body: {} } : {}),
  });
const trash = async (who: Who, id: number) => {
  const response = await request(who, "DELETE", `documents/${id}`);
  expect(response.statusCode, response.body).toBe(200);
};
const listIds = async (who: Who, path: string) =>
  (await request(who, "GET", path)).json<{ id: number }[]>().map(({ id }) => id);
const readKeys = async (id: number) =>
  (
    await portal.db.selectFrom("document_files").select("file_key").where("document_id", "=", id).execute()
  ).map(({ file_key }) => file_key);
const days = (count: number) => portal.clock.advanceMinutes(count * 24 * 60);

describe("a document in the trash", () => {
  test("people who can't restore a trashed document don't find it in any list, total, page, file, search, or count", async () => {
    const id = await uploaded("landlord", { title: "Zeppelin rules" });
    const stats = async () =>
      (await request("tenant", "GET", "dashboard/stats")).json<{ documents: unknown }>();
    const total = async () => (await request("tenant", "GET", "documents")).headers["x-total-count"];
    const [statsBefore, totalBefore] = [await stats(), Number(await total())];
    await trash("landlord", id);
    expect(Number(await total())).toBe(totalBefore - 1);
    expect((await stats()).documents).toBe(Number(statsBefore.documents) - 1);
    for (const who of ["tenant", "neighbor", "technician"] as const) {
      expect(await listIds(who, "documents")).not.toContain(id);
      expect(await listIds(who, "document-trash")).not.toContain(id);
      for (const path of ["", "/file", "/files/1"])
        expect((await request(who, "GET", `documents/${id}${path}`)).statusCode, `${who} ${path}`).toBe(404);
      expect((await request(who, "POST", `documents/${id}/restore`)).statusCode).toBe(404);
    }
    for (const who of ["tenant", "landlord", "admin"] as const) {
      expect(await listIds(who, "documents?q=zeppelin")).not.toContain(id);
      expect(await listIds(who, "documents?q=zeppelin&in=files")).not.toContain(id);
      expect((await request(who, "GET", "search?q=zeppelin")).body).not.toContain("Zeppelin");
    }
  });

  test("people who can restore a trashed document can read it but not change it", async () => {
    const id = await uploaded("tenant");
    await trash("tenant", id);
    for (const who of ["tenant", "landlord", "admin"] as const) {
      const read = await request(who, "GET", `documents/${id}`);
      expect(read.json<Document>()).toMatchObject({
        trashedAt: portal.clock.now.toISOString(),
        can: { edit: true, chooseVisibility: false },
      });
      expect((await request(who, "GET", `documents/${id}/file`)).statusCode).toBe(200);
      expect(await listIds(who, "document-trash")).toContain(id);
      expect(await listIds(who, "documents")).not.toContain(id);
      expect((await request(who, "DELETE", `documents/${id}`)).statusCode).toBe(404);
      expect((await request(who, "POST", `documents/${id}/files/1/restore`)).statusCode).toBe(404);
      const edited = await portal.call("PATCH", `/api/documents/${id}`, {
        cookie: await signIn(who),
        body: { title: "From the trash" },
      });
      expect(edited.statusCode).toBe(404);
    }
  });

  test("a document is restored unchanged, and the audit log records when it was trashed and restored", async () => {
    const id = await uploaded("landlord", { expiresOn: "2030-01-01" });
    const before = (await request("landlord", "GET", `documents/${id}`)).json<Document>();
    await trash("landlord", id);
    const back = await request("admin", "POST", `documents/${id}/restore`);
    expect(back.statusCode, back.body).toBe(200);
    const visible = (await request("landlord", "GET", `documents/${id}`)).json<Document>();
    expect(visible).toEqual({ ...before, version: 3 });
    expect(await listIds("tenant", "documents")).toContain(id);
    expect((await request("admin", "POST", `documents/${id}/restore`)).statusCode).toBe(404);
    const entries = await portal.db
      .selectFrom("audit_log")
      .select(["action", "actor_name"])
      .where("subject_type", "=", "document")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute();
    expect(entries.slice(1)).toEqual([
      { action: "document.trashed", actor_name: "Lena Landlord" },
      { action: "document.restored", actor_name: "Ada Admin" },
    ]);
  });

  test("trashed documents are listed newest first, page by page and in the CSV export", async () => {
    const landlord = await createPerson(portal.db, { role: "landlord", fullName: "Olga Other" });
    const propertyId = await createProperty(portal.db, { name: "Hill House" });
    await portal.db
      .insertInto("property_landlords")
      .values({ property_id: propertyId, user_id: landlord.id })
      .execute();
    const cookie = await signInAs(portal.db, landlord, portal.clock.now);
    const ids: number[] = [];
    for (const title of ["First", "Second", "Third"]) {
      const response = await upload(portal, cookie, {
        fields: { title, type: "Other", buildingId: propertyId },
      });
      ids.push(response.json<Document>().id);
    }
    const [first = 0, second = 0, third = 0] = ids;
    for (const id of [second, third, first]) {
      portal.clock.advanceMinutes(1);
      await portal.call("DELETE", `/api/documents/${id}`, { cookie });
    }
    const part = await portal.call("GET", "/api/document-trash?limit=2", { cookie });
    expect(part.headers["x-total-count"]).toBe("3");
    expect(part.json<DocumentCard[]>()).toMatchObject([
      { id: first, title: "First", trashedBy: { id: landlord.id, fullName: "Olga Other" } },
      { id: third, trashedAt: new Date(portal.clock.now.getTime() - 60_000).toISOString() },
    ]);
    const next = /<(.+)>; rel="next"/.exec(String(part.headers.link))?.[1] ?? "";
    const rest = await portal.call("GET", next, { cookie });
    expect(rest.json<DocumentCard[]>().map(({ id }) => id)).toEqual([second]);
    const page = await portal.call("GET", "/api/document-trash?page=2&pageSize=2", { cookie });
    expect(page.json<DocumentCard[]>().map(({ id }) => id)).toEqual([second]);
    const table = await portal.call("GET", "/api/document-trash.csv", { cookie });
    const rows = parse(table.body, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ Title }) => Title)).toEqual(["First", "Third", "Second"]);
    expect(rows[0]).toMatchObject({
      Building: "Hill House",
      File: "paper.pdf",
      "Deleted by": "Olga Other",
    });
    expect(await listIds("landlord", "document-trash")).not.toContain(first);
  });

  test("a unit can't be deleted while one of its documents is in the trash", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const id = await uploaded("landlord", { unitId });
    await trash("landlord", id);
    const rejected = await request("landlord", "DELETE", `units/${unitId}`);
    expect(rejected.statusCode).toBe(409);
    expect((await request("landlord", "POST", `documents/${id}/restore`)).statusCode).toBe(200);
  });

  test("a document restored after its lease ended is visible only to the former tenant", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const tenant = await createPerson(portal.db, { role: "tenant" });
    const cookie = await signInAs(portal.db, tenant, portal.clock.now);
    const leaseId = await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId,
      memberIds: [tenant.id],
    });
    const own = await upload(portal, cookie, { fields: { title: "Own", type: "Other", buildingId: 1 } });
    const { id } = own.json<Document>();
    await trash("landlord", id);
    await portal.db.updateTable("leases").set({ state: "ended" }).where("id", "=", leaseId).execute();
    // A former tenant can't restore anything, but the property's managers can.
    expect((await portal.call("GET", `/api/documents/${id}`, { cookie })).statusCode).toBe(404);
    expect((await portal.call("POST", `/api/documents/${id}/restore`, { cookie, body: {} })).statusCode).toBe(
      404,
    );
    expect((await request("landlord", "POST", `documents/${id}/restore`)).statusCode).toBe(200);
    const read = await portal.call("GET", `/api/documents/${id}`, { cookie });
    expect(read.json<Document>()).toMatchObject({ leaseId, can: { edit: false } });
  });
});

describe("documents trashed more than 30 days ago", () => {
  test("documents trashed more than 30 days ago are permanently deleted with their files and downloads, and newer ones are kept", async () => {
    const old = await uploaded("landlord", { title: "Out of date" });
    const form = documentUpload({ fields: {}, content: smallPdf("Second") });
    await portal.call("POST", `/api/documents/${old}/files`, { cookie: await signIn("landlord"), ...form });
    await request("tenant", "GET", `documents/${old}/file`);
    const restored = await uploaded("landlord");
    const visible = await uploaded("landlord");
    const [keys, keysOfShown] = [await readKeys(old), await readKeys(visible)];
    expect(keys).toHaveLength(2);
    await trash("landlord", old);
    await trash("landlord", restored);
    await request("landlord", "POST", `documents/${restored}/restore`);
    days(29);
    const young = await uploaded("landlord");
    await trash("landlord", young);
    await removeTrashedDocuments(portal.services);
    expect(await readKeys(old)).toEqual(keys);
    days(1);
    await removeTrashedDocuments(portal.services);
    expect((await request("admin", "GET", `documents/${old}`)).statusCode).toBe(404);
    expect(await listIds("admin", "document-trash")).toEqual([young]);
    expect(await Promise.all(keys.map((key) => isStored(portal, key)))).toEqual([false, false]);
    for (const table of ["documents", "document_files", "document_downloads"] as const) {
      const column = table === "documents" ? "id" : "document_id";
      const rows = await portal.db.selectFrom(table).select(column).where(column, "=", old).execute();
      expect(rows, table).toEqual([]);
    }
    expect(await Promise.all(keysOfShown.map((key) => isStored(portal, key)))).toEqual([true]);
    expect((await request("tenant", "GET", `documents/${restored}/file`)).statusCode).toBe(200);
    const entry = await portal.db
      .selectFrom("audit_log")
      .select(["actor_id", "actor_name", "property_id", "details"])
      .where("action", "=", "document.removed")
      .where("subject_id", "=", String(old))
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      actor_id: null,
      actor_name: "The portal",
      property_id: building.propertyId,
      details: { title: "Out of date", type: "Other" },
    });
  });

  test("hundreds of documents are deleted, a file that another document uses stays, and a document that can't be deleted doesn't block the others", async () => {
    const id = await uploaded("landlord");
    const [key = ""] = await readKeys(id);
    const shared = await uploaded("landlord");
    const [first] = await portal.db
      .selectFrom("document_files")
      .selectAll()
      .where("document_id", "=", shared)
      .execute();
    if (first === undefined) throw new Error("The document has no file.");
    const { id: _, document_id: __, ...file } = first;
    await portal.db.transaction().execute(async (db) => {
      const rows = await db
        .insertInto("documents")
        .values(
          Array.from({ length: 250 }, () => ({
            property_id: building.propertyId,
            visibility: "staff" as const,
            title: "Many",
            type: "Other" as const,
            created_by_id: building.landlord.id,
            created_at: portal.clock.now,
            trashed_at: portal.clock.now,
            trashed_by_id: building.landlord.id,
          })),
        )
        .returning("id")
        .execute();
      await db
        .insertInto("document_files")
        .values(rows.map((row) => ({ ...file, document_id: row.id })))
        .execute();
    });
    await trash("landlord", id);
    days(31);
    const removedKeys: string[] = [];
    await removeTrashedDocuments({
      ...portal.services,
      files: {
        ...portal.services.files,
        remove: (one) => {
          removedKeys.push(one);
          return Promise.reject(new Error("The store is away"));
        },
      },
    });
    expect(removedKeys).toContain(key);
    expect(removedKeys).not.toContain(first.file_key);
    const left = await portal.db
      .selectFrom("documents")
      .select("id")
      .where("trashed_at", "is not", null)
      .execute();
    expect(left).toEqual([]);
    expect((await request("landlord", "GET", `documents/${shared}/file`)).statusCode).toBe(200);
  });
});
