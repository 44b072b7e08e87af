import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asPortal } from "#server/jobs/as-portal.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { type Notification, notify } from "#server/notifications/notify.ts";
import { notifiedRecordIsVisible } from "#server/viewer-rules.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { upload } from "#test/documents.ts";
import { startMailServer } from "#test/mail-server.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { workUntil } from "#test/work-until.ts";
import { mailNotifications } from "./mail-notifications.ts";

let portal: TestPortal;
let building: TestBuilding;
let workOrderId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding({ PUBLIC_URL: "http://portal.example" }));
  workOrderId = await newOrder();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.deleteFrom("notifications").execute();
  await portal.db.deleteFrom("mails").execute();
});

const notifyPeople = (recipients: number[], notification: Notification) =>
  asPortal(portal.services, (ctx) => notify(ctx, recipients, notification));
const comment = (
  title: string,
  {
    to = [building.tenant.id],
    id = workOrderId,
    ...rest
  }: { to?: number[]; id?: number; link?: string } = {},
) =>
  notifyPeople(to, {
    kind: "work-order.comment",
    particulars: { workOrderId: id, title, by: "Theo" },
    ...rest,
  });
const sentence = (title: string, id = workOrderId) => `Theo commented on ${workOrderNumber(id)}: ${title}`;
const mailsTo = async (userId: number) =>
  portal.db.selectFrom("mails").selectAll().where("to_user_id", "=", userId).orderBy("id").execute();
const later = async (minutes = 2) => {
  portal.clock.forwardMinutes(minutes);
  await mailNotifications(portal.services, notifiedRecordIsVisible);
};
/** Members of the lease, who may see its work orders. */
const createMembers = async (count: number) => {
  const people = await Promise.all(
    Array.from({ length: count }, () => createPerson(portal.db, { role: "tenant" })),
  );
  await portal.db
    .insertInto("lease_members")
    .values(
      people.map(({ id }) => ({
        lease_id: building.leaseId,
        property_id: building.propertyId,
        user_id: id,
        from_on: "2020-01-01",
      })),
    )
    .execute();
  return people;
};
const newOrder = () =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
  });

describe("NAV-31 notifications by mail", () => {
  test("a single notification is one mail, a minute later and once, with a link to its record and one to unsubscribe", async () => {
    const id = await newOrder();
    await comment("Broken lamp", { id });
    await mailNotifications(portal.services, notifiedRecordIsVisible);
    expect(await mailsTo(building.tenant.id)).toEqual([]);
    await later();
    await later();
    const [mail, ...others] = await mailsTo(building.tenant.id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: sentence("Broken lamp", id),
      to_address: building.tenant.email,
      unsubscribe_path: expect.stringMatching(/^\/unsubscribe\?token=\d+\.comments\.[\w-]{43}$/),
    });
    expect(mail?.text_body).toContain(`http://portal.example/work-orders/${id}`);
    expect(mail?.text_body).toContain("Turn off emails about comments\nhttp://portal.example/unsubscribe?");
  });

  test("several are one mail, in the order they happened; of very many only the newest are listed", async () => {
    await comment("First.", { link: "/leases/6" });
    await notifyPeople([building.tenant.id], {
      kind: "work-order.status",
      particulars: { workOrderId, title: "Second.", status: "open" },
      link: "/leases/7",
    });
    await later();
    const [both] = await mailsTo(building.tenant.id);
    expect(both?.subject).toBe("2 updates from Property Management Portal");
    expect(both?.text_body).toMatch(
      /: First\.\n {2}[^\n]*\/leases\/6\n\n- .*: Second\.\n {2}http:\/\/portal\.example\/leases\/7/,
    );
    expect(both?.text_body).toContain("Turn off emails about comments and progress of work orders\n");
    for (let count = 1; count <= 32; count++) await comment(`Number ${count}.`);
    await later();
    const [, many, ...others] = await mailsTo(building.tenant.id);
    expect(others).toEqual([]);
    expect(many?.text_body).not.toContain(": Number 2.");
    expect(many?.text_body).toMatch(/: Number 3\.[^]*: Number 32\.\n.*\n\n- And 2 more\n/);
  });

  test("nobody is mailed a notification that was read meanwhile, whose record was deleted, or that is a day old", async () => {
    const [id, deleted] = [await newOrder(), await newOrder()];
    await comment("Read.", { id });
    const bell = await portal.call("GET", "/api/notifications", { cookie: building.tenant.cookie });
    const body = { ids: [bell.json().items[0].id] };
    await portal.call("POST", "/api/notifications/read", { cookie: building.tenant.cookie, body });
    await comment("Deleted.", { id: deleted });
    await portal.call("DELETE", `/api/work-orders/${deleted}`, { cookie: building.admin.cookie });
    await later();
    expect(await mailsTo(building.tenant.id)).toEqual([]);
    await comment("Old.");
    await later(25 * 60);
    await comment("Fresh.");
    await later();
    expect((await mailsTo(building.tenant.id)).map(({ subject }) => subject)).toEqual([sentence("Fresh.")]);
  });

  test("ROLE-19 what they may no longer see is not mailed: the building was unassigned, the document is now for staff only", async () => {
    const { propertyId, tenant, landlord } = building;
    const technician = await createPerson(portal.db, { role: "maintenance", propertyIds: [propertyId] });
    const order = await newOrder();
    const fields = { title: "House rules", type: "Other", buildingId: propertyId, visibility: "building" };
    const uploaded = await upload(portal, await signInAs(portal.db, landlord, portal.clock.now), { fields });
    expect(uploaded.statusCode, uploaded.body).toBe(201);
    const { id: documentId } = uploaded.json<{ id: number }>();
    await portal.db.deleteFrom("notifications").execute();
    const notifyBoth = async (round: string) => {
      await notifyPeople([technician.id], {
        kind: "work-order.urgent",
        particulars: { workOrderId: order, title: round, priority: "urgent" },
      });
      await notifyPeople([tenant.id], {
        kind: "document.added",
        particulars: { documentId, title: round, building: "Harbor House", units: [], what: "added" },
      });
    };
    const subjects = async () =>
      [...(await mailsTo(technician.id)), ...(await mailsTo(tenant.id))].map(({ subject }) => subject);
    const both = [`New urgent work order ${workOrderNumber(order)}: one`, '"one" was added for Harbor House'];
    await notifyBoth("one");
    await later();
    expect(await subjects()).toEqual(both);
    await notifyBoth("two");
    await portal.db.deleteFrom("property_staff").where("user_id", "=", technician.id).execute();
    await portal.db
      .updateTable("documents")
      .set({ visibility: "staff" })
      .where("id", "=", documentId)
      .execute();
    await later();
    expect(await subjects()).toEqual(both);
  });

  test("a disabled person or an unconfirmed address is not mailed, not even afterwards", async () => {
    const people = [
      await createPerson(portal.db, { role: "tenant" }),
      await createPerson(portal.db, { role: "tenant" }),
    ];
    const [disabled, moved] = people.map(({ id }) => id) as [number, number];
    await comment("Leak", { to: [disabled, moved] });
    const change = (id: number, facts: { state?: "disabled" | "active"; email_confirmed_at?: Date | null }) =>
      portal.db.updateTable("users").set(facts).where("id", "=", id).execute();
    await change(disabled, { state: "disabled" });
    await change(moved, { email_confirmed_at: null });
    await later();
    await change(disabled, { state: "active" });
    await change(moved, { email_confirmed_at: new Date() });
    await later();
    expect([...(await mailsTo(disabled)), ...(await mailsTo(moved))]).toEqual([]);
  });

  test("many people at once, mailed by two instances at the same time, get one mail each", async () => {
    const people = await createMembers(120);
    const to = people.map(({ id }) => id);
    await comment("One.", { to });
    await comment("Two.", { to });
    portal.clock.forwardMinutes(2);
    await Promise.all([
      mailNotifications(portal.services, notifiedRecordIsVisible),
      mailNotifications(portal.services, notifiedRecordIsVisible),
    ]);
    await mailNotifications(portal.services, notifiedRecordIsVisible);
    const mails = await portal.db.selectFrom("mails").select(["to_user_id", "subject"]).execute();
    expect(mails).toHaveLength(people.length);
    expect(new Set(mails.map((mail) => mail.to_user_id))).toEqual(new Set(to));
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set(["2 updates from Property Management Portal"]),
    );
  });

  test("one person whose mail cannot be written holds up nobody else, and is mailed again once the bad notification is a day old", async () => {
    const [before, broken, ...after] = await createMembers(62);
    if (before === undefined || broken === undefined) throw new Error("There are 62 people.");
    // A link that no mail may contain, which is found out when the mail is written.
    await comment("Leak", { to: [broken.id], link: "//elsewhere.example/" });
    const others = [before, ...after].map(({ id }) => id);
    await comment("Leak", { to: others });
    await later();
    const mailed = async () =>
      (await portal.db.selectFrom("mails").select("to_user_id").execute()).map(({ to_user_id: id }) => id);
    expect(new Set(await mailed())).toEqual(new Set(others));
    await later();
    expect(await mailed()).toHaveLength(others.length);
    await later(25 * 60);
    await comment("Fixed", { to: [broken.id] });
    await later();
    expect((await mailsTo(broken.id)).map(({ subject }) => subject)).toEqual([sentence("Fixed")]);
  });

  test("is delivered by the mail server, and the mail program's unsubscribe button turns off mails of its topic", async () => {
    const server = await startMailServer();
    await comment("Broken lamp", { link: "/work-orders/7" });
    portal.clock.forwardMinutes(2);
    await enqueue(portal.db, "mail-notifications", {});
    await workUntil(portal, async () => server.letters.length > 0, { SMTP_URL: server.url });
    await server.close();
    const [letter, ...others] = await Promise.all(server.letters.map((text) => PostalMime.parse(text)));
    expect(others).toEqual([]);
    expect(letter?.to?.[0]?.address).toBe(building.tenant.email);
    expect(letter?.text).toContain("http://portal.example/work-orders/7");
    const header = (name: string) => letter?.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const address = new URL(header("list-unsubscribe")?.slice(1, -1) ?? "");
    const response = await portal.call("POST", address.pathname + address.search, {
      body: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(response.statusCode).toBe(200);
    await comment("Another");
    await later();
    expect(await mailsTo(building.tenant.id)).toHaveLength(1);
  });
});
