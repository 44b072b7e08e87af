import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { tableContents } from "#test/table-contents.ts";
import type { Invitation } from "../invitation-contract.ts";

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

type Made = Invitation & { link: string | null };
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
const audited = async (subjectId: number) =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_type", "=", "invitation")
      .where("subject_id", "=", String(subjectId))
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("inviting", () => {
  test("an admin invites a tenant to a unit: with a mail and a link, returned once, for 48 hours", async () => {
    const email = newAddress();
    const response = await invite({ email });
    expect(response.statusCode).toBe(201);
    const made = response.json<Made>();
    expect(made).toEqual({
      id: expect.any(Number),
      email,
      role: "tenant",
      unit: { id: building.unitId, label: "Harbor House, unit 101" },
      leaseId: building.leaseId,
      buildings: [{ id: building.propertyId, name: "Harbor House" }],
      allBuildings: false,
      state: "pending",
      invitedBy: "Ada Admin",
      createdAt: portal.clock.now.toISOString(),
      expiresAt: new Date(portal.clock.now.getTime() + 48 * 3_600_000).toISOString(),
      acceptedAt: null,
      acceptedById: null,
      mail: { id: expect.any(Number), state: "queued", lastError: null },
      link: expect.stringMatching(/\/register\?invitation=[\w-]{43}$/),
    });
    const mail = await portal.db
      .selectFrom("mails")
      .selectAll()
      .where("to_address", "=", email)
      .executeTakeFirstOrThrow();
    expect(mail.text_body).toContain(made.link);
    expect(mail.text_body).toContain("Ada Admin invites you");
    expect(mail.text_body).toContain("as a tenant for Harbor House, unit 101");
    expect(await audited(made.id)).toEqual(["invitation.created"]);
  });

  test("of a tenant names a lease, from which the unit follows, and which is open and of that unit", async () => {
    const { leaseId, otherLeaseId, unitId, otherUnitId, landlord } = building;
    expect((await invite({ unitId: undefined, lease: otherLeaseId }, landlord)).json()).toMatchObject({
      unit: { id: otherUnitId },
      leaseId: otherLeaseId,
    });
    const endedId = await createLease(portal.db, { propertyId: building.propertyId, unitId, isEnded: true });
    for (const body of [{ lease: otherLeaseId }, { lease: endedId }])
      expect((await invite(body, landlord)).json()).toMatchObject({
        fields: { lease: "Please choose a lease of this unit that has not ended." },
      });
    for (const body of [{ lease: leaseId }, { lease: 999_999 }]) {
      const refused = await invite({ unitId: undefined, ...body }, otherLandlord);
      expect(refused.statusCode).toBe(400);
    }
  });

  test("of a tenant to a unit with a lease never leads to a second one; without a lease it names none", async () => {
    const refused = await invite({ lease: "draft" });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { lease: "This unit has a lease already. For another one, please record it and invite there." },
    ]);
    expect((await invite({ lease: "none" })).json()).toMatchObject({ leaseId: null });
  });

  test("the token is in no table and in no list: only its hash is stored", async () => {
    const { link, id } = (await invite({})).json<Made>();
    const token = /invitation=([\w-]+)/.exec(link ?? "")?.[1] ?? "none";
    // The waiting mail still needs it.
    await portal.db.updateTable("mails").set({ text_body: "", html_body: "", one_time_link: null }).execute();
    const dump = await Promise.all(
      (["invitations", "audit_log", "idempotent_responses", "notifications"] as const).map((table) =>
        portal.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(dump)).not.toContain(token);
    expect(JSON.stringify((await list()).find((row) => row.id === id))).not.toContain(token);
  });

  test("sending again is done once per key, and its link is kept nowhere", async () => {
    const { id } = (await invite({})).json<Made>();
    const headers = { "idempotency-key": "resend-once" };
    const resend = () =>
      portal.call("POST", `/api/invitations/${id}/resend`, { cookie: building.landlord.cookie, headers });
    const { link } = (await resend()).json<Made>();
    expect(link).toMatch(/invitation=/);
    expect((await resend()).json<Made>().link).toBeNull();
    const kept = await portal.db.selectFrom("idempotent_responses").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(link?.split("invitation=")[1]);
  });

  test("a repeated request invites once, and its response has no link", async () => {
    const body = { email: newAddress() };
    const headers = { "idempotency-key": "invite-once" };
    const first = (await invite(body, building.admin, headers)).json<Made>();
    const again = await invite(body, building.admin, headers);
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual({ ...first, link: null });
    expect((await list()).filter(({ email }) => email === body.email)).toHaveLength(1);
  });

  test("ROLE-02 an admin invites to every role; maintenance staff and landlords with their buildings", async () => {
    const { propertyId } = building;
    const both = [propertyId, otherPropertyId];
    const shapes = [
      [
        { role: "maintenance", unitId: null, propertyIds: both },
        { buildings: 2, allBuildings: false },
      ],
      [
        { role: "maintenance", allBuildings: true },
        { buildings: 0, allBuildings: true },
      ],
      [
        { role: "landlord", propertyIds: both },
        { buildings: 2, allBuildings: false },
      ],
      [{ role: "landlord" }, { buildings: 0, allBuildings: false }],
      [{ role: "admin" }, { buildings: 0, allBuildings: false }],
    ] as const;
    for (const [body, expected] of shapes) {
      const response = await invite(body);
      expect(response.statusCode, response.body).toBe(201);
      const made = response.json<Made>();
      expect({ buildings: made.buildings.length, allBuildings: made.allBuildings }).toEqual(expected);
      expect(made.unit).toBeNull();
    }
  });

  test("a landlord invites tenants and maintenance staff to their own buildings", async () => {
    const { landlord, propertyId } = building;
    expect((await invite({}, landlord)).statusCode).toBe(201);
    const staff = await invite({ role: "maintenance", propertyIds: [propertyId] }, landlord);
    expect(staff.statusCode).toBe(201);
  });

  test.each([
    ["landlords", { role: "landlord" }],
    ["administrators", { role: "admin" }],
  ])("a landlord cannot invite %s: 403, and nothing is created", async (_, body) => {
    const before = await tableContents(portal.db);
    const response = await invite(body, building.landlord);
    expect(response.statusCode).toBe(403);
    expect(response.json().message).toBe(
      "Landlord and administrator accounts are invited by an administrator.",
    );
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test.each<[string, () => Record<string, unknown>, "admin" | "landlord", string, string]>([
    ["no unit", () => ({ unitId: null }), "admin", "unitId", "Please choose the unit of this tenant."],
    [
      "a unit of another landlord",
      () => ({ unitId: otherUnitId }),
      "landlord",
      "unitId",
      "Please choose a unit of your own buildings.",
    ],
    [
      "a unit that does not exist",
      () => ({ unitId: 987_654 }),
      "admin",
      "unitId",
      "Please choose a unit of your own buildings.",
    ],
    [
      "no building",
      () => ({ role: "maintenance", propertyIds: [] }),
      "admin",
      "propertyIds",
      "Please choose at least one building.",
    ],
    [
      "a building of another landlord",
      () => ({ role: "maintenance", propertyIds: [building.propertyId, otherPropertyId] }),
      "landlord",
      "propertyIds",
      "One of these buildings does not exist.",
    ],
    [
      "a building that does not exist",
      () => ({ role: "landlord", propertyIds: [987_654] }),
      "admin",
      "propertyIds",
      "One of these buildings does not exist.",
    ],
    [
      "all buildings by a landlord",
      () => ({ role: "maintenance", allBuildings: true }),
      "landlord",
      "allBuildings",
      "Only an administrator can grant all buildings.",
    ],
    [
      "all buildings for a landlord",
      () => ({ role: "landlord", allBuildings: true }),
      "admin",
      "allBuildings",
      "Only maintenance staff can have all buildings.",
    ],
    ["no address", () => ({ email: "guest@" }), "admin", "email", "Please enter a valid email"],
  ])("%s is 400 with a sentence, and nothing is created", async (_, body, who, field, message) => {
    const before = await tableContents(portal.db);
    const response = await invite(body(), building[who]);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message, fields: { [field]: message } });
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("an address with an account is 409 in any letter case, and so is one with an open invitation", async () => {
    const known = await invite({ email: building.tenant.email.toUpperCase() });
    expect(known.statusCode).toBe(409);
    expect(known.json().fields.email).toBe("An account with this email address exists already.");
    const email = newAddress();
    expect((await invite({ email })).statusCode).toBe(201);
    const open = await invite({ email: email.toUpperCase() });
    expect(open.statusCode).toBe(409);
    expect(open.json().fields.email).toMatch(/open already/);
  });

  test("of five concurrent invitations to one address, one is created", async () => {
    const email = newAddress();
    const responses = await Promise.all(Array.from({ length: 5 }, () => invite({ email })));
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ]);
  });

  test("an open invitation of another landlord is neither visible nor an obstacle to one's own", async () => {
    const email = newAddress();
    const theirs = await invite({ email, unitId: otherUnitId }, otherLandlord);
    expect(theirs.statusCode).toBe(201);
    expect((await invite({ email }, building.landlord)).statusCode).toBe(201);
  });

  test("the sixth mail to one mailbox within an hour is 429", async () => {
    const { id, email } = (await invite({})).json<Made>();
    for (let count = 0; count < 4; count++)
      expect((await portal.call("POST", `/api/invitations/${id}/resend`, building.admin)).statusCode).toBe(
        200,
      );
    const response = await portal.call("POST", `/api/invitations/${id}/resend`, building.admin);
    expect(response.statusCode).toBe(429);
    expect((await list(`?q=${email}`))[0]?.state).toBe("pending");
  });
});

describe("the list of invitations", () => {
  test("a landlord sees those of tenants and staff to only their own buildings, whoever made them", async () => {
    const { landlord, propertyId } = building;
    const own = (await invite({})).json<Made>().id;
    const shared = (
      await invite({ role: "maintenance", propertyIds: [propertyId, otherPropertyId] })
    ).json<Made>().id;
    const everywhere = (await invite({ role: "maintenance", allBuildings: true })).json<Made>().id;
    const above = (await invite({ role: "landlord", propertyIds: [propertyId] })).json<Made>().id;
    const theirs = (await invite({ unitId: otherUnitId }, otherLandlord)).json<Made>().id;
    const seen = (await list("?limit=200", landlord)).map(({ id }) => id);
    expect(seen).toContain(own);
    for (const hidden of [shared, everywhere, above, theirs]) expect(seen).not.toContain(hidden);
    for (const action of ["resend", "withdraw"])
      expect((await portal.call("POST", `/api/invitations/${theirs}/${action}`, landlord)).statusCode).toBe(
        404,
      );
  });

  test("it is filtered by state and address, is paged, and shows the state of the mail", async () => {
    const email = newAddress();
    const { id, mail } = (await invite({ email })).json<Made>();
    await portal.db
      .updateTable("mails")
      .set({ state: "failed", last_error: "550 no such mailbox" })
      .where("id", "=", mail?.id ?? 0)
      .execute();
    expect(await list(`?q=${email.slice(0, 7).toUpperCase()}&state=pending`)).toMatchObject([
      { id, mail: { state: "failed", lastError: "550 no such mailbox" } },
    ]);
    await portal.call("POST", `/api/invitations/${id}/withdraw`, building.admin);
    expect(await list(`?q=${email}&state=pending`)).toEqual([]);
    expect(await list(`?q=${email}&state=withdrawn`)).toMatchObject([{ id }]);
    const whole = (await list("?limit=200")).map((row) => row.id);
    const page = await portal.call("GET", "/api/invitations?page=2&pageSize=2", building.admin);
    expect(page.json<Invitation[]>().map((row) => row.id)).toEqual(whole.slice(2, 4));
    expect(page.headers["x-total-count"]).toBe(String(whole.length));
    expect(page.headers.link).toBe('</api/invitations?page=3&pageSize=2>; rel="next"');
    const wrong = await portal.call("GET", "/api/invitations?state=open", building.admin);
    expect(wrong.json().message).toBe("state must be one of pending, accepted, expired, withdrawn.");
  });
});

describe("an invitation that is open", () => {
  test("can be withdrawn once; then it can be neither sent again nor withdrawn", async () => {
    const { id } = (await invite({})).json<Made>();
    const change = (action: string) =>
      portal.call("POST", `/api/invitations/${id}/${action}`, building.admin);
    expect((await change("withdraw")).json()).toMatchObject({ id, state: "withdrawn" });
    for (const action of ["withdraw", "resend"]) {
      const response = await change(action);
      expect(response.statusCode).toBe(409);
      expect(response.json().message).toBe("This invitation was withdrawn. Please invite again.");
    }
    expect(await audited(id)).toEqual(["invitation.created", "invitation.withdrawn"]);
  });

  test("counts as withdrawn when its unit is deleted", async () => {
    const unitId = await createUnit(portal.db, building.propertyId);
    const { id } = (await invite({ unitId })).json<Made>();
    await portal.db.deleteFrom("units").where("id", "=", unitId).execute();
    expect((await list("?limit=200")).find((row) => row.id === id)?.state).toBe("withdrawn");
  });

  test("sent again has another link, 48 hours more, and the sender as its inviter", async () => {
    const { id, link, email } = (await invite({}, building.landlord)).json<Made>();
    const response = await portal.call("POST", `/api/invitations/${id}/resend`, building.admin);
    expect(response.statusCode).toBe(200);
    const again = response.json<Made>();
    expect(again).toMatchObject({ id, email, state: "pending", invitedBy: "Ada Admin" });
    expect(again.link).not.toBe(link);
    const mails = await portal.db.selectFrom("mails").select("id").where("to_address", "=", email).execute();
    expect(mails).toHaveLength(2);
    expect(again.mail?.id).toBe(Math.max(...mails.map((mail) => mail.id)));
  });
});
