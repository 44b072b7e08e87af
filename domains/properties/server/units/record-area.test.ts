import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, type Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import type { TestPortal } from "#test/portal.ts";
import type { UnitDetails } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let today: Day;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  ({ today } = await add(null));
});
afterAll(() => portal.close());

let numbers = 0;
const add = async (sizeSqft: number | null) => {
  const { propertyId, landlord } = building;
  const body = { propertyId, unitNumber: `A${++numbers}`, type: "office", sizeSqft };
  const response = await portal.call("POST", "/api/units", { cookie: landlord.cookie, body });
  return response.json<UnitDetails>();
};
const edit = (id: number, body: object) =>
  portal.call("PATCH", `/api/units/${id}`, { cookie: building.landlord.cookie, body });
const change = async (id: number, sizeSqft: number | null, areaFrom?: Day | null) => {
  const response = await edit(id, { sizeSqft, ...(areaFrom === undefined ? {} : { areaFrom }) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<UnitDetails>();
};
const listAreas = ({ areas }: UnitDetails) =>
  areas.map(({ squareFeet, from, to, isReplaced }) => [squareFeet, from, to, isReplaced]);

test("a changed area applies from its date, and the unit shows who entered it and when [REC-20]", async () => {
  const { id, areas } = await add(1_000);
  expect(areas).toEqual([]);
  const from = addDays(today, -100);
  const unit = await change(id, 1_200, from);
  expect(unit.areaSqft).toBe(1_200);
  expect(listAreas(unit)).toEqual([
    [1_200, from, null, false],
    [1_000, null, addDays(from, -1), false],
  ]);
  const { fullName } = building.landlord;
  expect(unit.areas[0]).toMatchObject({ madeBy: fullName, madeAt: portal.clock.now.toISOString() });
  expect(unit.areas[1]).toMatchObject({ madeBy: null });
  const { rows } = await sql<{ details: object }>`
    select details from audit_log where action = 'unit.edited' and subject_id = ${String(id)}`.execute(
    portal.db,
  );
  expect(rows[0]?.details).toMatchObject({
    changes: [{ field: "sizeSqft", from: 1_000, to: 1_200 }],
    areaFrom: from,
  });
});

test("a changed area applies from today by default, and a previously unknown area applies to all dates [REC-20]", async () => {
  const { id } = await add(null);
  expect(listAreas(await change(id, 1_000))).toEqual([
    [1_000, null, null, false],
    [0, null, null, true],
  ]);
  expect(listAreas(await change(id, 1_100))[0]).toEqual([1_100, today, null, false]);
});

test("a later change of the area replaces the areas from its date on, and a correction replaces them all [REC-20]", async () => {
  const { id } = await add(1_000);
  const [march, july] = [addDays(today, -200), addDays(today, -80)];
  await change(id, 1_100, march);
  await change(id, 1_200, july);
  expect(listAreas(await change(id, 1_210, july)).map(([squareFeet]) => squareFeet)).toEqual([
    1_210, 1_200, 1_100, 1_000,
  ]);
  const { rows } = await sql<{ square_feet: number }>`
    select square_feet from unit_area_periods where unit_id = ${id} order by starts_on`.execute(portal.db);
  expect(rows).toEqual([{ square_feet: 1_000 }, { square_feet: 1_100 }, { square_feet: 1_210 }]);
  const corrected = await change(id, 1_300, null);
  expect(corrected.areas.map(({ isReplaced }) => isReplaced)).toEqual([false, true, true, true, true]);
  expect(corrected.areas[0]).toMatchObject({ squareFeet: 1_300, from: null, to: null });
});

test("a changed area can't apply from a future date [REC-20]", async () => {
  const { id } = await add(1_000);
  const response = await edit(id, { sizeSqft: 1_200, areaFrom: addDays(today, 1) });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    fields: {
      areaFrom: `It's ${formatCalendarDay(today)} at the property. Enter this date or an earlier one, and change the area again when the unit changes.`,
    },
  });
});

test("changing only the size below a rentable area doesn't change the unit's area [REC-20]", async () => {
  const { id } = await add(1_000);
  await edit(id, { rentableSqft: 1_150 });
  const response = await edit(id, { sizeSqft: 990 });
  expect(listAreas(response.json<UnitDetails>())).toHaveLength(2);
});

test("a unit's area always matches the last entry of its history, which is append-only [REC-20]", async () => {
  const { id } = await add(1_000);
  await change(id, 1_200);
  await expect(sql`update units set size_sqft = 1300 where id = ${id}`.execute(portal.db)).rejects.toThrow(
    "isn't its current area",
  );
  await expect(
    sql`update unit_areas set square_feet = 1 where unit_id = ${id}`.execute(portal.db),
  ).rejects.toThrow("append-only");
  await expect(sql`delete from unit_areas where unit_id = ${id}`.execute(portal.db)).rejects.toThrow(
    "can't be deleted",
  );
});

test("a unit whose area changed can still be deleted [REC-20]", async () => {
  const { id } = await add(1_000);
  const { version } = await change(id, 1_200);
  const response = await portal.call("DELETE", `/api/units/${id}`, {
    cookie: building.landlord.cookie,
    headers: { "if-match": `"${version}"` },
  });
  expect(response.statusCode, response.body).toBe(200);
});
