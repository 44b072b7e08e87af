import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { registerTenant } from "#test/registering.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** A notification whose sentence is `Somebody commented on #WO-0007: title`. */
const named = (title: string) => ({
  kind: "work-order.comment",
  particulars: JSON.stringify({ workOrderId: 7, title, by: "Somebody" }),
});
const sentence = (title: string) => `Somebody commented on #WO-0007: ${title}`;
const notifyOf = async (userId: number, title: string) =>
  (
    await portal.db
      .insertInto("notifications")
      .values({ user_id: userId, ...named(title) })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
const bellOf = async (cookie: string) => (await portal.call("GET", "/api/notifications", { cookie })).json();
const markRead = (cookie: string, upTo: number) =>
  portal.call("POST", "/api/notifications/read", { cookie, body: { upTo } });

describe("NAV-31 the bell", () => {
  test("shows the user's notifications, newest first, and how many are unread", async () => {
    const { landlord, technician } = building;
    await notifyOf(landlord.id, "first");
    const second = await notifyOf(landlord.id, "second");
    await notifyOf(technician.id, "not for the landlord");
    expect(await bellOf(landlord.cookie)).toMatchObject({
      unread: 2,
      items: [{ id: second, text: sentence("second"), readAt: null }, { text: sentence("first") }],
    });
    expect((await markRead(technician.cookie, second + 10)).statusCode).toBe(200);
    expect((await bellOf(landlord.cookie)).unread).toBe(2);
    await notifyOf(landlord.id, "third");
    await markRead(landlord.cookie, second);
    expect(await bellOf(landlord.cookie)).toMatchObject({
      unread: 1,
      items: [{ text: sentence("third"), readAt: null }, { readAt: expect.any(String) }, {}],
    });
  });

  test("a single one can be marked as read, and one sent by mail only is never marked", async () => {
    const { neighbour } = building;
    const ids = [await notifyOf(neighbour.id, "older"), await notifyOf(neighbour.id, "newer")];
    const mailed = await notifyOf(neighbour.id, "by mail only");
    await portal.db.updateTable("notifications").set({ in_portal: false }).where("id", "=", mailed).execute();
    const mark = (body: object) => portal.call("POST", "/api/notifications/read", { ...neighbour, body });
    await mark({ ids: [ids[1], mailed] });
    expect(await bellOf(neighbour.cookie)).toMatchObject({
      unread: 1,
      items: [
        { text: sentence("newer"), readAt: expect.any(String) },
        { text: sentence("older"), readAt: null },
      ],
    });
    await mark({ upTo: mailed });
    const { read_at: readAt } = await portal.db
      .selectFrom("notifications")
      .select("read_at")
      .where("id", "=", mailed)
      .executeTakeFirstOrThrow();
    expect(readAt).toBeNull();
  });

  test("all notifications come in pages, and so do the unread ones", async () => {
    const person = await createPerson(portal.db, { role: "tenant" });
    const cookie = await signInAs(portal.db, person);
    for (let number = 1; number <= 5; number++) await notifyOf(person.id, `Number ${number}`);
    const items = (await bellOf(cookie)).items as { id: number }[];
    const body = { ids: [items[1]?.id] };
    await portal.call("POST", "/api/notifications/read", { cookie, body });
    const part = async (address: string) => {
      const response = await portal.call("GET", address, { cookie });
      return {
        texts: response.json().items.map(({ text }: { text: string }) => text),
        total: response.headers["x-total-count"],
        next: /<(.+)>; rel="next"/.exec(String(response.headers.link))?.[1],
      };
    };
    const first = await part("/api/notifications?limit=2&unread=yes");
    expect(first).toMatchObject({ texts: ["Number 5", "Number 3"].map(sentence), total: "4" });
    expect(await part(first.next ?? "")).toMatchObject({ texts: ["Number 2", "Number 1"].map(sentence) });
    expect(await part("/api/notifications?page=3&pageSize=2")).toMatchObject({
      texts: ["Number 1"].map(sentence),
      total: "5",
    });
    expect((await portal.call("GET", "/api/notifications?unread=no", { cookie })).statusCode).toBe(400);
  });

  test("old notifications are deleted: read ones after half a year, all after a year", async () => {
    const person = await createPerson(portal.db, { role: "tenant" });
    const daysAgo = (days: number) => new Date(portal.clock.now.getTime() - days * 86_400_000);
    const notification = { user_id: person.id, read_at: null };
    await portal.db
      .insertInto("notifications")
      .values([
        { ...notification, ...named("unread for more than a year"), created_at: daysAgo(366) },
        { ...notification, ...named("unread"), created_at: daysAgo(364) },
        { ...notification, ...named("read long ago"), created_at: daysAgo(181), read_at: daysAgo(1) },
        { ...notification, ...named("read"), created_at: daysAgo(179), read_at: daysAgo(179) },
      ])
      .execute();
    await sweepExpired(portal.services);
    expect((await readNotifications(portal.db, person.id)).map(({ text }) => text)).toEqual(
      ["unread", "read"].map(sentence),
    );
  });

  test.each([{}, { upTo: "7" }, { upTo: 1.5 }, { upTo: null }, { ids: [1.5] }, { upTo: 1, ids: [1] }])(
    "marking with %j is 400",
    async (body) => {
      const response = await portal.call("POST", "/api/notifications/read", { ...building.admin, body });
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(/(upTo|ids)/);
    },
  );
});

describe("the outbox", () => {
  test("the organization signs its mails", async () => {
    const body = { name: "Castle Homes" };
    expect((await portal.call("PATCH", "/api/settings", { ...building.admin, body })).statusCode).toBe(200);
    await registerTenant(portal, null);
    const [mail] = (await portal.call("GET", "/api/outbox", building.admin)).json();
    const whole = (await portal.call("GET", `/api/outbox/${mail.id}`, building.admin)).json();
    expect(whole.text).toMatch(/\n\nCastle Homes$/);
    await portal.db.updateTable("organisation").set({ name: "Property Management Portal" }).execute();
  });

  test("shows an admin the newest emails, and one with its text", async () => {
    const { email } = await registerTenant(portal, null);
    const [mail] = (await portal.call("GET", "/api/outbox", building.admin)).json();
    expect(mail).toMatchObject({ to: email, template: "confirm-address", state: "queued", sentAt: null });
    expect(mail).not.toHaveProperty("text");
    const whole = (await portal.call("GET", `/api/outbox/${mail.id}`, building.admin)).json();
    expect(whole.text).toContain("/confirm-address?token=");
    expect(whole.text).toMatch(/\n\nProperty Management Portal$/);
    expect((await portal.call("GET", "/api/outbox/987654", building.admin)).statusCode).toBe(404);
  });
});
