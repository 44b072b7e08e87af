import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignedInPerson } from "#test/building.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import { tableContents } from "#test/table-contents.ts";
import type { Lease } from "../../contract.ts";

let otherLandlord: SignedInPerson;
let otherUnitId: number;
let leasing: LeaseFixtures;
let unitId: number;
let secondUnitId: number;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
  const { db } = leasing.portal;
  const otherPropertyId = await createProperty(db, { name: "Hill House" });
  otherUnitId = await createUnit(db, otherPropertyId, "1");
  const person = await createPerson(db, { role: "landlord", propertyIds: [otherPropertyId] });
  otherLandlord = { ...person, cookie: await signInAs(db, person) };
});
beforeEach(async () => {
  unitId = await leasing.newUnit();
  secondUnitId = await leasing.newUnit();
});
afterAll(() => leasing.portal.close());

describe("creating a lease", () => {
  test("AUN-20 a lease that has started occupies its units, and the log records it", async () => {
    const lease = await leasing.create(unitId, { unitIds: [unitId, secondUnitId] });
    expect(lease).toMatchObject({
      state: "active",
      company: { name: "Harbor Lane Coffee" },
      property: { id: leasing.building.propertyId, name: "Harbor House" },
      from: leasing.dayFromToday(-30),
      to: leasing.dayFromToday(300),
      version: 1,
      can: {
        edit: true,
        activate: false,
        renew: false,
        giveNotice: true,
        withdrawNotice: false,
        end: true,
        delete: false,
      },
    });
    expect(lease.units.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: unitId, status: "occupied" },
      { id: secondUnitId, status: "occupied" },
    ]);
    expect(await leasing.getAuditEntries(lease.id)).toEqual([
      {
        action: "lease.created",
        property_id: leasing.building.propertyId,
        details: {
          companyId: lease.company.id,
          unitIds: [unitId, secondUnitId],
          from: lease.from,
          to: lease.to,
          state: "active",
          unitStatuses: [
            { unitId, unitNumber: await leasing.getUnitNumber(unitId), from: "vacant", to: "occupied" },
            {
              unitId: secondUnitId,
              unitNumber: await leasing.getUnitNumber(secondUnitId),
              from: "vacant",
              to: "occupied",
            },
          ],
        },
      },
    ]);
  });

  test("AUN-20 a future lease and a draft don't change their units", async () => {
    await leasing.create(unitId, { from: leasing.dayFromToday(3) });
    await leasing.create(unitId, { unitIds: [secondUnitId], state: "draft" });
    expect(await leasing.getUnitStatus(unitId)).toBe("vacant");
    expect(await leasing.getUnitStatus(secondUnitId)).toBe("vacant");
  });

  test("a lease that is entirely in the past ends immediately", async () => {
    const lease = await leasing.create(unitId, { from: "2020-01-01", to: "2020-12-31" });
    expect(lease.state).toBe("ended");
    expect(await leasing.getUnitStatus(unitId)).toBe("vacant");
  });

  test("a new lease reuses an accessible company with the same name, ignoring case", async () => {
    const first = await leasing.create(unitId, { companyName: "Zeta Books" });
    const second = await leasing.create(unitId, { companyName: "ZETA books", unitIds: [secondUnitId] });
    expect(second.company.id).toBe(first.company.id);
    const third = await leasing.create(unitId, {
      companyName: undefined,
      companyId: first.company.id,
      unitIds: [await createUnit(leasing.portal.db, leasing.building.propertyId)],
    });
    expect(third.company.id).toBe(first.company.id);
  });

  test("a repeated request creates only one lease", async () => {
    const headers = { "idempotency-key": "lease-once" };
    const [first, second] = [
      await leasing.send("POST", "/api/leases", leasing.fields(unitId), headers),
      await leasing.send("POST", "/api/leases", leasing.fields(unitId), headers),
    ];
    expect(first.statusCode).toBe(201);
    expect(second.json<Lease>().id).toBe(first.json<Lease>().id);
  });

  test.each<[string, () => Record<string, unknown>, string, string]>([
    [
      "an end before the start",
      () => ({ from: "2026-03-01", to: "2026-02-28" }),
      "to",
      "The end date can't be before the start date",
    ],
    ["a date that doesn't exist", () => ({ from: "2026-02-29" }), "from", "Please enter the start date"],
    ["a date before all calendars", () => ({ from: "0000-01-01" }), "from", "Please enter the start date"],
    ["an invalid date", () => ({ to: "soon" }), "to", "Please enter a valid end date"],
    ["no unit", () => ({ unitIds: [] }), "unitIds", "Please select at least one unit"],
    [
      "a unit at another property",
      () => ({ unitIds: [unitId, otherUnitId] }),
      "unitIds",
      "Select units at this property.",
    ],
    ["an unknown unit", () => ({ unitIds: [987_654] }), "unitIds", "Select units at this property."],
    ["no company", () => ({ companyName: undefined }), "companyId", "Select a company or enter a new one"],
    ["an empty company", () => ({ companyName: " " }), "companyName", "Company name is required"],
    [
      "an unknown company",
      () => ({ companyName: undefined, companyId: 987_654 }),
      "companyId",
      "Select one of your companies.",
    ],
    ["an unknown state", () => ({ state: "ended" }), "state", "state must be draft or active."],
    ["no property", () => ({ propertyId: undefined }), "propertyId", "Please select a property"],
  ])(
    "creating a lease with %s returns a message on its field and saves nothing",
    async (_, change, field, sentence) => {
      const before = await tableContents(leasing.portal.db);
      const response = await leasing.send("POST", "/api/leases", leasing.fields(unitId, change()));
      expect(response.statusCode, response.body).toBe(400);
      expect(response.json<{ fields: Record<string, string> }>().fields[field]).toBe(sentence);
      expect(await tableContents(leasing.portal.db)).toEqual(before);
    },
  );

  test("a lease can start on a leap day or end on the last day of a month", async () => {
    const lease = await leasing.create(unitId, { from: "2024-02-29", to: "2024-02-29" });
    expect(lease.units[0]).toMatchObject({ from: "2024-02-29", to: "2024-02-29" });
    const next = await leasing.create(unitId, { from: "2024-03-01", to: "2024-03-31" });
    expect(next.units[0]).toMatchObject({ from: "2024-03-01", to: "2024-03-31" });
  });

  test("another landlord's company is rejected as unknown when creating a lease", async () => {
    const otherCompany = await leasing.portal.call("POST", "/api/companies", {
      cookie: otherLandlord.cookie,
      body: { name: "Far Away Ltd" },
    });
    const { id: companyId } = otherCompany.json<{ id: number }>();
    const response = await leasing.send(
      "POST",
      "/api/leases",
      leasing.fields(unitId, { companyName: undefined, companyId }),
    );
    expect(response.json<{ fields: unknown }>().fields).toEqual({
      companyId: "Select one of your companies.",
    });
    // The name can still be used, and adds a separate company for this landlord.
    expect((await leasing.create(unitId, { companyName: "Far Away Ltd" })).company.id).not.toBe(companyId);
  });
});

describe("a unit has one lease at a time", () => {
  test.each([
    ["on all of its dates", -30, 300],
    ["on its end date", 300, 400],
    ["on its start date", -400, -30],
    ["around it", -400, 400],
  ])("a second lease %s is rejected with the company and dates of the first lease", async (_, from, to) => {
    await leasing.create(unitId, { companyName: "Northlight Optical", from: "2026-01-05", to: "2026-12-31" });
    const at = (days: number) =>
      new Date(Date.UTC(2026, 0, 5) + (days === -30 ? 0 : days === 300 ? 360 : days) * 86_400_000)
        .toISOString()
        .slice(0, 10);
    const response = await leasing.send(
      "POST",
      "/api/leases",
      leasing.fields(unitId, { from: at(from), to: at(to) }),
    );
    expect(response.statusCode).toBe(409);
    const sentence = `Unit ${await leasing.getUnitNumber(unitId)} is leased to Northlight Optical from Jan 5, 2026 to Dec 31, 2026.`;
    expect(response.json()).toMatchObject({ message: sentence, fields: { unitIds: sentence } });
  });

  test("a unit is available from the day after the end date, and a draft doesn't reserve any dates", async () => {
    const draft = await leasing.create(unitId, { from: "2026-06-01", to: null, state: "draft" });
    await leasing.create(unitId, { from: "2026-01-05", to: "2026-12-31" });
    await leasing.create(unitId, { from: "2027-01-01", to: null });
    const activated = await leasing.send("POST", `/api/leases/${draft.id}/activate`, {});
    expect(activated.statusCode).toBe(409);
    expect(activated.json<{ message: string }>().message).toContain(
      "is leased to Harbor Lane Coffee from Jan 5, 2026",
    );
  });

  test("a draft that overlaps another lease is rejected when it's saved, not only when it's activated", async () => {
    await leasing.create(unitId, { from: "2026-12-15", to: null });
    const sentence = `Unit ${await leasing.getUnitNumber(unitId)} is leased to Harbor Lane Coffee from Dec 15, 2026.`;
    const created = await leasing.send(
      "POST",
      "/api/leases",
      leasing.fields(unitId, { from: "2026-12-01", to: null, state: "draft" }),
    );
    expect([created.statusCode, created.json().fields]).toEqual([409, { unitIds: sentence }]);
    const draft = await leasing.create(unitId, { from: "2026-12-01", to: "2026-12-14", state: "draft" });
    const edited = await leasing.send("PATCH", `/api/leases/${draft.id}`, { to: "2026-12-15" });
    expect([edited.statusCode, edited.json().fields]).toEqual([409, { unitIds: sentence }]);
  });

  test("when many people request the same unit concurrently, one succeeds and the others get the conflict message", async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        leasing.send(
          "POST",
          "/api/leases",
          leasing.fields(unitId, { companyName: `Rival ${index}`, unitIds: [secondUnitId, unitId] }),
        ),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
    for (const response of responses.filter(({ statusCode }) => statusCode === 409))
      expect(response.json<{ message: string }>().message).toMatch(/^Unit .+ is leased to Rival \d from /);
  });

  test("when two drafts for a unit are activated at the same time, only one succeeds", async () => {
    const drafts = [
      await leasing.create(unitId, { state: "draft" }),
      await leasing.create(unitId, { state: "draft" }),
    ];
    const responses = await Promise.all(
      drafts.map(({ id }) => leasing.send("POST", `/api/leases/${id}/activate`, {})),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test("the database rejects leases with overlapping dates for a unit", async () => {
    const lease = await leasing.create(unitId, { state: "draft" });
    await leasing.create(unitId);
    const activated = leasing.portal.db
      .updateTable("leases")
      .set({ state: "active" })
      .where("id", "=", lease.id)
      .execute();
    await expect(activated).rejects.toThrow("lease_units_do_not_overlap");
  });
});
