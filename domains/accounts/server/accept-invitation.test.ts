import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { cookieOf, mailedToken, register, registerTenant } from "#test/registering.ts";
import { tableContents } from "#test/table-contents.ts";
import type { SessionUser } from "../contract.ts";
import type { Invitation } from "../invitation-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

let numbers = 0;
interface Invited {
  id: number;
  email: string;
  token: string;
}
/** A new session: the portal's clock moves further than an administrator's session lasts. */
const adminNow = async () => ({ cookie: await signInAs(portal.db, building.admin, portal.clock.now) });
const landlordNow = async () => ({
  cookie: await signInAs(portal.db, building.landlord, portal.clock.now),
});
async function invited(body: Record<string, unknown> = {}, by?: { cookie: string }): Promise<Invited> {
  const response = await portal.call("POST", "/api/invitations", {
    cookie: (by ?? (await adminNow())).cookie,
    body: { email: `invited${++numbers}@example.com`, role: "tenant", unitId: building.unitId, ...body },
  });
  if (response.statusCode !== 201)
    throw new Error(`Inviting returned ${response.statusCode}: ${response.body}`);
  const { id, email } = response.json<Invitation>();
  return { id, email, token: await invitationToken(email) };
}
const invitationToken = async (email: string): Promise<string> => {
  const { link } = await portal.db
    .selectFrom("mails")
    .select("one_time_link as link")
    .where("to_address", "=", email)
    .where("template", "=", "invitation")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return link?.split("invitation=")[1] ?? "";
};
const accept = ({ email, token }: Omit<Invited, "id">, entries: Record<string, unknown> = {}) =>
  register(portal, { email, invitationToken: token, ...entries });
const lookUp = (token: string) => portal.call("POST", "/api/invitations/look-up", { body: { token } });
const userOf = (email: string) =>
  portal.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

describe("accepting an invitation", () => {
  test("REG-20 REG-21 the invited tenant sees the inviter, and is at once active, confirmed and a member of the unit's lease", async () => {
    const invitation = await invited();
    expect((await lookUp(invitation.token)).json()).toEqual({
      email: invitation.email,
      role: "tenant",
      invitedBy: "Ada Admin",
      places: ["Harbor House, unit 101"],
      expiresAt: expect.any(String),
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
      refusalReason: null,
      emailConfirmed: true,
    });
    const cookie = cookieOf(response);
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

  test("no approval is requested and no confirmation is mailed", async () => {
    const invitation = await invited();
    await accept(invitation);
    const mails = await portal.db
      .selectFrom("mails")
      .select("template")
      .where("to_address", "=", invitation.email)
      .execute();
    expect(mails).toEqual([{ template: "invitation" }]);
  });

  test("a vacant unit gets a draft when the invitation is accepted, which charges nothing; the next person joins the same", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const [first, second] = [await invited({ unitId }), await invited({ unitId, lease: "draft" })];
    const before = await madeIn();
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
    expect(await membershipsOf(other.json<SessionUser>().id)).toMatchObject([{ lease_id: lease?.id }]);
    expect(await madeIn()).toEqual({ leases: before.leases + 1, companies: before.companies + 1 });
    const unit = await portal.db
      .selectFrom("units")
      .select("status")
      .where("id", "=", unitId)
      .executeTakeFirstOrThrow();
    expect(unit.status).toBe("vacant");
  });

  test("without a lease the person is active, sees nothing yet, and is known to the landlord of the unit", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const before = await madeIn();
    const invitation = await invited({ unitId, lease: "none" });
    const response = await accept(invitation);
    expect(response.json()).toMatchObject({ membership: "active", unitId: null });
    expect(await madeIn()).toEqual(before);
    expect(await membershipsOf(response.json<SessionUser>().id)).toEqual([]);
    const known = await portal.call("GET", `/api/users?q=${invitation.email}`, await landlordNow());
    expect(known.json()).toMatchObject([{ state: "active", claimedUnit: { id: unitId } }]);
  });

  const leaseOf = async (unitId: number, state: "active" | "draft", from: string) => {
    const response = await portal.call("POST", "/api/leases", {
      cookie: (await adminNow()).cookie,
      body: { companyName: "Harbor Coffee", propertyId: building.propertyId, unitIds: [unitId], from, state },
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json<{ id: number }>().id;
  };
  const madeIn = async () => ({
    leases: (await portal.db.selectFrom("leases").select("id").execute()).length,
    companies: (await portal.db.selectFrom("companies").select("id").execute()).length,
  });
  const membershipsOf = (userId: number) =>
    portal.db
      .selectFrom("lease_members")
      .select(["lease_id", "from_on"])
      .where("user_id", "=", userId)
      .execute();

  test.each(["active", "draft"] as const)(
    "a unit whose %s lease begins later: membership begins with it, and no second lease or company is made",
    async (state) => {
      const unitId = await createUnit(portal.db, building.propertyId);
      const leaseId = await leaseOf(unitId, state, "2098-03-01");
      const before = await madeIn();
      const response = await accept(await invited({ unitId }));
      expect(response.statusCode, response.body).toBe(201);
      expect(await membershipsOf(response.json<SessionUser>().id)).toEqual([
        { lease_id: leaseId, from_on: "2098-03-01" },
      ]);
      expect(await madeIn()).toEqual(before);
      const { status } = await portal.db
        .selectFrom("units")
        .select("status")
        .where("id", "=", unitId)
        .executeTakeFirstOrThrow();
      expect(status).toBe("vacant");
    },
  );

  test("the lease it names is joined, though another runs now", async () => {
    await sql`update lease_units set during = daterange(lower(during), '2098-02-01') where lease_id = ${building.otherLeaseId}`.execute(
      portal.db,
    );
    await sql`update leases set to_on = '2098-01-31' where id = ${building.otherLeaseId}`.execute(portal.db);
    const leaseId = await leaseOf(building.otherUnitId, "active", "2098-03-01");
    const response = await accept(await invited({ unitId: undefined, lease: leaseId }));
    expect(await membershipsOf(response.json<SessionUser>().id)).toEqual([
      { lease_id: leaseId, from_on: "2098-03-01" },
    ]);
  });

  test("a lease that has ended since is not joined", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const leaseId = await leaseOf(unitId, "active", "2098-03-01");
    const invitation = await invited({ lease: leaseId, unitId });
    await sql`update leases set state = 'ended' where id = ${leaseId}`.execute(portal.db);
    const response = await accept(invitation);
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      "The lease of this invitation has ended. Please ask whoever invited you for another.",
    ]);
  });

  test("role and buildings are those of the invitation, whatever the request contains", async () => {
    const { propertyId } = building;
    for (const [role, table] of [
      ["maintenance", "property_staff"],
      ["landlord", "property_landlords"],
    ] as const) {
      const response = await accept(await invited({ role, propertyIds: [propertyId] }), {
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
    const everywhere = await accept(await invited({ role: "maintenance", allBuildings: true }));
    expect((await userOf(everywhere.json<SessionUser>().email)).all_buildings).toBe(true);
    const admin = await accept(await invited({ role: "admin" }));
    expect(admin.json()).toMatchObject({ role: "admin", membership: "active" });
  });

  test("it is accepted where registration is by invitation only", async () => {
    const invitation = await invited();
    await portal.db.updateTable("organisation").set({ registration_mode: "invite" }).execute();
    try {
      expect((await register(portal)).statusCode).toBe(403);
      expect((await accept(invitation)).statusCode).toBe(201);
    } finally {
      await portal.db.updateTable("organisation").set({ registration_mode: null }).execute();
    }
  });

  test("an invitation accepted eight times at once is accepted once, and one account is created", async () => {
    const invitation = await invited();
    const responses = await Promise.all(Array.from({ length: 8 }, () => accept(invitation)));
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    for (const response of responses.filter(({ statusCode }) => statusCode !== 201)) {
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(/was accepted already/);
    }
  });

  test("accepting one ends the other invitations to the address, also when two are accepted at once", async () => {
    const first = await invited({}, building.landlord);
    const other = await createPerson(portal.db, { role: "admin" });
    const second = { ...first, token: "" };
    // After an invitation expired, another one may be made, and the expired one may be sent again.
    portal.clock.forwardMinutes(48 * 60 + 1);
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

  test("the link that the inviter hands over does not confirm the address: a mail asks for that", async () => {
    const mailed = await invited();
    const response = await portal.call("POST", `/api/invitations/${mailed.id}/resend`, await adminNow());
    const handedOver = response.json<{ link: string }>().link.split("invitation=")[1] ?? "";
    expect(handedOver).not.toContain(".");
    expect((await lookUp(handedOver)).statusCode).toBe(200);
    expect((await accept({ ...mailed, token: `${handedOver}.forged` })).statusCode).toBe(201);
    expect(await userOf(mailed.email)).toMatchObject({ state: "active", email_confirmed_at: null });
    const { template } = await portal.db
      .selectFrom("mails")
      .select("template")
      .where("to_address", "=", mailed.email)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(template).toBe("confirm-address");
  });

  test("REG-21 an account that somebody else registered with the address becomes the invited person's: its password and sessions are void", async () => {
    const invitation = await invited();
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
      body: { token: await mailedToken(portal, invitation.email), password: "another password" },
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

describe("an invitation that cannot be accepted", () => {
  const expectRefused = async (invitation: Omit<Invited, "id">, message: string) => {
    const before = await tableContents(portal.db);
    const response = await accept(invitation);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message, fields: { invitationToken: message } });
    expect(response.cookies).toEqual([]);
    expect((await lookUp(invitation.token)).json().message).toBe(message);
    expect(await tableContents(portal.db)).toEqual(before);
  };
  const change = async ({ id }: Invited, action: string) =>
    portal.call("POST", `/api/invitations/${id}/${action}`, await adminNow());

  test("unknown, or replaced by a newer one", async () => {
    const message =
      "This invitation link is not valid. Please open the newest email, or ask whoever invited you for another.";
    await expectRefused({ email: "nobody@example.com", token: "guess" }, message);
    const invitation = await invited();
    await change(invitation, "resend");
    await expectRefused(invitation, message);
  });

  test("withdrawn", async () => {
    const invitation = await invited();
    await change(invitation, "withdraw");
    await expectRefused(invitation, "This invitation was withdrawn. Please ask whoever invited you.");
  });

  test("accepted", async () => {
    const invitation = await invited();
    expect((await accept(invitation)).statusCode).toBe(201);
    await expectRefused(
      invitation,
      "This invitation was accepted already. Please sign in with the password you chose.",
    );
    const again = await change(invitation, "resend");
    expect(again.statusCode).toBe(409);
  });

  test("expired, to the minute", async () => {
    const invitation = await invited();
    portal.clock.forwardMinutes(48 * 60 - 1);
    expect((await lookUp(invitation.token)).statusCode).toBe(200);
    portal.clock.forwardMinutes(1);
    await expectRefused(
      invitation,
      "This invitation has expired. Please ask whoever invited you for another.",
    );
    const again = (await change(invitation, "resend")).json<{ link: string }>();
    expect(
      (await accept({ ...invitation, token: again.link.split("invitation=")[1] ?? "" })).statusCode,
    ).toBe(201);
  });

  test("for another address", async () => {
    const invitation = await invited();
    const before = await tableContents(portal.db);
    const response = await accept({ ...invitation, email: "thief@example.com" });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({
      email: "This invitation is for another address. Please use the one it was sent to.",
    });
    expect(await tableContents(portal.db)).toEqual(before);
    expect((await accept({ ...invitation, email: invitation.email.toUpperCase() })).statusCode).toBe(201);
  });

  test("from a landlord who lost the building or the account meanwhile", async () => {
    const { propertyId } = building;
    const landlords = await Promise.all(
      [0, 1, 2].map(async () => {
        const person = await createPerson(portal.db, { role: "landlord", propertyIds: [propertyId] });
        return { ...person, cookie: await signInAs(portal.db, person, portal.clock.now) };
      }),
    );
    const invitations = [];
    for (const landlord of landlords) invitations.push(await invited({}, landlord));
    const [disabled, moved, demoted] = landlords.map(({ id }) => id);
    const as = await adminNow();
    await portal.call("POST", `/api/users/${disabled}/disable`, { ...as, body: {} });
    await portal.call("PATCH", `/api/users/${moved}`, { ...as, body: { propertyIds: [] } });
    await portal.call("PATCH", `/api/users/${demoted}`, { ...as, body: { role: "tenant" } });
    for (const invitation of invitations)
      await expectRefused(invitation, "This invitation was withdrawn. Please ask whoever invited you.");
  });
});
