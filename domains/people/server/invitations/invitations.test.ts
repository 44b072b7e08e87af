import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { tableContents } from "#test/table-contents.ts";
import type { Invitation } from "../../invitation-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherPropertyId: number;
let otherUnitId: number;
let otherLandlord: { id: number; cookie: string };
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  otherPropertyId = await createProperty(db, { name: "Hill House" });
  otherUnitId = await createUnit(db, otherPropertyId, "1");
  const created = await createPerson(db, { role: "landlord", propertyIds: [otherPropertyId] });
  otherLandlord = { id: created.id, cookie: await signInAs(db, created) };
});
afterAll(() => portal.close());

type CreatedInvitation = Invitation & { link: string | null };
let numbers = 0;
const newAddress = () => `guest${++numbers}@example.com`;
const invite = (
  body: Record<string, unknown>,
  { cookie }: { cookie: string } = building.admin,
  headers = {},
) =>
  portal.call("POST", "/api/invitations", {
    cookie,
    headers,
    body: { email: newAddress(), role: "tenant", unitId: building.unitId, ...body },
  });
const list = async (query = "", { cookie } = building.admin) =>
  (await portal.call("GET", `/api/invitations${query}`, { cookie })).json<Invitation[]>();
const readAuditEntries = async (subjectId: number) =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_type", "=", "invitation")
      .where("subject_id", "=", String(subjectId))
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("inviting a person", () => {
  test("an admin's invitation of a tenant to a unit sends an email and returns a link once, valid for 14 days", async () => {
    const email = newAddress();
    const response = await invite({ email });
    expect(response.statusCode).toBe(201);
    const made = response.json<CreatedInvitation>();
    expect(made).toEqual({
      id: expect.any(Number),
      email,
      role: "tenant",
      unit: { id: building.unitId, label: "Harbor House, unit 101" },
      leaseId: building.leaseId,
      properties: [{ id: building.propertyId, name: "Harbor House" }],
      hasAllProperties: false,
      state: "pending",
      invitedBy: "Ada Admin",
      createdAt: portal.clock.now.toISOString(),
      expiresAt: new Date(portal.clock.now.getTime() + 14 * 86_400_000).toISOString(),
      acceptedAt: null,
      acceptedById: null,
      delivery: { id: expect.any(Number), state: "queued", lastError: null },
      link: expect.stringMatching(/\/register\?invitation=[\w-]{43}$/),
      isEmailed: false,
    });
    const message = await portal.db
      .selectFrom("emails")
      .selectAll()
      .where("to_address", "=", email)
      .executeTakeFirstOrThrow();
    expect(message.text_body).toContain(made.link);
    expect(message.text_body).toContain("Ada Admin invited you");
    expect(message.text_body).toContain("as a tenant for Harbor House, unit 101");
    expect(await readAuditEntries(made.id)).toEqual(["invitation.created"]);
  });

  test("inviting a tenant to a lease implies the unit and requires an open lease of that unit", async () => {
    const { leaseId, otherLeaseId, unitId, otherUnitId, landlord } = building;
    expect((await invite({ unitId: undefined, lease: otherLeaseId }, landlord)).json()).toMatchObject({
      unit: { id: otherUnitId },
      leaseId: otherLeaseId,
    });
    const endedId = await createLease(portal.db, { propertyId: building.propertyId, unitId, isEnded: true });
    for (const body of [{ lease: otherLeaseId }, { lease: endedId }])
      expect((await invite(body, landlord)).json()).toMatchObject({
        fields: { lease: "Select a current or future lease for this unit." },
      });
    for (const body of [{ lease: leaseId }, { lease: 999_999 }]) {
      const rejected = await invite({ unitId: undefined, ...body }, otherLandlord);
      expect(rejected.statusCode).toBe(400);
    }
  });

  test("inviting a tenant to a unit with a lease never creates a second lease, and an invitation without a lease names none", async () => {
    const rejected = await invite({ lease: "draft" });
    expect([rejected.statusCode, rejected.json().fields]).toEqual([
      400,
      {
        lease:
          "This unit already has a lease. To use a different one, create that lease first and invite the tenant from there.",
      },
    ]);
    expect((await invite({ lease: "none" })).json()).toMatchObject({ leaseId: null });
  });

  test("only the hash of the invitation token is stored, and no table or list contains the token", async () => {
    const { link, id } = (await invite({})).json<CreatedInvitation>();
    const token = /invitation=([\w-]+)/.exec(link ?? "")?.[1] ?? "none";
    // The queued email still needs it.
    await portal.db
      .updateTable("emails")
      .set({ text_body: "", html_body: "", one_time_link: null })
      .execute();
    const dump = await Promise.all(
      (["invitations", "audit_log", "idempotent_responses", "notifications"] as const).map((table) =>
        portal.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(dump)).not.toContain(token);
    expect(JSON.stringify((await list()).find((row) => row.id === id))).not.toContain(token);
  });

  test("an invitation is resent once per idempotency key, and the new link isn't stored", async () => {
    const { id } = (await invite({})).json<CreatedInvitation>();
    const headers = { "idempotency-key": "resend-once" };
    const resend = () =>
      portal.call("POST", `/api/invitations/${id}/resend`, { cookie: building.landlord.cookie, headers });
    const { link } = (await resend()).json<CreatedInvitation>();
    expect(link).toMatch(/invitation=/);
    expect((await resend()).json<CreatedInvitation>().link).toBeNull();
    const kept = await portal.db.selectFrom("idempotent_responses").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(link?.split("invitation=")[1]);
  });

  test("a repeated request creates one invitation, and its response has no link", async () => {
    const body = { email: newAddress() };
    const headers = { "idempotency-key": "invite-once" };
    const first = (await invite(body, building.admin, headers)).json<CreatedInvitation>();
    const again = await invite(body, building.admin, headers);
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual({ ...first, link: null });
    expect((await list()).filter(({ email }) => email === body.email)).toHaveLength(1);
  });

  test("ROLE-02 an admin can invite people to every role and assign properties to maintenance staff and landlords", async () => {
    const { propertyId } = building;
    const both = [propertyId, otherPropertyId];
    const shapes = [
      [
        { role: "maintenance", unitId: null, propertyIds: both },
        { properties: 2, hasAllProperties: false },
      ],
      [
        { role: "maintenance", hasAllProperties: true },
        { properties: 0, hasAllProperties: true },
      ],
      [
        { role: "landlord", propertyIds: both },
        { properties: 2, hasAllProperties: false },
      ],
      [{ role: "landlord" }, { properties: 0, hasAllProperties: false }],
      [{ role: "admin" }, { properties: 0, hasAllProperties: false }],
    ] as const;
    for (const [body, expected] of shapes) {
      const response = await invite(body);
      expect(response.statusCode, response.body).toBe(201);
      const made = response.json<CreatedInvitation>();
      expect({ properties: made.properties.length, hasAllProperties: made.hasAllProperties }).toEqual(
        expected,
      );
      expect(made.unit).toBeNull();
    }
  });

  test("a landlord can invite tenants and maintenance staff to their own properties", async () => {
    const { landlord, propertyId } = building;
    expect((await invite({}, landlord)).statusCode).toBe(201);
    const staff = await invite({ role: "maintenance", propertyIds: [propertyId] }, landlord);
    expect(staff.statusCode).toBe(201);
  });

  test.each([
    ["landlords", { role: "landlord" }],
    ["administrators", { role: "admin" }],
  ])("a landlord can't invite %s and gets 403", async (_, body) => {
    const before = await tableContents(portal.db);
    const response = await invite(body, building.landlord);
    expect(response.statusCode).toBe(403);
    expect(response.json().message).toBe("Only administrators can invite landlords and administrators.");
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test.each<[string, () => Record<string, unknown>, "admin" | "landlord", string, string]>([
    ["no unit", () => ({ unitId: null }), "admin", "unitId", "Select this tenant's unit."],
    [
      "a unit of another landlord",
      () => ({ unitId: otherUnitId }),
      "landlord",
      "unitId",
      "Select a unit at one of your properties.",
    ],
    [
      "a unit that does not exist",
      () => ({ unitId: 987_654 }),
      "admin",
      "unitId",
      "Select a unit at one of your properties.",
    ],
    [
      "no building",
      () => ({ role: "maintenance", propertyIds: [] }),
      "admin",
      "propertyIds",
      "Select at least one property.",
    ],
    [
      "a building of another landlord",
      () => ({ role: "maintenance", propertyIds: [building.propertyId, otherPropertyId] }),
      "landlord",
      "propertyIds",
      "One of the selected properties no longer exists.",
    ],
    [
      "a building that does not exist",
      () => ({ role: "landlord", propertyIds: [987_654] }),
      "admin",
      "propertyIds",
      "One of the selected properties no longer exists.",
    ],
    [
      "all properties by a landlord",
      () => ({ role: "maintenance", hasAllProperties: true }),
      "landlord",
      "hasAllProperties",
      "Only an administrator can grant access to all properties.",
    ],
    [
      "all properties for a landlord",
      () => ({ role: "landlord", hasAllProperties: true }),
      "admin",
      "hasAllProperties",
      "Only maintenance staff can be given all properties.",
    ],
    ["no address", () => ({ email: "guest@" }), "admin", "email", "Please enter a valid email"],
  ])(
    "inviting with %s returns 400 with a message and creates nothing",
    async (_, body, who, field, message) => {
      const before = await tableContents(portal.db);
      const response = await invite(body(), building[who]);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ message, fields: { [field]: message } });
      expect(await tableContents(portal.db)).toEqual(before);
    },
  );

  test("inviting an address that has an account or a pending invitation returns 409, in any letter case", async () => {
    const known = await invite({ email: building.tenant.email.toUpperCase() });
    expect(known.statusCode).toBe(409);
    expect(known.json().fields.email).toBe("An account with this email address already exists.");
    const email = newAddress();
    expect((await invite({ email })).statusCode).toBe(201);
    const open = await invite({ email: email.toUpperCase() });
    expect(open.statusCode).toBe(409);
    expect(open.json().fields.email).toMatch(/already a pending invitation/);
  });

  test("five concurrent invitations to one address create only one", async () => {
    const email = newAddress();
    const responses = await Promise.all(Array.from({ length: 5 }, () => invite({ email })));
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ]);
  });

  test("another landlord's pending invitation is invisible and doesn't prevent a landlord from inviting the same person", async () => {
    const email = newAddress();
    const theirs = await invite({ email, unitId: otherUnitId }, otherLandlord);
    expect(theirs.statusCode).toBe(201);
    expect((await invite({ email }, building.landlord)).statusCode).toBe(201);
  });

  test("the sixth invitation email to one mailbox within an hour returns 429", async () => {
    const { id, email } = (await invite({})).json<CreatedInvitation>();
    for (let count = 0; count < 4; count++)
      expect((await portal.call("POST", `/api/invitations/${id}/resend`, building.admin)).statusCode).toBe(
        200,
      );
    const response = await portal.call("POST", `/api/invitations/${id}/resend`, building.admin);
    expect(response.statusCode).toBe(429);
    expect((await list(`?q=${email}`))[0]?.state).toBe("pending");
  });
});

describe("listing invitations", () => {
  test("a landlord sees invitations for tenants and staff at their own properties only, regardless of who sent them", async () => {
    const { landlord, propertyId } = building;
    const own = (await invite({})).json<CreatedInvitation>().id;
    const shared = (
      await invite({ role: "maintenance", propertyIds: [propertyId, otherPropertyId] })
    ).json<CreatedInvitation>().id;
    const everywhere = (
      await invite({ role: "maintenance", hasAllProperties: true })
    ).json<CreatedInvitation>().id;
    const above = (await invite({ role: "landlord", propertyIds: [propertyId] })).json<CreatedInvitation>()
      .id;
    const theirs = (await invite({ unitId: otherUnitId }, otherLandlord)).json<CreatedInvitation>().id;
    const seen = (await list("?limit=200", landlord)).map(({ id }) => id);
    expect(seen).toContain(own);
    for (const hidden of [shared, everywhere, above, theirs]) expect(seen).not.toContain(hidden);
    for (const action of ["resend", "withdraw"])
      expect((await portal.call("POST", `/api/invitations/${theirs}/${action}`, landlord)).statusCode).toBe(
        404,
      );
  });

  test("the invitations list can be filtered by state and address, is paginated, and shows the status of each email", async () => {
    const email = newAddress();
    const { id, delivery } = (await invite({ email })).json<CreatedInvitation>();
    await portal.db
      .updateTable("emails")
      .set({ state: "failed", last_error: "550 no such mailbox" })
      .where("id", "=", delivery?.id ?? 0)
      .execute();
    expect(await list(`?q=${email.slice(0, 7).toUpperCase()}&state=pending`)).toMatchObject([
      { id, delivery: { state: "failed", lastError: "550 no such mailbox" } },
    ]);
    await portal.call("POST", `/api/invitations/${id}/withdraw`, building.admin);
    expect(await list(`?q=${email}&state=pending`)).toEqual([]);
    expect(await list(`?q=${email}&state=withdrawn`)).toMatchObject([{ id }]);
    const ofLease = (await list(`?leaseId=${building.leaseId}&limit=200`)).map(({ leaseId }) => leaseId);
    expect(new Set(ofLease)).toEqual(new Set([building.leaseId]));
    expect(ofLease.length).toBeGreaterThan(0);
    const whole = (await list("?limit=200")).map((row) => row.id);
    const page = await portal.call("GET", "/api/invitations?page=2&pageSize=2", building.admin);
    expect(page.json<Invitation[]>().map((row) => row.id)).toEqual(whole.slice(2, 4));
    expect(page.headers["x-total-count"]).toBe(String(whole.length));
    expect(page.headers.link).toBe('</api/invitations?page=3&pageSize=2>; rel="next"');
    const wrong = await portal.call("GET", "/api/invitations?state=open", building.admin);
    expect(wrong.json().message).toBe("state must be one of pending, accepted, expired, withdrawn.");
  });
});

describe("changing a pending invitation", () => {
  test("an invitation can be withdrawn only once and can't be resent afterward", async () => {
    const { id } = (await invite({})).json<CreatedInvitation>();
    const change = (action: string) =>
      portal.call("POST", `/api/invitations/${id}/${action}`, building.admin);
    expect((await change("withdraw")).json()).toMatchObject({ id, state: "withdrawn" });
    for (const action of ["withdraw", "resend"]) {
      const response = await change(action);
      expect(response.statusCode).toBe(409);
      expect(response.json().message).toBe("This invitation was already withdrawn. Send a new one.");
    }
    expect(await readAuditEntries(id)).toEqual(["invitation.created", "invitation.withdrawn"]);
  });

  test("an invitation counts as withdrawn once its unit is deleted", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const { id } = (await invite({ unitId })).json<CreatedInvitation>();
    await portal.db.deleteFrom("units").where("id", "=", unitId).execute();
    expect((await list("?limit=200")).find((row) => row.id === id)?.state).toBe("withdrawn");
  });

  test("a resent invitation has a new link, is valid for another 14 days, and names the person who resent it", async () => {
    const { id, link, email } = (await invite({}, building.landlord)).json<CreatedInvitation>();
    const response = await portal.call("POST", `/api/invitations/${id}/resend`, building.admin);
    expect(response.statusCode).toBe(200);
    const again = response.json<CreatedInvitation>();
    expect(again).toMatchObject({ id, email, state: "pending", invitedBy: "Ada Admin" });
    expect(again.link).not.toBe(link);
    const emails = await portal.db
      .selectFrom("emails")
      .select("id")
      .where("to_address", "=", email)
      .execute();
    expect(emails).toHaveLength(2);
    expect(again.delivery?.id).toBe(Math.max(...emails.map((message) => message.id)));
  });
});
