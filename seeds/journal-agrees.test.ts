import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJournal } from "#domains/month-end/server/journal/read-journal.ts";
import { prepareDemo } from "#seeds/demo.ts";
import { monthEnd } from "#shared/calendar.ts";
import { lastMonth } from "#test/money/closed-months.ts";
import { signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ DEMO: "1" });
  await prepareDemo(portal.services);
}, 240_000);
afterAll(() => portal.close());

interface Sum {
  account: string;
  cents: number;
}

test("the journals of all demo months contain every lease's entries once and match the ledger's totals", async () => {
  const { rows: months } = await sql<{ propertyId: number; month: string }>`
    select property_id as "propertyId", date_trunc('month', on_day)::date as month from ledger_entries
    group by 1, 2 order by 1, 2`.execute(portal.db);
  expect(months.length).toBeGreaterThan(50);
  const ids: number[] = [];
  const sums = new Map<string, number>();
  for (const { propertyId, month } of months)
    for (const { id, onDay, postings } of await readJournal(portal, propertyId, month)) {
      ids.push(id);
      expect(onDay >= month && onDay <= monthEnd(month)).toBe(true);
      expect(postings.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
      for (const { account, amountCents } of postings)
        sums.set(account, (sums.get(account) ?? 0) + amountCents);
    }
  const { rows: entries } = await sql<{ id: number }>`select id from ledger_entries order by id`.execute(
    portal.db,
  );
  expect(ids.toSorted((a, b) => a - b)).toEqual(entries.map(({ id }) => id));
  const { rows: accounts } = await sql<Sum>`
    select account, sum(amount_cents)::bigint as cents from ledger_postings group by account order by account`.execute(
    portal.db,
  );
  expect(Object.fromEntries(sums)).toEqual(
    Object.fromEntries(accounts.map(({ account, cents }) => [account, cents])),
  );
});

test("each journal file of a closed demo month has the entries that the checklist counts", async () => {
  const cookie = await signInAs(portal.db, { id: 1 });
  const path = `/api/properties/1/months/${lastMonth.slice(0, 7)}`;
  const accepted = ["credits", "reported", "deposits", "disputes", "moves"];
  const closed = await portal.call("POST", `${path}/close`, { cookie, body: { accepted } });
  expect(closed.statusCode, closed.body).toBe(200);
  const { entries } = closed.json<{ entries: number }>();
  const read = async (format: string) =>
    (await portal.call("GET", `${path}/journal?format=${format}`, { cookie })).body;
  expect((await read("iif")).match(/^ENDTRNS/gm)).toHaveLength(entries);
  const numbers = (await read("csv")).match(/^\d+(?=,)/gm);
  expect(new Set(numbers).size).toBe(entries);
  expect(new Set((await read("xero")).match(/\(\d+\)"?(?=,)/g)).size).toBe(entries);
});
