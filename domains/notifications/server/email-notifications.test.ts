import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { type Notification, notify } from "#server/notifications/notify.ts";
import { canSeeNotifiedRecord } from "#server/viewer-rules.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { startFakeMailServer } from "#test/fakes/fake-mail-server.ts";
import { upload } from "#test/files/documents.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import { emailNotifications } from "./email-notifications.ts";

let portal: TestPortal;
let building: TestBuilding;
let workOrderId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding({ PUBLIC_URL: "http://portal.example" }));
  workOrderId = await newWorkOrder();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.deleteFrom("notifications").execute();
  await portal.db.deleteFrom("emails").execute();
});

const notifyPeople = (recipients: number[], notification: Notification) =>
  runAsPortal(portal.services, (ctx) => notify(ctx, recipients, notification));
const notifyOfComment = (
  title: string,
  {
    to = [building.tenant.id],
    id = workOrderId,
    ...rest
  }: { to?: number[]; id?: number; link?: string } = {},
) =>
  notifyPeople(to, {
    kind: "work-order.comment",
    details: { workOrderId: id, title, by: "Theo" },
    ...rest,
  });
const commentText = (title: string, id = workOrderId) => `Theo commented on ${workOrderNumber(id)}: ${title}`;
const findEmailsTo = async (userId: number) =>
  portal.db.selectFrom("emails").selectAll().where("to_user_id", "=", userId).orderBy("id").execute();
const sendLater = async (minutes = 2) => {
  portal.clock.advanceMinutes(minutes);
  await emailNotifications(portal.services, canSeeNotifiedRecord);
};
/** Creates people on the lease, who can see its work orders. */
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
        starts_on: "2020-01-01",
      })),
    )
    .execute();
  return people;
};
const newWorkOrder = () =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
  });

describe("NAV-31 notifications by email", () => {
  test("a single notification is emailed once, a minute later, with links to its record and to unsubscribe", async () => {
    const id = await newWorkOrder();
    await notifyOfComment("Broken lamp", { id });
    await emailNotifications(portal.services, canSeeNotifiedRecord);
    expect(await findEmailsTo(building.tenant.id)).toEqual([]);
    await sendLater();
    await sendLater();
    const [email, ...others] = await findEmailsTo(building.tenant.id);
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      subject: commentText("Broken lamp", id),
      to_address: building.tenant.email,
      unsubscribe_path: expect.stringMatching(/^\/unsubscribe\?token=\d+\.comments\.[\w-]{43}$/),
    });
    expect(email?.text_body).toContain(`http://portal.example/work-orders/${id}`);
    expect(email?.text_body).toContain("Turn off emails about comments\nhttp://portal.example/unsubscribe?");
  });

  test("several notifications are sent as one email, oldest first, and a very long email lists only the newest", async () => {
    await notifyOfComment("First.", { link: "/leases/6" });
    await notifyPeople([building.tenant.id], {
      kind: "work-order.status",
      details: { workOrderId, title: "Second.", status: "open" },
      link: "/leases/7",
    });
    await sendLater();
    const [both] = await findEmailsTo(building.tenant.id);
    expect(both?.subject).toBe("2 updates from Property Management Portal");
    expect(both?.text_body).toMatch(
      /: First\.\n {2}[^\n]*\/leases\/6\n\n- .*: Second\.\n {2}http:\/\/portal\.example\/leases\/7/,
    );
    expect(both?.text_body).toContain("Turn off emails about comments and work order updates\n");
    for (let count = 1; count <= 32; count++) await notifyOfComment(`Number ${count}.`);
    await sendLater();
    const [, many, ...others] = await findEmailsTo(building.tenant.id);
    expect(others).toEqual([]);
    expect(many?.text_body).not.toContain(": Number 2.");
    expect(many?.text_body).toMatch(/: Number 3\.[^]*: Number 32\.\n.*\n\n- And 2 more\n/);
  });

  test("notifications that are read, a day old, or about a deleted record aren't emailed", async () => {
    const [id, deleted] = [await newWorkOrder(), await newWorkOrder()];
    await notifyOfComment("Read.", { id });
    const bell = await portal.call("GET", "/api/notifications", { cookie: building.tenant.cookie });
    const body = { ids: [bell.json().items[0].id] };
    await portal.call("POST", "/api/notifications/read", { cookie: building.tenant.cookie, body });
    await notifyOfComment("Deleted.", { id: deleted });
    await portal.call("DELETE", `/api/work-orders/${deleted}`, { cookie: building.admin.cookie });
    await sendLater();
    expect(await findEmailsTo(building.tenant.id)).toEqual([]);
    await notifyOfComment("Old.");
    await sendLater(25 * 60);
    await notifyOfComment("Fresh.");
    await sendLater();
    expect((await findEmailsTo(building.tenant.id)).map(({ subject }) => subject)).toEqual([
      commentText("Fresh."),
    ]);
  });

  test("ROLE-19 people aren't emailed about records they can no longer see, such as a document that became staff-only", async () => {
    const { propertyId, tenant, landlord } = building;
    const technician = await createPerson(portal.db, { role: "maintenance", propertyIds: [propertyId] });
    const order = await newWorkOrder();
    const fields = { title: "House rules", type: "Other", buildingId: propertyId, visibility: "building" };
    const uploaded = await upload(portal, await signInAs(portal.db, landlord, portal.clock.now), { fields });
    expect(uploaded.statusCode, uploaded.body).toBe(201);
    const { id: documentId } = uploaded.json<{ id: number }>();
    await portal.db.deleteFrom("notifications").execute();
    const notifyBoth = async (round: string) => {
      await notifyPeople([technician.id], {
        kind: "work-order.urgent",
        details: { workOrderId: order, title: round, priority: "urgent" },
      });
      await notifyPeople([tenant.id], {
        kind: "document.added",
        details: { documentId, title: round, building: "Harbor House", units: [], what: "added" },
      });
    };
    const subjects = async () =>
      [...(await findEmailsTo(technician.id)), ...(await findEmailsTo(tenant.id))].map(
        ({ subject }) => subject,
      );
    const both = [`New urgent work order ${workOrderNumber(order)}: one`, "“one” was added to Harbor House"];
    await notifyBoth("one");
    await sendLater();
    expect(await subjects()).toEqual(both);
    await notifyBoth("two");
    await portal.db.deleteFrom("property_staff").where("user_id", "=", technician.id).execute();
    await portal.db
      .updateTable("documents")
      .set({ visibility: "staff" })
      .where("id", "=", documentId)
      .execute();
    await sendLater();
    expect(await subjects()).toEqual(both);
  });

  test("disabled accounts and unconfirmed addresses get no emails, not even later", async () => {
    const people = [
      await createPerson(portal.db, { role: "tenant" }),
      await createPerson(portal.db, { role: "tenant" }),
    ];
    const [disabled, moved] = people.map(({ id }) => id) as [number, number];
    await notifyOfComment("Leak", { to: [disabled, moved] });
    const change = (
      id: number,
      fields: { state?: "disabled" | "active"; email_confirmed_at?: Date | null },
    ) => portal.db.updateTable("users").set(fields).where("id", "=", id).execute();
    await change(disabled, { state: "disabled" });
    await change(moved, { email_confirmed_at: null });
    await sendLater();
    await change(disabled, { state: "active" });
    await change(moved, { email_confirmed_at: new Date() });
    await sendLater();
    expect([...(await findEmailsTo(disabled)), ...(await findEmailsTo(moved))]).toEqual([]);
  });

  test("when two instances email many people at the same time, each person gets one email", async () => {
    const people = await createMembers(120);
    const to = people.map(({ id }) => id);
    await notifyOfComment("One.", { to });
    await notifyOfComment("Two.", { to });
    portal.clock.advanceMinutes(2);
    await Promise.all([
      emailNotifications(portal.services, canSeeNotifiedRecord),
      emailNotifications(portal.services, canSeeNotifiedRecord),
    ]);
    await emailNotifications(portal.services, canSeeNotifiedRecord);
    const emails = await portal.db.selectFrom("emails").select(["to_user_id", "subject"]).execute();
    expect(emails).toHaveLength(people.length);
    expect(new Set(emails.map(({ to_user_id: id }) => id))).toEqual(new Set(to));
    expect(new Set(emails.map(({ subject }) => subject))).toEqual(
      new Set(["2 updates from Property Management Portal"]),
    );
  });

  test("one person's failing email doesn't delay others, and that person gets emails again once the broken notification is a day old", async () => {
    const [before, broken, ...after] = await createMembers(62);
    if (before === undefined || broken === undefined) throw new Error("There are 62 people.");
    // Emails can't contain this link, which is detected when the email is composed.
    await notifyOfComment("Leak", { to: [broken.id], link: "//elsewhere.example/" });
    const others = [before, ...after].map(({ id }) => id);
    await notifyOfComment("Leak", { to: others });
    await sendLater();
    const emailedIds = async () =>
      (await portal.db.selectFrom("emails").select("to_user_id").execute()).map(({ to_user_id: id }) => id);
    expect(new Set(await emailedIds())).toEqual(new Set(others));
    await sendLater();
    expect(await emailedIds()).toHaveLength(others.length);
    await sendLater(25 * 60);
    await notifyOfComment("Fixed", { to: [broken.id] });
    await sendLater();
    expect((await findEmailsTo(broken.id)).map(({ subject }) => subject)).toEqual([commentText("Fixed")]);
  });

  test("emails are sent through the mail server, and the email client's unsubscribe button turns off emails about their topic", async () => {
    const server = await startFakeMailServer();
    await notifyOfComment("Broken lamp", { link: "/work-orders/7" });
    portal.clock.advanceMinutes(2);
    await enqueue(portal.db, "email-notifications", {});
    await runJobsUntil(portal, async () => server.received.length > 0, { SMTP_URL: server.url });
    await server.close();
    const [letter, ...others] = await Promise.all(server.received.map((text) => PostalMime.parse(text)));
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
    await notifyOfComment("Another");
    await sendLater();
    expect(await findEmailsTo(building.tenant.id)).toHaveLength(1);
  });
});
