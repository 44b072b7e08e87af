import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignedInPerson } from "#test/building.ts";
import { type Leasing, startLeasing } from "#test/leasing.ts";
import { createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import { tableContents } from "#test/table-contents.ts";
import type { Lease } from "../contract.ts";

let otherLandlord: SignedInPerson;
let strangeUnitId: number;
let leasing: Leasing;
let unitId: number;
let secondUnitId: number;
beforeAll(async () => {
  leasing = await startLeasing();
  const { db } = leasing.portal;
  const strangePropertyId = await createProperty(db, { name: "Hill House" });
  strangeUnitId = await createUnit(db, strangePropertyId, "1");
  const person = await createPerson(db, { role: "landlord", propertyIds: [strangePropertyId] });
  otherLandlord = { ...person, cookie: await signInAs(db, person) };
});
beforeEach(async () => {
  unitId = await leasing.newUnit();
  secondUnitId = await leasing.newUnit();
});
afterAll(() => leasing.portal.close());

describe("recording a lease", () => {
  test("AUN-20 a lease that has begun occupies its units, and the log says so", async () => {
    const lease = await leasing.record(unitId, { unitIds: [unitId, secondUnitId] });
    expect(lease).toMatchObject({
      state: "active",
      company: { name: "Harbor Lane Coffee" },
      property: { id: leasing.building.propertyId, name: "Harbor House" },
      from: leasing.dayFromToday(-30),
      to: leasing.dayFromToday(300),
      version: 1,
      may: { edit: true, activate: false, giveNotice: true, end: true, delete: false },
    });
    expect(lease.units.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: unitId, status: "occupied" },
      { id: secondUnitId, status: "occupied" },
    ]);
    expect(await leasing.entriesOf(lease.id)).toEqual([
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
            { unitId, unitNumber: await leasing.numberOf(unitId), from: "vacant", to: "occupied" },
            {
              unitId: secondUnitId,
              unitNumber: await leasing.numberOf(secondUnitId),
              from: "vacant",
              to: "occupied",
            },
          ],
        },
      },
    ]);
  });

  test("AUN-20 a future lease and a draft leave their units as they are", async () => {
    await leasing.record(unitId, { from: leasing.dayFromToday(3) });
    await leasing.record(unitId, { unitIds: [secondUnitId], state: "draft" });
    expect(await leasing.statusOf(unitId)).toBe("vacant");
    expect(await leasing.statusOf(secondUnitId)).toBe("vacant");
  });

  test("a lease wholly in the past has ended at once", async () => {
    const lease = await leasing.record(unitId, { from: "2020-01-01", to: "2020-12-31" });
    expect(lease.state).toBe("ended");
    expect(await leasing.statusOf(unitId)).toBe("vacant");
  });

  test("a company of the same name within the access scope is reused, whatever its letter case", async () => {
    const first = await leasing.record(unitId, { companyName: "Zeta Books" });
    const second = await leasing.record(unitId, { companyName: "ZETA books", unitIds: [secondUnitId] });
    expect(second.company.id).toBe(first.company.id);
    const third = await leasing.record(unitId, {
      companyName: undefined,
      companyId: first.company.id,
      unitIds: [await createUnit(leasing.portal.db, leasing.building.propertyId)],
    });
    expect(third.company.id).toBe(first.company.id);
  });

  test("a repeated request creates one lease", async () => {
    const headers = { "idempotency-key": "lease-once" };
    const [first, second] = [
      await leasing.send("POST", "/api/leases", leasing.facts(unitId), headers),
      await leasing.send("POST", "/api/leases", leasing.facts(unitId), headers),
    ];
    expect(first.statusCode).toBe(201);
    expect(second.json<Lease>().id).toBe(first.json<Lease>().id);
  });

  test.each<[string, () => Record<string, unknown>, string, string]>([
    [
      "an end before the start",
      () => ({ from: "2026-03-01", to: "2026-02-28" }),
      "to",
      "The last day cannot be before the first day",
    ],
    ["a day that does not exist", () => ({ from: "2026-02-29" }), "from", "Please enter the first day"],
    ["a day before all calendars", () => ({ from: "0000-01-01" }), "from", "Please enter the first day"],
    ["an invalid day", () => ({ to: "soon" }), "to", "Please enter a valid last day"],
    ["no unit", () => ({ unitIds: [] }), "unitIds", "Please choose at least one unit"],
    [
      "a unit of another building",
      () => ({ unitIds: [unitId, strangeUnitId] }),
      "unitIds",
      "Please choose units of this property.",
    ],
    ["an unknown unit", () => ({ unitIds: [987_654] }), "unitIds", "Please choose units of this property."],
    [
      "no company",
      () => ({ companyName: undefined }),
      "companyId",
      "Please choose a company or enter its name",
    ],
    ["an empty company", () => ({ companyName: " " }), "companyName", "Company name is required"],
    [
      "an unknown company",
      () => ({ companyName: undefined, companyId: 987_654 }),
      "companyId",
      "Please choose one of your companies.",
    ],
    ["an unknown state", () => ({ state: "ended" }), "state", "state must be draft or active."],
    ["no property", () => ({ propertyId: undefined }), "propertyId", "Please choose a property"],
  ])("%s gets a message on its field, and nothing is written", async (_, change, field, sentence) => {
    const before = await tableContents(leasing.portal.db);
    const response = await leasing.send("POST", "/api/leases", leasing.facts(unitId, change()));
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json<{ fields: Record<string, string> }>().fields[field]).toBe(sentence);
    expect(await tableContents(leasing.portal.db)).toEqual(before);
  });

  test("a leap day and the end of a month are valid days", async () => {
    const lease = await leasing.record(unitId, { from: "2024-02-29", to: "2024-02-29" });
    expect(lease.units[0]).toMatchObject({ from: "2024-02-29", to: "2024-02-29" });
    const next = await leasing.record(unitId, { from: "2024-03-01", to: "2024-03-31" });
    expect(next.units[0]).toMatchObject({ from: "2024-03-01", to: "2024-03-31" });
  });

  test("a company of another landlord is treated as unknown", async () => {
    const strange = await leasing.portal.call("POST", "/api/companies", {
      cookie: otherLandlord.cookie,
      body: { name: "Far Away Ltd" },
    });
    const { id: companyId } = strange.json<{ id: number }>();
    const response = await leasing.send(
      "POST",
      "/api/leases",
      leasing.facts(unitId, { companyName: undefined, companyId }),
    );
    expect(response.json<{ fields: unknown }>().fields).toEqual({
      companyId: "Please choose one of your companies.",
    });
    // Its name may still be used, and creates a company of the landlord's own.
    expect((await leasing.record(unitId, { companyName: "Far Away Ltd" })).company.id).not.toBe(companyId);
  });
});

describe("a unit has one lease at a time", () => {
  test.each([
    ["on all of its days", -30, 300],
    ["on its last day", 300, 400],
    ["on its first day", -400, -30],
    ["around it", -400, 400],
  ])("a second one %s is refused with the name and the days of the first", async (_, from, to) => {
    await leasing.record(unitId, { companyName: "Northlight Optical", from: "2026-01-05", to: "2026-12-31" });
    const at = (days: number) =>
      new Date(Date.UTC(2026, 0, 5) + (days === -30 ? 0 : days === 300 ? 360 : days) * 86_400_000)
        .toISOString()
        .slice(0, 10);
    const response = await leasing.send(
      "POST",
      "/api/leases",
      leasing.facts(unitId, { from: at(from), to: at(to) }),
    );
    expect(response.statusCode).toBe(409);
    const sentence = `Unit ${await leasing.numberOf(unitId)} is let to Northlight Optical from Jan 5, 2026 to Dec 31, 2026.`;
    expect(response.json()).toMatchObject({ message: sentence, fields: { unitIds: sentence } });
  });

  test("the day after the last is free, and a draft holds no day", async () => {
    await leasing.record(unitId, { from: "2026-01-05", to: "2026-12-31" });
    await leasing.record(unitId, { from: "2027-01-01", to: null });
    const draft = await leasing.record(unitId, { from: "2026-06-01", to: null, state: "draft" });
    const activated = await leasing.send("POST", `/api/leases/${draft.id}/activate`, {});
    expect(activated.statusCode).toBe(409);
    expect(activated.json<{ message: string }>().message).toContain(
      "is let to Harbor Lane Coffee from Jan 5, 2026",
    );
  });

  test("of many concurrent requests for it one succeeds, the others get the message", async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        leasing.send(
          "POST",
          "/api/leases",
          leasing.facts(unitId, { companyName: `Rival ${at}`, unitIds: [secondUnitId, unitId] }),
        ),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
    for (const response of responses.filter(({ statusCode }) => statusCode === 409))
      expect(response.json<{ message: string }>().message).toMatch(/^Unit .+ is let to Rival \d from /);
  });

  test("of two drafts of one unit that are activated at once, one succeeds", async () => {
    const drafts = [
      await leasing.record(unitId, { state: "draft" }),
      await leasing.record(unitId, { state: "draft" }),
    ];
    const responses = await Promise.all(
      drafts.map(({ id }) => leasing.send("POST", `/api/leases/${id}/activate`, {})),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test("the database itself refuses overlapping days", async () => {
    await leasing.record(unitId);
    const lease = await leasing.record(unitId, { state: "draft" });
    const activated = leasing.portal.db
      .updateTable("leases")
      .set({ state: "active" })
      .where("id", "=", lease.id)
      .execute();
    await expect(activated).rejects.toThrow("lease_units_do_not_overlap");
  });
});
