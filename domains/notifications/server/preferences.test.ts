import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asPortal } from "#server/jobs/as-portal.ts";
import { notify } from "#server/notifications/notify.ts";
import { unsubscribePath } from "#server/notifications/unsubscribe-link.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { topics } from "../topics.ts";

let portal: TestPortal;
let building: TestBuilding;
let workOrderId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  workOrderId = await createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.deleteFrom("notification_preferences").execute();
  await portal.db.deleteFrom("notifications").execute();
});

type Topic = { topic: string; inPortal: boolean; byMail: boolean };
const read = async (person: { cookie: string }): Promise<Topic[]> =>
  (await portal.call("GET", "/api/notification-preferences", person)).json().topics;
const choose = (person: { cookie: string }, body: object) =>
  portal.call("PUT", "/api/notification-preferences", { cookie: person.cookie, body });
const of = (topic: string, all: Topic[]) => all.find((one) => one.topic === topic);
const kept = () => portal.db.selectFrom("notification_preferences").selectAll().execute();
const notifyTenant = () =>
  asPortal(portal.services, (ctx) =>
    notify(ctx, [building.tenant.id], {
      kind: "work-order.comment",
      particulars: { workOrderId, title: "Leak", by: "Theo" },
    }),
  );
const writtenNotifications = () =>
  portal.db.selectFrom("notifications").select(["in_portal", "by_mail"]).orderBy("id").execute();

describe("NAV-31 notification preferences", () => {
  test("are for the topics of the role, with the role's defaults until the person chooses", async () => {
    const ofTenant = await read(building.tenant);
    expect(of("comments", ofTenant)).toMatchObject({ inPortal: true, byMail: true });
    expect(of("signatures", ofTenant)).toMatchObject({ inPortal: true, byMail: false });
    expect(of("approvals", ofTenant)).toBeUndefined();
    expect(of("approvals", await read(building.landlord))).toMatchObject({ byMail: true });
  });

  test("a choice applies from then on, separately for portal and mail, and a default is not stored", async () => {
    const off = await choose(building.tenant, { topic: "comments", inPortal: false });
    expect(of("comments", off.json().topics)).toMatchObject({ inPortal: false, byMail: true });
    await notifyTenant();
    await choose(building.tenant, { topic: "comments", byMail: false });
    await notifyTenant();
    expect(of("comments", await read(building.tenant))).toMatchObject({ inPortal: false, byMail: false });
    // The one that was waiting is no longer mailed, and the second was not written at all.
    expect(await writtenNotifications()).toEqual([{ in_portal: false, by_mail: false }]);
    expect(of("comments", await read(building.neighbour))).toMatchObject({ inPortal: true });
    await choose(building.tenant, { topic: "comments", inPortal: true, byMail: true });
    expect(await kept()).toEqual([]);
    const { action, details } = await portal.db
      .selectFrom("audit_log")
      .select(["action", "details"])
      .where("actor_id", "=", building.tenant.id)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    expect({ action, details }).toEqual({
      action: "profile.notifications-chosen",
      details: { topic: "Comments", changes: [{ field: "inPortal", from: true, to: false }] },
    });
  });

  test("two concurrent changes of the same topic are both kept", async () => {
    await Promise.all([
      choose(building.tenant, { topic: "signatures", inPortal: false }),
      choose(building.tenant, { topic: "signatures", byMail: true }),
    ]);
    expect(of("signatures", await read(building.tenant))).toMatchObject({ inPortal: false, byMail: true });
  });

  test.each([
    { topic: "approvals", byMail: true },
    { topic: "weather" },
    { topic: "comments", byMail: "yes" },
    {},
  ])("%j is refused with a message", async (body) => {
    const response = await choose(building.tenant, body);
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      expect.stringMatching(/^(Please name one of the topics|This must be)/),
    ]);
  });
});

describe("NAV-31 turning mails off by the link in a mail", () => {
  const path = (names: (keyof typeof topics)[] = ["comments", "signatures"]) =>
    `/api${unsubscribePath(portal.services.secretKey, { userId: building.tenant.id, topics: names })}`;
  const tokenIn = (address: string) => new URL(address, "http://x").searchParams.get("token") ?? "";

  test("opening the link says what it is about and changes nothing", async () => {
    const response = await portal.call("GET", path());
    expect(response.json()).toMatchObject({
      topics: [{ label: "Comments" }, { label: "Signatures" }],
      isOff: false,
    });
    const opened = await portal.call("GET", path(), { headers: { accept: "text/html,*/*" } });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, path().replace("/api", "")]);
    expect(of("comments", await read(building.tenant))).toMatchObject({ byMail: true });
  });

  test("the page's button and a mail program's one click turn off these mails and no others, and may be used twice", async () => {
    await notifyTenant();
    for (let round = 0; round < 2; round++) {
      const response = await portal.call("POST", path(), {
        body: "List-Unsubscribe=One-Click",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
    }
    const all = await read(building.tenant);
    expect(of("comments", all)).toMatchObject({ inPortal: true, byMail: false });
    expect(of("documents", all)).toMatchObject({ byMail: true });
    expect((await portal.call("GET", path())).json().isOff).toBe(true);
    expect(await writtenNotifications()).toEqual([{ in_portal: true, by_mail: false }]);
    expect(await kept()).toHaveLength(1);
    const form = await portal.call("POST", path(["documents"]), {
      body: '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    expect(form.statusCode).toBe(200);
    const body = { token: tokenIn(path(["order-status"])) };
    expect((await portal.call("POST", "/api/unsubscribe", { body })).statusCode).toBe(200);
    const after = await read(building.tenant);
    expect([of("documents", after)?.byMail, of("order-status", after)?.byMail]).toEqual([false, false]);
    const log = portal.db.selectFrom("audit_log").select(["actor_name"]);
    expect(await log.where("action", "=", "profile.unsubscribed").execute()).toEqual(
      Array.from({ length: 3 }, () => ({ actor_name: "Tessa Tenant" })),
    );
  });

  test("a link signed by another key, or altered for another person or topic, is refused, and so is a missing one", async () => {
    const token = tokenIn(path());
    const foreign = unsubscribePath(Buffer.alloc(32, 2), {
      userId: building.tenant.id,
      topics: ["comments"],
    });
    const tokens = [
      "",
      "x",
      tokenIn(foreign),
      token.replace(/^\d+/, String(building.neighbour.id)),
      token.replace("comments", "documents"),
      `${token}A`,
    ];
    for (const wrong of tokens) {
      const response = await portal.call("POST", "/api/unsubscribe", { body: { token: wrong } });
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        "This link is not valid. Please open the link in the email again.",
      ]);
    }
    expect((await portal.call("GET", "/api/unsubscribe")).statusCode).toBe(400);
    expect((await portal.call("GET", "/api/unsubscribe?token=x")).statusCode).toBe(400);
    expect(await kept()).toEqual([]);
  });
});
