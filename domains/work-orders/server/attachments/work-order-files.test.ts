import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import { openEventStream } from "#test/event-stream.ts";
import { smallPdf } from "#test/files/documents.ts";
import { officeFile } from "#test/files/office-files.ts";
import { multipart } from "#test/form.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

type Who = { cookie: string };
const newOrder = (fields: { assigneeId?: number } = {}) => createTenantOrder(portal.db, building, fields);
interface Adding {
  names?: readonly string[];
  content?: Buffer;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}
const add = (
  who: Who,
  id: number,
  { names = ["quote.pdf"], content, fields = {}, headers = {} }: Adding = {},
) => {
  const form = multipart(
    fields,
    names.map((fileName) => ({
      name: "files",
      fileName,
      type: "application/octet-stream",
      content: content ?? smallPdf(fileName),
    })),
  );
  return portal.call("POST", `/api/work-orders/${id}/files`, {
    cookie: who.cookie,
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};
const shared = { internal: "false" };
const remove = (who: Who, id: number, fileId: number | undefined) =>
  portal.call("DELETE", `/api/work-orders/${id}/files/${fileId}`, { cookie: who.cookie });
const read = async (who: Who, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}`, { cookie: who.cookie })).json<WorkOrder>();
const namesFor = async (who: Who, id: number) => (await read(who, id)).files.map(({ name }) => name);
const messagesFor = async (who: Who, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, { cookie: who.cookie }))
    .json<ActivityEntry[]>()
    .filter(({ actionType }) => actionType === "files_changed")
    .map(({ message, internal }) => [message, internal]);
const verify = async (who: Who, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/verify`, { cookie: who.cookie })).json<{
    valid: boolean;
    entries: number;
    files: number;
    problems: string[];
  }>();
const countStoredFiles = async () =>
  (await readdir(portal.filesFolder, { recursive: true })).filter((name) => name.includes(".")).length;
const readNotified = (id: number) =>
  portal.db
    .selectFrom("notifications")
    .select(["user_id", "kind"])
    .where("work_order_id", "=", id)
    .orderBy("user_id")
    .execute();

describe("files of a work order", () => {
  test("the requester and staff can add files and download them under their original names", async () => {
    const id = await newOrder();
    expect((await add(building.tenant, id, { names: ["manual.pdf", "list.pdf"] })).statusCode).toBe(201);
    await add(building.technician, id, { names: ["invoice.pdf"], fields: shared });
    await add(building.landlord, id, { names: ["report.pdf"], fields: shared });
    const { files, version } = await read(building.tenant, id);
    expect(
      files.map(({ name, internal, addedBy, canRemove }) => [name, internal, addedBy.fullName, canRemove]),
    ).toEqual([
      ["manual.pdf", false, "Tessa Tenant", true],
      ["list.pdf", false, "Tessa Tenant", true],
      ["invoice.pdf", false, "Theo Technician", false],
      ["report.pdf", false, "Lena Landlord", false],
    ]);
    expect(version).toBe(1);
    const url = files[0]?.url ?? "";
    const whole = await portal.call("GET", url, { cookie: building.technician.cookie });
    expect(whole.rawPayload).toEqual(smallPdf("manual.pdf"));
    expect(whole.headers["content-disposition"]).toMatch(/^attachment; filename="manual\.pdf"/);
    expect(whole.headers["content-type"]).toBe("application/pdf");
    const download = (headers: Record<string, string>) =>
      portal.call("GET", url, { cookie: building.tenant.cookie, headers });
    const part = await download({ range: "bytes=0-3" });
    expect([part.statusCode, part.body]).toEqual([206, "%PDF"]);
    expect((await download({ "if-none-match": String(whole.headers["etag"]) })).statusCode).toBe(304);
    expect(await messagesFor(building.tenant, id)).toEqual([
      ["File added: report.pdf", false],
      ["File added: invoice.pdf", false],
      ["2 files added: manual.pdf, list.pdf", false],
    ]);
    expect(await verify(building.tenant, id)).toMatchObject({ valid: true, files: 4 });
  });

  test("adding files notifies the requester and the assignee and updates other open pages", async () => {
    await portal.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = portal.app.server.address() as AddressInfo;
    const stream = await openEventStream(`http://127.0.0.1:${port}`, building.tenant.cookie);
    const [hidden, id] = [await newOrder(), await newOrder({ assigneeId: building.technician.id })];
    await add(building.landlord, hidden);
    await add(building.landlord, id, { fields: shared });
    const event = await stream.received((event) => event.kind === "work-order.files");
    expect([event.id, event.version]).toEqual([id, 1]);
    stream.close();
    expect(await readNotified(id)).toEqual(
      [building.tenant.id, building.technician.id]
        .sort((a, b) => a - b)
        .map((user_id) => ({ user_id, kind: "work-order.files" })),
    );
  });

  test.each([
    ["a text file", { names: ["note.txt"] }, 415],
    ["an HTML page named as a PDF", { content: Buffer.from("<html>hello</html>") }, 415],
    ["an empty file", { content: Buffer.alloc(0) }, 400],
    ["no file", { names: [] }, 400],
    [
      "more than ten files at a time",
      { names: Array.from({ length: 11 }, (_, index) => `${index}.pdf`) },
      400,
    ],
    ["a file one byte over 10 MB", { content: Buffer.alloc(10 * 1024 * 1024 + 1) }, 413],
    ["an unknown audience", { fields: { internal: "perhaps" } }, 400],
  ])("adding %s is rejected with a message, and nothing is stored", async (_, adding, status) => {
    const id = await newOrder();
    const before = await countStoredFiles();
    const response = await add(building.technician, id, adding);
    expect(response.statusCode, response.body).toBe(status);
    expect(response.json().message).toMatch(/^\S.*\.$/);
    expect(await namesFor(building.technician, id)).toEqual([]);
    expect(await countStoredFiles()).toBe(before);
  });

  test("adding a workbook with macros is rejected", async () => {
    const id = await newOrder();
    const content = await officeFile("xlsx", [{ name: "xl/vbaProject.bin", content: Buffer.alloc(9) }]);
    expect((await add(building.technician, id, { names: ["costs.xlsx"], content })).statusCode).toBe(415);
  });

  test("a work order can have up to twenty files, even with concurrent uploads", async () => {
    const id = await newOrder();
    const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.pdf`);
    await add(building.tenant, id, { names: names(10) });
    const last = await Promise.all(
      [building.tenant, building.technician].map((who) => add(who, id, { names: names(6), fields: shared })),
    );
    expect(last.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400]);
    const full = await add(building.tenant, id, { names: names(5) });
    expect(full.json().message).toBe("Work orders can have up to 20 files; this one has 16.");
  });

  test("former tenants can't add files", async () => {
    const former = await createPerson(portal.db, { role: "tenant" });
    const id = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      leaseId: building.leaseId,
      createdById: former.id,
    });
    const cookie = await signInAs(portal.db, former);
    expect((await read({ cookie }, id)).can.addFiles).toBe(false);
    expect((await add({ cookie }, id)).statusCode).toBe(403);
  });

  test("signatures don't cover files, but verification detects a changed file", async () => {
    const id = await newOrder();
    await add(building.technician, id, { fields: shared });
    await portal.db
      .updateTable("work_order_files")
      .set({ sha256: Buffer.alloc(32) })
      .where("work_order_id", "=", id)
      .execute();
    expect((await verify(building.tenant, id)).problems).toEqual(["quote.pdf doesn't match the original."]);
  });
});

describe("staff-only files", () => {
  test("files from staff are internal by default, and tenants see no trace of them", async () => {
    const id = await newOrder({ assigneeId: building.technician.id });
    await portal.call("POST", `/api/work-orders/${id}/comments`, {
      cookie: building.tenant.cookie,
      body: { text: "When do you come?" },
    });
    await portal.db.deleteFrom("notifications").where("work_order_id", "=", id).execute();
    const before = await portal.call("GET", `/api/work-orders/${id}`, { cookie: building.tenant.cookie });
    const verified = await verify(building.tenant, id);
    const added = (await add(building.landlord, id)).json<WorkOrder>();
    const [file] = added.files;
    expect([file?.name, file?.internal]).toEqual(["quote.pdf", true]);
    expect(await namesFor(building.technician, id)).toEqual(["quote.pdf"]);
    expect(await messagesFor(building.technician, id)).toEqual([["File added: quote.pdf", true]]);

    const after = await portal.call("GET", `/api/work-orders/${id}`, { cookie: building.tenant.cookie });
    expect(after.body).toBe(before.body);
    expect(await messagesFor(building.tenant, id)).toEqual([]);
    expect(await verify(building.tenant, id)).toEqual(verified);
    expect((await portal.call("GET", file?.url ?? "", { cookie: building.tenant.cookie })).statusCode).toBe(
      404,
    );
    expect((await remove(building.tenant, id, file?.id)).statusCode).toBe(404);
    expect(await readNotified(id)).toEqual([{ user_id: building.technician.id, kind: "work-order.files" }]);

    await remove(building.landlord, id, file?.id);
    expect(await messagesFor(building.tenant, id)).toEqual([]);
    expect(await messagesFor(building.landlord, id)).toHaveLength(2);
  });

  test("staff-only files have a separate limit, and tenants can't add them", async () => {
    const id = await newOrder();
    const names = Array.from({ length: 10 }, (_, index) => `${index}.pdf`);
    await add(building.landlord, id, { names });
    await add(building.landlord, id, { names });
    expect((await add(building.landlord, id)).json().message).toBe(
      "Work orders can have up to 20 staff-only files; this one has 20.",
    );
    expect((await add(building.tenant, id)).statusCode).toBe(201);
    const rejected = await add(building.tenant, id, { fields: { internal: "true" } });
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      403,
      "Only staff can add staff-only files.",
    ]);
  });
});

describe("removing a file", () => {
  test("staff and the person who added a file can remove it, and the log keeps its name", async () => {
    const id = await newOrder();
    const before = await countStoredFiles();
    await add(building.tenant, id, { names: ["own.pdf"] });
    await add(building.technician, id, { names: ["theirs.pdf"], fields: shared });
    const [tenantFile, technicianFile] = (await read(building.tenant, id)).files.map((file) => file.id);
    const rejected = await remove(building.tenant, id, technicianFile);
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      403,
      "You can only remove files you added.",
    ]);
    expect((await remove(building.tenant, id, tenantFile)).statusCode).toBe(200);
    expect((await remove(building.landlord, id, technicianFile)).json<WorkOrder>().files).toEqual([]);
    expect((await remove(building.landlord, id, technicianFile)).statusCode).toBe(404);
    expect(await countStoredFiles()).toBe(before);
    expect((await messagesFor(building.tenant, id)).slice(0, 2)).toEqual([
      ["File removed: theirs.pdf", false],
      ["File removed: own.pdf", false],
    ]);
    expect(await verify(building.tenant, id)).toMatchObject({ valid: true, files: 0 });
  });

  test("removing a file through another work order returns 404, and the file stays", async () => {
    const [id, other] = [await newOrder(), await newOrder()];
    const file = (await add(building.tenant, other)).json<WorkOrder>().files[0];
    expect((await remove(building.tenant, id, file?.id)).statusCode).toBe(404);
    expect(await namesFor(building.tenant, other)).toEqual(["quote.pdf"]);
  });
});
