import { utimes } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, createProperty, createWorkOrder } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { fileKeyColumns, sweepFiles } from "./sweep-files.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** Stores a file as if it had been stored days ago. */
async function putFile(daysOld: number, extension = "png"): Promise<string> {
  const { key } = await portal.services.files.put(Buffer.from("image"), extension);
  const then = new Date(portal.clock.now.getTime() - daysOld * 24 * 60 * 60 * 1000);
  await utimes(path.join(portal.filesFolder, key), then, then);
  return key;
}
const readContent = async (key: string) =>
  (await buffer((await portal.services.files.read(key)).stream)).toString();

test("unreferenced files are removed after a day, new and referenced files are kept, and if no row refers to any file, none is removed", async () => {
  const { files } = portal.services;
  const [named, young, orphan] = [await putFile(3), await putFile(0.5), await putFile(1.5)];
  await sweepFiles(portal.services);
  expect(await readContent(orphan)).toBe("image");
  const propertyId = await createProperty(portal.db);
  const { id: signerId } = await createPerson(portal.db, { role: "admin" });
  await portal.db
    .insertInto("work_order_signatures")
    .values({
      work_order_id: await createWorkOrder(portal.db, { propertyId, createdById: signerId }),
      property_id: propertyId,
      file_key: named,
      sha256: Buffer.alloc(32),
      content_hash: Buffer.alloc(32),
      content_hash_version: 1,
      signed_by_id: signerId,
      signed_by_name: "Ada Admin",
    })
    .execute();
  await sweepFiles(portal.services);
  for (const key of [named, young]) expect(await readContent(key)).toBe("image");
  await expect(files.read(orphan)).rejects.toMatchObject({ code: "not_found" });
});

test("the parts of a data export are kept for more than a day while it runs and removed if it fails", async () => {
  const { id: createdById } = await createPerson(portal.db, { role: "admin" });
  const [part, orphan] = [await putFile(1.5, "zip"), await putFile(1.5)];
  await sql`insert into exports (created_by_id, created_at, state) values (${createdById}, now(), 'running')`.execute(
    portal.db,
  );
  await sweepFiles(portal.services);
  expect(await readContent(part)).toBe("image");
  await expect(readContent(orphan)).rejects.toMatchObject({ code: "not_found" });
  await sql`update exports set state = 'failed'`.execute(portal.db);
  await sweepFiles(portal.services);
  await expect(readContent(part)).rejects.toMatchObject({ code: "not_found" });
});

test("the list of columns that refer to files is complete", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_key' and column_name <> 'request_key' and data_type = 'text' order by 1, 2`.execute(
    portal.db,
  );
  expect(rows.map(({ table, column }) => `${table}.${column}`)).toEqual(
    fileKeyColumns.map((place) => place.join(".")).sort(),
  );
});
