import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readNotifications } from "#test/notifications.ts";
import { createProperty, createUnit } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { getCookie, register, registerTenant } from "#test/registration.ts";
import { tableContents } from "#test/table-contents.ts";

let portal: TestPortal;
let building: TestBuilding;
let offeredUnitId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const propertyId = await createProperty(portal.db, { name: "Harborview Center", offersRegistration: true });
  await portal.db
    .insertInto("property_landlords")
    .values({ property_id: propertyId, user_id: building.landlord.id })
    .execute();
  offeredUnitId = await createUnit(portal.db, propertyId, "101");
});
afterAll(() => portal.close());

const readUser = (id: number) =>
  portal.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const listNotifications = async (userId: number) =>
  (await readNotifications(portal.db, userId)).map(({ kind, text }) => ({ kind, text })).reverse();

describe("registering as a tenant", () => {
  test("REG-14 REG-18 API-11 registering returns 201 with the session user, who is signed in and pending", async () => {
    const response = await register(portal, {
      email: "maya@example.com",
      fullName: "  Maya Okafor ",
      unitId: offeredUnitId,
    });
    expect(response.statusCode).toBe(201);
    const user = response.json<SessionUser>();
    expect(user).toEqual({
      id: expect.any(Number),
      fullName: "Maya Okafor",
      role: "tenant",
      email: "maya@example.com",
      unitId: offeredUnitId,
      membership: "pending",
      declineReason: null,
      emailConfirmed: false,
    });
    const again = await portal.call("GET", "/api/me", { cookie: getCookie(response) });
    expect(again.json()).toEqual(user);
    const kept = await readUser(user.id);
    expect(kept).toMatchObject({ state: "pending", requested_unit_id: offeredUnitId });
    expect(kept.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("REG-12 the default role is tenant", async () => {
    const response = await register(portal, { role: undefined });
    expect(response.json()).toMatchObject({ role: "tenant", unitId: null });
  });

  test("the confirmation email doesn't contain the name entered at registration", async () => {
    const { email } = await registerTenant(portal, offeredUnitId, { fullName: "Buy at evil.example" });
    const message = await portal.db
      .selectFrom("emails")
      .selectAll()
      .where("to_address", "=", email)
      .executeTakeFirstOrThrow();
    expect(message).toMatchObject({ template: "confirm-address", state: "queued" });
    expect(message.text_body).toContain(`${portal.services.config.publicUrl}/confirm-address?token=`);
    expect(message.text_body + message.html_body).not.toContain("evil.example");
  });

  test("registering notifies the unit's landlord and the admins and no one else", async () => {
    const { fullName } = await registerTenant(portal, offeredUnitId);
    const text = `${fullName} requested access to Harborview Center, unit 101`;
    expect((await listNotifications(building.landlord.id))[0]).toEqual({ kind: "approval.requested", text });
    expect((await listNotifications(building.admin.id))[0]).toEqual({ kind: "approval.requested", text });
    expect((await listNotifications(building.technician.id)).map((item) => item.text)).not.toContain(text);
  });

  test("registering is recorded in the audit log", async () => {
    const { id } = await registerTenant(portal, offeredUnitId);
    const entries = await portal.db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_id", "=", String(id))
      .execute();
    expect(entries).toEqual([{ action: "account.registered", actor_id: id }]);
  });

  test.each([
    ["a unit that does not exist", () => 987_654],
    ["a unit that is not offered for registration", () => building.unitId],
  ])("REG-21 requesting %s returns 400 and creates nothing", async (_, unitId) => {
    const before = await tableContents(portal.db);
    const response = await register(portal, { unitId: unitId() });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ unitId: "Select one of the units listed." });
    expect(await tableContents(portal.db)).toEqual(before);
  });
});

describe("registering for another role", () => {
  test("REG-13 new maintenance staff are pending too and never have a unit", async () => {
    const response = await register(portal, { role: "maintenance", unitId: offeredUnitId });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ role: "maintenance", unitId: null, membership: "pending" });
    expect((await readUser(response.json<SessionUser>().id)).requested_unit_id).toBeNull();
  });

  test.each([
    [
      "REG-20 an admin account without a token",
      { role: "admin" },
      "Administrator accounts are created by an administrator.",
    ],
    [
      "REG-20 an admin account with a wrong token",
      { role: "admin", setupToken: "guess" },
      "Administrator accounts are created by an administrator.",
    ],
    [
      "REG-20 a landlord account",
      { role: "landlord" },
      "Landlord accounts are by invitation only. Contact an administrator.",
    ],
  ])("%s is rejected with 403, and no account is created", async (_, entries, message) => {
    const before = await tableContents(portal.db);
    const response = await register(portal, entries);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: "forbidden", message });
    expect(response.cookies).toEqual([]);
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test.each(["owner", "", "Admin", 1, null])(
    "ROLE-02 registering with the role %j returns 400",
    async (role) => {
      expect((await register(portal, { role })).statusCode).toBe(400);
    },
  );

  test("registering is rejected with a message if accounts are by invitation only, and nothing is created", async () => {
    const closed = await startPortal({ REGISTRATION: "invite" });
    try {
      const before = await tableContents(closed.db);
      for (const role of ["tenant", "maintenance"]) {
        const response = await register(closed, { role });
        expect(response.statusCode).toBe(403);
        expect(response.json().message).toBe(
          "Registration is by invitation only. Contact your landlord or an administrator.",
        );
      }
      expect(await tableContents(closed.db)).toEqual(before);
    } finally {
      await closed.close();
    }
  });
});

describe("names and passwords", () => {
  test("REG-19 registering with a taken email address returns 409 in any letter case and changes nothing", async () => {
    const { email } = await registerTenant(portal, null);
    const before = await tableContents(portal.db);
    const response = await register(portal, { email: email.toUpperCase(), password: "another password" });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "conflict", fields: { email: expect.any(String) } });
    expect(response.cookies).toEqual([]);
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("REG-06 registering with a taken username returns 409 and changes nothing", async () => {
    await registerTenant(portal, null, { username: "harbor.cafe" });
    const before = await tableContents(portal.db);
    const response = await register(portal, { username: "Harbor.Cafe" });
    expect(response.statusCode).toBe(409);
    expect(response.json().fields).toEqual({ username: "This username is taken. Please choose another." });
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("REG-07 a username that the form derived from the email gets a number if it's taken", async () => {
    const first = await register(portal, {
      email: "casey@one.example",
      username: "casey",
      unitId: offeredUnitId,
    });
    const second = await register(portal, {
      email: "casey@two.example",
      username: "casey",
      unitId: offeredUnitId,
    });
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect((await readUser(second.json<SessionUser>().id)).username).toMatch(/^casey\d+$/);
  });

  test("REG-01 REG-07 a blank or missing username is derived from the email address and made unique", async () => {
    const usernames = [];
    for (const [index, username] of ["", undefined, ""].entries())
      usernames.push(
        (
          await readUser(
            (
              await registerTenant(portal, null, {
                username,
                email: `Café.Owner@shop${index}.example`.replace("é", "e"),
              })
            ).id,
          )
        ).username,
      );
    expect(usernames[0]).toBe("cafe.owner");
    expect(new Set(usernames).size).toBe(3);
    for (const username of usernames) expect(username).toMatch(/^cafe\.owner\d*$/);
    expect((await readUser((await registerTenant(portal, null, { email: "a@b.example" })).id)).username).toBe(
      "auser",
    );
  });

  test("ten people with the same name before the @ can register concurrently, but only one of ten people with the same address can", async () => {
    const alike = await Promise.all(
      Array.from({ length: 10 }, (_, index) => register(portal, { email: `same@at${index}.example` })),
    );
    expect(alike.map(({ statusCode }) => statusCode)).toEqual(alike.map(() => 201));
    const same = await Promise.all(
      Array.from({ length: 10 }, () => register(portal, { email: "one@at.example" })),
    );
    expect(same.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  describe("REG-06, REG-08 to REG-10 an invalid field", () => {
    test.each([
      ["REG-06", { username: "ab" }, "username", "Username must be at least 3 characters"],
      ["REG-08", { password: "abcde" }, "password", "Password must be at least 6 characters"],
      ["REG-09", { fullName: " A " }, "fullName", "Full name is required"],
      ["REG-10", { email: "a@" }, "email", "Please enter a valid email"],
    ])("%s registering with %j returns 400 with the field's message", async (_, entries, field, message) => {
      const response = await register(portal, entries);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ message, fields: { [field]: message } });
    });
  });

  test.each(["password", "PassWord1", "qwerty", "123456", "Portal-Demo-1"])(
    "the common password %s is rejected with a message",
    async (password) => {
      const response = await register(portal, { password });
      expect(response.statusCode).toBe(400);
      expect(response.json().fields.password).toMatch(/too common/);
    },
  );

  test("in demo mode, a common password of six characters is accepted", async () => {
    const demo = await startPortal({ DEMO: "1" });
    try {
      expect((await register(demo, { password: "qwerty" })).statusCode).toBe(201);
    } finally {
      await demo.close();
    }
  });

  test("the 101st registration from one network within an hour returns 429 and creates nothing", async () => {
    const network = "10.9.9.9";
    // Rejected registrations count as well. A hundred accounts would need a hundred hashes.
    const { email } = await registerTenant(portal, null);
    for (let index = 0; index < 100; index++)
      expect((await register(portal, { email }, { network })).statusCode).toBe(409);
    const before = await tableContents(portal.db);
    const response = await register(portal, {}, { network });
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(await tableContents(portal.db)).toEqual(before);
    portal.clock.advanceMinutes(60);
    expect((await register(portal, {}, { network })).statusCode).toBe(201);
  });

  test("GET /api/registration-units returns only the id and label of offered units, without a session", async () => {
    const response = await portal.call("GET", "/api/registration-units");
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual([{ id: offeredUnitId, label: "Harborview Center, unit 101" }]);
  });
});
