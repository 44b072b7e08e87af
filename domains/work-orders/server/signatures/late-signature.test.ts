import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import { penStroke, tinyImage } from "#test/files/images.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { contentHash } from "./content-hash.ts";

let portal: TestPortal;
let building: TestBuilding;
let signature: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  signature = await penStroke();
});
afterAll(() => portal.close());

type Who = { cookie: string };
const minutesAgo = (minutes: number) => ({
  "happened-at": new Date(portal.clock.now.getTime() - minutes * 60_000).toISOString(),
});
const newOrder = () =>
  createTenantOrder(portal.db, building, {
    assigneeId: building.technician.id,
    createdAt: new Date(portal.clock.now.getTime() - 30 * 86_400_000),
  });
const read = async (id: number, who: Who = building.technician) =>
  (await portal.call("GET", `/api/work-orders/${id}`, { cookie: who.cookie })).json<WorkOrder>();
/** The tenant signed on the technician's phone an hour ago. */
const sign = (id: number, body: object, headers: Record<string, string> = minutesAgo(60)) =>
  portal.call("POST", `/api/work-orders/${id}/signature`, {
    ...building.technician,
    body: { signature, signedByName: "Tessa Tenant", ...body },
    headers,
  });
const edit = async (id: number, fields: object) => {
  const { title, description, category, location, priority, status } = await read(id);
  return portal.call("PATCH", `/api/work-orders/${id}`, {
    ...building.admin,
    body: { title, description, category, location, priority, status, ...fields },
  });
};
const addPhoto = async (who: Who, id: number, headers: Record<string, string> = {}) => {
  const form = multipart({}, [
    { name: "images", fileName: "sink.jpg", type: "image/jpeg", content: await tinyImage() },
  ]);
  const added = await portal.call("POST", `/api/work-orders/${id}/images`, {
    cookie: who.cookie,
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
  return added.json<WorkOrder>().images.at(-1)?.id ?? 0;
};
const readSignatureEntry = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, building.admin))
    .json<ActivityEntry[]>()
    .find(({ actionType }) => actionType === "signature")?.message;
const verify = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/verify`, building.admin)).json<{
    valid: boolean;
    problems: string[];
  }>();

describe("signatures collected offline", () => {
  test("a late signature covers the current content if nothing but the status has changed", async () => {
    const id = await newOrder();
    const { contentHash } = await read(id);
    await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      ...building.landlord,
      body: { status: "scheduled" },
    });
    const signed = await sign(id, { contentHash });
    expect(signed.json<WorkOrder>().signatures).toMatchObject([
      { signedByName: "Tessa Tenant", changedAfterSigning: false, signedAt: minutesAgo(60)["happened-at"] },
    ]);
    expect(signed.json<WorkOrder>().signatureUrl).not.toBeNull();
    expect(await readSignatureEntry(id)).toBe("Signed by Tessa Tenant on Theo Technician's device");
  });

  test("a late signature covers the displayed content if the work order has changed since; the change is visible, and the log has both versions", async () => {
    const id = await newOrder();
    const before = await read(id);
    await edit(id, { title: "Another problem", priority: "urgent" });
    const signed = (await sign(id, { contentHash: before.contentHash })).json<WorkOrder>();
    expect(signed).toMatchObject({ title: "Another problem", signatures: [{ changedAfterSigning: true }] });
    expect(signed.signatureUrl).not.toBeNull();
    expect(await readSignatureEntry(id)).toBe(
      `Signed by Tessa Tenant on Theo Technician's device. The work order changed before this signature arrived. Signed version: title “${before.title}”, priority “${before.priority}”`,
    );
    const { details } = await portal.db
      .selectFrom("work_order_activity")
      .select("details")
      .where("work_order_id", "=", id)
      .where("action_type", "=", "signature")
      .executeTakeFirstOrThrow();
    const { title, description, category, location, priority } = before;
    expect(details).toMatchObject({
      shown: { title, description, category, location, priority, photos: [] },
    });
    // The hash covers the displayed content, so it matches again once the work order is changed back.
    await edit(id, { title, priority });
    expect((await read(id)).signatures).toMatchObject([{ changedAfterSigning: false }]);
    expect(await verify(id)).toMatchObject({ valid: true });
  });

  test("a late signature covers the displayed photos and those not uploaded yet, but none that were added later", async () => {
    const id = await newOrder();
    await addPhoto(building.tenant, id);
    const { contentHash } = await read(id);
    await addPhoto(building.technician, id, minutesAgo(90));
    expect((await sign(id, { contentHash })).json<WorkOrder>().signatures).toMatchObject([
      { changedAfterSigning: false },
    ]);
    await addPhoto(building.technician, id, minutesAgo(30));
    expect((await read(id)).signatures).toMatchObject([{ changedAfterSigning: true }]);
    await addPhoto(building.tenant, id);
    expect((await sign(id, { contentHash })).json<WorkOrder>().signatures[0]).toMatchObject({
      changedAfterSigning: true,
    });
    expect(await readSignatureEntry(id)).toMatch(/Signed version: 2 photos$/);
  });

  test("a late signature covers a displayed photo that has since been removed", async () => {
    const id = await newOrder();
    const first = await addPhoto(building.tenant, id);
    await addPhoto(building.tenant, id);
    const { contentHash } = await read(id);
    await portal.call("DELETE", `/api/work-orders/${id}/images/${first}`, building.tenant);
    expect((await sign(id, { contentHash })).json<WorkOrder>().signatures).toMatchObject([
      { changedAfterSigning: true },
    ]);
    expect(await readSignatureEntry(id)).toMatch(/Signed version: 2 photos$/);
  });

  test("a late signature is rejected if someone else has signed since, and nothing is saved", async () => {
    const id = await newOrder();
    const { contentHash } = await read(id);
    await portal.call("POST", `/api/work-orders/${id}/signature`, {
      ...building.landlord,
      body: { signature },
    });
    const rejected = await sign(id, { contentHash });
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      409,
      `Lena Landlord has already signed #WO-${String(id).padStart(4, "0")}.`,
    ]);
    expect(rejected.json().current.signatures).toMatchObject([{ signedByName: "Lena Landlord" }]);
    expect((await read(id)).signatures).toHaveLength(1);
    // Lena's signature doesn't block one made after it.
    expect((await sign(id, { contentHash }, {})).statusCode).toBe(201);
  });

  test("a late signature doesn't sign off a work order that has since been reopened", async () => {
    const id = await newOrder();
    const { contentHash } = await read(id);
    for (const status of ["completed", "open"] as const)
      await portal.call("PATCH", `/api/work-orders/${id}/status`, {
        ...building.landlord,
        body: { status },
      });
    expect((await sign(id, { contentHash })).json()).toMatchObject({
      status: "open",
      signatureUrl: null,
      signatures: [{ signedByName: "Tessa Tenant" }],
    });
  });

  test("a signature from an older app version is rejected if the work order version it names is outdated", async () => {
    const id = await newOrder();
    const { version } = await read(id);
    await edit(id, { title: "Another problem" });
    const rejected = await sign(id, { version });
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      409,
      `Ada Admin edited #WO-${String(id).padStart(4, "0")} after you opened it.`,
    ]);
  });

  test("a signature can't name content that the work order never had", async () => {
    const id = await newOrder();
    const never = { ...(await read(id)), title: "Replace the whole kitchen", photos: [] };
    const body = { contentHash: contentHash(never).toString("hex"), shown: { ...never, imageIds: [] } };
    const rejected = await sign(id, body);
    expect([rejected.statusCode, rejected.json().fields]).toEqual([
      400,
      { contentHash: "This work order never had the content you signed. Reload it and sign again." },
    ]);
    const { contentHash: other } = await read(await newOrder());
    await edit(id, { title: "Another problem" });
    expect((await sign(id, { contentHash: "0".repeat(64) })).statusCode).toBe(400);
    expect((await sign(id, { contentHash: other.toUpperCase() })).statusCode).toBe(400);
    expect((await read(id)).signatures).toEqual([]);
    // Values sent by the client aren't signed, with or without a reference.
    await sign(id, { shown: body.shown });
    expect((await read(id)).signatures).toMatchObject([{ changedAfterSigning: false }]);
  });

  test("a late signature doesn't cover the signer's photos if someone else changed the work order before they arrived", async () => {
    const id = await newOrder();
    const { contentHash } = await read(id);
    await edit(id, { title: "Another problem" });
    await addPhoto(building.technician, id, minutesAgo(90));
    await sign(id, { contentHash });
    expect(await readSignatureEntry(id)).toMatch(/Signed version: title “.+”, 0 photos$/);
    expect(await verify(id)).toMatchObject({ valid: true });
  });

  test("verification detects a signature of content that the work order never had", async () => {
    const id = await newOrder();
    await addPhoto(building.tenant, id);
    await sign(id, {});
    await edit(id, { title: "Another problem" });
    const photo = await addPhoto(building.tenant, id);
    await portal.call("DELETE", `/api/work-orders/${id}/images/${photo}`, building.tenant);
    expect(await verify(id)).toMatchObject({ valid: true });
    const genuine = await portal.db
      .selectFrom("work_order_signatures")
      .selectAll()
      .where("work_order_id", "=", id)
      .executeTakeFirstOrThrow();
    await portal.db
      .insertInto("work_order_signatures")
      .values({
        ...genuine,
        id: genuine.id + 1000,
        file_key: genuine.file_key.replace(/\d/, (digit) => String(9 - Number(digit))),
        signed_by_name: "Frank Forger",
        content_hash: Buffer.alloc(32),
      })
      .execute();
    expect(await verify(id)).toMatchObject({
      valid: false,
      problems: expect.arrayContaining(["Frank Forger signed content that this work order never had."]),
    });
  });
});

describe("a signature that follows a rejected completion", () => {
  /** The landlord cancels the work order, which the technician then completes without knowing, and has signed. */
  async function completeAndSign() {
    const id = await newOrder();
    const { contentHash } = await read(id);
    await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      cookie: building.landlord.cookie,
      body: { status: "cancelled", reason: "Reported twice." },
    });
    const rejected = await portal.call("POST", `/api/work-orders/${id}/work`, {
      cookie: building.technician.cookie,
      body: { step: "complete", expected: { status: "open", assigneeId: building.technician.id } },
      headers: minutesAgo(61),
    });
    const conflictId = rejected.json<WorkOrder>().conflicts[0]?.id ?? 0;
    return { id, conflictId, signed: (await sign(id, { contentHash })).json<WorkOrder>() };
  }
  const resolve = async ({ id, conflictId }: { id: number; conflictId: number }, use: boolean) =>
    (
      await portal.call("POST", `/api/work-orders/${id}/conflicts/${conflictId}/resolve`, {
        cookie: building.landlord.cookie,
        body: { use },
      })
    ).json<WorkOrder>();

  test("a signature after a rejected completion belongs to the conflict, and tenants don't see it", async () => {
    const { id, signed } = await completeAndSign();
    expect(signed).toMatchObject({ status: "cancelled", signatureUrl: null, signatures: [] });
    expect(signed.conflicts).toMatchObject([
      { signature: { signedByName: "Tessa Tenant", url: expect.stringMatching(/\/signatures\/\d+$/) } },
    ]);
    const history = await portal.call("GET", `/api/work-orders/${id}/history`, building.tenant);
    expect(history.body).not.toContain("Signed by");
    const notified = await portal.db
      .selectFrom("notifications")
      .select("kind")
      .where("work_order_id", "=", id)
      .execute();
    expect(notified.map(({ kind }) => kind)).not.toContain("work-order.signed");
    expect(await verify(id)).toMatchObject({ valid: true });
  });

  test("a signature after a rejected completion belongs to the work order once the completion is applied", async () => {
    const used = await resolve(await completeAndSign(), true);
    expect(used).toMatchObject({ status: "completed", signatures: [{ signedByName: "Tessa Tenant" }] });
    expect(used.signatureUrl).toBe(used.signatures[0]?.url);
  });

  test("a signature after a rejected completion isn't added to a work order that is left unchanged", async () => {
    const kept = await resolve(await completeAndSign(), false);
    expect(kept).toMatchObject({ status: "cancelled", signatureUrl: null, signatures: [], conflicts: [] });
  });
});
