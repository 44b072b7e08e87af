import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { withClient } from "#test/database.ts";
import type { Connection } from "./database.ts";
import { migrate } from "./migrate.ts";

let databases = 0;
let connection: Connection;
const administration = () => ({ ...inject("databaseConnection"), database: "postgres" });

beforeEach(async () => {
  const database = `migrate_${process.pid}_${++databases}`;
  await withClient(administration(), (client) => client.query(`create database ${database}`));
  connection = { ...inject("databaseConnection"), database };
});
afterEach(() =>
  withClient(administration(), (client) => client.query(`drop database ${connection.database} with (force)`)),
);

const run = () => withClient(connection, migrate);
const change = (statement: string) => withClient(connection, (client) => client.query(statement));

test("an empty database gets every migration, and a second start runs no migrations", async () => {
  const names = await run();
  expect(names.length).toBeGreaterThan(0);
  expect([...names].sort()).toEqual(names);
  expect(await run()).toEqual([]);
});

test("if four instances start on one database at the same time, one instance migrates and all start", async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, run));
  const counts = runs.map((names) => names.length).sort((a, b) => b - a);
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts.slice(1)).toEqual([0, 0, 0]);
});

test("a database from a newer version is rejected with a message that names the unknown migration", async () => {
  await run();
  await change("insert into schema_migrations (name, hash) values ('99991231000000_flying-cars.sql', 'x')");
  await expect(run()).rejects.toThrow(
    "The database was created by a newer version of the portal (which includes 99991231000000_flying-cars.sql). Start that version.",
  );
});

test.each([
  [
    "a migration that no longer exists",
    "20261121000000_the-house.sql",
    "insert into schema_migrations (name, hash) values ('20261121000000_the-house.sql', 'x')",
  ],
  [
    "a migration that has been edited since",
    "20261123000000_foundation.sql",
    "update schema_migrations set hash = 'x' where name = '20261123000000_foundation.sql'",
  ],
])(
  "a database with %s is rejected with a message that says what to do, and the lock is released",
  async (_, name, statement) => {
    await run();
    await change(statement);
    await expect(run()).rejects.toThrow(
      `The database was created before the first release with a different ${name}. Start with an empty one: move DATA_DIR away, or point DATABASE_URL at an empty database.`,
    );
    const { rows } = await change(
      "select count(*)::int as held from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and d.datname = current_database()",
    );
    expect(rows).toEqual([{ held: 0 }]);
  },
);

test("append-only tables reject updates, deletes, and truncation", async () => {
  await run();
  await change(
    "insert into audit_log (actor_name, action, subject_type, subject_id) values ('A', 'b', 'c', 'd')",
  );
  for (const statement of [
    "update audit_log set action = 'x'",
    "delete from audit_log",
    "truncate audit_log",
    "truncate work_order_activity",
  ])
    await expect(change(statement)).rejects.toThrow("is append-only");
});
