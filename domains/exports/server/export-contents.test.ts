import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDemo } from "#seeds/demo.ts";
import { exportAll, readTable } from "#test/exports.ts";
import { signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { exportedTables } from "./tables/all-tables.ts";

/* An export of the demo data, read back. */

let portal: TestPortal;
let entries: Map<string, Buffer>;
/** Text that a spreadsheet would run, and text that looks like its protection. */
const titles = [
  "=1+1 is a formula",
  "'=1+1 is not one",
  'Call;=SUM(A1),"quoted"',
  "+1 206 555 0100",
  "-12.50",
];

beforeAll(async () => {
  portal = await startPortal({ DEMO: "1" });
  await prepareDemo(portal.services);
  const { db } = portal;
  const { id } = await db
    .selectFrom("users")
    .where("role", "=", "admin")
    .select("id")
    .executeTakeFirstOrThrow();
  const orders = await db.selectFrom("work_orders").select("id").orderBy("id").limit(titles.length).execute();
  for (const [index, order] of orders.entries())
    await db
      .updateTable("work_orders")
      .set({ title: titles[index] ?? "" })
      .where("id", "=", order.id)
      .execute();
  entries = await exportAll(portal, { cookie: await signInAs(db, { id }, portal.clock.now) });
}, 240_000);
afterAll(() => portal.close());

const queryNumber = async (query: ReturnType<typeof sql<{ number: string }>>) =>
  Number((await query.execute(portal.db)).rows[0]?.number);

test("a data export contains every row of every exported table with the same columns", async () => {
  const written = exportedTables.map(({ csvName }) => csvName);
  expect([...entries.keys()].filter((name) => name.endsWith(".csv")).sort()).toEqual(
    expect.arrayContaining([...written].sort()),
  );
  for (const { table, csvName } of exportedTables)
    expect([csvName, readTable(entries, csvName).length]).toEqual([
      csvName,
      await queryNumber(
        // The download was logged after the export.
        sql`select count(*) as number from ${sql.table(table)} t
          where ${table !== "audit_log"} or to_jsonb(t) ->> 'action' <> 'export.downloaded'`,
      ),
    ]);
  expect(readTable(entries, "ledger-entries.csv").length).toBeGreaterThan(100);
});

test("exported amounts match the ledger to the cent for each account", async () => {
  const sums: Record<string, number> = {};
  for (const { account = "", amount_cents: cents } of readTable(entries, "ledger-postings.csv"))
    sums[account] = (sums[account] ?? 0) + Number(cents);
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::bigint as cents from ledger_postings group by account`.execute(
    portal.db,
  );
  expect(sums).toEqual(Object.fromEntries(rows.map(({ account, cents }) => [account, cents])));
  const balances = readTable(entries, "lease-accounts.csv").map(({ balance_cents: cents }) => Number(cents));
  expect(balances.reduce((sum, cents) => sum + cents, 0)).toBe(sums.receivable);
});

test("dates, times, missing values, hashes, and nested values are written as the README says", async () => {
  const lease = await portal.db.selectFrom("leases").selectAll().orderBy("id").executeTakeFirstOrThrow();
  expect(readTable(entries, "leases.csv")[0]).toMatchObject({
    id: String(lease.id),
    starts_on: lease.starts_on,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  });
  const terms = readTable(entries, "lease-terms.csv").map((row) => JSON.parse(row.terms ?? ""));
  expect(terms[0]).toHaveProperty("lines");
  for (const { during } of readTable(entries, "lease-units.csv"))
    expect(during).toMatch(/^\d{4}-\d\d-\d\d\/(\d{4}-\d\d-\d\d|\.\.)$/);
  expect(readTable(entries, "properties.csv")[0]).toMatchObject({ offers_registration: /true|false/ });
});

test("text that a spreadsheet would run as a formula is escaped, and the original can be restored", () => {
  const exported = readTable(entries, "work-orders.csv")
    .slice(0, titles.length)
    .map(({ title = "" }) => title);
  expect(exported).toEqual([
    "'=1+1 is a formula",
    "''=1+1 is not one",
    `Call;'=SUM(A1),"quoted"`,
    "'+1 206 555 0100",
    "-12.50",
  ]);
  const restore = (text: string) => text.replace(/(^|[;\t]"*)'(?='*[=+\-@\t\r\n])/g, "$1");
  expect(exported.map(restore)).toEqual(titles);
});

test("each stored file is in the ZIP unchanged, at the path given in its table", async () => {
  const documents = readTable(entries, "document-files.csv");
  expect(documents.length).toBeGreaterThan(5);
  for (const { file = "", sha256 } of documents)
    expect([
      file,
      createHash("sha256")
        .update(entries.get(file) ?? "")
        .digest("hex"),
    ]).toEqual([file, sha256]);
  const [photo] = readTable(entries, "work-order-images.csv");
  const { file_key: key } = await portal.db
    .selectFrom("work_order_images")
    .select("file_key")
    .where("id", "=", Number(photo?.id))
    .executeTakeFirstOrThrow();
  expect(photo?.file).toBe(
    `files/work-orders/${photo?.work_order_id}/photo-${photo?.id}${key.slice(key.lastIndexOf("."))}`,
  );
  const stored = await buffer((await portal.services.files.read(key)).stream);
  expect(entries.get(photo?.file ?? "")?.equals(stored)).toBe(true);
});

test("the README lists each table with its columns and number of rows, and what isn't exported", () => {
  const readme = String(entries.get("README.txt"));
  for (const { csvName } of exportedTables) {
    const rows = readTable(entries, csvName);
    expect(readme).toContain(
      `${csvName} (${rows.length.toLocaleString("en-US")} row${rows.length === 1 ? "" : "s"})`,
    );
    for (const column of Object.keys(rows[0] ?? {}))
      expect(readme).toMatch(new RegExp(`^  ${column} \\(.+\\): .`, "m"));
  }
  expect(readme).toContain("- Secrets for signing in: api_tokens,");
  expect(readme).not.toContain("weren't in the portal's file storage");
});

test("a data export contains no password hash, session, token, or other secret", async () => {
  const { rows } = await sql<{ secret: string }>`
    select password_hash as secret from users where password_hash is not null
    union all select encode(id_hash, 'hex') from sessions
    union all select encode(token_hash, 'hex') from invitations
    union all select client_secret from payment_intents where client_secret is not null
    union all select one_time_link from emails where one_time_link is not null
    union all select file_key from document_files`.execute(portal.db);
  expect(rows.length).toBeGreaterThan(10);
  const text = [...entries]
    .filter(([name]) => /\.(csv|txt)$/.test(name))
    .map(([, content]) => String(content));
  expect(rows.filter(({ secret }) => text.some((part) => part.includes(secret)))).toEqual([]);
});
