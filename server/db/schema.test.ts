import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { templateName, withClient } from "#test/database.ts";
import { describeSchema, describeTables } from "./describe-schema.ts";

// Uses a separate database because the template can't have connections while others copy it.
const withMigrated = async <T>(use: Parameters<typeof withClient<T>>[1]): Promise<T> => {
  const server = inject("databaseConnection");
  const database = `schema_${process.pid}`;
  const administer = (statement: string) =>
    withClient({ ...server, database: "postgres" }, (client) => client.query(statement));
  await administer(`create database ${database} template ${templateName}`);
  try {
    return await withClient({ ...server, database }, use);
  } finally {
    await administer(`drop database ${database}`);
  }
};
const readRepoFile = (file: string) => readFile(path.join(projectRoot, file), "utf8");
/** The formatter might have wrapped lines. It starts each line of a union with a bar. */
const withoutBlanks = (text: string) => text.replace(/\s+/g, "").replace(/(?<=[:<(])\|/g, "");

test("migrations/schema.sql and server/db/tables.ts match the migrations (if not, run `npm run schema`)", async () => {
  const [schema, tables] = await withMigrated(async (client) => [
    await describeSchema(client),
    await describeTables(client),
  ]);
  expect(await readRepoFile("migrations/schema.sql")).toBe(schema);
  expect(withoutBlanks(await readRepoFile("server/db/tables.ts"))).toBe(withoutBlanks(tables ?? ""));
});

test("no GiST index has an id after its first column because the planner would use it for lookups by that id", async () => {
  const { rows } = await withMigrated((client) =>
    client.query(`
      select i.indexrelid::regclass::text as index, a.attname as column from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam and m.amname = 'gist'
      cross join lateral unnest(i.indkey::smallint[]) with ordinality part (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.number
      where part.place > 1 and a.atttypid = 'bigint'::regtype`),
  );
  expect(rows).toEqual([]);
});
