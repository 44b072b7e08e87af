import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let cookies: Record<"admin" | "landlord", string>;
beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  const places = [await createProperty(db), await createProperty(db)];
  cookies = {
    admin: await signInAs(db, await createPerson(db, { role: "admin" })),
    landlord: await signInAs(
      db,
      await createPerson(db, { role: "landlord", propertyIds: places.slice(0, 1) }),
    ),
  };
  // More than are looked at among the newest, and words of every frequency: all, most, some of the oldest, a few.
  const numbers = sql`generate_series(1, 24000) i`;
  await sql`
    insert into companies (id, name) select i, concat_ws(' ', 'Ltd', case when i % 8 > 0 then 'Common' end,
      case when i < 6000 then 'Elder' end, case when i % 4 = 0 then 'Fourth' end, case when i % 9000 = 5 then 'Rare' end, 'No' || i) from ${numbers}`.execute(
    db,
  );
  await sql`
    insert into units (id, property_id, unit_number, type) select i, (${places}::bigint[])[case when i % 12 = 0 then 1 else 2 end],
      case when i % 5 = 0 then 'B' || i else '7-' || i end, 'office' from ${numbers}`.execute(db);
  await sql`
    insert into leases (id, property_id, company_id, state, from_on)
    select i, u.property_id, 24001 - i, case when i % 3 = 0 then 'draft' else 'active' end, '2026-01-01'
    from ${numbers} join units u on u.id = i`.execute(db);
  await sql`
    insert into lease_units (lease_id, unit_id, property_id, during, holds)
    select l.id, l.id, l.property_id, daterange(l.from_on, null), l.holds_units from leases l`.execute(db);
  await sql`analyze companies, units, leases, lease_units`.execute(db);
}, 120_000);
afterAll(() => portal.close());

const isOwn = "l.property_id = (select property_id from property_landlords)";
const texts = [
  "ltd",
  "common",
  "elder",
  "fourth",
  "rare",
  "rare no9005",
  "nobody",
  "b",
  "7-",
  "7-23",
  "B2",
  "unit 7-11",
];
const company = "(select name from companies c where c.id = l.company_id)";
const number = "(select lower(unit_number) from units u where u.id = l.id)";

/** The rule told again, without any index. */
const finds = (text: string) => {
  const words = text.split(" ").map((word) => `' ' || lower(${company}) like '% ${word.toLowerCase()}%'`);
  return `((${words.join(" and ")}) or ${number} like '${text.toLowerCase().replace(/^unit /, "")}%')`;
};

const cases = texts.flatMap((text) => (["admin", "landlord"] as const).map((who) => ({ text, who })));

test.each(cases)(
  "searching leases for $text finds the newest and the right total, for $who",
  async ({ text, who }) => {
    const { rows } = await sql<{ id: number }>`
    select l.id from leases l where ${sql.raw(finds(text))} and ${sql.raw(who === "admin" ? "true" : isOwn)} order by l.id desc`.execute(
      portal.db,
    );
    await expectListed("/api/leases", { text, who, ids: rows.map(({ id }) => id) });
    const drafts = await sql<{ id: number }>`
    select l.id from leases l where ${sql.raw(finds(text))} and l.state = 'draft' and ${sql.raw(who === "admin" ? "true" : isOwn)}
    order by l.id desc`.execute(portal.db);
    await expectListed("/api/leases?state=draft", { text, who, ids: drafts.rows.map(({ id }) => id) });
  },
);

test.each(cases.filter(({ text }) => !/\d|^b$/.test(text)))(
  "searching companies for $text finds the newest and the right total, for $who",
  async ({ text, who }) => {
    const words = text.split(" ").map((word) => `' ' || lower(c.name) like '% ${word}%'`);
    const { rows } = await sql<{ id: number }>`
      select c.id from companies c where ${sql.raw(words.join(" and "))}
        and ${sql.raw(who === "admin" ? "true" : `exists (select from leases l where l.company_id = c.id and ${isOwn})`)}
      order by c.id desc`.execute(portal.db);
    await expectListed("/api/companies", { text, who, ids: rows.map(({ id }) => id) });
  },
);

async function expectListed(
  list: string,
  { text, who, ids }: { text: string; who: keyof typeof cookies; ids: number[] },
): Promise<void> {
  const total = ids.length > 1_000 ? "more than 1,000" : String(ids.length);
  const ask = async (part: string) => {
    const url = `${list}${list.includes("?") ? "&" : "?"}q=${encodeURIComponent(text)}&${part}`;
    const answer = await portal.call("GET", url, { cookie: cookies[who] });
    expect([answer.statusCode, answer.headers["x-total-count"]], url).toEqual([200, total]);
    return answer.json<{ id: number }[]>().map(({ id }) => id);
  };
  expect(await ask("page=1&pageSize=50")).toEqual(ids.slice(0, 50));
  expect(await ask("page=15&pageSize=50")).toEqual(ids.slice(700, 750));
  expect(await ask("page=30&pageSize=50")).toEqual(ids.slice(1_450, 1_500));
  const middle = ids[Math.floor(ids.length / 2)];
  if (middle === undefined) return;
  const after = ids.filter((id) => id < middle);
  expect(await ask(`limit=20&cursor=${middle}`)).toEqual(after.slice(0, 20));
}
