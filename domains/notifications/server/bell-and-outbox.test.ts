import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { registerTenant } from "#test/registration.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** A notification with the text `Someone commented on #WO-0007: title`. */
const commentNotification = (title: string) => ({
  kind: "work-order.comment",
  details: JSON.stringify({ workOrderId: 7, title, by: "Someone" }),
});
const commentText = (title: string) => `Someone commented on #WO-0007: ${title}`;
const createNotification = async (userId: number, title: string) =>
  (
    await portal.db
      .insertInto("notifications")
      .values({ user_id: userId, ...commentNotification(title) })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
const readBell = async (cookie: string) =>
  (await portal.call("GET", "/api/notifications", { cookie })).json();
const markRead = (cookie: string, upTo: number) =>
  portal.call("POST", "/api/notifications/read", { cookie, body: { upTo } });

describe("NAV-31 the bell menu", () => {
  test("the bell menu shows the user's notifications, newest first, and the unread count", async () => {
    const { landlord, technician } = building;
    await createNotification(landlord.id, "first");
    const second = await createNotification(landlord.id, "second");
    await createNotification(technician.id, "not for the landlord");
    expect(await readBell(landlord.cookie)).toMatchObject({
      unread: 2,
      items: [{ id: second, text: commentText("second"), readAt: null }, { text: commentText("first") }],
    });
    expect((await markRead(technician.cookie, second + 10)).statusCode).toBe(200);
    expect((await readBell(landlord.cookie)).unread).toBe(2);
    await createNotification(landlord.id, "third");
    await markRead(landlord.cookie, second);
    expect(await readBell(landlord.cookie)).toMatchObject({
      unread: 1,
      items: [{ text: commentText("third"), readAt: null }, { readAt: expect.any(String) }, {}],
    });
  });

  test("a single notification can be marked as read, but an email-only notification can't", async () => {
    const { neighbor } = building;
    const ids = [
      await createNotification(neighbor.id, "older"),
      await createNotification(neighbor.id, "newer"),
    ];
    const emailOnly = await createNotification(neighbor.id, "by email only");
    await portal.db
      .updateTable("notifications")
      .set({ in_portal: false })
      .where("id", "=", emailOnly)
      .execute();
    const mark = (body: object) => portal.call("POST", "/api/notifications/read", { ...neighbor, body });
    await mark({ ids: [ids[1], emailOnly] });
    expect(await readBell(neighbor.cookie)).toMatchObject({
      unread: 1,
      items: [
        { text: commentText("newer"), readAt: expect.any(String) },
        { text: commentText("older"), readAt: null },
      ],
    });
    await mark({ upTo: emailOnly });
    const { read_at: readAt } = await portal.db
      .selectFrom("notifications")
      .select("read_at")
      .where("id", "=", emailOnly)
      .executeTakeFirstOrThrow();
    expect(readAt).toBeNull();
  });

  test("the full list and the unread notifications are paginated", async () => {
    const person = await createPerson(portal.db, { role: "tenant" });
    const cookie = await signInAs(portal.db, person);
    for (let number = 1; number <= 5; number++) await createNotification(person.id, `Number ${number}`);
    const items = (await readBell(cookie)).items as { id: number }[];
    const body = { ids: [items[1]?.id] };
    await portal.call("POST", "/api/notifications/read", { cookie, body });
    const readPage = async (path: string) => {
      const response = await portal.call("GET", path, { cookie });
      return {
        texts: response.json().items.map(({ text }: { text: string }) => text),
        total: response.headers["x-total-count"],
        next: /<(.+)>; rel="next"/.exec(String(response.headers.link))?.[1],
      };
    };
    const first = await readPage("/api/notifications?limit=2&unread=yes");
    expect(first).toMatchObject({ texts: ["Number 5", "Number 3"].map(commentText), total: "4" });
    expect(await readPage(first.next ?? "")).toMatchObject({
      texts: ["Number 2", "Number 1"].map(commentText),
    });
    expect(await readPage("/api/notifications?page=3&pageSize=2")).toMatchObject({
      texts: ["Number 1"].map(commentText),
      total: "5",
    });
    expect((await portal.call("GET", "/api/notifications?unread=no", { cookie })).statusCode).toBe(400);
  });

  test("read notifications are deleted after half a year, and all notifications after a year", async () => {
    const person = await createPerson(portal.db, { role: "tenant" });
    const daysAgo = (days: number) => new Date(portal.clock.now.getTime() - days * 86_400_000);
    const notification = { user_id: person.id, read_at: null };
    await portal.db
      .insertInto("notifications")
      .values([
        { ...notification, ...commentNotification("unread for more than a year"), created_at: daysAgo(366) },
        { ...notification, ...commentNotification("unread"), created_at: daysAgo(364) },
        {
          ...notification,
          ...commentNotification("read long ago"),
          created_at: daysAgo(181),
          read_at: daysAgo(1),
        },
        { ...notification, ...commentNotification("read"), created_at: daysAgo(179), read_at: daysAgo(179) },
      ])
      .execute();
    await sweepExpired(portal.services);
    expect((await readNotifications(portal.db, person.id)).map(({ text }) => text)).toEqual(
      ["unread", "read"].map(commentText),
    );
  });

  test.each([{}, { upTo: "7" }, { upTo: 1.5 }, { upTo: null }, { ids: [1.5] }, { upTo: 1, ids: [1] }])(
    "marking notifications as read with %j returns 400",
    async (body) => {
      const response = await portal.call("POST", "/api/notifications/read", { ...building.admin, body });
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(/(upTo|ids)/);
    },
  );
});

describe("the outbox", () => {
  test("emails are signed with the organization's name", async () => {
    const body = { name: "Castle Homes" };
    expect((await portal.call("PATCH", "/api/settings", { ...building.admin, body })).statusCode).toBe(200);
    await registerTenant(portal, null);
    const [newest] = (await portal.call("GET", "/api/outbox", building.admin)).json();
    const withText = (await portal.call("GET", `/api/outbox/${newest.id}`, building.admin)).json();
    expect(withText.text).toMatch(/\n\nCastle Homes$/);
    await portal.db.updateTable("organization").set({ name: "Property Management Portal" }).execute();
  });

  test("an administrator can list the newest emails and read their text", async () => {
    const { email } = await registerTenant(portal, null);
    const [newest] = (await portal.call("GET", "/api/outbox", building.admin)).json();
    expect(newest).toMatchObject({ to: email, template: "confirm-address", state: "queued", sentAt: null });
    expect(newest).not.toHaveProperty("text");
    const withText = (await portal.call("GET", `/api/outbox/${newest.id}`, building.admin)).json();
    expect(withText.text).toContain("/confirm-address?token=");
    expect(withText.text).toMatch(/\n\nProperty Management Portal$/);
    expect((await portal.call("GET", "/api/outbox/987654", building.admin)).statusCode).toBe(404);
  });
});
