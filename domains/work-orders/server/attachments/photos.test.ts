import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import { openEventStream } from "#test/event-stream.ts";
import { penStroke } from "#test/files/images.ts";
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
let shade = 0;
const jpeg = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: (shade += 1), g: 90, b: 160 } } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret place" } })
    .toBuffer();
const photos = (count: number, content?: Buffer) =>
  Promise.all(
    Array.from({ length: count }, async () => ({
      name: "images",
      fileName: "sink.jpg",
      type: "image/jpeg",
      content: content ?? (await jpeg()),
    })),
  );
const add = async (who: Who, id: number, { count = 1, fields = {}, headers = {}, content }: Adding = {}) => {
  const form = multipart(fields, await photos(count, content));
  return portal.call("POST", `/api/work-orders/${id}/images`, {
    cookie: who.cookie,
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};
interface Adding {
  count?: number;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  content?: Buffer;
}
const remove = (who: Who, id: number, imageId: number | undefined) =>
  portal.call("DELETE", `/api/work-orders/${id}/images/${imageId}`, { cookie: who.cookie });
const read = async (who: Who, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}`, who)).json<WorkOrder>();
const messages = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, building.admin))
    .json<ActivityEntry[]>()
    .map(({ actionType, message }) => [actionType, message]);
const countStoredFiles = async () =>
  (await readdir(portal.filesFolder, { recursive: true })).filter((name) => name.includes(".")).length;
const isIntact = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/verify`, building.admin)).json<{ valid: boolean }>()
    .valid;

describe("photos of an existing work order", () => {
  test("the requester and staff can add photos with a before or after label, and camera metadata is removed", async () => {
    const id = await newOrder();
    const first = await add(building.tenant, id, { count: 2, fields: { label: "before" } });
    expect(first.statusCode, first.body).toBe(201);
    await add(building.technician, id, { fields: { label: "after" } });
    await add(building.landlord, id);
    const order = await read(building.tenant, id);
    expect(order.version).toBe(4);
    expect(order.images.map(({ label, addedBy }) => [label, addedBy.fullName])).toEqual([
      ["before", "Tessa Tenant"],
      ["before", "Tessa Tenant"],
      ["after", "Theo Technician"],
      [null, "Lena Landlord"],
    ]);
    const download = await portal.call("GET", order.images[0]?.url ?? "", building.tenant);
    expect(download.rawPayload.includes("secret place")).toBe(false);
    expect((await sharp(download.rawPayload).metadata()).exif).toBeUndefined();
    expect(await messages(id)).toEqual([
      ["photos_changed", "1 photo added"],
      ["photos_changed", "1 photo added, taken after the work"],
      ["photos_changed", "2 photos added, taken before the work"],
    ]);
    expect(await isIntact(id)).toBe(true);
  });

  test("adding photos updates other open pages with the new version", async () => {
    await portal.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = portal.app.server.address() as AddressInfo;
    const stream = await openEventStream(`http://127.0.0.1:${port}`, building.tenant.cookie);
    const id = await newOrder();
    await add(building.technician, id);
    const event = await stream.received((one) => one.kind === "work-order.changed" && one.id === id);
    expect(event.version).toBe(2);
    stream.close();
  });

  test("adding photos notifies the requester and the assignee", async () => {
    const id = await newOrder({ assigneeId: building.technician.id });
    await add(building.landlord, id, { count: 2 });
    const notified = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "kind"])
      .where("work_order_id", "=", id)
      .orderBy("user_id")
      .execute();
    expect(notified).toEqual(
      [building.tenant.id, building.technician.id]
        .sort((a, b) => a - b)
        .map((user_id) => ({ user_id, kind: "work-order.photos" })),
    );
  });

  test.each([
    ["a text file", { content: Buffer.from("hello, I am an image") }, 415],
    ["no photo", { count: 0 }, 400],
    ["an unknown label", { fields: { label: "during" } }, 400],
    ["an eleventh photo", { count: 11 }, 400],
    ["a photo one byte over 10 MB", { content: Buffer.alloc(10 * 1024 * 1024 + 1) }, 413],
  ])("adding %s is rejected with a message, and nothing is stored", async (_, adding, status) => {
    const id = await newOrder();
    const before = await countStoredFiles();
    const response = await add(building.tenant, id, adding);
    expect(response.statusCode).toBe(status);
    expect(response.json().message).toMatch(/^\S.*\.$/);
    expect((await read(building.tenant, id)).images).toEqual([]);
    expect(await countStoredFiles()).toBe(before);
  });

  test("a work order can have up to thirty photos, even with concurrent uploads", async () => {
    const id = await newOrder();
    await add(building.tenant, id, { count: 10 });
    await add(building.technician, id, { count: 10 });
    const last = await Promise.all([
      add(building.tenant, id, { count: 6 }),
      add(building.technician, id, { count: 6 }),
    ]);
    expect(last.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400]);
    await add(building.tenant, id, { count: 4 });
    const full = await add(building.tenant, id);
    expect(full.statusCode).toBe(400);
    expect(full.json().message).toBe("Work orders can have up to 30 photos; this one has 30.");
    expect((await read(building.tenant, id)).images).toHaveLength(30);
  });

  test("repeating a request with the same Idempotency-Key adds the photos once", async () => {
    const id = await newOrder();
    const content = await jpeg();
    const headers = { "idempotency-key": "photos-1" };
    const before = await countStoredFiles();
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await add(building.tenant, id, { content, headers })).statusCode).toBe(201);
    expect((await read(building.tenant, id)).images).toHaveLength(1);
    expect(await countStoredFiles()).toBe(before + 2);
  });

  test("former tenants can't add photos", async () => {
    const former = await createPerson(portal.db, { role: "tenant" });
    const id = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      leaseId: building.leaseId,
      createdById: former.id,
    });
    const cookie = await signInAs(portal.db, former);
    expect((await read({ cookie }, id)).can.addPhotos).toBe(false);
    expect((await add({ cookie }, id)).statusCode).toBe(403);
  });

  test("adding a photo after signing is shown as a change, and signing the version without the photo is rejected", async () => {
    const id = await newOrder();
    const sign = async (version: number) =>
      portal.call("POST", `/api/work-orders/${id}/signature`, {
        ...building.tenant,
        body: { signature: await penStroke(), version },
      });
    await sign(1);
    await add(building.technician, id);
    expect((await read(building.tenant, id)).signatures[0]?.changedAfterSigning).toBe(true);
    const stale = await sign(2);
    expect(stale.statusCode).toBe(409);
    expect(stale.json().message).toMatch(
      /^Theo Technician changed the photos of #WO-\d+ after you opened it\.$/,
    );
  });
});

describe("tagging a photo", () => {
  const tag = (who: Who, id: number, imageId: number | undefined, label: string | null) =>
    portal.call("PATCH", `/api/work-orders/${id}/images/${imageId}`, { ...who, body: { label } });

  test("staff and the person who added a photo can tag it after it was sent, and signatures stay valid [WO-74]", async () => {
    const id = await newOrder();
    await add(building.tenant, id);
    const order = (await add(building.technician, id)).json<WorkOrder>();
    const [tenantPhoto, technicianPhoto] = order.images.map((image) => image.id);
    await portal.call("POST", `/api/work-orders/${id}/signature`, {
      ...building.tenant,
      body: { signature: await penStroke(), version: order.version },
    });
    expect((await tag(building.tenant, id, tenantPhoto, "before")).statusCode).toBe(200);
    expect((await tag(building.technician, id, technicianPhoto, "after")).statusCode).toBe(200);
    const tagged = (await tag(building.landlord, id, tenantPhoto, null)).json<WorkOrder>();
    expect(tagged.images.map(({ label }) => label)).toEqual([null, "after"]);
    expect(tagged.signatures[0]?.changedAfterSigning).toBe(false);
    expect((await messages(id)).slice(0, 3)).toEqual([
      ["photos_changed", "Photo's tag removed"],
      ["photos_changed", "Photo tagged as taken after the work"],
      ["photos_changed", "Photo tagged as taken before the work"],
    ]);
    expect(await isIntact(id)).toBe(true);
    const rejected = await tag(building.tenant, id, technicianPhoto, "before");
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      403,
      "You can only tag photos you added.",
    ]);
    expect((await tag(building.landlord, await newOrder(), technicianPhoto, "after")).statusCode).toBe(404);
  });

  test("a photo tagged on the phone before its request was repeated is added once [WO-74]", async () => {
    const id = await newOrder();
    const content = await jpeg();
    const headers = { "idempotency-key": "photos-tagged" };
    for (const label of ["", "after"])
      expect((await add(building.technician, id, { content, headers, fields: { label } })).statusCode).toBe(
        201,
      );
    expect((await read(building.tenant, id)).images).toHaveLength(1);
  });
});

describe("removing a photo", () => {
  test("staff and the person who added a photo can remove it; its files are deleted, and the log keeps its hash", async () => {
    const id = await newOrder();
    const before = await countStoredFiles();
    await add(building.tenant, id);
    await add(building.technician, id);
    const order = await read(building.tenant, id);
    expect(order.images.map(({ canRemove }) => canRemove)).toEqual([true, false]);
    const [tenantPhoto, technicianPhoto] = order.images.map((image) => image.id);
    const rejected = await remove(building.tenant, id, technicianPhoto);
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json().message).toBe("You can only remove photos you added.");
    expect((await remove(building.tenant, id, tenantPhoto)).statusCode).toBe(200);
    expect((await remove(building.landlord, id, technicianPhoto)).json<WorkOrder>().images).toEqual([]);
    expect((await remove(building.landlord, id, technicianPhoto)).statusCode).toBe(404);
    expect(await countStoredFiles()).toBe(before);
    expect((await messages(id)).slice(0, 2)).toEqual([
      ["photos_changed", "Photo removed"],
      ["photos_changed", "Photo removed"],
    ]);
    expect(await isIntact(id)).toBe(true);
  });

  test("removing a photo through another work order returns 404, and the photo stays", async () => {
    const [id, other] = [await newOrder(), await newOrder()];
    const image = (await add(building.tenant, other)).json<WorkOrder>().images[0];
    expect((await remove(building.tenant, id, image?.id)).statusCode).toBe(404);
    expect((await read(building.tenant, other)).images).toHaveLength(1);
  });

  test("a photo added after a removal gets a new position", async () => {
    const id = await newOrder();
    const images = (await add(building.tenant, id, { count: 2 })).json<WorkOrder>().images;
    await remove(building.tenant, id, images[0]?.id);
    const [kept, added] = (await add(building.tenant, id)).json<WorkOrder>().images;
    expect(kept?.id).toBe(images[1]?.id);
    expect(added?.id).toBeGreaterThan(images[1]?.id ?? 0);
    expect(await isIntact(id)).toBe(true);
  });
});
