import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { monthlyRent } from "#test/commercial-lease.ts";
import { openEventStream } from "#test/event-stream.ts";
import { type Leasing, startLeasing } from "#test/leasing.ts";
import { someTerms } from "#test/ledger.ts";
import { createLease, createPerson, createProperty, type Person, signInAs } from "#test/people.ts";
import type { Lease } from "../contract.ts";
import type { Terms } from "../terms.ts";
import type { Schedule, TermsOfLease } from "../terms-facts.ts";

let leasing: Leasing;
let draft: Lease;
beforeAll(async () => {
  leasing = await startLeasing();
  draft = await leasing.record(await leasing.newUnit(), {
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
      "a charge that is listed twice for the same days",
      { terms: someTerms({ lines: [rent, { ...rent, key: 2 }] }) },
      "terms.lines.1.from",
      "“Base rent” is listed twice for the same days; let one end before the other begins.",
    ],
    [
      "a charge with its days the wrong way round",
      { terms: someTerms({ lines: [{ ...rent, to: "2029-12-31" }] }) },
      "terms.lines.0.to",
      "The last day cannot be before the first day",
    ],
    [
      "a rate without an area",
      { terms: someTerms({ areaSquareFeet: 0, lines: [{ ...rent, price: { rateHundredths: 245_000 } }] }) },
      "terms.areaSquareFeet",
      "“Base rent” is priced by the square foot; please enter the area.",
    ],
    [
      "a charge before the lease",
      { terms: someTerms({ lines: [{ ...rent, from: "2029-12-31" }] }) },
      "terms.lines.0.from",
      "The lease begins on Jan 1, 2030; a charge cannot begin before.",
    ],
    [
      "a charge after the lease",
      { terms: someTerms({ lines: [{ ...rent, to: "2032-01-01" }] }) },
      "terms.lines.0.to",
      "The lease ends on Dec 31, 2031; a charge cannot go beyond.",
    ],
    [
      "a step after the lease",
      { terms: someTerms({ lines: [rent], escalations: [step("2032-01-01")] }) },
      "terms.escalations.0.on",
      "The lease ends on Dec 31, 2031; a step cannot go beyond.",
    ],
    [
      "a step on the first day of the rent",
      { terms: someTerms({ lines: [rent], escalations: [step("2030-01-01")] }) },
      "terms.escalations.0.on",
      "No rent runs before and on this day, so there is nothing to change.",
    ],
    [
      "two steps on a day",
      { terms: someTerms({ lines: [rent], escalations: [step("2031-01-01"), step("2031-01-01")] }) },
      "terms.escalations.1.on",
      "There is already a step on this day.",
    ],
    [
      "free rent before the lease",
      { terms: someTerms({ lines: [rent], freeRent: [free("2029-12-01", "2030-01-31")] }) },
      "terms.freeRent.0.from",
      "The lease begins on Jan 1, 2030; free rent cannot begin before.",
    ],
    [
      "days that are waived twice",
      {
        terms: someTerms({
          lines: [rent],
          freeRent: [free("2030-01-01", "2030-01-31"), free("2030-01-31", "2030-02-28")],
        }),
      },
      "terms.freeRent.1.from",
      "These days are already waived in part by another line.",
    ],
    [
      "no price",
      { terms: someTerms({ lines: [{ ...rent, price: {} as Terms["lines"][number]["price"] }] }) },
      "terms.lines.0.price",
      "Please enter an amount a month, or a rate for a square foot and year",
    ],
    [
      "a price per square foot above the maximum",
      {
        terms: someTerms({
          areaSquareFeet: 100_000_000,
          lines: [{ ...rent, price: { rateHundredths: 100_000_000 } }],
        }),
      },
      "terms.lines.0.price",
      "“Base rent” would be more than $100,000,000.00 a month.",
    ],
    [
      "steps above the maximum",
      {
        terms: someTerms({
          lines: [{ ...rent, price: { monthlyCents: toCents(6_000_000_000) } }],
          escalations: [
            { on: "2031-06-01", basisPoints: 10_000 },
            { on: "2031-01-01", basisPoints: -5_000 },
            { on: "2030-06-01", basisPoints: 10_000 },
          ],
        }),
      },
      "terms.escalations.2.on",
      "“Base rent” would be more than $100,000,000.00 a month.",
    ],
    [
      "a due day that does not exist",
      { terms: { ...someTerms({ lines: [rent] }), dueDay: 32 } },
      "terms.dueDay",
      "Please enter a day from 1 to 31",
    ],
    [
      "a first day charged before the lease",
      { from: "2029-12-31", terms: someTerms({ lines: [rent] }) },
      "from",
      "The lease begins on Jan 1, 2030; it cannot be charged before.",
    ],
    [
      "a first day charged after the lease",
      { from: "2032-01-01", terms: someTerms({ lines: [rent] }) },
      "from",
      "The lease ends on Dec 31, 2031; it cannot be charged from a later day.",
    ],
    ["no terms at all", {}, "terms", "The field terms is not valid."],
  ])("are refused beside the field: %s", async (_, body, field, sentence) => {
    const refused = await asLandlord("PUT", `/api/leases/${draft.id}/terms`, body);
    expect(refused.statusCode, refused.body).toBe(400);
    expect(refused.json<{ fields: Record<string, string> }>().fields).toHaveProperty([field], sentence);
    if (body.terms === undefined) return;
    const previewed = await asLandlord("POST", `/api/leases/${draft.id}/schedule`, body);
    expect(previewed.json()).toMatchObject({ fields: { [field]: sentence } });
  });

  test.each([0, 241, 1.5, "12"])("a preview of %s months is refused", async (months) => {
    const refused = await asLandlord("POST", `/api/leases/${draft.id}/schedule`, { months });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ fields: { months: "months must be from 1 to 240." } });
  });

  test("days that no longer fit a moved draft can be entered again", async () => {
    const { id } = await leasing.record(await leasing.newUnit(), {
      from: "2030-01-01",
      to: null,
      state: "draft",
    });
    const terms = someTerms({ lines: [rent], freeRent: [free("2030-01-01", "2030-01-31")] });
    expect((await asLandlord("PUT", `/api/leases/${id}/terms`, { terms })).statusCode).toBe(200);
    expect((await leasing.send("PATCH", `/api/leases/${id}`, { from: "2030-03-01" })).statusCode).toBe(200);
    expect((await asLandlord("POST", `/api/leases/${id}/activate`, {})).statusCode).toBe(409);
    const anew = { terms: monthlyRent("2030-03-01") };
    expect((await asLandlord("PUT", `/api/leases/${id}/terms`, anew)).statusCode).toBe(200);
    expect((await asLandlord("POST", `/api/leases/${id}/activate`, {})).statusCode).toBe(200);
  });

  test("a draft cannot be amended", async () => {
    const refused = await asLandlord("POST", `/api/leases/${draft.id}/amendments`, {
      from: "2030-06-01",
      terms: someTerms({ lines: [rent] }),
      reason: "The parties agreed on it.",
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: "This lease is a draft: its terms can be changed without an amendment.",
    });
  });

  test("days that lie beyond the lease only because its last day moved may stay in an amendment", async () => {
    const lease = await leasing.record(await leasing.newUnit(), { from: "2030-01-01", to: "2031-12-31" });
    const lines = [{ ...rent, to: "2031-12-31" }];
    const terms = someTerms({ lines, escalations: [step("2031-07-01")] });
    await asLandlord("PUT", `/api/leases/${lease.id}/terms`, { terms });
    await leasing.send("PATCH", `/api/leases/${lease.id}`, { to: "2031-03-31" });
    const amended = await asLandlord("POST", `/api/leases/${lease.id}/amendments`, {
      from: "2030-06-01",
      terms: { ...terms, dueDay: 5 },
      reason: "Paid on the fifth from now on.",
    });
    expect(amended.statusCode, amended.body).toBe(201);
    expect(amended.json<TermsOfLease>().versions.at(-1)?.held).toEqual({
      from: "2030-06-01",
      to: "2031-03-31",
    });
  });
});

describe("who sees the terms of a lease", () => {
  const person = async (facts: Parameters<typeof createPerson>[1]): Promise<Person & { cookie: string }> => {
    const created = await createPerson(leasing.portal.db, facts);
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
    const shown = (await asLandlord("POST", url("schedule"), {})).json<Schedule>();
    amounts = shown.months.map(({ totalCents }) => totalCents);
  });

  test("the tenant sees the same terms and figures as the landlord, and may change nothing", async () => {
    const { cookie } = leasing.building.tenant;
    const seen = (await call("GET", url("terms"), cookie)).json<TermsOfLease>();
    expect(seen.versions).toEqual((await asLandlord("GET", url("terms"))).json<TermsOfLease>().versions);
    expect(seen).toMatchObject({ current: 1, may: { edit: false, amend: false }, amendableFrom: null });
    const shown = (await call("POST", url("schedule"), cookie, {})).json<Schedule>();
    expect(shown.months.map(({ totalCents }) => totalCents)).toEqual(amounts);
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

  test("nobody else does: another tenant, a former member, maintenance, another landlord", async () => {
    const { building, portal } = leasing;
    const former = await person({ role: "tenant" });
    await portal.db
      .insertInto("lease_members")
      .values({
        lease_id: building.leaseId,
        property_id: building.propertyId,
        user_id: former.id,
        from_on: leasing.dayFromToday(-30),
        to_on: leasing.dayFromToday(-5),
      })
      .execute();
    const elsewhere = await createProperty(portal.db);
    const stranger = await person({ role: "landlord", propertyIds: [elsewhere] });
    for (const [caller, status] of [
      [building.neighbour, 404],
      [former, 404],
      [stranger, 404],
      [building.technician, 403],
    ] as const) {
      expect((await call("GET", url("terms"), caller.cookie)).statusCode).toBe(status);
      expect((await call("POST", url("schedule"), caller.cookie, {})).statusCode).toBe(status);
    }
    // The former member still reads the lease, without its money.
    const lease = await call("GET", `/api/leases/${building.leaseId}`, former.cookie);
    expect(lease.json<Lease>()).toMatchObject({ monthlyRentCents: null });
  });

  test("tenants see nothing of a draft, and the terms of a future lease", async () => {
    const { portal, building, newUnit, dayFromToday } = leasing;
    const newcomer = building.neighbour;
    const { id } = await leasing.record(await newUnit(), {
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

  test("open pages of those who see it get the event of a change, maintenance does not", async () => {
    const { portal, building } = leasing;
    await portal.app.listen({ port: 0, host: "127.0.0.1" });
    const address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
    const names = ["tenant", "landlord", "admin", "neighbour", "technician"] as const;
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
