import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SearchResponse } from "#domains/search/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { type WorkOrderRow, workOrderRow } from "../../contract.ts";
import { workOrderSorts } from "../../sorts.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherPropertyId: number;
/** Ids of the property's work orders, oldest first. */
const ids: number[] = [];

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  otherPropertyId = await createProperty(portal.db);
  const statuses = ["open", "urgent", "in_progress", "scheduled", "completed", "cancelled"] as const;
  const categories = ["Plumbing", "HVAC", "General", "Other"] as const;
  for (let index = 0; index < 12; index += 1)
    ids.push(
      await createWorkOrder(portal.db, {
        propertyId: building.propertyId,
        createdById: index % 3 === 0 ? building.tenant.id : building.landlord.id,
        title: `Problem ${index} ${index % 2 === 0 ? "Kessel" : "50% off_line"}`,
        status: statuses[index % 6] ?? "open",
        category: categories[index % 4] ?? "Other",
        ...(index % 3 === 0 ? { leaseId: building.leaseId } : {}),
        ...(index === 4 ? { assigneeId: building.technician.id } : {}),
      }),
    );
  await createWorkOrder(portal.db, {
    propertyId: otherPropertyId,
    createdById: building.admin.id,
    title: "Somewhere else",
  });
});
afterAll(() => portal.close());

const list = async (who: { cookie: string }, query = "") => {
  const response = await portal.call("GET", `/api/work-orders${query}`, who);
  return {
    status: response.statusCode,
    total: response.headers["x-total-count"],
    link: response.headers.link,
    rows: response.json<WorkOrderRow[]>(),
  };
};
const getIds = ({ rows }: { rows: WorkOrderRow[] }) => rows.map(({ id }) => id);
const newestFirst = (some: number[]) => [...some].reverse();

describe("work order list", () => {
  test("API-14 WO-02 WO-08 every row of the work order list has exactly the fields of its contract", async () => {
    const { rows } = await list(building.admin);
    expect(rows).toHaveLength(13);
    for (const row of rows) expect(workOrderRow.parse(row)).toEqual(row);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(Object.keys(workOrderRow.shape).sort());
  });

  test("the next link has a cursor in the default sort order and its reverse, and a page number in other orders", async () => {
    for (const sort of workOrderSorts) {
      const first = await list(building.admin, `?sort=${sort}&limit=5`);
      const hasCursor = ["newest", "oldest"].includes(sort);
      const next = hasCursor ? `cursor=${getIds(first).at(-1)}` : "page=2";
      expect(first.link).toBe(`</api/work-orders?sort=${sort}&limit=5&${next}>; rel="next"`);
    }
    expect((await list(building.admin, "?sort=highest&page=2&pageSize=5")).link).toBe(
      '</api/work-orders?sort=highest&page=3&pageSize=5>; rel="next"',
    );
  });

  test("a cursor is rejected with a message if the sort order has only page numbers", async () => {
    const response = await portal.call("GET", "/api/work-orders?sort=highest&cursor=7", building.admin);
    expect([response.statusCode, response.json().fields]).toEqual([
      400,
      { cursor: "A list in this order has no cursor. Use page instead." },
    ]);
  });

  test("the ids parameter limits the list to the given work orders that the user can access", async () => {
    const [first = 0, second = 0] = ids;
    const query = `?ids=${second},${first},987654321`;
    expect(getIds(await list(building.landlord, query))).toEqual([second, first]);
    expect(await list(building.neighbor, query)).toMatchObject({ rows: [], total: "0" });
  });

  test("WO-16 WO-19 pages of five have the exact total and a link to the next page", async () => {
    const second = await list(building.landlord, "?page=2&pageSize=5");
    expect(getIds(second)).toEqual(newestFirst(ids).slice(5, 10));
    expect(second.total).toBe("12");
    expect(second.link).toBe('</api/work-orders?page=3&pageSize=5>; rel="next"');
    const last = await list(building.landlord, "?page=3&pageSize=5");
    expect(getIds(last)).toEqual(newestFirst(ids).slice(10));
    expect(last.link).toBeUndefined();
    expect(await list(building.landlord, "?page=99&pageSize=5")).toMatchObject({
      status: 200,
      rows: [],
      total: "12",
    });
  });

  test.each([
    ["WO-12 API-33 open includes urgent work orders", "?status=open", [0, 1, 6, 7]],
    ["WO-06 both spellings of in progress", "?status=in-progress", [2, 8]],
    ["WO-13 a category in any letter case", "?category=hvac", [1, 5, 9]],
    ["WO-44 Other includes categories without an option", "?category=Other", [2, 3, 6, 7, 10, 11]],
    ["words in the title", "?q=kessel&status=completed", [4, 10]],
    ["percent and underscore are literal", "?q=50%25%20off_", [1, 3, 5, 7, 9, 11]],
    ["two letters match the beginning of the title", "?q=pr&category=HVAC", [1, 5, 9]],
    ["nothing", "?q=zebra", []],
  ])("the list can be filtered: %s", async (_, query, expected) => {
    const result = await list(building.technician, query);
    expect(getIds(result)).toEqual(newestFirst(expected.map((index) => ids[index] ?? 0)));
    expect(result.total).toBe(String(expected.length));
  });

  test("searching for a work order number finds that work order", async () => {
    const id = ids[3] ?? 0;
    for (const q of [`%23WO-${String(id).padStart(4, "0")}`, `wo-${id}`])
      expect(getIds(await list(building.admin, `?q=${q}`))).toEqual([id]);
    // A bare number is also searched as a word.
    expect(getIds(await list(building.admin, `?q=${id}`))).toEqual(
      expect.arrayContaining([id, ...ids.slice(id, id + 1)]),
    );
  });

  test.each([
    "?status=on_hold",
    "?category=garden",
    "?priority=huge",
    "?page=0",
    "?pageSize=101",
    "?limit=201",
    "?cursor=abc",
    "?propertyId=1e9",
    "?assignee=-1",
    "?sort=best",
    "?ids=1,,2",
  ])("an invalid list parameter is rejected with 400 and a message: %s", async (query) => {
    const response = await portal.call("GET", `/api/work-orders${query}`, building.admin);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/must be/);
  });

  test("page numbers over the limit are rejected with a message, but the next link continues beyond it", async () => {
    const response = await portal.call("GET", "/api/work-orders?page=2001&pageSize=5", building.admin);
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      expect.stringMatching(/up to 2,000\./),
    ]);
  });

  test("unknown parameters of the work order list are ignored", async () => {
    expect((await list(building.landlord, "?colour=red")).total).toBe("12");
  });

  test("the work order list and its total are limited to work orders the user can access", async () => {
    expect(getIds(await list(building.tenant))).toEqual(
      newestFirst([0, 3, 6, 9].map((index) => ids[index] ?? 0)),
    );
    expect((await list(building.tenant)).total).toBe("4");
    expect(await list(building.neighbor)).toMatchObject({ rows: [], total: "0" });
    expect((await list(building.technician)).total).toBe("12");
    expect((await list(building.admin)).total).toBe("13");
    expect(await list(building.landlord, `?propertyId=${otherPropertyId}`)).toMatchObject({
      rows: [],
      total: "0",
    });
    const none = await createPerson(portal.db, { role: "maintenance" });
    expect(await list({ cookie: await signInAs(portal.db, none) })).toMatchObject({ rows: [], total: "0" });
  });

  test("DASH-02 API-12 the dashboard's figures equal the totals of the lists they link to", async () => {
    for (const who of ["tenant", "technician", "landlord", "admin", "neighbor"] as const) {
      const stats = (await portal.call("GET", "/api/dashboard/stats", building[who])).json();
      expect(String(stats.openWorkOrders)).toBe((await list(building[who], "?status=open")).total);
      expect(String(stats.completedOrders)).toBe((await list(building[who], "?status=completed")).total);
      expect(String(stats.inProgressOrders)).toBe((await list(building[who], "?status=in_progress")).total);
    }
  });

  test("NAV-31 the top bar search only finds work orders the user can access", async () => {
    const search = async (who: { cookie: string }, q: string) =>
      (await portal.call("GET", `/api/search?q=${q}`, who)).json<SearchResponse>().hits.map(({ id }) => id);
    expect(await search(building.admin, "somewhere")).toHaveLength(1);
    expect(await search(building.landlord, "somewhere")).toEqual([]);
    expect(await search(building.tenant, "problem")).toEqual(
      newestFirst([0, 3, 6, 9].map((index) => ids[index] ?? 0)),
    );
  });
});

// These tests come last because they add work orders the others don't expect.
test("the work order list can be limited to one unit, with the exact total, and is empty for an inaccessible unit", async () => {
  const propertyId = await createProperty(portal.db, { name: "Unit House" });
  const [unitId, nextDoor] = [
    await createUnit(portal.db, propertyId),
    await createUnit(portal.db, propertyId),
  ];
  const createdById = building.admin.id;
  const expectedId = await createWorkOrder(portal.db, { propertyId, unitId, createdById });
  await createWorkOrder(portal.db, { propertyId, unitId: nextDoor, createdById });
  const result = await list(building.admin, `?unitId=${unitId}&page=1&pageSize=10`);
  expect([getIds(result), result.total]).toEqual([[expectedId], "1"]);
  expect(await list(building.landlord, `?unitId=${unitId}`)).toMatchObject({ rows: [], total: "0" });
});

test("the work order list can be limited to one lease, with the exact total, for users with access to it", async () => {
  const { propertyId, leaseId, otherLeaseId, tenant, neighbor, technician, landlord, admin } = building;
  const expectedId = await createWorkOrder(portal.db, {
    propertyId,
    leaseId: otherLeaseId,
    createdById: neighbor.id,
  });
  await createWorkOrder(portal.db, { propertyId, leaseId, createdById: tenant.id });
  const rows = await portal.db
    .selectFrom("work_orders")
    .select("id")
    .where("lease_id", "=", otherLeaseId)
    .where("deleted_at", "is", null)
    .execute();
  for (const person of [neighbor, technician, landlord, admin]) {
    const result = await list(person, `?leaseId=${otherLeaseId}&page=1&pageSize=100`);
    expect([getIds(result).includes(expectedId), result.total]).toEqual([true, String(rows.length)]);
  }
  expect(await list(tenant, `?leaseId=${otherLeaseId}`)).toMatchObject({ rows: [], total: "0" });
});

test("the work order search covers the description, the unit, and the company, within the user's access [NAV-31]", async () => {
  const { propertyId, leaseId, tenant, technician, landlord, neighbor } = building;
  const unitId = await createUnit(portal.db, propertyId, "7B");
  const id = await createWorkOrder(portal.db, {
    propertyId,
    unitId,
    leaseId,
    description: "The autoclave doesn't get warm.",
    createdById: tenant.id,
  });
  const { name } = await portal.db
    .selectFrom("leases")
    .innerJoin("companies", "companies.id", "leases.company_id")
    .select("companies.name")
    .where("leases.id", "=", leaseId)
    .executeTakeFirstOrThrow();
  for (const text of ["autoclave", "unit 7b", name]) {
    const query = `?q=${encodeURIComponent(text)}`;
    for (const person of [tenant, technician, landlord])
      expect([text, getIds(await list(person, query)).includes(id)]).toEqual([text, true]);
    expect([text, getIds(await list(neighbor, query)).includes(id)]).toEqual([text, false]);
    const { hits } = (
      await portal.call("GET", `/api/search?q=${encodeURIComponent(text)}`, technician)
    ).json<SearchResponse>();
    expect(hits.some((hit) => hit.kind === "work-order" && hit.id === id)).toBe(true);
  }
});
