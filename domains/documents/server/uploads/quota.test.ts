import { afterEach, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/files/documents.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
});
afterEach(() => portal.close());

const kilobyte = 1024;
/** Returns a PDF of this many kilobytes. */
function makePdf(kilobytes: number): Buffer {
  const bytes = kilobytes * kilobyte;
  const near = smallPdf("x".repeat(bytes - 700));
  const pdf = smallPdf("x".repeat(bytes - 700 + bytes - near.length));
  expect(pdf).toHaveLength(bytes);
  return pdf;
}
type Who = "tenant" | "neighbor" | "landlord";
const send = (who: Who, kilobytes: number, fields: Record<string, string | number> = {}) =>
  upload(portal, building[who].cookie, {
    fields: { title: "Plans", type: "Other", buildingId: building.propertyId, ...fields },
    content: makePdf(kilobytes),
  });
const addFile = (id: number, kilobytes: number) => {
  const form = documentUpload({ fields: {}, content: makePdf(kilobytes) });
  return portal.call("POST", `/api/documents/${id}/files`, { cookie: building.tenant.cookie, ...form });
};
const setQuota = async (megabytes: number) => {
  const response = await portal.call("PATCH", "/api/settings", {
    cookie: building.admin.cookie,
    body: { documentQuotaMegabytes: megabytes },
  });
  expect(response.statusCode, response.body).toBe(200);
};
const getBytes = async (leaseId: number): Promise<number> => {
  const { sum } = await portal.db
    .selectFrom("document_files as f")
    .innerJoin("documents as d", "d.id", "f.document_id")
    .select((row) => row.fn.sum<number>("f.bytes").as("sum"))
    .where("d.lease_id", "=", leaseId)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
};
const storedFileCount = async (): Promise<number> => {
  let count = 0;
  await portal.services.files.sweep(new Date(Date.now() + 60_000), (keys) => {
    count += keys.length;
    return Promise.resolve(keys);
  });
  return count;
};

test("a document over its lease's quota is rejected with a message and not stored", async () => {
  await setQuota(1);
  expect((await send("tenant", 700)).statusCode).toBe(201);
  const kept = await storedFileCount();
  const rejected = await send("tenant", 400);
  expect(rejected.statusCode).toBe(409);
  expect(rejected.json<{ message: string }>().message).toBe(
    "This lease has used 0.7 MB of its 1 MB of document storage, so another 0.4 MB won't fit. Files in the trash count until they're deleted. An administrator can raise the limit.",
  );
  expect(await storedFileCount()).toBe(kept);
  expect((await send("landlord", 400, { unitId: building.unitId })).statusCode).toBe(409);
  expect((await send("tenant", 324)).statusCode).toBe(201);
  expect((await send("tenant", 1)).statusCode).toBe(409);
  // Neither another lease nor the building is affected.
  expect((await send("neighbor", 700)).statusCode).toBe(201);
  expect((await send("landlord", 700)).statusCode).toBe(201);
  await setQuota(2);
  expect((await send("tenant", 400)).statusCode).toBe(201);
});

test("earlier files and the trash count toward the quota, and a restored file counts once", async () => {
  await setQuota(1);
  const { id } = (await send("tenant", 300)).json<Document>();
  expect((await addFile(id, 300)).statusCode).toBe(201);
  const back = await portal.call("POST", `/api/documents/${id}/files/1/restore`, {
    cookie: building.tenant.cookie,
    body: {},
  });
  expect(back.statusCode).toBe(200);
  expect((await addFile(id, 300)).statusCode).toBe(201);
  expect((await addFile(id, 300)).statusCode).toBe(409);
  await portal.call("DELETE", `/api/documents/${id}`, { cookie: building.tenant.cookie });
  expect((await send("tenant", 300)).statusCode).toBe(409);
});

test("ten concurrent uploads never exceed the quota", async () => {
  await setQuota(1);
  const responses = await Promise.all(Array.from({ length: 10 }, () => send("tenant", 300)));
  const codes = responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
  expect(codes).toEqual([201, 201, 201, 409, 409, 409, 409, 409, 409, 409]);
  expect(await getBytes(building.leaseId)).toBe(900 * kilobyte);
  expect(await storedFileCount()).toBe(3);
});

test("a staff document made visible to the tenant must fit into the quota", async () => {
  await setQuota(1);
  await portal.db.updateTable("leases").set({ state: "draft" }).where("id", "=", building.leaseId).execute();
  const { id, leaseId } = (await send("landlord", 800, { unitId: building.unitId })).json<Document>();
  expect(leaseId).toBeNull();
  await portal.db.updateTable("leases").set({ state: "active" }).where("id", "=", building.leaseId).execute();
  expect((await send("tenant", 300)).statusCode).toBe(201);
  const show = () =>
    portal.call("PATCH", `/api/documents/${id}`, {
      cookie: building.landlord.cookie,
      body: { visibility: "lease" },
    });
  expect((await show()).statusCode).toBe(409);
  await setQuota(2);
  expect((await show()).statusCode).toBe(200);
});
