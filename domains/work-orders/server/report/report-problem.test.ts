import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const fields = {
  title: "Water under the sink",
  description: "The trap drips into the cabinet.",
  category: "plumbing",
  location: "Suite 101",
  priority: "high",
  status: "open",
};
const createImage = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } });
const photo = async (content?: Buffer) => ({
  name: "images",
  fileName: "sink.jpg",
  type: "image/jpeg",
  content: content ?? (await createImage().jpeg().toBuffer()),
});
const report = (cookie: string, form: ReturnType<typeof multipart>, headers: Record<string, string> = {}) =>
  portal.call("POST", "/api/work-orders", {
    cookie,
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
const countOrders = async () =>
  Number(
    (
      await portal.db
        .selectFrom("work_orders")
        .select((row) => row.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );
const countStoredFiles = async () =>
  (await readdir(portal.filesFolder, { recursive: true })).filter((name) => name.includes(".")).length;

describe("reporting a problem", () => {
  test("ROLE-03 WO-70 API-15 a tenant's work order is open, belongs to their unit and lease, and keeps its photos in order", async () => {
    const response = await report(
      building.tenant.cookie,
      multipart({ ...fields, unitId: String(building.otherUnitId) }, [await photo(), await photo()]),
    );
    expect(response.statusCode).toBe(201);
    const order = response.json<WorkOrder>();
    expect(order).toMatchObject({
      title: fields.title,
      category: "Plumbing",
      status: "open",
      version: 1,
      unit: { id: building.unitId },
    });
    expect(order.images).toHaveLength(2);
    const row = await portal.db
      .selectFrom("work_orders")
      .selectAll()
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      lease_id: building.leaseId,
      created_by_id: building.tenant.id,
      awaiting_approval: false,
    });
    const full = await portal.call("GET", order.images[0]?.url ?? "", { cookie: building.tenant.cookie });
    expect(full.headers["content-type"]).toBe("image/jpeg");
    const thumbnail = await portal.call("GET", order.images[0]?.thumbnailUrl ?? "", {
      cookie: building.landlord.cookie,
    });
    expect((await sharp(thumbnail.rawPayload).metadata()).format).toBe("webp");
  });

  test("WO-65 photos are optional, and the property's landlords and technicians are notified", async () => {
    const response = await report(building.tenant.cookie, multipart(fields));
    expect(response.statusCode).toBe(201);
    const notified = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "kind"])
      .where("work_order_id", "=", response.json<WorkOrder>().id)
      .orderBy("user_id")
      .execute();
    expect(notified).toEqual(
      [building.technician.id, building.landlord.id].map((user_id) => ({
        user_id,
        kind: "work-order.urgent",
      })),
    );
  });

  test("WO-74 a photo's location is removed and its orientation is applied", async () => {
    const content = await createImage()
      .jpeg()
      .withExif({
        IFD0: { Copyright: "secret place" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 36/1 0/1" },
      })
      .toBuffer();
    expect((await sharp(content).metadata()).exif).toBeDefined();
    const order = (
      await report(building.tenant.cookie, multipart(fields, [await photo(content)]))
    ).json<WorkOrder>();
    const download = await portal.call("GET", order.images[0]?.url ?? "", { cookie: building.tenant.cookie });
    expect((await sharp(download.rawPayload).metadata()).exif).toBeUndefined();
    expect(download.rawPayload.includes("secret place")).toBe(false);
  });

  test("a problem with invalid text is rejected before its photos are decoded", async () => {
    const form = multipart({ ...fields, title: "" }, [await photo(Buffer.from("not an image"))]);
    const response = await report(building.tenant.cookie, form);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual(["title"]);
  });

  test.each([
    ["a text file named as an image", Buffer.from("hello, I am an image"), 415],
    ["an HTML file", Buffer.from("<!doctype html><script>alert(1)</script>"), 415],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
    ["a truncated PNG", Buffer.from("89504e470d0a1a0a0000000d49484452000000", "hex"), 400],
    ["an empty file", Buffer.alloc(0), 415],
  ])(
    "WO-66 WO-74 %s as a photo is rejected with a message, and nothing is stored",
    async (_, content, status) => {
      const before = { orders: await countOrders(), files: await countStoredFiles() };
      const response = await report(
        building.tenant.cookie,
        multipart(fields, [await photo(), await photo(content)]),
      );
      expect(response.statusCode).toBe(status);
      expect(response.json().message).toMatch(/^\S.*\.$/);
      expect({ orders: await countOrders(), files: await countStoredFiles() }).toEqual(before);
    },
  );

  test("WO-74 a photo one byte over 10 MB returns 413, and an eleventh photo is rejected", async () => {
    const before = { orders: await countOrders(), files: await countStoredFiles() };
    const large = await report(
      building.tenant.cookie,
      multipart(fields, [await photo(Buffer.alloc(10 * 1024 * 1024 + 1))]),
    );
    expect(large.statusCode).toBe(413);
    const small = await photo();
    const many = await report(
      building.tenant.cookie,
      multipart(
        fields,
        Array.from({ length: 11 }, () => small),
      ),
    );
    expect(many.statusCode).toBe(400);
    expect(many.json().message).toBe("Attach up to 10 photos.");
    expect({ orders: await countOrders(), files: await countStoredFiles() }).toEqual(before);
  });

  test("WO-74 an image of more than 50 megapixels is rejected", async () => {
    const bomb = await sharp({
      create: { width: 8000, height: 6300, channels: 3, background: "#000" },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    const response = await report(building.tenant.cookie, multipart(fields, [await photo(bomb)]));
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/^\S+ has more than 50 megapixels\. Use a smaller photo\.$/);
  });

  test("ERR-03 WO-58 WO-59 WO-60 WO-62 WO-63 an invalid work order form returns a message for each invalid field", async () => {
    const response = await report(
      building.tenant.cookie,
      multipart({ title: "Leak", description: "short", category: "x", location: "a", priority: "" }),
    );
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({
      title: "Title must be at least 5 characters",
      description: "Please provide a detailed description",
      category: "Please select a category",
      location: "Location must be at least 3 characters",
      priority: "Please select a priority level",
    });
  });

  test.each([
    [
      "truncated in the middle",
      (form: ReturnType<typeof multipart>) => ({
        ...form,
        body: form.body.subarray(0, form.body.length - 60),
      }),
    ],
    [
      "without a boundary",
      (form: ReturnType<typeof multipart>) => ({
        ...form,
        headers: { "content-type": "multipart/form-data" },
      }),
    ],
    [
      "with the wrong boundary",
      (form: ReturnType<typeof multipart>) => ({
        ...form,
        headers: { "content-type": "multipart/form-data; boundary=other" },
      }),
    ],
  ])("a form %s returns a 4xx response, and nothing is stored", async (_, corrupt) => {
    const before = { orders: await countOrders(), files: await countStoredFiles() };
    const response = await report(building.tenant.cookie, corrupt(multipart(fields, [await photo()])));
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect({ orders: await countOrders(), files: await countStoredFiles() }).toEqual(before);
  });

  test("concurrent requests with the same Idempotency-Key create one work order", async () => {
    const before = await countOrders();
    const form = multipart(fields, [await photo()]);
    const key = { "idempotency-key": "draft-1" };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => report(building.tenant.cookie, form, key)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(responses.map((response) => response.json<WorkOrder>().id)).size).toBe(1);
    expect(await countOrders()).toBe(before + 1);
    const other = await report(
      building.tenant.cookie,
      multipart({ ...fields, title: "Something else" }),
      key,
    );
    expect(other.statusCode).toBe(409);
  });

  test("staff can report a problem at an accessible property, and the unit's tenant sees the work order", async () => {
    const created = await report(
      building.landlord.cookie,
      multipart({ ...fields, propertyId: String(building.propertyId), unitId: String(building.unitId) }),
    );
    expect(created.statusCode).toBe(201);
    const viewed = await portal.call("GET", `/api/work-orders/${created.json<WorkOrder>().id}`, {
      cookie: building.tenant.cookie,
    });
    expect(viewed.statusCode).toBe(200);
    expect(created.json<WorkOrder>().createdBy.email).toContain("@");
    expect(viewed.json<WorkOrder>().createdBy).toMatchObject({ company: null, phone: null, email: null });
    const stranger = await createPerson(portal.db, { role: "landlord" });
    const rejected = await report(
      await signInAs(portal.db, stranger),
      multipart({ ...fields, propertyId: String(building.propertyId) }),
    );
    expect(rejected.statusCode).toBe(404);
  });

  test("a tenant awaiting approval can have up to 3 open work orders, which only landlords and admins can see", async () => {
    const pending = await createPerson(portal.db, {
      role: "tenant",
      state: "pending",
      requestedUnitId: building.unitId,
    });
    const cookie = await signInAs(portal.db, pending);
    const responses = [];
    for (let attempt = 0; attempt < 4; attempt += 1) responses.push(await report(cookie, multipart(fields)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 409]);
    const order = responses[0]?.json<WorkOrder>();
    expect(order?.awaitingApproval).toBe(true);
    const readStatusCode = async (person: { cookie: string }) =>
      (await portal.call("GET", `/api/work-orders/${order?.id}`, person)).statusCode;
    expect(await readStatusCode(building.landlord)).toBe(200);
    expect(await readStatusCode(building.admin)).toBe(200);
    expect(await readStatusCode(building.technician)).toBe(404);
    expect(await readStatusCode(building.tenant)).toBe(404);
  });
});
