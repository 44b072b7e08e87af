import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createProperty } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import type { PropertySettings, Settings } from "../contract.ts";
import type { PublicConfig } from "../public-config-contract.ts";
import { getRegistrationMode } from "./registration-mode.ts";

let portal: TestPortal;
let building: TestBuilding;
let cookie: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding({ REGISTRATION: "invite" }));
  cookie = building.admin.cookie;
});
afterAll(() => portal.close());

const read = async () => (await portal.call("GET", "/api/settings", { cookie })).json<Settings>();
const change = (body: object, headers: Record<string, string> = {}) =>
  portal.call("PATCH", "/api/settings", { cookie, body, headers });
const config = async () => (await portal.call("GET", "/api/config")).json<PublicConfig>();
const lastEntry = () =>
  portal.db
    .selectFrom("audit_log")
    .select(["actor_name", "action", "subject_type", "subject_id", "property_id", "details"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
const entries = async () =>
  Number(
    (
      await portal.db
        .selectFrom("audit_log")
        .select((row) => row.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe("the organization's settings", () => {
  test("CON-12 CON-19 PAY-102 settings start with the specified fee and shares and an empty payment handle", async () => {
    expect(await read()).toMatchObject({
      cardFeeBasisPoints: 350,
      rentSharePermille: 923,
      commonAreaSharePermille: 67,
      utilitiesSharePermille: 10,
      accountingEmail: "",
      paymentHandle: "",
      documentQuotaMegabytes: 1024,
    });
  });

  test("settings are changed field by field, and the audit log records the old and new values", async () => {
    const before = await read();
    const body = {
      name: "Harbor Holdings",
      street: "1200 Alaskan Way",
      city: "Seattle",
      state: "WA",
      zip: "98101",
      timeZone: "America/New_York",
      supportEmail: "help@harbor.example",
      supportPhone: "+1 (206) 555-0100",
      accountingEmail: "money@harbor.example",
      paymentHandle: "206 555 0123",
      cardFeeBasisPoints: 299,
    };
    const response = await change(body);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toEqual({ ...before, ...body, version: before.version + 1 });
    expect(await read()).toEqual(response.json());
    const entry = await lastEntry();
    expect(entry).toMatchObject({
      actor_name: "Ada Admin",
      action: "settings.changed",
      subject_type: "settings",
      subject_id: "organization",
    });
    expect((entry.details as { changes: unknown[] }).changes).toContainEqual({
      field: "cardFeeBasisPoints",
      from: 350,
      to: 299,
    });
    expect((entry.details as { changes: unknown[] }).changes).toHaveLength(Object.keys(body).length);
    expect(await config()).toMatchObject({
      name: "Harbor Holdings",
      cardFeeRate: 0.0299,
      support: { email: "help@harbor.example", phone: "+1 (206) 555-0100" },
    });
  });

  test("saving unchanged settings creates no new version and no log entry", async () => {
    const before = await read();
    const count = await entries();
    expect((await change({ name: before.name, cardFeeBasisPoints: 299 })).json()).toEqual(before);
    expect(await entries()).toBe(count);
  });

  test.each([
    [
      "three shares that total 99.9%",
      { utilitiesSharePermille: 9 },
      "utilitiesSharePermille",
      /These total 99\.9%/,
    ],
    ["shares above 100%", { rentSharePermille: 1000 }, "utilitiesSharePermille", /These total 107\.7%/],
    ["a negative share", { rentSharePermille: -1 }, "rentSharePermille", /0 to 100%/],
    ["a share finer than a tenth", { rentSharePermille: 92.35 }, "rentSharePermille", /increments of 0\.1/],
    ["a fee of 3.51%", { cardFeeBasisPoints: 351 }, "cardFeeBasisPoints", /0 to 3\.5%/],
    ["a negative fee", { cardFeeBasisPoints: -1 }, "cardFeeBasisPoints", /0 to 3\.5%/],
    ["a fee in words", { cardFeeBasisPoints: "3.5" }, "cardFeeBasisPoints", /0 to 3\.5%/],
    ["no document storage", { documentQuotaMegabytes: 0 }, "documentQuotaMegabytes", /from 1 to 1,000,000/],
    [
      "document storage that isn't a whole number of MB",
      { documentQuotaMegabytes: 1.5 },
      "documentQuotaMegabytes",
      /whole number of MB/,
    ],
    ["an unknown zone", { timeZone: "Mars/Olympus" }, "timeZone", /select a time zone/],
    ["a zone that is only a UTC offset", { timeZone: "+05:00" }, "timeZone", /select a time zone/],
    ["no zone", { timeZone: "" }, "timeZone", /select a time zone/],
    ["no name", { name: "   " }, "name", /organization's name/],
    ["an invalid address", { supportEmail: "help@" }, "supportEmail", /valid email/],
    ["a phone number of letters", { supportPhone: "call me" }, "supportPhone", /phone number/],
    [
      "a payment handle that is neither email nor phone",
      { paymentHandle: "555-01" },
      "paymentHandle",
      /email address or 10-digit phone/,
    ],
    ["a country that isn't on the list", { country: "XXX" }, "country", /must be one of/],
    ["an unknown registration mode", { registration: "open" }, "registration", /approval, invite/],
  ])(
    "a settings change with %s is rejected with a message on the field and changes nothing",
    async (_, body, field, message) => {
      const before = await read();
      const response = await change(body);
      expect(response.statusCode).toBe(400);
      expect(response.json().fields[field]).toMatch(message);
      expect(await read()).toEqual(before);
    },
  );

  test("shares that total 100.0% are accepted in one change", async () => {
    const body = { rentSharePermille: 1000, commonAreaSharePermille: 0, utilitiesSharePermille: 0 };
    expect((await change(body)).json()).toMatchObject(body);
  });

  test("the second of two administrators to save gets 409 with the current settings and the first one's name, and nothing is lost", async () => {
    const { version } = await read();
    const header = { "if-match": `"${version}"` };
    expect((await change({ city: "Tacoma" }, header)).statusCode).toBe(200);
    const rejected = await change({ city: "Everett" }, header);
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({
      message: "Ada Admin changed the settings after you opened them.",
      current: { city: "Tacoma", version: version + 1 },
    });
    const current = await read();
    expect(current.city).toBe("Tacoma");
    expect((await change({ city: "Everett" }, { "if-match": `"${current.version}"` })).json().city).toBe(
      "Everett",
    );
  });

  test("only one of two concurrent changes from the same version succeeds", async () => {
    const { version } = await read();
    const header = { "if-match": `"${version}"` };
    const responses = await Promise.all([change({ zip: "98001" }, header), change({ zip: "98002" }, header)]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await read()).version).toBe(version + 1);
  });
});

describe("registration", () => {
  test("REG-21 registration follows the environment until an administrator selects a mode, even the same one", async () => {
    const mode = () => getRegistrationMode(portal.db, portal.services.config);
    expect(await read()).toMatchObject({ registration: "invite", isRegistrationFromEnvironment: true });
    expect(await mode()).toBe("invite");
    await change({ registration: "invite" });
    expect(await read()).toMatchObject({ registration: "invite", isRegistrationFromEnvironment: false });
    expect((await config()).registration).toBe("invite");
    await change({ registration: "approval" });
    expect(await mode()).toBe("approval");
    expect((await config()).registration).toBe("approval");
    expect((await lastEntry()).details).toEqual({
      changes: [{ field: "registration", from: "invite", to: "approval" }],
    });
    const other = await startPortal({ REGISTRATION: "invite" });
    expect(await getRegistrationMode(other.db, other.services.config)).toBe("invite");
    await other.close();
  });
});

describe("a property's settings", () => {
  const list = async (query = "") => portal.call("GET", `/api/settings/properties${query}`, { cookie });
  const changeProperty = (id: number, body: object, headers: Record<string, string> = {}) =>
    portal.call("PATCH", `/api/settings/properties/${id}`, { cookie, body, headers });

  test("a new property has the organization's fee and doesn't list its units", async () => {
    await createProperty(portal.db, { name: "Annex" });
    const rows = (await list()).json<PropertySettings[]>();
    expect(rows.map(({ name }) => name)).toEqual(["Annex", "Harbor House"]);
    expect(rows[1]).toEqual({
      id: building.propertyId,
      name: "Harbor House",
      address: "1 Harbor Way, Seattle, WA 98101",
      offersRegistration: false,
      cardFeeBasisPoints: null,
      timeZone: "America/Los_Angeles",
      sharesBillFiles: false,
      version: 1,
    });
  });

  test("property settings can be searched by name and paged", async () => {
    const response = await list("?q=harbor%20h");
    expect(response.json<PropertySettings[]>().map(({ name }) => name)).toEqual(["Harbor House"]);
    const first = await list("?page=1&pageSize=1");
    expect(first.headers["x-total-count"]).toBe("2");
    expect(first.headers.link).toBe('</api/settings/properties?page=2&pageSize=1>; rel="next"');
    expect((await list("?page=2&pageSize=1")).headers.link).toBeUndefined();
    expect((await list("?q=100%25")).json()).toEqual([]);
    const part = await list("?limit=1");
    const [annex] = part.json<PropertySettings[]>();
    expect(part.headers.link).toBe(`</api/settings/properties?limit=1&cursor=${annex?.id}>; rel="next"`);
    const rest = await list(`?limit=1&cursor=${annex?.id}`);
    expect(rest.json<PropertySettings[]>().map(({ name }) => name)).toEqual(["Harbor House"]);
  });

  test("property settings are exported as shown in the list", async () => {
    const response = await portal.call("GET", "/api/settings/properties.csv?q=harbor%20h", { cookie });
    expect(response.body.split("\r\n").slice(1)).toEqual([
      'Harbor House,"1 Harbor Way, Seattle, WA 98101",no,Organization default,America/Los_Angeles,no',
      "",
    ]);
  });

  test("changing property settings records old and new values and lists the units in the audit log", async () => {
    const { propertyId } = building;
    const body = {
      offersRegistration: true,
      cardFeeBasisPoints: 0,
      timeZone: "Pacific/Honolulu",
      sharesBillFiles: true,
    };
    const response = await changeProperty(propertyId, body, { "if-match": '"1"' });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({ ...body, version: 2 });
    expect(await lastEntry()).toMatchObject({
      action: "settings.property-changed",
      subject_type: "property",
      subject_id: String(propertyId),
      property_id: propertyId,
      details: {
        changes: [
          { field: "offersRegistration", from: false, to: true },
          { field: "cardFeeBasisPoints", from: null, to: 0 },
          { field: "timeZone", from: "America/Los_Angeles", to: "Pacific/Honolulu" },
          { field: "sharesBillFiles", from: false, to: true },
        ],
      },
    });
    const offered = (await portal.call("GET", "/api/registration-units")).json<{ id: number }[]>();
    expect(offered.map(({ id }) => id)).toContain(building.unitId);
    expect(
      (await changeProperty(propertyId, { cardFeeBasisPoints: null })).json().cardFeeBasisPoints,
    ).toBeNull();
  });

  test("a property settings change with an outdated version, invalid values, or an unknown property is rejected", async () => {
    const { propertyId } = building;
    const stale = await changeProperty(propertyId, { offersRegistration: false }, { "if-match": '"1"' });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toMatchObject({ id: propertyId, offersRegistration: true, version: 3 });
    expect(
      (await changeProperty(propertyId, { cardFeeBasisPoints: 351 })).json().fields.cardFeeBasisPoints,
    ).toMatch(/0 to 3\.5%/);
    expect((await changeProperty(propertyId, { timeZone: "Nowhere" })).statusCode).toBe(400);
    expect((await changeProperty(987_654, { offersRegistration: true })).statusCode).toBe(404);
  });
});
