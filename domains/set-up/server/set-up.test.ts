import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { prepareFirstRun } from "#domains/accounts/server/first-run.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { cookieOf } from "#test/registering.ts";

let portal: TestPortal;
beforeEach(async () => {
  portal = await startPortal();
});
afterEach(() => portal.close());

const newToken = async () => (await prepareFirstRun(portal.services))?.split("=")[1] ?? "";
const linkOf = async (token: string) =>
  (await portal.call("GET", `/api/set-up?setup=${token}`)).json<{ link: string }>().link;
const entries = {
  organisation: { name: "Harbor Homes", timeZone: "America/Denver" },
  fullName: "Ada Admin",
  email: "ada@example.com",
  password: "correct horse battery",
};
const begin = (setupToken: string, changes: object = {}) =>
  portal.call("POST", "/api/set-up", { body: { setupToken, ...entries, ...changes } });
const begun = async (): Promise<string> => {
  const response = await begin(await newToken());
  expect(response.statusCode, response.body).toBe(201);
  return cookieOf(response);
};
const stepOf = async (cookie: string) =>
  (await portal.call("GET", "/api/set-up/progress", { cookie })).json<{
    step: string;
    organisation: string;
  }>();
const building = {
  property: {
    name: "Mill House",
    address: "1 Mill Road",
    city: "Denver",
    state: "CO",
    zip: "80014",
    country: "USA",
    type: "multi",
  },
  unitNumbers: "101-103, PH",
  unitType: "office",
};
const addBuilding = (cookie: string, changes: object = {}) =>
  portal.call("POST", "/api/set-up/building", { cookie, body: { ...building, ...changes } });

describe("the set-up link", () => {
  test("is valid until there is an administrator, then reports that it was used; any other link is unknown", async () => {
    const [token, other] = [await newToken(), await newToken()];
    expect([await linkOf(token), await linkOf(other), await linkOf("x".repeat(43))]).toEqual([
      "open",
      "open",
      "unknown",
    ]);
    expect((await begin(token)).statusCode).toBe(201);
    expect([await linkOf(token), await linkOf(other)]).toEqual(["used", "used"]);
    const again = await begin(other, { email: "eve@example.com" });
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      403,
      "This link was used: the portal has its administrator. Please sign in.",
    ]);
  });

  test("expires after a week", async () => {
    const token = await newToken();
    portal.clock.forwardMinutes(7 * 24 * 60);
    expect(await linkOf(token)).toBe("unknown");
    expect((await begin(token)).json<{ message: string }>().message).toMatch(/not valid or too old/);
  });
});

describe("the organization and its administrator", () => {
  test("are created together: the name, the time zone, a session, and the audit log entries", async () => {
    const cookie = await begun();
    expect(await stepOf(cookie)).toEqual({ step: "building", organisation: "Harbor Homes" });
    const organisation = await portal.db.selectFrom("organisation").selectAll().executeTakeFirst();
    expect(organisation).toMatchObject({ name: "Harbor Homes", time_zone: "America/Denver" });
    expect((await portal.call("GET", "/api/me", { cookie })).json()).toMatchObject({
      role: "admin",
      fullName: "Ada Admin",
    });
    const log = await portal.db
      .selectFrom("audit_log")
      .select(["action", "actor_name"])
      .orderBy("id")
      .execute();
    expect(log).toEqual([
      { action: "account.registered", actor_name: "Ada Admin" },
      { action: "settings.changed", actor_name: "Ada Admin" },
    ]);
  });

  test("of five concurrent attempts with two links one succeeds, and the others leave nothing behind", async () => {
    const tokens = [await newToken(), await newToken()];
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        begin(tokens[at % 2] ?? "", {
          email: `ada${at}@example.com`,
          organisation: { name: `Homes ${at}`, timeZone: "America/Denver" },
        }),
      ),
    );
    const at = responses.findIndex(({ statusCode }) => statusCode === 201);
    expect(
      responses.filter(({ statusCode }) => statusCode !== 201).map(({ statusCode }) => statusCode),
    ).toEqual([403, 403, 403, 403]);
    expect(await portal.db.selectFrom("users").select("email").execute()).toEqual([
      { email: `ada${at}@example.com` },
    ]);
    expect(await portal.db.selectFrom("organisation").select("name").execute()).toEqual([
      { name: `Homes ${at}` },
    ]);
  });

  test("are refused with a message per field, and the link stays valid", async () => {
    const token = await newToken();
    const response = await begin(token, {
      fullName: "",
      email: "nobody",
      organisation: { name: " ", timeZone: "Mars/Base" },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: object }>().fields).toEqual({
      fullName: "Full name is required",
      email: "Please enter a valid email",
      "organisation.name": "Please enter the name of your organization",
      "organisation.timeZone": "Please choose a time zone from the list",
    });
    expect((await begin(token, { password: "123456" })).statusCode).toBe(400);
    expect(await linkOf(token)).toBe("open");
    expect(await portal.db.selectFrom("users").select("id").execute()).toEqual([]);
  });
});

describe("the first building", () => {
  test("gets its units from a range, in the organization's time zone, and ends the set-up", async () => {
    const cookie = await begun();
    const response = await addBuilding(cookie);
    expect(response.statusCode, response.body).toBe(201);
    const made = response.json<{ propertyId: number }>();
    expect(made).toEqual({ propertyId: expect.any(Number) as number, name: "Mill House", units: 4 });
    const units = await portal.call("GET", `/api/properties/${made.propertyId}/units`, { cookie });
    expect(
      units.json<{ unitNumber: string; type: string }[]>().map(({ unitNumber, type }) => [unitNumber, type]),
    ).toEqual(["101", "102", "103", "PH"].map((number) => [number, "office"]));
    expect(await portal.db.selectFrom("properties").select(["name", "time_zone"]).execute()).toEqual([
      { name: "Mill House", time_zone: "America/Denver" },
    ]);
    expect((await stepOf(cookie)).step).toBe("done");
  });

  test("of a single unit has just that unit, whatever numbers were sent", async () => {
    const cookie = await begun();
    const response = await addBuilding(cookie, { property: { ...building.property, type: "single" } });
    expect(response.json()).toMatchObject({ units: 1 });
    expect(await portal.db.selectFrom("units").select("unit_number").execute()).toEqual([
      { unit_number: "1" },
    ]);
  });

  test("with a wrong range, half a character or a wrong address is refused; nothing is written, and the step stays open", async () => {
    const cookie = await begun();
    const range = await addBuilding(cookie, { unitNumbers: "110-101" });
    expect([range.statusCode, range.json<{ fields: object }>().fields]).toEqual([
      400,
      { unitNumbers: "A range goes from the smaller to the larger number: 110-101" },
    ]);
    const half = await addBuilding(cookie, { unitNumbers: "101, \ud800" });
    expect([half.statusCode, half.json<{ fields: object }>().fields]).toEqual([
      400,
      { unitNumbers: "Please remove the control characters" },
    ]);
    const state = await addBuilding(cookie, { property: { ...building.property, state: "Nowhere" } });
    expect(state.json<{ fields: object }>().fields).toEqual({
      "property.state": "Please choose a US state, DC or a territory",
    });
    expect(await portal.db.selectFrom("properties").select("id").execute()).toEqual([]);
    expect((await stepOf(cookie)).step).toBe("building");
  });

  test("sent twice at once is added once; skipping it afterwards is refused", async () => {
    const cookie = await begun();
    const responses = await Promise.all([addBuilding(cookie), addBuilding(cookie)]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
    expect(await portal.db.selectFrom("properties").select("id").execute()).toHaveLength(1);
    expect((await portal.call("POST", "/api/set-up/skip", { cookie })).statusCode).toBe(409);
  });

  test("may be skipped", async () => {
    const cookie = await begun();
    expect((await portal.call("POST", "/api/set-up/skip", { cookie })).statusCode).toBe(200);
    expect((await stepOf(cookie)).step).toBe("done");
    expect((await addBuilding(cookie)).statusCode).toBe(409);
  });
});
