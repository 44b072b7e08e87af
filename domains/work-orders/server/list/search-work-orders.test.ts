import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import type { WorkOrderRow } from "../../contract.ts";

type Who = "admin" | "landlord" | "technician" | "tenant";
interface Order {
  id: number;
  words: Set<string>;
  status: string;
  readers: Set<Who>;
}

let portal: TestPortal;
let cookies: Record<Who, string>;
let firstPropertyId: number;
let orders: Order[];

beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  const properties: number[] = [];
  for (let index = 0; index < 3; index += 1) properties.push(await createProperty(db));
  firstPropertyId = properties[0] ?? 0;
  const accessible = properties.slice(0, 2);
  const tenant = await createPerson(db, { role: "tenant" });
  const createSession = async (fields: Parameters<typeof createPerson>[1]) =>
    signInAs(db, await createPerson(db, fields));
  cookies = {
    admin: await createSession({ role: "admin" }),
    landlord: await createSession({ role: "landlord", propertyIds: accessible }),
    technician: await createSession({ role: "maintenance", propertyIds: accessible }),
    tenant: await signInAs(db, tenant),
  };
  // Spans fifteen blocks of ids, so common words also occur outside the newest. `archive` occurs only in the
  // oldest.
  await sql`
    insert into work_orders (id, property_id, title, description, category, location, priority, status, completed_at,
      created_by_id, awaiting_approval, content_hash)
    select i * 40, ${firstPropertyId} + i % 3,
      (array['Leaking', 'Broken', 'Cold', 'Leaky'])[1 + i % 4] || ' ' || (array['tap', 'lift', 'light'])[1 + i / 4 % 3]
        || case when i % 900 = 1 then ' xylophone' else '' end || case when i < 1600 then ' archive' else '' end || ' n' || i % 200,
      'Something is broken here', 'Plumbing', (array['Floor ', 'Lobby '])[1 + i / 12 % 2] || i % 5, 'low', status,
      case when status = 'completed' then now() end, case when i % 7 = 0 then ${tenant.id} else others.id end, i % 50 = 0, ''
    from generate_series(1, 6200) i
    cross join lateral (select (array['open', 'completed'])[1 + i / 3 % 2] as status) stated
    cross join (select min(id) as id from users) others`.execute(db);
  await sql`update work_orders set deleted_at = now() where id % 11 = 0`.execute(db);
  await sql`update work_orders set title = 'Humming boiler' where id = 240000`.execute(db);
  const { rows } = await sql<{
    id: number;
    text: string;
    status: string;
    place: number;
    awaits: boolean;
    isTenants: boolean;
  }>`
    select id, concat_ws(' ', title, location, description) as text, status, property_id as place, awaiting_approval as awaits,
      created_by_id = ${tenant.id} as "isTenants"
    from work_orders where deleted_at is null order by id desc`.execute(db);
  orders = rows.map(({ id, text, status, place, awaits, isTenants }) => ({
    id,
    status,
    words: new Set(text.toLowerCase().split(" ")),
    readers: new Set<Who>([
      "admin",
      ...(accessible.includes(place) ? (["landlord"] as const) : []),
      ...(accessible.includes(place) && !awaits ? (["technician"] as const) : []),
      ...(isTenants ? (["tenant"] as const) : []),
    ]),
  }));
}, 120_000);
afterAll(() => portal.close());

/**
 * Searches by reading every work order. Each search word must match a whole word or the beginning of one.
 * With other words, a single letter must be a whole word.
 */
function findExpected(text: string, who: Who): Order[] {
  const words = [...new Set(text.toLowerCase().split(" "))].slice(0, 8);
  return orders
    .filter(({ readers }) => readers.has(who))
    .filter((order) =>
      words.every((word) =>
        word.length === 1 && words.length > 1
          ? order.words.has(word)
          : [...order.words].some((text) => text.startsWith(word)),
      ),
    );
}

async function search(who: Who, query: string) {
  const response = await portal.call("GET", `/api/work-orders?${query}`, { cookie: cookies[who] });
  return {
    ids: response.json<WorkOrderRow[]>().map(({ id }) => id),
    total: response.headers["x-total-count"],
  };
}

const roles = ["admin", "landlord", "technician", "tenant"] as const;
const texts = [
  "tap",
  "floor",
  "xylophone",
  "archive",
  "le",
  "l",
  "n",
  "n1",
  "leaking faucet",
  "leaking ta",
  "leak tap",
  "le li",
  "tap lift",
  "floor lobby",
  "floor l",
  "floor 3",
  "archive tap",
  "tap floor leaking",
  "leaking broken cold",
  "floor n12",
  "lobby xylophone",
  "n12 n13",
  "tap n",
  "n tap",
  "quetzal",
  "tap quetzal",
  "quetzal tap",
  "floor leaking faucet n12 archive lobby cold broken light",
];

describe("WO-15 work order search", () => {
  test.each(texts.flatMap((text) => roles.map((who) => ({ text, who }))))(
    "for $text and $who, search finds the same work orders as reading every one, in list order",
    async ({ text, who }) => {
      const ids = findExpected(text, who).map(({ id }) => id);
      const total = String(ids.length);
      const q = `q=${encodeURIComponent(text)}`;
      expect(await search(who, `${q}&page=1&pageSize=50`)).toEqual({ ids: ids.slice(0, 50), total });
      expect(await search(who, `${q}&page=12&pageSize=100`)).toEqual({ ids: ids.slice(1100, 1200), total });
      expect(await search(who, `${q}&sort=oldest&page=2&pageSize=20`)).toEqual({
        ids: ids.toReversed().slice(20, 40),
        total,
      });
      const [middle] = ids.slice(ids.length / 2);
      if (middle === undefined) return;
      expect((await search(who, `${q}&cursor=${middle}&limit=30`)).ids).toEqual(
        ids.filter((id) => id < middle).slice(0, 30),
      );
      expect((await search(who, `${q}&sort=oldest&cursor=${middle}&limit=30`)).ids).toEqual(
        ids
          .filter((id) => id > middle)
          .toReversed()
          .slice(0, 30),
      );
    },
  );

  test.each(["tap", "leaking faucet", "floor archive", "n"])(
    "search respects the list's filters: %s",
    async (text) => {
      const ids = findExpected(text, "landlord")
        .filter(({ status }) => status === "completed")
        .map(({ id }) => id);
      const result = await search(
        "landlord",
        `q=${encodeURIComponent(text)}&status=completed&page=1&pageSize=50`,
      );
      expect(result.ids).toEqual(ids.slice(0, 50));
      const nowhere = await search(
        "landlord",
        `q=${encodeURIComponent(text)}&propertyId=${firstPropertyId + 2}`,
      );
      expect(nowhere).toEqual({ ids: [], total: "0" });
    },
  );

  test("after an edit, search finds a work order by its new words and not by its old ones", async () => {
    expect(await search("admin", "q=humming%20boil")).toEqual({ ids: [240_000], total: "1" });
    expect(findExpected("boiler", "admin")).toHaveLength(1);
  });

  test("a cursor beyond the newest work order starts at the newest", async () => {
    const { ids } = await search("admin", "q=tap&cursor=9007199254740991&limit=10");
    expect(ids).toEqual(
      findExpected("tap", "admin")
        .map(({ id }) => id)
        .slice(0, 10),
    );
  });
});

// This test comes last because it adds work orders the others don't expect.
test("sort orders with only page numbers end at 10,000 rows, and a longer CSV file is sorted newest first", async () => {
  const admin = { cookie: cookies.admin };
  const exported = async () =>
    (await portal.call("GET", "/api/work-orders.csv?sort=lowest", admin)).body
      .split("\r\n")
      .slice(1, -1)
      .map((row) => Number(/^#WO-(\d+)/.exec(row)?.[1]));
  // All have the same priority, so the lowest first are the oldest first.
  const ids = orders.map(({ id }) => id);
  expect(await exported()).toEqual(ids.toReversed());
  const { rows: added } = await sql<{ id: number }>`
    insert into work_orders (id, property_id, title, description, category, location, priority, status, created_by_id,
      content_hash)
    select 1000000 + i, ${firstPropertyId}, 'Loose door', 'It rattles', 'Plumbing', 'Lobby', 'low', 'open', (select min(id) from users), ''
    from generate_series(1, ${10_001 - ids.length}::int) i returning id`.execute(portal.db);
  expect(await exported()).toEqual([...added.map(({ id }) => id).toReversed(), ...ids]);
  const last = await portal.call("GET", "/api/work-orders?sort=lowest&limit=200&page=50", admin);
  expect(last.json<WorkOrderRow[]>().at(-1)?.id).toBe(added.at(-2)?.id);
  expect([last.headers["x-total-count"], last.headers.link]).toEqual(["10,000+", undefined]);
}, 60_000);
