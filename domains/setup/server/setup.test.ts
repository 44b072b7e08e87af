import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { prepareFirstRun } from "#domains/people/server/registration/first-run.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { getCookie } from "#test/registration.ts";

let portal: TestPortal;
beforeEach(async () => {
  portal = await startPortal();
});
afterEach(() => portal.close());

const newToken = async () => (await prepareFirstRun(portal.services))?.split("=")[1] ?? "";
const readLinkState = async (token: string) =>
  (await portal.call("GET", `/api/setup?setup=${token}`)).json<{ link: string }>().link;
const entries = {
  organization: { name: "Harbor Homes", timeZone: "America/Denver", cardFeeBasisPoints: 250 },
  fullName: "Ada Admin",
  email: "ada@example.com",
  password: "correct horse battery",
};
const startSetup = (setupToken: string, changes: object = {}) =>
  portal.call("POST", "/api/setup", { body: { setupToken, ...entries, ...changes } });
const completeFirstSteps = async (): Promise<string> => {
  const response = await startSetup(await newToken());
  expect(response.statusCode, response.body).toBe(201);
  return getCookie(response);
};
const readStep = async (cookie: string) =>
  (await portal.call("GET", "/api/setup/progress", { cookie })).json<{
    step: string;
    organization: string;
    timeZone: string;
  }>();
const firstProperty = {
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
const addFirstProperty = (cookie: string, changes: object = {}) =>
  portal.call("POST", "/api/setup/property", { cookie, body: { ...firstProperty, ...changes } });

describe("setup link", () => {
  test("the setup link works until an administrator exists and then counts as used; any other link is unknown", async () => {
    const [token, other] = [await newToken(), await newToken()];
    expect([
      await readLinkState(token),
      await readLinkState(other),
      await readLinkState("x".repeat(43)),
    ]).toEqual(["open", "open", "unknown"]);
    expect((await startSetup(token)).statusCode).toBe(201);
    expect([await readLinkState(token), await readLinkState(other)]).toEqual(["used", "used"]);
    const again = await startSetup(other, { email: "eve@example.com" });
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      403,
      "This link has already been used, and the portal has an administrator. Sign in instead.",
    ]);
  });

  test("the setup link expires after a week", async () => {
    const token = await newToken();
    portal.clock.advanceMinutes(7 * 24 * 60);
    expect(await readLinkState(token)).toBe("unknown");
    expect((await startSetup(token)).json<{ message: string }>().message).toMatch(/invalid or has expired/);
  });
});

describe("organization and administrator", () => {
  test("setup creates the organization with the selected card fee and no breakdown, and an administrator with a session and audit log entries [CON-10, CON-12]", async () => {
    const cookie = await completeFirstSteps();
    expect(await readStep(cookie)).toEqual({
      step: "property",
      organization: "Harbor Homes",
      timeZone: "America/Denver",
    });
    const organization = await portal.db.selectFrom("organization").selectAll().executeTakeFirst();
    expect(organization).toMatchObject({ name: "Harbor Homes", time_zone: "America/Denver" });
    expect(organization).toMatchObject({
      card_fee_basis_points: 250,
      rent_share_permille: 1000,
      common_area_share_permille: 0,
      utilities_share_permille: 0,
    });
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

  test("when five people use two setup links concurrently, one succeeds, and the others leave nothing behind", async () => {
    const tokens = [await newToken(), await newToken()];
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        startSetup(tokens[index % 2] ?? "", {
          email: `ada${index}@example.com`,
          organization: { ...entries.organization, name: `Homes ${index}` },
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
    expect(await portal.db.selectFrom("organization").select("name").execute()).toEqual([
      { name: `Homes ${at}` },
    ]);
  });

  test("invalid setup entries are rejected with a message per field, and the link stays valid", async () => {
    const token = await newToken();
    const response = await startSetup(token, {
      fullName: "",
      email: "nobody",
      organization: { name: " ", timeZone: "Mars/Base", cardFeeBasisPoints: 400 },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: object }>().fields).toEqual({
      fullName: "Full name is required",
      email: "Please enter a valid email",
      "organization.name": "Please enter the name of your organization",
      "organization.timeZone": "Please select a time zone",
      "organization.cardFeeBasisPoints": "Card fee must be 0 to 3.5%, in increments of 0.01",
    });
    expect((await startSetup(token, { password: "123456" })).statusCode).toBe(400);
    expect(await readLinkState(token)).toBe("open");
    expect(await portal.db.selectFrom("users").select("id").execute()).toEqual([]);
  });
});

describe("first property", () => {
  test("the first property gets its units from a range and the organization's time zone, and completes setup", async () => {
    const cookie = await completeFirstSteps();
    const response = await addFirstProperty(cookie);
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
    expect((await readStep(cookie)).step).toBe("done");
  });

  test("the first property can have a different time zone, which must exist", async () => {
    const cookie = await completeFirstSteps();
    expect((await addFirstProperty(cookie, { timeZone: "Mars/Base" })).statusCode).toBe(400);
    expect((await addFirstProperty(cookie, { timeZone: "America/Chicago" })).statusCode).toBe(201);
    expect(await portal.db.selectFrom("properties").select("time_zone").execute()).toEqual([
      { time_zone: "America/Chicago" },
    ]);
  });

  test("a single-unit property gets only one unit, regardless of the numbers sent", async () => {
    const cookie = await completeFirstSteps();
    const response = await addFirstProperty(cookie, {
      property: { ...firstProperty.property, type: "single" },
    });
    expect(response.json()).toMatchObject({ units: 1 });
    expect(await portal.db.selectFrom("units").select("unit_number").execute()).toEqual([
      { unit_number: "1" },
    ]);
  });

  test("an invalid range, half a character, or an invalid address is rejected, nothing is saved, and the step stays open", async () => {
    const cookie = await completeFirstSteps();
    const range = await addFirstProperty(cookie, { unitNumbers: "110-101" });
    expect([range.statusCode, range.json<{ fields: object }>().fields]).toEqual([
      400,
      { unitNumbers: "Enter the range 110-101 from low to high, such as 101-110" },
    ]);
    const half = await addFirstProperty(cookie, { unitNumbers: "101, \ud800" });
    expect([half.statusCode, half.json<{ fields: object }>().fields]).toEqual([
      400,
      { unitNumbers: "Remove hidden control characters" },
    ]);
    const state = await addFirstProperty(cookie, {
      property: { ...firstProperty.property, state: "Nowhere" },
    });
    expect(state.json<{ fields: object }>().fields).toEqual({
      "property.state": "Please select a US state, DC, or territory",
    });
    expect(await portal.db.selectFrom("properties").select("id").execute()).toEqual([]);
    expect((await readStep(cookie)).step).toBe("property");
  });

  test("a first property sent twice concurrently is added once, and the step can no longer be skipped", async () => {
    const cookie = await completeFirstSteps();
    const responses = await Promise.all([addFirstProperty(cookie), addFirstProperty(cookie)]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
    expect(await portal.db.selectFrom("properties").select("id").execute()).toHaveLength(1);
    expect((await portal.call("POST", "/api/setup/skip", { cookie })).statusCode).toBe(409);
  });

  test("the first property can be skipped", async () => {
    const cookie = await completeFirstSteps();
    expect((await portal.call("POST", "/api/setup/skip", { cookie })).statusCode).toBe(200);
    expect((await readStep(cookie)).step).toBe("done");
    expect((await addFirstProperty(cookie)).statusCode).toBe(409);
  });
});
