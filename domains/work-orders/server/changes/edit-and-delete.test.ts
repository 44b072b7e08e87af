import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf } from "#test/files/documents.ts";
import { penStroke, tinyImage } from "#test/files/images.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const newOrder = () => createTenantOrder(portal.db, building);
const body = {
  title: "Tap replaced",
  description: "It drips day and night.",
  category: "general",
  location: "Kitchenette",
  priority: "medium",
  status: "in-progress",
};
const readOrder = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}`, building.tenant)).json<WorkOrder>();
const upload = (id: number, name: "images" | "files", fileName: string, content: Buffer) => {
  const form = multipart({}, [{ name, fileName, type: "application/octet-stream", content }]);
  return portal.call("POST", `/api/work-orders/${id}/${name}`, {
    ...building.tenant,
    headers: form.headers,
    body: form.body,
  });
};
const readRow = (id: number) =>
  portal.db.selectFrom("work_orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("editing", () => {
  test("API-17 WO-39 ROLE-09 an admin can edit a work order, and the log has each field's old and new value", async () => {
    const id = await newOrder();
    const response = await portal.call("PATCH", `/api/work-orders/${id}`, { ...building.admin, body });
    expect(response.statusCode).toBe(200);
    expect(response.json<WorkOrder>()).toMatchObject({
      title: "Tap replaced",
      category: "General",
      status: "in_progress",
      version: 2,
    });
    const [entry] = (await portal.call("GET", `/api/work-orders/${id}/history`, building.admin)).json<
      ActivityEntry[]
    >();
    expect(entry).toMatchObject({ actionType: "edited", message: "Edited title, category, status" });
    const stored = await portal.db
      .selectFrom("work_order_activity")
      .select("details")
      .where("work_order_id", "=", id)
      .where("action_type", "=", "edited")
      .executeTakeFirstOrThrow();
    expect(stored.details).toMatchObject({
      changes: [
        { field: "title", to: "Tap replaced" },
        { field: "category", from: "Plumbing", to: "General" },
        { field: "status" },
      ],
    });
  });

  test.each(["landlord", "technician", "tenant"] as const)(
    "ROLE-09 a %s can't edit a work order, and the work order stays unchanged",
    async (who) => {
      const id = await newOrder();
      const before = await readRow(id);
      const response = await portal.call("PATCH", `/api/work-orders/${id}`, { ...building[who], body });
      expect(response.statusCode).toBe(403);
      expect(await readRow(id)).toEqual(before);
    },
  );

  test("WO-45 editing a work order follows the same rules as creating one", async () => {
    const id = await newOrder();
    const response = await portal.call("PATCH", `/api/work-orders/${id}`, {
      ...building.admin,
      body: { ...body, title: "", location: "" },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({
      title: "Title must be at least 5 characters",
      location: "Location must be at least 3 characters",
    });
  });

  test("editing an outdated version of a work order returns 409, and unknown fields are ignored", async () => {
    const id = await newOrder();
    await portal.call("PATCH", `/api/work-orders/${id}`, { ...building.admin, body });
    const stale = await portal.call("PATCH", `/api/work-orders/${id}`, {
      ...building.admin,
      body: { ...body, title: "Old title" },
      headers: { "if-match": '"1"' },
    });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toMatchObject({ title: "Tap replaced" });
    const odd = await portal.call("PATCH", `/api/work-orders/${id}`, {
      ...building.admin,
      body: { ...body, createdById: 1, property_id: 99, version_: 5 },
    });
    expect(odd.statusCode).toBe(200);
    expect(await readRow(id)).toMatchObject({
      created_by_id: building.tenant.id,
      property_id: building.propertyId,
    });
  });
});

describe("deleting", () => {
  test("API-18 WO-49 ROLE-10 an admin can delete a work order; no one can open it, but its log and the audit entry remain", async () => {
    const id = await newOrder();
    expect((await portal.call("DELETE", `/api/work-orders/${id}`, building.admin)).statusCode).toBe(200);
    for (const who of ["admin", "landlord", "technician", "tenant"] as const)
      expect((await portal.call("GET", `/api/work-orders/${id}`, building[who])).statusCode).toBe(404);
    const list = (await portal.call("GET", "/api/work-orders", building.admin)).json<{ id: number }[]>();
    expect(list.map((order) => order.id)).not.toContain(id);
    const log = await portal.db
      .selectFrom("work_order_activity")
      .select("action_type")
      .where("work_order_id", "=", id)
      .execute();
    expect(log.at(-1)?.action_type).toBe("deleted");
    const audited = await portal.db
      .selectFrom("audit_log")
      .selectAll()
      .where("subject_id", "=", String(id))
      .executeTakeFirstOrThrow();
    expect(audited).toMatchObject({
      action: "work-order.deleted",
      actor_id: building.admin.id,
      property_id: building.propertyId,
    });
  });

  test("only administrators can read the records of a deleted work order, and no one can change them", async () => {
    const id = await newOrder();
    await portal.call("POST", `/api/work-orders/${id}/signature`, {
      ...building.tenant,
      body: { signature: await penStroke() },
    });
    await upload(id, "images", "sink.png", await tinyImage());
    await upload(id, "files", "quote.pdf", smallPdf());
    const { url: photo } = (await readOrder(id)).images[0] ?? { url: "" };
    const { url: file } = (await readOrder(id)).files[0] ?? { url: "" };
    const signature = (await readOrder(id)).signatures[0]?.url ?? "";
    const urls = [`/api/work-orders/${id}/history`, `/api/work-orders/${id}/verify`, photo, file, signature];
    const deleted = `/api/work-orders/${id}/deleted`;
    expect((await portal.call("GET", deleted, building.admin)).statusCode).toBe(404);
    await portal.call("DELETE", `/api/work-orders/${id}`, building.admin);
    for (const url of urls) {
      expect((await portal.call("GET", url, building.admin)).statusCode, url).toBe(200);
      for (const who of ["landlord", "technician", "tenant"] as const)
        expect((await portal.call("GET", url, building[who])).statusCode, `${who} ${url}`).toBe(404);
    }
    const order = (await portal.call("GET", deleted, building.admin)).json<WorkOrder>();
    expect(order).toMatchObject({ id, images: [{ url: photo, canRemove: false }], files: [{ url: file }] });
    const { moveTo, assign, ...can } = order.can;
    expect({ moveTo, assign }).toEqual({ moveTo: [], assign: "no" });
    expect(Object.values(can).filter((allowed) => allowed !== false)).toEqual([]);
    const [newest] = (await portal.call("GET", urls[0] ?? "", building.admin)).json<ActivityEntry[]>();
    expect(newest).toMatchObject({ actionType: "deleted", user: { fullName: building.admin.fullName } });
    expect((await portal.call("GET", urls[1] ?? "", building.admin)).json()).toMatchObject({
      valid: true,
      photos: 1,
      files: 1,
      signatures: 1,
    });
    const comment = { ...building.admin, body: { text: "Once more" } };
    for (const [method, url] of [
      ["POST", `/api/work-orders/${id}/comments`],
      ["DELETE", photo],
      ["DELETE", file],
    ] as const)
      expect((await portal.call(method, url, comment)).statusCode, url).toBe(404);
  });

  test.each(["landlord", "technician", "tenant"] as const)(
    "ROLE-10 a %s can't delete a work order",
    async (who) => {
      const id = await newOrder();
      expect((await portal.call("DELETE", `/api/work-orders/${id}`, building[who])).statusCode).toBe(403);
      expect(await readRow(id)).toMatchObject({ deleted_at: null, version: 1 });
    },
  );
});

test("the activity log and the audit log can't be changed, even directly in the database", async () => {
  const id = await newOrder();
  await portal.call("PATCH", `/api/work-orders/${id}/status`, {
    ...building.admin,
    body: { status: "completed" },
  });
  await expect(
    portal.db
      .updateTable("work_order_activity")
      .set({ details: "{}" })
      .where("work_order_id", "=", id)
      .execute(),
  ).rejects.toThrow("append-only");
  await expect(
    portal.db.deleteFrom("work_order_activity").where("work_order_id", "=", id).execute(),
  ).rejects.toThrow("append-only");
  await expect(
    portal.db
      .deleteFrom("audit_log")
      .execute()
      .then(() => portal.db.updateTable("audit_log").set({ action: "x" }).execute()),
  ).rejects.toThrow("append-only");
});
