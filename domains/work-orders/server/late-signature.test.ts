import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createWorkOrder } from "#test/people.ts";
import { penStroke, tinyPicture } from "#test/pictures.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, ShownContent, WorkOrder } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let stroke: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  stroke = await penStroke();
});
afterAll(() => portal.close());

type Who = { cookie: string };
const minutesAgo = (minutes: number) => ({
  "happened-at": new Date(portal.clock.now.getTime() - minutes * 60_000).toISOString(),
});
const newOrder = async () =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    unitId: building.unitId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
    assigneeId: building.technician.id,
  });
const read = async (id: number, who: Who = building.technician) =>
  (await portal.call("GET", `/api/work-orders/${id}`, { cookie: who.cookie })).json<WorkOrder>();
const shownOf = ({ title, description, category, location, priority, images }: WorkOrder): ShownContent => ({
  title,
  description,
  category,
  location,
  priority,
  imageIds: images.map(({ id }) => id),
});
/** An hour ago the tenant signed on the technician's phone. */
const sign = (id: number, body: object, headers: Record<string, string> = minutesAgo(60)) =>
  portal.call("POST", `/api/work-orders/${id}/signature`, {
    ...building.technician,
    body: { signature: stroke, signedByName: "Tessa Tenant", ...body },
    headers,
  });
const edit = async (id: number, facts: object) => {
  const { title, description, category, location, priority, status } = await read(id);
  return portal.call("PATCH", `/api/work-orders/${id}`, {
    ...building.admin,
    body: { title, description, category, location, priority, status, ...facts },
  });
};
const addPhoto = async (who: Who, id: number, headers: Record<string, string> = {}) => {
  const form = multipart({}, [
    { name: "images", fileName: "sink.jpg", type: "image/jpeg", content: await tinyPicture() },
  ]);
  const added = await portal.call("POST", `/api/work-orders/${id}/images`, {
    cookie: who.cookie,
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
  return added.json<WorkOrder>().images.at(-1)?.id ?? 0;
};
const newest = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, building.admin))
    .json<ActivityEntry[]>()
    .find(({ actionType }) => actionType === "signature")?.message;
const isIntact = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/verify`, building.admin)).json<{ valid: boolean }>()
    .valid;

describe("a signature that was given on a phone without a network", () => {
  test("covers the order as before when it is what was shown, whatever became of its status meanwhile", async () => {
    const id = await newOrder();
    const shown = shownOf(await read(id));
    await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      ...building.landlord,
      body: { status: "scheduled" },
    });
    const signed = await sign(id, { shown });
    expect(signed.json<WorkOrder>().signatures).toMatchObject([
      { signedByName: "Tessa Tenant", changedAfterSigning: false, signedAt: minutesAgo(60)["happened-at"] },
    ]);
    expect(signed.json<WorkOrder>().signatureUrl).not.toBeNull();
    expect(await newest(id)).toBe("Signed by Tessa Tenant on the device of Theo Technician");
  });

  test("is kept with what was shown when the order was changed meanwhile: it says so, and the log has both", async () => {
    const id = await newOrder();
    const before = await read(id);
    await edit(id, { title: "Another fault", priority: "urgent" });
    const signed = (await sign(id, { shown: shownOf(before) })).json<WorkOrder>();
    expect(signed).toMatchObject({ title: "Another fault", signatures: [{ changedAfterSigning: true }] });
    expect(signed.signatureUrl).not.toBeNull();
    expect(await newest(id)).toBe(
      `Signed by Tessa Tenant on the device of Theo Technician. The order was changed before this came; signed was: title "${before.title}", priority "${before.priority}"`,
    );
    const { particulars } = await portal.db
      .selectFrom("work_order_activity")
      .select("particulars")
      .where("work_order_id", "=", id)
      .where("action_type", "=", "signature")
      .executeTakeFirstOrThrow();
    const { title, description, category, location, priority } = before;
    expect(particulars).toMatchObject({
      shown: { title, description, category, location, priority, photos: [] },
    });
    // The hash is that of what was shown: the order as it was carries it again.
    await edit(id, { title, priority });
    expect((await read(id)).signatures).toMatchObject([{ changedAfterSigning: false }]);
    expect(await isIntact(id)).toBe(true);
  });

  test("covers the photos that were shown, with those the phone had not sent yet, and none that came later", async () => {
    const id = await newOrder();
    await addPhoto(building.tenant, id);
    const shown = shownOf(await read(id));
    await addPhoto(building.technician, id, minutesAgo(90));
    expect((await sign(id, { shown })).json<WorkOrder>().signatures).toMatchObject([
      { changedAfterSigning: false },
    ]);
    await addPhoto(building.technician, id, minutesAgo(30));
    expect((await read(id)).signatures).toMatchObject([{ changedAfterSigning: true }]);
    await addPhoto(building.tenant, id);
    expect((await sign(id, { shown })).json<WorkOrder>().signatures[0]).toMatchObject({
      changedAfterSigning: true,
    });
    expect(await newest(id)).toMatch(/signed was: 2 photos$/);
  });

  test("covers a photo that was shown and is removed by now", async () => {
    const id = await newOrder();
    const first = await addPhoto(building.tenant, id);
    await addPhoto(building.tenant, id);
    const shown = shownOf(await read(id));
    await portal.call("DELETE", `/api/work-orders/${id}/images/${first}`, building.tenant);
    expect((await sign(id, { shown })).json<WorkOrder>().signatures).toMatchObject([
      { changedAfterSigning: true },
    ]);
    expect(await newest(id)).toMatch(/signed was: 2 photos$/);
  });

  test("is refused when somebody else has signed later, and nothing is stored", async () => {
    const id = await newOrder();
    const shown = shownOf(await read(id));
    await portal.call("POST", `/api/work-orders/${id}/signature`, {
      ...building.landlord,
      body: { signature: stroke },
      headers: minutesAgo(30),
    });
    const refused = await sign(id, { shown });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `Lena Landlord signed #WO-${String(id).padStart(4, "0")} in the meantime.`,
    ]);
    expect(refused.json().current.signatures).toMatchObject([{ signedByName: "Lena Landlord" }]);
    expect((await read(id)).signatures).toHaveLength(1);
    // What was signed before Lena did is no reason against a later one.
    expect((await sign(id, { shown }, minutesAgo(10))).statusCode).toBe(201);
  });

  test("does not sign off an order that was reopened since", async () => {
    const id = await newOrder();
    const shown = shownOf(await read(id));
    for (const [status, minutes] of [
      ["completed", 90],
      ["open", 30],
    ] as const)
      await portal.call("PATCH", `/api/work-orders/${id}/status`, {
        ...building.landlord,
        body: { status },
        headers: minutesAgo(minutes),
      });
    expect((await sign(id, { shown })).json()).toMatchObject({
      status: "open",
      signatureUrl: null,
      signatures: [{ signedByName: "Tessa Tenant" }],
    });
  });

  test("of an earlier version of the program names the version of the order, and is refused when that is old", async () => {
    const id = await newOrder();
    const { version } = await read(id);
    await edit(id, { title: "Another fault" });
    const refused = await sign(id, { version });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `Ada Admin edited #WO-${String(id).padStart(4, "0")} in the meantime.`,
    ]);
  });

  test.each([
    [
      "a photo of another order",
      () => ({ imageIds: [999_999] }),
      "A photo that was shown is not of this work order.",
    ],
    ["a title beyond any order's", () => ({ title: "x".repeat(201) }), "Please use at most 200 characters"],
    ["half a character", () => ({ title: "Leak \ud800 here" }), "Please remove the control characters"],
  ])("with %s is refused", async (_, wrong, message) => {
    const id = await newOrder();
    const refused = await sign(id, { shown: { ...shownOf(await read(id)), ...wrong() } });
    expect([refused.statusCode, JSON.stringify(refused.json())]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
    expect((await read(id)).signatures).toEqual([]);
  });
});
