import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { foldListCounts } from "./list-counts.ts";

let portal: TestPortal;
let cookies: Record<"admin" | "landlord", string>;
let own: number[];
beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  const places: number[] = [];
  for (let index = 0; index < 4; index += 1) places.push(await createProperty(db));
  own = places.slice(1, 3);
  cookies = {
    admin: await signInAs(db, await createPerson(db, { role: "admin" })),
    landlord: await signInAs(db, await createPerson(db, { role: "landlord", propertyIds: own })),
  };
  // Ids over four blocks, with gaps in between.
  const numbers = sql`generate_series(100000, 340000, 40) with ordinality numbers (i, n)`;
  const place = sql`(${places}::bigint[])[1 + n % 4]`;
  await sql`
    insert into units (id, property_id, unit_number, type, status)
    select i, ${place}, (case when n % 3 = 0 then 'A' else '' end) || n, 'office',
      (array['vacant', 'occupied', 'reserved', 'maintenance', 'renovation', 'occupied', 'occupied'])[1 + n % 7] from ${numbers}`.execute(
    db,
  );
  await sql`
    insert into companies (id, name) select i, (case when n % 50 = 0 then 'Rare ' when n % 2 = 0 then 'Common ' else '' end)
      || 'Company ' || n from ${numbers}`.execute(db);
  await sql`
    insert into leases (id, property_id, company_id, state, from_on)
    select i, ${place}, i, (array['draft', 'active', 'ended', 'notice', 'ended'])[1 + n % 5], '2026-01-01' from ${numbers}`.execute(
    db,
  );
  await sql`
    insert into lease_units (lease_id, unit_id, property_id, during, holds)
    select l.id, l.id, l.property_id, daterange(l.from_on, null), l.holds_units from leases l`.execute(db);
  await sql`
    insert into users (id, email, username, full_name, role, state)
    select i, 'p' || i || '@somewhere.example', 'p' || i, 'Person ' || i, (array['tenant', 'maintenance', 'tenant', 'landlord'])[1 + n % 4],
      (array['active', 'pending', 'active', 'refused', 'disabled'])[1 + n % 5] from ${numbers}`.execute(db);
  await sql`
    insert into lease_members (lease_id, property_id, user_id, from_on)
    select l.id, l.property_id, l.id, l.from_on from leases l where l.state <> 'draft'`.execute(db);
  // Each record moves in some way after it was counted.
  await sql`update leases set state = 'ended', version = 2 where id % 13 = 0`.execute(db);
  await foldListCounts(db);
  await sql`update leases set property_id = ${places[1] ?? 0} where state = 'none'`.execute(db);
  await sql`delete from lease_members where lease_id % 19 = 0`.execute(db);
  await sql`delete from lease_units where lease_id % 19 = 0`.execute(db);
  await sql`delete from leases where id % 19 = 0`.execute(db);
  await sql`delete from companies where id % 19 = 0`.execute(db);
}, 120_000);
afterAll(() => portal.close());

/** What a list has to show to an admin, or within the buildings of a landlord. */
interface Shown {
  from: RawBuilder<unknown>;
  within?: RawBuilder<unknown>;
  order?: RawBuilder<unknown>;
}

const within = (column: string) =>
  sql`${sql.ref(column)} = any(array(select property_id from property_landlords))`;
const leasesThat = (condition: RawBuilder<unknown>): Shown => ({
  from: sql`leases t where ${condition}`,
  within: within("t.property_id"),
});
const lists: Record<string, () => Shown> = {
  "/api/leases?": () => leasesThat(sql`true`),
  "/api/leases?state=ended": () => leasesThat(sql`t.state = 'ended'`),
  "/api/leases?state=draft": () => leasesThat(sql`t.state = 'draft'`),
  "/api/companies?": () => ({
    from: sql`companies t where true`,
    within: sql`exists (select from leases l where l.company_id = t.id and ${within("l.property_id")})`,
  }),
  "/api/companies?q=rare": () => ({
    from: sql`companies t where t.name like 'Rare %'`,
    within: sql`exists (select from leases l where l.company_id = t.id and ${within("l.property_id")})`,
  }),
};

test.each(
  Object.keys(lists).flatMap((list) => [
    { list, who: "admin" as const },
    { list, who: "landlord" as const },
  ]),
)("every far page of $list is the right one, with the exact total, for $who", async ({ list, who }) => {
  const shown = lists[list]?.() ?? { from: sql`users t where false` };
  const { rows } = await sql<{ id: number }>`
    select t.id from ${shown.from} and ${who === "admin" || shown.within === undefined ? sql`true` : shown.within}
    order by ${shown.order ?? sql`t.id desc`}`.execute(portal.db);
  const ids = rows.map(({ id }) => id);
  const pages = Math.ceil(ids.length / 50);
  for (const page of new Set([1, 41, 42, Math.ceil(pages / 2), Math.ceil(pages * 0.8), pages, pages + 1])) {
    if (page < 1) continue;
    const answer = await portal.call("GET", `${list}&page=${page}&pageSize=50`, { cookie: cookies[who] });
    expect([answer.statusCode, answer.headers["x-total-count"]]).toEqual([200, String(ids.length)]);
    expect(answer.json<{ id: number }[]>().map(({ id }) => id)).toEqual(
      ids.slice((page - 1) * 50, page * 50),
    );
    expect(answer.headers.link === undefined).toBe(page >= pages);
  }
});

const counted = sql`
  select list, place, facet, block, count(*) as count from (
    select 'leases' as list, property_id, array[state] as facets, (id >> 16)::integer as block from leases
    union all select 'companies', null, '{}', (id >> 16)::integer from companies
  ) records
  cross join lateral (values (0::bigint), (property_id)) places (place)
  cross join lateral unnest(array_append(facets, '')) facet
  where place is not null group by 1, 2, 3, 4`;

test("what is kept of the lists is what counting finds, before and after the changes are folded", async () => {
  const differences = async () =>
    (
      await sql`
        with counted as (${counted}), kept as (
          select list, place, facet, block, sum(count)::bigint as count from list_counts group by 1, 2, 3, 4 having sum(count) <> 0)
        (select * from counted except select * from kept) union all (select * from kept except select * from counted)`.execute(
        portal.db,
      )
    ).rows;
  const rowsKept = async () =>
    (
      await sql<{ all: number; changes: number; keys: number }>`
      select count(*) as all, count(*) filter (where not is_folded) as changes,
        count(distinct (list, place, facet, block)) as keys from list_counts`.execute(portal.db)
    ).rows[0];
  expect(await differences()).toEqual([]);
  expect((await rowsKept())?.changes).toBeGreaterThan(0);
  await Promise.all([foldListCounts(portal.db), foldListCounts(portal.db)]);
  await foldListCounts(portal.db);
  expect(await differences()).toEqual([]);
  const kept = await rowsKept();
  expect([kept?.changes, kept?.all]).toEqual([0, kept?.keys]);
});

test("nobody waits for a count that somebody else's unfinished change holds", async () => {
  const { db } = portal;
  const at = own[0] ?? 0;
  const total = async () =>
    (await portal.call("GET", "/api/units?page=1", { cookie: cookies.admin })).headers["x-total-count"];
  const before = Number(await total());
  await db.transaction().execute(async (unfinished) => {
    await sql`insert into units (property_id, unit_number, type) values (${at}, 'one', 'office')`.execute(
      unfinished,
    );
    await sql`insert into units (property_id, unit_number, type) values (${at}, 'two', 'office')`.execute(db);
    await foldListCounts(db);
    expect(await total()).toBe(String(before + 1));
  });
  expect(await total()).toBe(String(before + 2));
});
