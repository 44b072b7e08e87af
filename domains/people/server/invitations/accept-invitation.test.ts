import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { findEmailedToken, getCookie, register, registerTenant } from "#test/registration.ts";
import { tableContents } from "#test/table-contents.ts";
import type { Invitation } from "../../invitation-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

let numbers = 0;
interface TestInvitation {
  id: number;
  email: string;
  token: string;
}
/** Signs in again, because tests move the clock further than an administrator's session lasts. */
const adminNow = async () => ({ cookie: await signInAs(portal.db, building.admin, portal.clock.now) });
const landlordNow = async () => ({
  cookie: await signInAs(portal.db, building.landlord, portal.clock.now),
});
async function createInvitation(
  body: Record<string, unknown> = {},
  by?: { cookie: string },
): Promise<TestInvitation> {
  const response = await portal.call("POST", "/api/invitations", {
    cookie: (by ?? (await adminNow())).cookie,
    body: { email: `invited${++numbers}@example.com`, role: "tenant", unitId: building.unitId, ...body },
  });
  if (response.statusCode !== 201)
    throw new Error(`Inviting returned ${response.statusCode}: ${response.body}`);
  const { id, email } = response.json<Invitation>();
  return { id, email, token: await readInvitationToken(email) };
}
const readInvitationToken = async (email: string): Promise<string> => {
  const { link } = await portal.db
    .selectFrom("emails")
    .select("one_time_link as link")
    .where("to_address", "=", email)
    .where("template", "=", "invitation")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return link?.split("invitation=")[1] ?? "";
};
const accept = ({ email, token }: Omit<TestInvitation, "id">, entries: Record<string, unknown> = {}) =>
  register(portal, { email, invitationToken: token, ...entries });
const lookUp = (token: string) => portal.call("POST", "/api/invitations/look-up", { body: { token } });
const readUser = (email: string) =>
  portal.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

describe("accepting an invitation", () => {
  test("REG-20 REG-21 the invited tenant sees who invited them and is immediately active, confirmed, and on the unit's lease", async () => {
    const invitation = await createInvitation();
    expect((await lookUp(invitation.token)).json()).toEqual({
      email: invitation.email,
      role: "tenant",
      invitedBy: "Ada Admin",
      places: ["Harbor House, unit 101"],
      expiresAt: expect.any(String),
      confirmsEmail: true,
    });
    const response = await accept(invitation, { fullName: "Inga Invited" });
    expect(response.statusCode).toBe(201);
    const user = response.json<SessionUser>();
    expect(user).toEqual({
      id: expect.any(Number),
      fullName: "Inga Invited",
      role: "tenant",
      email: invitation.email,
      unitId: building.unitId,
      membership: "active",
      declineReason: null,
      emailConfirmed: true,
    });
    const cookie = getCookie(response);
    expect((await portal.call("GET", "/api/me", { cookie })).json()).toEqual(user);
    const members = await portal.db
      .selectFrom("current_lease_members")
      .select("lease_id")
      .where("user_id", "=", user.id)
      .execute();
    expect(members).toEqual([{ lease_id: building.leaseId }]);
    const [listed] = (
      await portal.call("GET", `/api/invitations?q=${invitation.email}`, building.admin)
    ).json<Invitation[]>();
    expect(listed).toMatchObject({ state: "accepted", acceptedById: user.id });
    expect(await readNotifications(portal.db, building.admin.id)).toContainEqual(
      expect.objectContaining({
        kind: "invitation.accepted",
        text: "Inga Invited accepted your invitation",
      }),
    );
    const [person] = (await portal.call("GET", `/api/users?q=${invitation.email}`, building.admin)).json();
    expect(person).toMatchObject({
      state: "active",
      invitation: { id: invitation.id, invitedBy: "Ada Admin" },
    });
  });

  test("accepting an invitation requires no approval and sends no confirmation email", async () => {
    const invitation = await createInvitation();
    await accept(invitation);
    const emails = await portal.db
      .selectFrom("emails")
      .select("template")
      .where("to_address", "=", invitation.email)
      .execute();
    expect(emails).toEqual([{ template: "invitation" }]);
  });

  test("accepting an invitation to a vacant unit creates a draft without charges, and the next invited person joins the same draft", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const [first, second] = [
      await createInvitation({ unitId }),
      await createInvitation({ unitId, lease: "draft" }),
    ];
    const before = await countRecords();
    const response = await accept(first, { fullName: "Dora Draft" });
    expect(response.json()).toMatchObject({ unitId, membership: "active" });
    const [lease] = await portal.db
      .selectFrom("leases as l")
      .innerJoin("lease_members as m", "m.lease_id", "l.id")
      .select(["l.id", "l.state"])
      .where("m.user_id", "=", response.json<SessionUser>().id)
      .execute();
    expect(lease?.state).toBe("draft");
    const other = await accept(second);
    expect(await readMemberships(other.json<SessionUser>().id)).toMatchObject([{ lease_id: lease?.id }]);
    expect(await countRecords()).toEqual({ leases: before.leases + 1, companies: before.companies + 1 });
    const unit = await portal.db
      .selectFrom("units")
      .select("status")
      .where("id", "=", unitId)
      .executeTakeFirstOrThrow();
    expect(unit.status).toBe("vacant");
  });

  test("a person invited without a lease is active, sees nothing yet, and is visible to the unit's landlord", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const before = await countRecords();
    const invitation = await createInvitation({ unitId, lease: "none" });
    const response = await accept(invitation);
    expect(response.json()).toMatchObject({ membership: "active", unitId: null });
    expect(await countRecords()).toEqual(before);
    expect(await readMemberships(response.json<SessionUser>().id)).toEqual([]);
    const known = await portal.call("GET", `/api/users?q=${invitation.email}`, await landlordNow());
    expect(known.json()).toMatchObject([{ state: "active", requestedUnit: { id: unitId } }]);
  });

  const createLease = async (unitId: number, state: "active" | "draft", from: string) => {
    const response = await portal.call("POST", "/api/leases", {
      cookie: (await adminNow()).cookie,
      body: { companyName: "Harbor Coffee", propertyId: building.propertyId, unitIds: [unitId], from, state },
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json<{ id: number }>().id;
  };
  const countRecords = async () => ({
    leases: (await portal.db.selectFrom("leases").select("id").execute()).length,
    companies: (await portal.db.selectFrom("companies").select("id").execute()).length,
  });
  const readMemberships = (userId: number) =>
    portal.db
      .selectFrom("lease_members")
      .select(["lease_id", "starts_on"])
      .where("user_id", "=", userId)
      .execute();

  test.each(["active", "draft"] as const)(
    "a tenant invited to a unit whose %s lease starts later joins that lease without creating a second lease or company",
    async (state) => {
      const unitId = await createUnit(portal.db, building.propertyId);
      const leaseId = await createLease(unitId, state, "2098-03-01");
      const before = await countRecords();
      const response = await accept(await createInvitation({ unitId }));
      expect(response.statusCode, response.body).toBe(201);
      expect(await readMemberships(response.json<SessionUser>().id)).toEqual([
        { lease_id: leaseId, starts_on: "2098-03-01" },
      ]);
      expect(await countRecords()).toEqual(before);
      const { status } = await portal.db
        .selectFrom("units")
        .select("status")
        .where("id", "=", unitId)
        .executeTakeFirstOrThrow();
      expect(status).toBe("vacant");
    },
  );

  test("an invited tenant joins the lease in the invitation even if another lease is current", async () => {
    await sql`update lease_units set during = daterange(lower(during), '2098-02-01') where lease_id = ${building.otherLeaseId}`.execute(
      portal.db,
    );
    await sql`update leases set ends_on = '2098-01-31' where id = ${building.otherLeaseId}`.execute(
      portal.db,
    );
    const leaseId = await createLease(building.otherUnitId, "active", "2098-03-01");
    const response = await accept(await createInvitation({ unitId: undefined, lease: leaseId }));
    expect(await readMemberships(response.json<SessionUser>().id)).toEqual([
      { lease_id: leaseId, starts_on: "2098-03-01" },
    ]);
  });

  test("an invitation can't be accepted if its lease has ended", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const leaseId = await createLease(unitId, "active", "2098-03-01");
    const invitation = await createInvitation({ lease: leaseId, unitId });
    await sql`update leases set state = 'ended' where id = ${leaseId}`.execute(portal.db);
    const response = await accept(invitation);
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      "The lease in this invitation has ended. Ask the person who invited you for a new invitation.",
    ]);
  });

  test("the role and properties are taken from the invitation, regardless of the request", async () => {
    const { propertyId } = building;
    for (const [role, table] of [
      ["maintenance", "property_staff"],
      ["landlord", "property_landlords"],
    ] as const) {
      const response = await accept(await createInvitation({ role, propertyIds: [propertyId] }), {
        role: "admin",
        unitId: building.otherUnitId,
      });
      expect(response.statusCode, response.body).toBe(201);
      expect(response.json()).toMatchObject({ role, unitId: null, membership: "active" });
      const granted = await portal.db
        .selectFrom(table)
        .select("property_id")
        .where("user_id", "=", response.json<SessionUser>().id)
        .execute();
      expect(granted).toEqual([{ property_id: propertyId }]);
    }
    const everywhere = await accept(await createInvitation({ role: "maintenance", hasAllProperties: true }));
    expect((await readUser(everywhere.json<SessionUser>().email)).has_all_properties).toBe(true);
    const admin = await accept(await createInvitation({ role: "admin" }));
    expect(admin.json()).toMatchObject({ role: "admin", membership: "active" });
  });

  test("an invitation can be accepted while registration is by invitation only", async () => {
    const invitation = await createInvitation();
    await portal.db.updateTable("organization").set({ registration_mode: "invite" }).execute();
    try {
      expect((await register(portal)).statusCode).toBe(403);
      expect((await accept(invitation)).statusCode).toBe(201);
    } finally {
      await portal.db.updateTable("organization").set({ registration_mode: null }).execute();
    }
  });

  test("accepting an invitation eight times concurrently creates only one account", async () => {
    const invitation = await createInvitation();
    const responses = await Promise.all(Array.from({ length: 8 }, () => accept(invitation)));
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    for (const response of responses.filter(({ statusCode }) => statusCode !== 201)) {
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(/has already been accepted/);
    }
  });

  test("accepting an invitation withdraws the address's other invitations, even if two are accepted concurrently", async () => {
    const first = await createInvitation({}, building.landlord);
    const other = await createPerson(portal.db, { role: "admin" });
    const second = { ...first, token: "" };
    // After an invitation expires, another one can be created, and the expired one can be resent.
    portal.clock.advanceMinutes(14 * 24 * 60 + 1);
    const cookie = await signInAs(portal.db, other, portal.clock.now);
    const made = await portal.call("POST", "/api/invitations", {
      cookie,
      body: { email: first.email, role: "tenant", unitId: building.otherUnitId },
    });
    second.token = made.json<{ link: string }>().link.split("invitation=")[1] ?? "";
    const again = await portal.call("POST", `/api/invitations/${first.id}/resend`, { cookie });
    first.token = again.json<{ link: string }>().link.split("invitation=")[1] ?? "";
    const responses = await Promise.all([accept(first), accept(second)]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400]);
    const states = (await portal.call("GET", `/api/invitations?q=${first.email}`, { cookie }))
      .json<Invitation[]>()
      .map(({ state }) => state);
    expect(states.sort()).toEqual(["accepted", "withdrawn"]);
  });

  test("a link shared by the inviter doesn't confirm the address, so a confirmation email is sent", async () => {
    const emailed = await createInvitation();
    const response = await portal.call("POST", `/api/invitations/${emailed.id}/resend`, await adminNow());
    const sharedToken = response.json<{ link: string }>().link.split("invitation=")[1] ?? "";
    expect(sharedToken).not.toContain(".");
    expect((await lookUp(sharedToken)).json()).toMatchObject({ confirmsEmail: false });
    expect((await accept({ ...emailed, token: `${sharedToken}.forged` })).statusCode).toBe(201);
    expect(await readUser(emailed.email)).toMatchObject({ state: "active", email_confirmed_at: null });
    const { template } = await portal.db
      .selectFrom("emails")
      .select("template")
      .where("to_address", "=", emailed.email)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(template).toBe("confirm-address");
  });

  test("REG-21 an account that someone else registered with the address goes to the invited person, and its old password and sessions become invalid", async () => {
    const invitation = await createInvitation();
    const squatter = await registerTenant(portal, null, {
      email: invitation.email,
      password: "squatters password",
    });
    const order = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      createdById: squatter.id,
      awaitingApproval: true,
    });
    const response = await accept(invitation, { fullName: "Rightful Owner" });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toMatchObject({
      id: squatter.id,
      fullName: "Rightful Owner",
      membership: "active",
    });
    expect((await portal.call("GET", "/api/me", squatter)).statusCode).toBe(401);
    const login = await portal.call("POST", "/api/login", {
      body: { email: invitation.email, password: "squatters password" },
    });
    expect(login.statusCode).toBe(401);
    const link = await portal.call("POST", "/api/confirm-address", {
      body: { token: await findEmailedToken(portal, invitation.email), password: "another password" },
    });
    expect(link.statusCode).toBe(400);
    const { awaiting_approval } = await portal.db
      .selectFrom("work_orders")
      .select("awaiting_approval")
      .where("id", "=", order)
      .executeTakeFirstOrThrow();
    expect(awaiting_approval).toBe(false);
  });
});

describe("an invitation that can't be accepted", () => {
  const expectRejected = async (invitation: Omit<TestInvitation, "id">, message: string) => {
    const before = await tableContents(portal.db);
    const response = await accept(invitation);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message, fields: { invitationToken: message } });
    expect(response.cookies).toEqual([]);
    expect((await lookUp(invitation.token)).json().message).toBe(message);
    expect(await tableContents(portal.db)).toEqual(before);
  };
  const change = async ({ id }: TestInvitation, action: string) =>
    portal.call("POST", `/api/invitations/${id}/${action}`, await adminNow());

  test("an unknown or replaced invitation link can't be accepted", async () => {
    const message =
      "This invitation link isn't valid. Use the link in the most recent email, or ask the person who invited you for a new one.";
    await expectRejected({ email: "nobody@example.com", token: "guess" }, message);
    const invitation = await createInvitation();
    await change(invitation, "resend");
    await expectRejected(invitation, message);
  });

  test("a withdrawn invitation can't be accepted", async () => {
    const invitation = await createInvitation();
    await change(invitation, "withdraw");
    await expectRejected(invitation, "This invitation was withdrawn. Contact the person who invited you.");
  });

  test("an accepted invitation can't be accepted again", async () => {
    const invitation = await createInvitation();
    expect((await accept(invitation)).statusCode).toBe(201);
    await expectRejected(invitation, "This invitation has already been accepted. Sign in instead.");
    const again = await change(invitation, "resend");
    expect(again.statusCode).toBe(409);
  });

  test("an invitation expires exactly after 14 days", async () => {
    const invitation = await createInvitation();
    portal.clock.advanceMinutes(14 * 24 * 60 - 1);
    expect((await lookUp(invitation.token)).statusCode).toBe(200);
    portal.clock.advanceMinutes(1);
    await expectRejected(
      invitation,
      "This invitation has expired. Ask the person who invited you for a new one.",
    );
    const again = (await change(invitation, "resend")).json<{ link: string }>();
    expect(
      (await accept({ ...invitation, token: again.link.split("invitation=")[1] ?? "" })).statusCode,
    ).toBe(201);
  });

  test("an invitation to another address can't be accepted", async () => {
    const invitation = await createInvitation();
    const before = await tableContents(portal.db);
    const response = await accept({ ...invitation, email: "thief@example.com" });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({
      email: "This invitation was sent to a different email address. Use that address to accept it.",
    });
    expect(await tableContents(portal.db)).toEqual(before);
    expect((await accept({ ...invitation, email: invitation.email.toUpperCase() })).statusCode).toBe(201);
  });

  test("an invitation is withdrawn if the landlord who sent it loses the property or their account", async () => {
    const { propertyId } = building;
    const landlords = await Promise.all(
      [0, 1, 2].map(async () => {
        const person = await createPerson(portal.db, { role: "landlord", propertyIds: [propertyId] });
        return { ...person, cookie: await signInAs(portal.db, person, portal.clock.now) };
      }),
    );
    const invitations = [];
    for (const landlord of landlords) invitations.push(await createInvitation({}, landlord));
    const [disabled, moved, demoted] = landlords.map(({ id }) => id);
    const admin = await adminNow();
    await portal.call("POST", `/api/users/${disabled}/disable`, { ...admin, body: {} });
    await portal.call("PATCH", `/api/users/${moved}`, { ...admin, body: { propertyIds: [] } });
    await portal.call("PATCH", `/api/users/${demoted}`, { ...admin, body: { role: "tenant" } });
    for (const invitation of invitations)
      await expectRejected(invitation, "This invitation was withdrawn. Contact the person who invited you.");
  });
});
