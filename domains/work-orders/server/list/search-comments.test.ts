import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { WorkOrderRow } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let leaking: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { landlord, neighbor, tenant, otherLeaseId } = building;
  leaking = await newOrder("Leaking faucet");
  await comment(
    leaking,
    landlord,
    "The plumber came this morning and says that the Gasket\nis worn. He orders a new one.",
  );
  await comment(leaking, landlord, "The tenant must pay for the gasquette", true);
  const broken = await newOrder("Broken lamp");
  await comment(broken, tenant, "Still dark, like the gasket of a submarine");
  const theirs = await newOrder("Cold radiator", { leaseId: otherLeaseId, createdById: neighbor.id });
  await comment(theirs, neighbor, "A gasket here too");
  const deleted = await newOrder("Deleted");
  await comment(deleted, landlord, "No gasket");
  await portal.db
    .updateTable("work_orders")
    .set({ deleted_at: new Date() })
    .where("id", "=", deleted)
    .execute();
});
afterAll(() => portal.close());

const newOrder = (title: string, facts: object = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
    title,
    ...facts,
  });
async function comment(id: number, { cookie }: { cookie: string }, text: string, internal = false) {
  const body = { text, internal };
  const response = await portal.call("POST", `/api/work-orders/${id}/comments`, { cookie, body });
  expect(response.statusCode, response.body).toBe(201);
}

const list = async (query: string, { cookie }: { cookie: string }) =>
  (await portal.call("GET", `/api/work-orders?${query}`, { cookie }))
    .json<WorkOrderRow[]>()
    .map(({ title }) => title);
const search = async (q: string, { cookie }: { cookie: string }) =>
  (await portal.call("GET", `/api/search?q=${encodeURIComponent(q)}`, { cookie }))
    .json<{ hits: { title: string; detail: string }[] }>()
    .hits.map(({ title, detail }) => ({ title, detail }));

test("NAV-31 the list finds work orders by words in their comments, in any form, and only with all of them", async () => {
  const { landlord } = building;
  for (const q of ["gasket", "GASK", "gasket worn", "worn plumber"])
    expect(await list(`q=${q}`, landlord), q).toContain("Leaking faucet");
  expect(await list("q=gasket submarine", landlord)).toEqual(["Broken lamp"]);
  expect(await list("q=gasket", landlord)).toEqual(["Cold radiator", "Broken lamp", "Leaking faucet"]);
  expect(await list("q=asket", landlord)).toEqual([]);
  // Too short: nearly every comment has a word that starts with these letters.
  expect(await list("q=ga", landlord)).toEqual([]);
  expect(await list("q=gasket&in=details", landlord)).toEqual([]);
});

test("NAV-31 the search shows the words around the match in the comment, after work orders with the words in their title", async () => {
  const { landlord, technician } = building;
  const found = {
    title: "Leaking faucet",
    detail: `#WO-${String(leaking).padStart(4, "0")} · “…that the Gasket is worn. He orders a new one.”`,
  };
  expect(await search("gasket worn", landlord)).toEqual([found]);
  expect(await search("gasket worn", technician)).toEqual([found]);
  await newOrder("Gasket of the pump");
  expect((await search("gasket", landlord)).map(({ title }) => title)).toEqual([
    "Gasket of the pump",
    "Cold radiator",
    "Broken lamp",
    "Leaking faucet",
  ]);
});

test("ROLE-19 tenants find only comments they can see: none for staff, and none on other leases or deleted work orders", async () => {
  const { tenant, neighbor, landlord } = building;
  for (const q of ["gasquette", "pay gasquette", "tenant must"]) {
    expect(await list(`q=${q}`, landlord), q).toEqual(["Leaking faucet"]);
    expect(await list(`q=${q}`, tenant), q).toEqual([]);
    expect(await search(q, tenant), q).toEqual([]);
  }
  // An internal comment doesn't complete the words of a shared one.
  expect(await list("q=plumber gasquette", tenant)).toEqual([]);
  expect(await list("q=submarine", tenant)).toEqual(["Broken lamp"]);
  expect(await list("q=submarine", neighbor)).toEqual([]);
  expect(await list("q=gasket", neighbor)).toEqual(["Cold radiator"]);
});

test("words that thousands of comments have are found too, and only in comments the user can see", async () => {
  const { tenant, neighbor, landlord, otherLeaseId } = building;
  const crowded = await newOrder("Crowded", { leaseId: otherLeaseId, createdById: neighbor.id });
  await sql`
    insert into work_order_activity (work_order_id, property_id, seq, action_type, details, internal, previous_hash, hash)
    select id, property_id, 0, 'comment_added', '{"text": "Walrus again"}', true, '', ''
    from work_orders cross join generate_series(1, 5100) where id = ${crowded}`.execute(portal.db);
  const shared = await newOrder("Shared");
  await comment(shared, tenant, "A walrus in the hall");
  const internal = await newOrder("Internal");
  await comment(internal, landlord, "No walrus was found", true);
  expect(await list("q=walrus", landlord)).toEqual(["Internal", "Shared", "Crowded"]);
  expect(await list("q=walrus", tenant)).toEqual(["Shared"]);
  expect(await list("q=walrus", neighbor)).toEqual([]);
  expect((await search("walrus", tenant)).map(({ detail }) => detail)).toEqual([
    `#WO-${String(shared).padStart(4, "0")} · “A walrus in the hall”`,
  ]);
});
