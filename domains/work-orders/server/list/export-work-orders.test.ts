import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import {
  createPerson,
  createProperty,
  createWorkOrder,
  signInAs,
  type WorkOrderFields,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let strangerCookie: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const otherPropertyId = await createProperty(db, { name: "Hill House" });
  const stranger = await createPerson(db, { role: "landlord", propertyIds: [otherPropertyId] });
  strangerCookie = await signInAs(db, stranger);
  await createWorkOrder(db, {
    propertyId: otherPropertyId,
    createdById: stranger.id,
    title: "Not yours to read",
  });
  for (const fields of orders) await add(fields);
});
afterAll(() => portal.close());

const orders: Partial<WorkOrderFields>[] = [
  { title: "Drain smells", status: "urgent", priority: "high" },
  { title: '=HYPERLINK("http://evil.example","click")', category: "HVAC" },
  { title: '@SUM(1) "quoted", and a comma', category: "HVAC", status: "completed" },
  { title: "Vase in Zoë’s 会議室\nhas broken 💧", category: "Other" },
];
const add = (fields: Partial<WorkOrderFields>) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    unitId: building.unitId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
    assigneeId: building.technician.id,
    ...fields,
  });

const read = async (query: string, cookie: string) => {
  const response = await portal.call("GET", `/api/work-orders.csv${query}`, { cookie });
  expect(response.statusCode, response.body).toBe(200);
  return parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
};
const titles = async (query: string, cookie: string) => (await read(query, cookie)).map(({ Title }) => Title);

test("work orders are exported as a dated UTF-8 CSV file with a byte order mark and readable column names", async () => {
  portal.clock.now = new Date("2026-11-21T05:00:00Z");
  const { cookie } = await portalSession();
  const response = await portal.call("GET", "/api/work-orders.csv?status=open&category=Plumbing", { cookie });
  expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
  // In the organization's time zone, it's still the day before.
  expect(response.headers["content-disposition"]).toBe('attachment; filename="work-orders-2026-11-20.csv"');
  const [head, row, end] = response.body.split("\r\n");
  expect(head).toBe(
    "\uFEFFNumber,Title,Description,Category,Location,Property,Unit,Priority,Status,Reported (UTC),Age (days),Reported by,Assigned to,Team,Paused,Paused until (UTC),Due (UTC),Planned on,Estimate (minutes),Time spent (minutes),Completed (UTC),Signed",
  );
  expect(row).toMatch(
    /^#WO-\d{4},Drain smells,It drips day and night\.,Plumbing,Kitchenette,Harbor House,101,High,Urgent,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,0,Tessa Tenant,Theo Technician,,,,,,,,,no$/,
  );
  expect(end).toBe("");
  portal.clock.now = new Date();
});
const portalSession = async () => ({
  cookie: await signInAs(portal.db, building.landlord, portal.clock.now),
});

test("the work order CSV file includes pauses and, for staff only, the time spent", async () => {
  const { technician, tenant, landlord } = building;
  const id = await createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: tenant.id,
    title: "Pump is loud",
    createdAt: new Date(portal.clock.now.getTime() - 30 * 86_400_000),
  });
  const work = (body: object, minutes: number) =>
    portal.call("POST", `/api/work-orders/${id}/work`, {
      ...technician,
      body,
      headers: { "happened-at": new Date(portal.clock.now.getTime() - minutes * 60_000).toISOString() },
    });
  await work({ step: "start" }, 90);
  await work({ step: "pause", reason: "part", until: "2100-12-01T17:00:00Z" }, 15);
  const rowFor = async ({ cookie }: { cookie: string }) =>
    (await portal.call("GET", `/api/work-orders.csv?ids=${id}`, { cookie })).body.split("\r\n")[1];
  expect(await rowFor(landlord)).toContain("Theo Technician,,Part,2100-12-01 17:00:00,,,,75,,no");
  expect(await rowFor(tenant)).toContain("Theo Technician,,Part,2100-12-01 17:00:00,,,,,,no");
  await portal.db.updateTable("work_orders").set({ deleted_at: new Date() }).where("id", "=", id).execute();
});

test("the work order CSV file escapes formulas and preserves quotes, commas, line breaks, and all scripts", async () => {
  const { cookie } = building.landlord;
  expect(await titles("?sort=oldest", cookie)).toEqual([
    "Drain smells",
    '\'=HYPERLINK("http://evil.example","click")',
    '\'@SUM(1) "quoted", and a comma',
    "Vase in Zoë’s 会議室\nhas broken 💧",
  ]);
});

test("the work order CSV file matches the list's filters and search", async () => {
  const { cookie } = building.landlord;
  expect(await titles("?status=open&category=Plumbing", cookie)).toEqual(["Drain smells"]);
  expect(await titles("?category=HVAC", cookie)).toHaveLength(2);
  expect(await titles("?status=completed", cookie)).toEqual(['\'@SUM(1) "quoted", and a comma']);
  expect(await titles("?q=drain", cookie)).toEqual(["Drain smells"]);
  expect(await titles("?q=unicorn", cookie)).toEqual([]);
});

test("the work order CSV file uses the list's sort order and can be limited to selected rows", async () => {
  const { cookie } = building.admin;
  const rows = (await portal.call("GET", "/api/work-orders?sort=highest", { cookie })).json<
    { id: number; title: string }[]
  >();
  expect(await titles("?sort=highest", cookie)).toHaveLength(rows.length);
  expect(rows[0]?.title).toBe("Drain smells");
  expect((await titles("?sort=highest", cookie))[0]).toBe("Drain smells");
  const ids = rows.slice(0, 2).map(({ id }) => id);
  expect(await read(`?ids=${ids.join(",")}`, cookie)).toHaveLength(2);
});

test("the work order CSV file contains only rows from the user's own list", async () => {
  expect(await titles("", strangerCookie)).toEqual(["Not yours to read"]);
  expect(await titles("", building.neighbor.cookie)).toEqual([]);
  expect(await titles("", building.tenant.cookie)).toHaveLength(4);
  expect(await titles("", building.landlord.cookie)).not.toContain("Not yours to read");
  expect(await titles("", building.admin.cookie)).toHaveLength(5);
});

test("the work order export rejects an unknown filter value with the same message as the list", async () => {
  const response = await portal.call("GET", "/api/work-orders.csv?status=lost", {
    cookie: building.admin.cookie,
  });
  expect(response.statusCode).toBe(400);
  expect(response.json().fields.status).toContain("status must be one of");
});

test("the audit log records who exported a work order list and with which filters", async () => {
  await read("?q=drain&status=open", building.landlord.cookie);
  const entry = await portal.db
    .selectFrom("audit_log")
    .select(["actor_id", "action", "subject_type", "subject_id", "details"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(entry).toEqual({
    actor_id: building.landlord.id,
    action: "list.exported",
    subject_type: "list",
    subject_id: "work-orders",
    details: { filters: { q: "drain", status: "open" } },
  });
});

test("a list of several pages is exported completely, with each row once and in the list's order", async () => {
  const { db } = portal;
  const otherPropertyId = await createProperty(db, { name: "Long House" });
  await sql`
    insert into work_orders (property_id, title, description, category, location, priority, created_by_id, content_hash)
    select ${otherPropertyId}, 'Lamp number ' || n, 'It flickers all night.', 'Electrical', 'Hall', 'low', ${building.admin.id}, ''
    from generate_series(1, 2345) n`.execute(db);
  const { cookie } = building.admin;
  for (const [query, first, last] of [
    ["", "Lamp number 2345", "Lamp number 1"],
    ["&sort=oldest", "Lamp number 1", "Lamp number 2345"],
    ["&sort=done-first", "Lamp number 1", "Lamp number 2345"],
    ["&q=lamp", "Lamp number 2345", "Lamp number 1"],
  ] as const) {
    const exported = await titles(`?propertyId=${otherPropertyId}${query}`, cookie);
    expect(exported).toHaveLength(2345);
    expect(new Set(exported).size).toBe(2345);
    expect([exported[0], exported.at(-1)]).toEqual([first, last]);
  }
});
