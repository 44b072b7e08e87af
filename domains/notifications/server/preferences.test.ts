import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runAsPortal } from "#server/jobs/as-portal.ts";
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

type Topic = { topic: string; inPortal: boolean; byEmail: boolean };
const readTopics = async (person: { cookie: string }): Promise<Topic[]> =>
  (await portal.call("GET", "/api/notification-preferences", person)).json().topics;
const setPreference = (person: { cookie: string }, body: object) =>
  portal.call("PUT", "/api/notification-preferences", { cookie: person.cookie, body });
const findTopic = (name: string, all: Topic[]) => all.find(({ topic }) => topic === name);
const findSaved = () => portal.db.selectFrom("notification_preferences").selectAll().execute();
const notifyTenant = () =>
  runAsPortal(portal.services, (ctx) =>
    notify(ctx, [building.tenant.id], {
      kind: "work-order.comment",
      details: { workOrderId, title: "Leak", by: "Theo" },
    }),
  );
const findNotifications = () =>
  portal.db.selectFrom("notifications").select(["in_portal", "by_email"]).orderBy("id").execute();

describe("NAV-31 notification preferences", () => {
  test("notification preferences cover the topics of the user's role and start with the role's defaults", async () => {
    const tenantTopics = await readTopics(building.tenant);
    expect(findTopic("comments", tenantTopics)).toMatchObject({ inPortal: true, byEmail: true });
    expect(findTopic("signatures", tenantTopics)).toMatchObject({ inPortal: true, byEmail: false });
    expect(findTopic("approvals", tenantTopics)).toBeUndefined();
    expect(findTopic("approvals", await readTopics(building.landlord))).toMatchObject({ byEmail: true });
  });

  test("a saved preference applies from then on, separately for portal and email, and defaults aren't stored", async () => {
    const off = await setPreference(building.tenant, { topic: "comments", inPortal: false });
    expect(findTopic("comments", off.json().topics)).toMatchObject({ inPortal: false, byEmail: true });
    await notifyTenant();
    await setPreference(building.tenant, { topic: "comments", byEmail: false });
    await notifyTenant();
    expect(findTopic("comments", await readTopics(building.tenant))).toMatchObject({
      inPortal: false,
      byEmail: false,
    });
    // The pending notification is no longer emailed, and the second one wasn't written at all.
    expect(await findNotifications()).toEqual([{ in_portal: false, by_email: false }]);
    expect(findTopic("comments", await readTopics(building.neighbor))).toMatchObject({ inPortal: true });
    await setPreference(building.tenant, { topic: "comments", inPortal: true, byEmail: true });
    expect(await findSaved()).toEqual([]);
    const { action, details } = await portal.db
      .selectFrom("audit_log")
      .select(["action", "details"])
      .where("actor_id", "=", building.tenant.id)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    expect({ action, details }).toEqual({
      action: "profile.notifications-changed",
      details: { topic: "Comments", changes: [{ field: "inPortal", from: true, to: false }] },
    });
  });

  test("two concurrent changes to the same topic are both saved", async () => {
    await Promise.all([
      setPreference(building.tenant, { topic: "signatures", inPortal: false }),
      setPreference(building.tenant, { topic: "signatures", byEmail: true }),
    ]);
    expect(findTopic("signatures", await readTopics(building.tenant))).toMatchObject({
      inPortal: false,
      byEmail: true,
    });
  });

  test.each([
    { topic: "approvals", byEmail: true },
    { topic: "weather" },
    { topic: "comments", byEmail: "yes" },
    {},
  ])("a preference with %j is rejected with a message", async (body) => {
    const response = await setPreference(building.tenant, body);
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      expect.stringMatching(/^(Unknown notification topic|This must be)/),
    ]);
  });
});

describe("NAV-31 unsubscribing with the link in an email", () => {
  const path = (names: (keyof typeof topics)[] = ["comments", "signatures"]) =>
    `/api${unsubscribePath(portal.services.secretKey, { userId: building.tenant.id, topics: names })}`;
  const tokenIn = (address: string) => new URL(address, "http://x").searchParams.get("token") ?? "";

  test("opening the unsubscribe link shows its topics and changes nothing", async () => {
    const response = await portal.call("GET", path());
    expect(response.json()).toMatchObject({
      topics: [{ label: "Comments" }, { label: "Signatures" }],
      isOff: false,
    });
    const opened = await portal.call("GET", path(), { headers: { accept: "text/html,*/*" } });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, path().replace("/api", "")]);
    expect(findTopic("comments", await readTopics(building.tenant))).toMatchObject({ byEmail: true });
  });

  test("the page's button and the email client's one-click unsubscribe turn off only these emails and can be used twice", async () => {
    await notifyTenant();
    for (let round = 0; round < 2; round++) {
      const response = await portal.call("POST", path(), {
        body: "List-Unsubscribe=One-Click",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
    }
    const all = await readTopics(building.tenant);
    expect(findTopic("comments", all)).toMatchObject({ inPortal: true, byEmail: false });
    expect(findTopic("documents", all)).toMatchObject({ byEmail: true });
    expect((await portal.call("GET", path())).json().isOff).toBe(true);
    expect(await findNotifications()).toEqual([{ in_portal: true, by_email: false }]);
    expect(await findSaved()).toHaveLength(1);
    const form = await portal.call("POST", path(["documents"]), {
      body: '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    expect(form.statusCode).toBe(200);
    const body = { token: tokenIn(path(["order-status"])) };
    expect((await portal.call("POST", "/api/unsubscribe", { body })).statusCode).toBe(200);
    const after = await readTopics(building.tenant);
    expect([findTopic("documents", after)?.byEmail, findTopic("order-status", after)?.byEmail]).toEqual([
      false,
      false,
    ]);
    const log = portal.db.selectFrom("audit_log").select(["actor_name"]);
    expect(await log.where("action", "=", "profile.unsubscribed").execute()).toEqual(
      Array.from({ length: 3 }, () => ({ actor_name: "Tessa Tenant" })),
    );
  });

  test("an unsubscribe link is rejected if it's missing, signed with another key, or altered for another person or topic", async () => {
    const token = tokenIn(path());
    const otherKeyLink = unsubscribePath(Buffer.alloc(32, 2), {
      userId: building.tenant.id,
      topics: ["comments"],
    });
    const tokens = [
      "",
      "x",
      tokenIn(otherKeyLink),
      token.replace(/^\d+/, String(building.neighbor.id)),
      token.replace("comments", "documents"),
      `${token}A`,
    ];
    for (const wrong of tokens) {
      const response = await portal.call("POST", "/api/unsubscribe", { body: { token: wrong } });
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        "This link isn't valid. Open the link in the email again.",
      ]);
    }
    expect((await portal.call("GET", "/api/unsubscribe")).statusCode).toBe(400);
    expect((await portal.call("GET", "/api/unsubscribe?token=x")).statusCode).toBe(400);
    expect(await findSaved()).toEqual([]);
  });
});
