import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { openEventStream } from "#test/event-stream.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { monthlyRent } from "#test/money/commercial-lease.ts";
import { sampleTerms } from "#test/money/ledger.ts";
import { createLease, createPerson, createProperty, type Person, signInAs } from "#test/people.ts";
import type { Lease } from "../../contract.ts";
import type { Terms } from "../../terms.ts";
import type { Schedule, TermsDetails } from "../../terms-fields.ts";

let leasing: LeaseFixtures;
let draft: Lease;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
  draft = await leasing.create(await leasing.newUnit(), {
    from: "2030-01-01",
    to: "2031-12-31",
    state: "draft",
  });
});
afterAll(() => leasing.portal.close());

const call = (method: "GET" | "POST" | "PUT", url: string, cookie: string, body?: Record<string, unknown>) =>
  leasing.portal.call(method, url, { cookie, ...(body === undefined ? {} : { body }) });
const asLandlord = (method: "GET" | "POST" | "PUT", url: string, body?: Record<string, unknown>) =>
  call(method, url, leasing.building.landlord.cookie, body);

const rent = monthlyRent("2030-01-01").lines[0] as Terms["lines"][number];
const step = (on: string) => ({ on, basisPoints: 300 });
const free = (from: string, to: string) => ({ from, to, basisPoints: 10_000 });

describe("invalid terms", () => {
  test.each<[what: string, body: Record<string, unknown>, field: string, sentence: string]>([
    [
      "a charge listed twice for the same dates",
      { terms: sampleTerms({ lines: [rent, { ...rent, key: 2 }] }) },
      "terms.lines.1.from",
      "“Base rent” is listed twice for the same dates. End one before the other starts.",
    ],
    [
      "a charge that ends before it starts",
      { terms: sampleTerms({ lines: [{ ...rent, to: "2029-12-31" }] }) },
      "terms.lines.0.to",
      "The end date can't be before the start date",
    ],
    [
      "a rate without an area",
      { terms: sampleTerms({ areaSquareFeet: 0, lines: [{ ...rent, price: { rateHundredths: 245_000 } }] }) },
      "terms.areaSquareFeet",
      "“Base rent” is priced per square foot. Enter the area.",
    ],
    [
      "a charge before the lease",
      { terms: sampleTerms({ lines: [{ ...rent, from: "2029-12-31" }] }) },
      "terms.lines.0.from",
      "The lease starts Jan 1, 2030, so a charge can't start before then.",
    ],
    [
      "a charge after the lease",
      { terms: sampleTerms({ lines: [{ ...rent, to: "2032-01-01" }] }) },
      "terms.lines.0.to",
      "The lease ends Dec 31, 2031, so a charge can't extend past then.",
    ],
    [
      "a step after the lease",
      { terms: sampleTerms({ lines: [rent], escalations: [step("2032-01-01")] }) },
      "terms.escalations.0.on",
      "The lease ends Dec 31, 2031, so a rent step can't extend past then.",
    ],
    [
      "a step on the first day of the rent",
      { terms: sampleTerms({ lines: [rent], escalations: [step("2030-01-01")] }) },
      "terms.escalations.0.on",
      "There's no rent on this date, so there's nothing to change.",
    ],
    [
      "two steps on the same date",
      { terms: sampleTerms({ lines: [rent], escalations: [step("2031-01-01"), step("2031-01-01")] }) },
      "terms.escalations.1.on",
      "There's already a rent step on this date.",
    ],
    [
      "free rent before the lease",
      { terms: sampleTerms({ lines: [rent], freeRent: [free("2029-12-01", "2030-01-31")] }) },
      "terms.freeRent.0.from",
      "The lease starts Jan 1, 2030, so free rent can't start before then.",
    ],
    [
      "overlapping free-rent periods",
      {
        terms: sampleTerms({
          lines: [rent],
          freeRent: [free("2030-01-01", "2030-01-31"), free("2030-01-31", "2030-02-28")],
        }),
      },
      "terms.freeRent.1.from",
      "These dates overlap another free-rent period.",
    ],
    [
      "no price",
      { terms: sampleTerms({ lines: [{ ...rent, price: {} as Terms["lines"][number]["price"] }] }) },
      "terms.lines.0.price",
      "Enter a monthly amount or a rate per square foot per year",
    ],
    [
      "a price per square foot above the maximum",
      {
        terms: sampleTerms({
          areaSquareFeet: 100_000_000,
          lines: [{ ...rent, price: { rateHundredths: 100_000_000 } }],
        }),
      },
      "terms.lines.0.price",
      "“Base rent” would exceed $100,000,000.00 per month.",
    ],
    [
      "steps above the maximum",
      {
        terms: sampleTerms({
          lines: [{ ...rent, price: { monthlyCents: toCents(6_000_000_000) } }],
          escalations: [
            { on: "2031-06-01", basisPoints: 10_000 },
            { on: "2031-01-01", basisPoints: -5_000 },
            { on: "2030-06-01", basisPoints: 10_000 },
          ],
        }),
      },
      "terms.escalations.2.on",
      "“Base rent” would exceed $100,000,000.00 per month.",
    ],
    [
      "a due date that doesn't exist",
      { terms: { ...sampleTerms({ lines: [rent] }), dueDay: 32 } },
      "terms.dueDay",
      "Please enter a day from 1 to 31",
    ],
    [
      "a charge start before the lease",
      { from: "2029-12-31", terms: sampleTerms({ lines: [rent] }) },
      "from",
      "The lease starts Jan 1, 2030, so it can't be charged before then.",
    ],
    [
      "a charge start after the lease",
      { from: "2032-01-01", terms: sampleTerms({ lines: [rent] }) },
      "from",
      "The lease ends Dec 31, 2031, so it can't be charged from a later date.",
    ],
    ["no terms at all", {}, "terms", "The field terms isn't valid."],
  ])("the server rejects invalid terms with a message on the field: %s", async (_, body, field, sentence) => {
    const rejected = await asLandlord("PUT", `/api/leases/${draft.id}/terms`, body);
    expect(rejected.statusCode, rejected.body).toBe(400);
    expect(rejected.json<{ fields: Record<string, string> }>().fields).toHaveProperty([field], sentence);
    if (body.terms === undefined) return;
    const previewed = await asLandlord("POST", `/api/leases/${draft.id}/schedule`, body);
    expect(previewed.json()).toMatchObject({ fields: { [field]: sentence } });
  });

  test.each([0, 241, 1.5, "12"])("the server rejects a preview of %s months", async (months) => {
    const rejected = await asLandlord("POST", `/api/leases/${draft.id}/schedule`, { months });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({ fields: { months: "months must be from 1 to 240." } });
  });

  test("terms that no longer fit a moved draft can be entered again", async () => {
    const { id } = await leasing.create(await leasing.newUnit(), {
      from: "2030-01-01",
      to: null,
      state: "draft",
    });
    const terms = sampleTerms({ lines: [rent], freeRent: [free("2030-01-01", "2030-01-31")] });
    expect((await asLandlord("PUT", `/api/leases/${id}/terms`, { terms })).statusCode).toBe(200);
    expect((await leasing.send("PATCH", `/api/leases/${id}`, { from: "2030-03-01" })).statusCode).toBe(200);
    expect((await asLandlord("POST", `/api/leases/${id}/activate`, {})).statusCode).toBe(409);
    const newTerms = { terms: monthlyRent("2030-03-01") };
    expect((await asLandlord("PUT", `/api/leases/${id}/terms`, newTerms)).statusCode).toBe(200);
    expect((await asLandlord("POST", `/api/leases/${id}/activate`, {})).statusCode).toBe(200);
  });

  test("a draft's terms can't be amended", async () => {
    const rejected = await asLandlord("POST", `/api/leases/${draft.id}/amendments`, {
      from: "2030-06-01",
      terms: sampleTerms({ lines: [rent] }),
      reason: "The parties agreed on it.",
    });
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({
      message: "This lease is a draft. You can edit its terms without an amendment.",
    });
  });

  test("an amendment can contain dates after the lease's end if the end date was moved earlier", async () => {
    const lease = await leasing.create(await leasing.newUnit(), { from: "2030-01-01", to: "2031-12-31" });
    const lines = [{ ...rent, to: "2031-12-31" }];
    const terms = sampleTerms({ lines, escalations: [step("2031-07-01")] });
    await asLandlord("PUT", `/api/leases/${lease.id}/terms`, { terms });
    await leasing.send("PATCH", `/api/leases/${lease.id}`, { to: "2031-03-31" });
    const amended = await asLandlord("POST", `/api/leases/${lease.id}/amendments`, {
      from: "2030-06-01",
      terms: { ...terms, dueDay: 5 },
      reason: "Paid on the fifth from now on.",
    });
    expect(amended.statusCode, amended.body).toBe(201);
    expect(amended.json<TermsDetails>().versions.at(-1)?.period).toEqual({
      from: "2030-06-01",
      to: "2031-03-31",
    });
  });
});

describe("access to a lease's terms", () => {
  const person = async (fields: Parameters<typeof createPerson>[1]): Promise<Person & { cookie: string }> => {
    const created = await createPerson(leasing.portal.db, fields);
    return { ...created, cookie: await signInAs(leasing.portal.db, created) };
  };
  const url = (part: string, id = leasing.building.leaseId) => `/api/leases/${id}/${part}`;
  let amounts: number[];
  beforeAll(async () => {
    const lease = (await leasing.send("GET", `/api/leases/${leasing.building.leaseId}`)).json<Lease>();
    const { today, from } = lease;
    const first = `${today.slice(0, 8)}01`;
    await asLandlord("PUT", url("terms"), {
      from: from > first ? from : first,
      terms: monthlyRent(from),
    });
    const previewed = (await asLandlord("POST", url("schedule"), {})).json<Schedule>();
    amounts = previewed.months.map(({ totalCents }) => totalCents);
  });

  test("tenants see the same terms and figures as the landlord but can't change them", async () => {
    const { cookie } = leasing.building.tenant;
    const tenantTerms = (await call("GET", url("terms"), cookie)).json<TermsDetails>();
    expect(tenantTerms.versions).toEqual(
      (await asLandlord("GET", url("terms"))).json<TermsDetails>().versions,
    );
    expect(tenantTerms).toMatchObject({
      current: 1,
      can: { edit: false, amend: false },
      amendableFrom: null,
    });
    const previewed = (await call("POST", url("schedule"), cookie, {})).json<Schedule>();
    expect(previewed.months.map(({ totalCents }) => totalCents)).toEqual(amounts);
    expect(amounts.at(-1)).toBe(310_000);
    const lease = (await call("GET", `/api/leases/${leasing.building.leaseId}`, cookie)).json<Lease>();
    expect(lease.monthlyRentCents).toBeGreaterThan(0);
    const terms = monthlyRent("2030-01-01");
    for (const [method, part] of [
      ["PUT", "terms"],
      ["POST", "amendments"],
      ["POST", "schedule"],
    ] as const) {
      const body = { terms, from: "2030-01-01", reason: "Cheaper." };
      expect((await call(method, url(part), cookie, body)).statusCode, part).toBe(403);
    }
  });

  test("another tenant, a former member, a technician, and another landlord can't see a lease's terms", async () => {
    const { building, portal } = leasing;
    const former = await person({ role: "tenant" });
    await portal.db
      .insertInto("lease_members")
      .values({
        lease_id: building.leaseId,
        property_id: building.propertyId,
        user_id: former.id,
        starts_on: leasing.dayFromToday(-30),
        ends_on: leasing.dayFromToday(-5),
      })
      .execute();
    const otherPropertyId = await createProperty(portal.db);
    const stranger = await person({ role: "landlord", propertyIds: [otherPropertyId] });
    for (const [caller, status] of [
      [building.neighbor, 404],
      [former, 404],
      [stranger, 404],
      [building.technician, 403],
    ] as const) {
      expect((await call("GET", url("terms"), caller.cookie)).statusCode).toBe(status);
      expect((await call("POST", url("schedule"), caller.cookie, {})).statusCode).toBe(status);
    }
    // The former member can still read the lease, without its money.
    const lease = await call("GET", `/api/leases/${building.leaseId}`, former.cookie);
    expect(lease.json<Lease>()).toMatchObject({ monthlyRentCents: null });
  });

  test("tenants see the terms of an upcoming lease but nothing from a draft", async () => {
    const { portal, building, newUnit, dayFromToday } = leasing;
    const newcomer = building.neighbor;
    const { id } = await leasing.create(await newUnit(), {
      from: dayFromToday(90),
      to: null,
      state: "draft",
    });
    await leasing.send("POST", `/api/leases/${id}/members`, { userId: newcomer.id });
    await asLandlord("PUT", url("terms", id), { terms: monthlyRent(dayFromToday(90)) });
    expect((await call("GET", url("terms", id), newcomer.cookie)).statusCode).toBe(404);
    await leasing.send("POST", `/api/leases/${id}/activate`, {});
    expect((await call("GET", url("terms", id), newcomer.cookie)).json()).toMatchObject({ current: 1 });
    const ended = await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId: building.unitId,
      memberIds: [newcomer.id],
      isEnded: true,
    });
    expect((await call("GET", url("terms", ended), newcomer.cookie)).statusCode).toBe(200);
  });

  test("changing a lease sends an event to the open pages of people who can see it, but not to a technician's", async () => {
    const { portal, building } = leasing;
    await portal.app.listen({ port: 0, host: "127.0.0.1" });
    const address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
    const names = ["tenant", "landlord", "admin", "neighbor", "technician"] as const;
    const streams = await Promise.all(names.map((name) => openEventStream(address, building[name].cookie)));
    await leasing.send("PATCH", `/api/leases/${building.leaseId}`, { to: "2199-12-31" });
    portal.services.live.publish({
      to: "users",
      kind: "approvals",
      userIds: names.map((name) => building[name].id),
    });
    await Promise.all(streams.map((stream) => stream.received(({ kind }) => kind === "approvals")));
    const receivers = names.filter((_, index) =>
      streams[index]?.events.some(({ kind }) => kind === "lease.changed"),
    );
    expect(receivers).toEqual(["tenant", "landlord", "admin"]);
    for (const stream of streams) stream.close();
  });
});
