import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEventStream } from "#test/event-stream.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, createUnit, createLease as letUnit, signInAs } from "#test/people.ts";
import { tableContents } from "#test/table-contents.ts";
import type { Company, CompanyRow } from "../../company-contract.ts";
import type { Lease } from "../../contract.ts";

let leasing: LeaseFixtures;
let lease: Lease;
let person: { id: number; cookie: string };
let address: string;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
  const { app } = leasing.portal;
  await app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  lease = await leasing.create(await leasing.newUnit(), { from: "2026-01-05", to: "2030-12-31" });
  person = await createKnownTenant("Pia Person");
});
afterAll(() => leasing.portal.close());

/** Creates a tenant the landlord can add because they were on an earlier lease. */
async function createKnownTenant(fullName: string, fields: { state?: "pending" | "disabled" } = {}) {
  const { db } = leasing.portal;
  const made = await createPerson(db, { role: "tenant", fullName, ...fields });
  await letUnit(db, {
    propertyId: leasing.building.propertyId,
    unitId: await leasing.newUnit(),
    memberIds: [made.id],
    isEnded: true,
  });
  return { ...made, cookie: await signInAs(db, made) };
}
const add = (body: Record<string, unknown>, id = lease.id) =>
  leasing.send("POST", `/api/leases/${id}/members`, body);
const readMembers = async (): Promise<Lease["members"]> =>
  (await leasing.send("GET", `/api/leases/${lease.id}`)).json<Lease>().members;
const hasAccess = async () =>
  (await leasing.portal.call("GET", "/api/buildings", { cookie: person.cookie })).json<unknown[]>().length >
  0;
const newestNotification = async () => (await readNotifications(leasing.portal.db, person.id)).at(-1)?.text;

describe("a member of a lease", () => {
  test("a new member can access the lease from today, is notified, and appears in the log", async () => {
    expect(await hasAccess()).toBe(false);
    const response = await add({ userId: person.id });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json<Lease>().members).toMatchObject([
      { userId: person.id, fullName: "Pia Person", from: lease.today, to: null, isCurrent: true },
    ]);
    expect(await hasAccess()).toBe(true);
    expect(await newestNotification()).toMatch(/^You've been added to the lease at Harbor House, unit \d+$/);
    expect((await leasing.getAuditEntries(lease.id)).at(-1)).toMatchObject({
      action: "lease.member-added",
      details: { userId: person.id, from: lease.today, to: null },
    });
  });

  test("a removed member becomes a former member immediately, and open pages get an event", async () => {
    const [member] = (await add({ userId: person.id, from: "2026-02-01" })).json<Lease>().members;
    const stream = await openEventStream(address, person.cookie);
    const response = await leasing.send("DELETE", `/api/leases/${lease.id}/members/${member?.id}`);
    expect(response.json<Lease>().members).toMatchObject([{ from: "2026-02-01", isCurrent: false }]);
    await stream.received(({ kind }) => kind === "access-scope-changed");
    stream.close();
    expect(await hasAccess()).toBe(false);
    expect(await newestNotification()).toMatch(/has ended\. You can still view your work orders$/);
    const again = await leasing.send("DELETE", `/api/leases/${lease.id}/members/${member?.id}`);
    expect(again.statusCode).toBe(409);
  });

  test("a member who is removed before their access starts is deleted, and the log keeps a record", async () => {
    const from = leasing.dayFromToday(20);
    const [member] = (await add({ userId: person.id, from })).json<Lease>().members;
    expect(member).toMatchObject({ from, isCurrent: false });
    expect(await hasAccess()).toBe(false);
    await leasing.send("DELETE", `/api/leases/${lease.id}/members/${member?.id}`);
    expect(await readMembers()).toEqual([]);
    expect((await leasing.getAuditEntries(lease.id)).at(-1)).toMatchObject({
      action: "lease.member-ended",
      details: { userId: person.id, from },
    });
  });

  test("a member's dates can be changed, and the member is notified in the bell menu", async () => {
    const [member] = (await add({ userId: person.id })).json<Lease>().members;
    const url = `/api/leases/${lease.id}/members/${member?.id}`;
    const changed = await leasing.send("PATCH", url, { from: "2026-03-01", to: "2030-11-30" });
    expect(changed.json<Lease>().members).toMatchObject([{ from: "2026-03-01", to: "2030-11-30" }]);
    expect(await newestNotification()).toMatch(/ends on Nov 30, 2030$/);
    expect((await leasing.getAuditEntries(lease.id)).at(-1)).toMatchObject({
      action: "lease.member-edited",
      details: { from: { to: null }, to: { from: "2026-03-01", to: "2030-11-30" } },
    });
  });

  test("a member is notified when their draft is activated", async () => {
    const draft = await leasing.create(await leasing.newUnit(), { state: "draft" });
    await add({ userId: person.id }, draft.id);
    expect(await newestNotification()).toBeUndefined();
    await leasing.send("POST", `/api/leases/${draft.id}/activate`, {});
    expect(await newestNotification()).toMatch(/^You've been added to the lease/);
    expect(await hasAccess()).toBe(true);
  });

  test("a member can leave a lease and come back but can't be on it twice at the same time", async () => {
    await add({ userId: person.id, from: "2026-02-01", to: "2026-03-31" });
    expect((await add({ userId: person.id, from: "2026-04-01" })).statusCode).toBe(201);
    expect((await add({ userId: person.id, from: "2026-03-31", to: "2026-03-31" })).json()).toMatchObject({
      fields: { userId: "Pia Person is already on this lease from Feb 1, 2026 to Mar 31, 2026." },
    });
    const another = await createKnownTenant("Theo Twice");
    const responses = await Promise.all([1, 2, 3].map(() => add({ userId: another.id })));
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400, 400]);
  });

  test.each<[string, () => Promise<Record<string, unknown>>, Record<string, string>]>([
    ["before the lease", async () => ({ from: "2026-01-04" }), { from: "The lease starts Jan 5, 2026." }],
    ["after the lease", async () => ({ from: "2031-01-01" }), { from: "The lease ends Dec 31, 2030." }],
    ["beyond the lease", async () => ({ to: "2031-01-01" }), { to: "The lease ends Dec 31, 2030." }],
    [
      "backwards",
      async () => ({ from: "2026-03-01", to: "2026-02-28" }),
      { to: "The end date can't be before the start date" },
    ],
    ["an unknown person", async () => ({ userId: 987_654 }), { userId: "Select one of your people." }],
    [
      "a tenant at other properties",
      async () => {
        const { db } = leasing.portal;
        const propertyId = await createProperty(db);
        const stranger = await createPerson(db, { role: "tenant" });
        const unitId = await createUnit(db, propertyId);
        await letUnit(db, { propertyId, unitId, memberIds: [stranger.id] });
        return { userId: stranger.id };
      },
      { userId: "Select one of your people." },
    ],
    [
      "a technician",
      async () => ({ userId: leasing.building.technician.id }),
      { userId: "Theo Technician is not a tenant." },
    ],
    [
      "a person pending approval",
      async () => ({ userId: (await createKnownTenant("Wim Waits", { state: "pending" })).id }),
      { userId: "Wim Waits isn't approved yet. Approve them first." },
    ],
  ])(
    "a new member is rejected with a message on the field, and nothing is saved: %s",
    async (_, change, fields) => {
      const body = { userId: person.id, ...(await change()) };
      const before = await tableContents(leasing.portal.db);
      const response = await add(body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ fields });
      expect(await tableContents(leasing.portal.db)).toEqual(before);
    },
  );

  test("a member can't be edited through another lease's URL", async () => {
    const other = await leasing.create(await leasing.newUnit());
    const [member] = (await add({ userId: person.id }, other.id)).json<Lease>().members;
    const response = await leasing.send("PATCH", `/api/leases/${lease.id}/members/${member?.id}`, {
      to: null,
    });
    expect(response.statusCode).toBe(404);
  });
});

describe("companies", () => {
  const name = "Harbor Lane Coffee";
  const patch = (company: Pick<Company, "id">, body: Record<string, unknown>, cookie?: string) =>
    leasing.portal.call("PATCH", `/api/companies/${company.id}`, {
      cookie: cookie ?? leasing.building.landlord.cookie,
      body: body as Record<string, string>,
    });

  test("a company can be added and edited, and the audit log records old and new values", async () => {
    const made = await leasing.send("POST", "/api/companies", {
      name: " Marlin Maps ",
      contactEmail: "office@marlin.example",
      contactPhone: "",
    });
    expect(made.statusCode).toBe(201);
    const company = made.json<Company>();
    expect(company).toMatchObject({
      name: "Marlin Maps",
      contactEmail: "office@marlin.example",
      contactPhone: null,
      version: 1,
    });
    const changed = await patch(company, { contactEmail: "", contactPhone: "(206) 555-0100" });
    expect(changed.json<Company>()).toMatchObject({
      name: "Marlin Maps",
      contactEmail: null,
      contactPhone: "(206) 555-0100",
      version: 2,
    });
    const entry = await leasing.portal.db
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "company.edited")
      .where("subject_id", "=", String(company.id))
      .executeTakeFirstOrThrow();
    expect(entry.details).toEqual({
      changes: [
        { field: "contactEmail", from: "office@marlin.example", to: null },
        { field: "contactPhone", from: null, to: "(206) 555-0100" },
      ],
    });
    const stale = await patch(company, { name: "Marlin", version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      message: "Lena Landlord changed Marlin Maps after you opened it.",
      current: { id: company.id, version: 2 },
    });
  });

  test.each([
    [{ name: "" }, { name: "Company name is required" }],
    [{ name: "Marlin", contactEmail: "marlin@" }, { contactEmail: "Please enter a valid email" }],
    [{ name: "x".repeat(201) }, { name: "Use 200 characters or fewer" }],
  ])("a company with %j is rejected with a message on the field", async (body, fields) => {
    const response = await leasing.send("POST", "/api/companies", body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields });
  });

  test("landlords see companies on their own leases and those they added, and only an admin can edit a shared company", async () => {
    const { db } = leasing.portal;
    const propertyId = await createProperty(db);
    const other = await createPerson(db, { role: "landlord", propertyIds: [propertyId] });
    const cookie = await signInAs(db, other);
    const list = async (who: string) =>
      (await leasing.portal.call("GET", "/api/companies?q=harbor%20lane", { cookie: who })).json<
        CompanyRow[]
      >();
    const [company] = await list(leasing.building.landlord.cookie);
    expect(company).toMatchObject({ name, canEdit: true });
    expect(await list(cookie)).toEqual([]);
    if (company === undefined) throw new Error("There is no company.");
    expect((await patch(company, { name: "Mine" }, cookie)).statusCode).toBe(404);

    const shared = await leasing.portal.call("POST", "/api/leases", {
      ...leasing.building.admin,
      body: {
        companyId: company.id,
        propertyId,
        unitIds: [await createUnit(db, propertyId)],
        from: "2026-01-05",
        state: "draft",
      },
    });
    expect(shared.statusCode).toBe(201);
    const otherView = await list(cookie);
    expect(otherView).toMatchObject([{ id: company.id, leases: 1, activeLeases: 0, canEdit: false }]);
    // Each landlord's count covers only the leases they can see. The administrator's covers all of them.
    const [landlordView] = await list(leasing.building.landlord.cookie);
    const [adminView] = await list(leasing.building.admin.cookie);
    expect(landlordView).toMatchObject({ leases: company.leases, canEdit: false });
    expect(landlordView?.activeLeases).toBe(company.activeLeases);
    expect(landlordView?.activeLeases).toBeGreaterThan(0);
    expect(adminView).toMatchObject({ leases: company.leases + 1, canEdit: true });
    for (const who of [cookie, leasing.building.landlord.cookie])
      expect((await patch(company, { name: "Mine" }, who)).statusCode).toBe(403);
    expect((await patch(company, { name }, leasing.building.admin.cookie)).statusCode).toBe(200);
  });
});
