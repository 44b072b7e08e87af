import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { FileImport, ImportError } from "../../contract.ts";
import { sweepImports } from "./sweep-imports.ts";
import { writeImport } from "./write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
});
afterEach(() => portal.close());

const unitsFile = (numbers: readonly (number | string)[]) =>
  `Property,Unit number,Type,Suite,Floor,Rentable area (sq ft),Rent\n${numbers
    .map((number) => `Harbor House,${number},office,210,Mezzanine,"1,310",1200.50\n`)
    .join("")}`;
const unitNumbers = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

async function check(kind: string, content: string, cookie = building.admin.cookie): Promise<FileImport> {
  const form = multipart({ kind }, [
    { name: "file", fileName: "mine.csv", type: "text/csv", content: Buffer.from(content) },
  ]);
  const response = await portal.call("POST", "/api/imports", {
    cookie,
    body: form.body,
    headers: form.headers,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<FileImport>();
}
const run = (id: number, cookie = building.admin.cookie) =>
  portal.call("POST", `/api/imports/${id}/run`, { cookie });
const read = async (id: number, cookie = building.admin.cookie) =>
  (await portal.call("GET", `/api/imports/${id}`, { cookie })).json<FileImport>();
/** Runs the job as the worker does. */
const write = (importId: number, userId = building.admin.id) =>
  writeImport(portal.services, { importId, userId, requestId: "r-1", networkAddress: "192.0.2.7" });
const readState = async (id: number) =>
  (await portal.db.selectFrom("imports").select("state").where("id", "=", id).executeTakeFirst())?.state;
const unitCount = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from units`.execute(portal.db);
  return rows[0]?.count;
};
const jobCount = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker.jobs where task_identifier = 'run-import'`.execute(
    portal.db,
  );
  return rows[0]?.count;
};
/** Resolves once a statement waits for a lock that another session holds. */
const untilBlocked = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          portal.db,
        );
        return rows[0]?.count;
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBeGreaterThan(0);

describe("a checked file", () => {
  test("the worker writes every row with an audit log entry and deletes the stored rows", async () => {
    const { id } = await check("units", unitsFile(unitNumbers(1000, 1200)));
    expect(await unitCount()).toBe(2);
    const response = await run(id);
    expect([response.statusCode, response.json<FileImport>().state]).toEqual([202, "queued"]);

    await runJobsUntil(portal, async () => (await read(id)).state === "done");

    expect(await read(id)).toMatchObject({
      rows: 1200,
      rowsDone: 1200,
      errors: 0,
      sample: [],
      message: null,
    });
    const units = await portal.db.selectFrom("units").selectAll().where("unit_number", "=", "1777").execute();
    expect(units).toEqual([
      expect.objectContaining({
        property_id: building.propertyId,
        rent_cents: 120_050,
        suite: "210",
        floor: "Mezzanine",
        rentable_sqft: 1_310,
        status: "vacant",
        type: "office",
      }),
    ]);
    expect(await unitCount()).toBe(1202);
    const [entry] = await portal.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "import.done")
      .execute();
    expect(entry).toMatchObject({
      actor_id: building.admin.id,
      subject_id: String(id),
      details: { kind: "units", rows: 1200, fileName: "mine.csv" },
    });
    expect(entry?.network_address).not.toBe("");
    const each = await portal.db
      .selectFrom("audit_log")
      .select(["subject_id", "property_id", "details"])
      .where("action", "=", "unit.created")
      .execute();
    expect(each).toHaveLength(1200);
    expect(each.find(({ subject_id }) => subject_id === String(units[0]?.id))).toMatchObject({
      property_id: building.propertyId,
      details: {
        after: { unitNumber: "1777", rent: 120_050, suite: "210", rentableSqft: 1_310 },
        importId: id,
      },
    });
    expect(await portal.db.selectFrom("import_rows").select("line").execute()).toEqual([]);
  });

  test("a file with errors isn't imported, and the message says how many rows need fixing", async () => {
    const { id } = await check("units", unitsFile(["A1", "101", "102"]));
    const response = await run(id);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      "Nothing was imported: 2 units in this file have errors. Fix the file and upload it again.",
    ]);
    expect(await jobCount()).toBe(0);
    expect(await unitCount()).toBe(2);
  });

  test("valid rows can be imported without the invalid rows, which stay available for a week", async () => {
    const { cookie } = building.admin;
    const runValid = (id: number) =>
      portal.call("POST", `/api/imports/${id}/run`, { cookie, body: { validRowsOnly: true } });
    const { id: allBad } = await check("units", unitsFile(["101"]));
    expect((await runValid(allBad)).json()).toMatchObject({
      message: expect.stringContaining("every row") as string,
    });
    const { id } = await check("units", unitsFile(["A1", "101", "A2"]));
    expect((await runValid(id)).statusCode).toBe(202);
    await write(id);
    expect(await read(id)).toMatchObject({ state: "done", rows: 3, rowsDone: 2, badRows: 1 });
    expect(await unitCount()).toBe(4);
    const file = await portal.call("GET", `/api/imports/${id}/not-imported.csv`, { cookie });
    expect(file.body.trim().split("\r\n").slice(1)).toEqual([
      'Harbor House,101,office,210,Mezzanine,"1,310",1200.50,Unit number: The property already has a unit 101.',
    ]);
    portal.clock.advanceMinutes(8 * 24 * 60);
    await sweepImports(portal.services);
    expect(await portal.db.selectFrom("import_file_rows").select("line").execute()).toEqual([]);
  });

  test("a landlord's imported properties are assigned to that landlord, and a single-unit property gets unit 1", async () => {
    const { landlord } = building;
    const { id } = await check(
      "properties",
      "Name,Address,City,State,ZIP,Type,MLS number\nGarden Lane,12 Garden Lane,Portland,Oregon,97201,single,\nMill,1 Mill Road,Portland,OR,97201,multi,=M1\n",
      landlord.cookie,
    );
    const received: unknown[] = [];
    portal.services.live.subscribe((messages) => received.push(...messages));
    await run(id, landlord.cookie);
    await write(id, landlord.id);
    // Open pages show them, including the landlord's.
    await expect.poll(() => received).toContainEqual({ to: "access-scope", userIds: [landlord.id] });
    expect(received).toContainEqual(expect.objectContaining({ to: "viewers", subject: "property" }));
    const listed = await portal.call("GET", "/api/buildings", { cookie: landlord.cookie });
    expect(listed.json<{ name: string }[]>().map(({ name }) => name)).toEqual([
      "Harbor House",
      "Garden Lane",
      "Mill",
    ]);
    const made = await portal.db
      .selectFrom("properties as p")
      .leftJoin("units as u", "u.property_id", "p.id")
      .select(["p.name", "p.state", "p.country", "p.mls_number", "u.unit_number"])
      .where("p.created_by_id", "=", landlord.id)
      .orderBy("p.id")
      .execute();
    expect(made).toEqual([
      { name: "Garden Lane", state: "OR", country: "USA", mls_number: null, unit_number: "1" },
      { name: "Mill", state: "OR", country: "USA", mls_number: "=M1", unit_number: null },
    ]);
  });
});

describe("an import is written once and completely, however often it's started", () => {
  test("an import started twice, with two workers in parallel, is written once", async () => {
    const { id } = await check("units", unitsFile(unitNumbers(2000, 700)));
    const responses = await Promise.all([run(id), run(id), run(id)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    expect(await jobCount()).toBe(1);
    await Promise.all([write(id), write(id), write(id)]);
    await write(id);
    expect(await unitCount()).toBe(702);
    expect((await read(id)).state).toBe("done");
    expect((await run(id)).json<FileImport>().state).toBe("done");
    expect(await jobCount()).toBe(1);
  });

  test("if the portal's data changed after the check, nothing is written, and the rows that no longer fit are reported", async () => {
    const { id } = await check("units", unitsFile(["A1", "A2", "A3"]));
    await run(id);
    await createUnit(portal.db, building.propertyId, "a2");
    await write(id);
    expect(await unitCount()).toBe(3);
    expect(await read(id)).toMatchObject({
      state: "checked",
      badRows: 1,
      message:
        "Nothing was imported because data in the portal changed after the file was checked, and 1 unit is no longer valid.",
    });
    const errors = await portal.call("GET", `/api/imports/${id}/errors`, { cookie: building.admin.cookie });
    expect(errors.json<ImportError[]>()).toEqual([
      {
        line: 3,
        column: "Unit number",
        value: "A2",
        message: "The property already has a unit a2.",
        moreRows: 0,
        correctable: [{ column: "Unit number", value: "A2" }],
      },
    ]);
  });

  test("if a unit number is taken during the write, the import is rolled back", async () => {
    const { id } = await check("units", unitsFile(unitNumbers(3000, 800)));
    await run(id);
    let commit = () => {};
    const other = portal.db.transaction().execute(async (db) => {
      await createUnit(db, building.propertyId, "3790");
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await expect
      .poll(async () => {
        const { rows } =
          await sql`select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`.execute(
            portal.db,
          );
        return rows.length;
      })
      .toBeGreaterThan(0);
    const writing = write(id);
    await untilBlocked();
    expect(await read(id)).toMatchObject({ state: "running", rowsDone: 500 });
    expect(await unitCount()).toBe(2);
    commit();
    await Promise.all([other, writing]);
    expect(await unitCount()).toBe(3);
    expect(await read(id)).toMatchObject({ state: "checked", badRows: 1, rowsDone: 0 });
    expect((await run(id)).statusCode).toBe(409);
  });

  test("an import whose process was killed can be started again and is still written only once", async () => {
    const { id } = await check("units", unitsFile(["A1"]));
    await run(id);
    await sql`update imports set state = 'running', last_progress_at = now() - interval '2 minutes'`.execute(
      portal.db,
    );
    expect((await read(id)).state).toBe("stopped");
    expect((await run(id)).json<FileImport>().state).toBe("queued");
    expect(await jobCount()).toBe(2);
    await write(id);
    await write(id);
    expect(await unitCount()).toBe(3);
  });

  test("the job imports nothing if the person no longer has permission", async () => {
    const { id } = await check("units", unitsFile(["A1"]), building.landlord.cookie);
    await run(id, building.landlord.cookie);
    await portal.db
      .updateTable("users")
      .set({ state: "disabled" })
      .where("id", "=", building.landlord.id)
      .execute();
    await write(id, building.landlord.id);
    expect(await unitCount()).toBe(2);
    expect(await read(id)).toMatchObject({
      state: "checked",
      message: expect.stringContaining("no longer has permission to import") as string,
    });
  });
});

describe("the stored rows of a file", () => {
  test("the stored rows are deleted after a week, and the import says so", async () => {
    const { id } = await check("units", unitsFile(["A1", "101"]));
    portal.clock.advanceMinutes(6 * 24 * 60);
    await sweepImports(portal.services);
    expect(await readState(id)).toBe("checked");
    portal.clock.advanceMinutes(2 * 24 * 60);
    await sweepImports(portal.services);
    expect(await readState(id)).toBe("expired");
    expect(await portal.db.selectFrom("import_rows").select("line").execute()).toEqual([]);
    expect(await portal.db.selectFrom("import_errors").select("line").execute()).toEqual([]);
  });

  test("the stored rows are deleted after a day if the upload was aborted", async () => {
    await portal.db
      .insertInto("imports")
      .values({ kind: "units", file_name: "half.csv", created_by_id: building.admin.id })
      .execute();
    await sweepImports(portal.services);
    expect(await portal.db.selectFrom("imports").select("id").execute()).toHaveLength(1);
    portal.clock.advanceMinutes(25 * 60);
    await sweepImports(portal.services);
    expect(await portal.db.selectFrom("imports").select("id").execute()).toEqual([]);
  });
});
