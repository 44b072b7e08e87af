import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const storedFiles = async () =>
  (await readdir(portal.filesFolder, { recursive: true })).filter((name) => name.includes("."));

const smallPhoto = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: "#345" } })
    .png()
    .toBuffer();

async function reportWithPhoto() {
  const content = await smallPhoto();
  const form = multipart(
    {
      title: "Water on the floor",
      description: "There is water on the floor of the kitchen.",
      category: "Plumbing",
      location: "Kitchen",
      priority: "high",
    },
    [{ name: "images", fileName: "floor.png", type: "image/png", content }],
  );
  const { body, headers } = form;
  return portal.call("POST", "/api/work-orders", { cookie: building.tenant.cookie, body, headers });
}

const atCommit = (what: string, table = "work_order_images") =>
  sql`
    create or replace function at_commit() returns trigger language plpgsql as $$ begin ${sql.raw(what)}; return null; end $$;
    drop trigger if exists at_commit on ${sql.table(table)};
    create constraint trigger at_commit after insert or update on ${sql.table(table)} deferrable initially deferred
      for each row execute function at_commit()`.execute(portal.db);

test("a connection lost during the commit returns 503, and the photos are kept because the work order might exist", async () => {
  await atCommit("perform pg_terminate_backend(pg_backend_pid())");
  const response = await reportWithPhoto();
  expect(response.statusCode).toBe(503);
  expect(response.json().message).toBe(
    "We lost the database connection while saving. Reload to check whether your changes were saved.",
  );
  expect(await storedFiles()).toHaveLength(2);
});

test.each([
  ["a property photo", "properties", 2],
  ["the logo", "organization", 1],
] as const)("%s is kept if the connection is lost during the commit", async (_, table, files) => {
  const [name, path] =
    table === "organization"
      ? ["logo", "/api/settings/logo"]
      : ["photo", `/api/properties/${building.propertyId}/photo`];
  const before = (await storedFiles()).length;
  await atCommit("perform pg_terminate_backend(pg_backend_pid())", table);
  const form = multipart({}, [
    { name, fileName: "front.png", type: "image/png", content: await smallPhoto() },
  ]);
  const response = await portal.call("PUT", path, { cookie: building.admin.cookie, ...form });
  await sql`drop trigger at_commit on ${sql.table(table)}`.execute(portal.db);
  expect(response.statusCode).toBe(503);
  expect(await storedFiles()).toHaveLength(before + files);
});

test("a failed commit removes the photos", async () => {
  const before = await storedFiles();
  await atCommit("raise exception 'not today'");
  expect((await reportWithPhoto()).statusCode).toBe(500);
  expect(await storedFiles()).toEqual(before);
});

test.each([
  ["deadlock_detected", "Someone else changed this at the same time. Please try again."],
  ["query_canceled", "This took too long. Please try again in a minute."],
])("a write that fails with %s returns 503 and can be retried", async (condition, message) => {
  const before = await storedFiles();
  await atCommit(`raise exception 'not now' using errcode = '${condition}'`);
  const response = await reportWithPhoto();
  expect([response.statusCode, response.json().message]).toEqual([503, message]);
  expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
  expect(await storedFiles()).toEqual(before);
});

test("a change is saved completely or not at all, even if the connection is lost", async () => {
  const { propertyId, landlord } = building;
  const id = await createWorkOrder(portal.db, { propertyId, createdById: landlord.id });
  const move = () =>
    portal.call("PATCH", `/api/work-orders/${id}/status`, {
      cookie: landlord.cookie,
      body: { status: "in_progress" },
    });
  const entries = async () =>
    (await sql`select from work_order_activity where work_order_id = ${id}`.execute(portal.db)).rows.length;
  const before = await entries();
  const atEntry = (what: string) =>
    sql`
      create or replace function at_entry() returns trigger language plpgsql as $$ begin ${sql.raw(what)}; return null; end $$;
      drop trigger if exists at_entry on work_order_activity;
      create trigger at_entry after insert on work_order_activity for each row execute function at_entry()`.execute(
      portal.db,
    );
  await atEntry("perform pg_terminate_backend(pg_backend_pid())");
  const lost = await move();
  expect(lost.statusCode).toBe(503);
  await atEntry("raise exception 'not today'");
  expect((await move()).statusCode).toBe(500);
  expect(await entries()).toBe(before);
  const { rows } = await sql`select status from work_orders where id = ${id}`.execute(portal.db);
  expect(rows).toEqual([{ status: "open" }]);
});
