import type pg from "pg";
import { createSeeded, dropDatabase, withClient } from "../database.ts";
import { addDocuments } from "../documents-seed.ts";
import { expectSuccess, openLine } from "../load.ts";
import { startPortal } from "../processes.ts";
import { searchFigures } from "../searches.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";
import { addPayments } from "./payments.ts";

const databaseName = "bench_everything";
const many = 1_000_000;
export const inputs = {
  "a rare word": "xylophone",
  "a common word of orders": "leaking",
  "a common word of titles": "certificate",
  "a word of files": "word123",
  "two common words of orders": "leaking tap",
  "two common words of files": "common3 common40",
  "a word and a number": "leaking 33",
  "a word's beginning": "certif",
  "a unit": "unit 1017",
  "a unit in a building": "building 17 1017",
  "a unit in a street": "17 bench street 1017",
  "a building": "building 42",
  "an address": "42 bench street seattle",
  "a person": "tenant person 5017",
  "part of a person": "person",
  "an order's number": "WO-0777777",
  "a receipt's number": "receipt 777777",
  "a number": "777777",
  "two letters": "le",
  "one letter": "l",
  "one digit": "7",
  "no hit": "qq9qq9",
  "one mistyped word": "xylophnoe",
  "a mistyped word beside a common one": "leaking xylophnoe",
  "two mistyped words": "leakign radiatro",
  "a word like no other": "qwzkvjx",
  "%": "%",
  "200 letters of many words": "leaking broken cold noisy loose cracked blocked flickering "
    .repeat(4)
    .slice(0, 200),
};
export const who = ["admin", "landlord", "bigLandlord", "maintenance", "tenant"] as const satisfies Person[];

/** Row 3 for the search of the top bar: over all kinds of records, from the first key on. */
export const everything: Row = {
  name: "everything",
  title:
    "The search of the top bar over 1,000,000 orders, documents and payments each, 30,600 units and 20,000 people",
  async measure(setting) {
    const server = await setting.databaseServer();
    const url = await createSeeded(server, databaseName, many);
    try {
      await addDocuments(url, many, console.log);
      await withClient(url, async (client) => {
        await addPayments(client);
        await addPlacesAndPeople(client);
      });
      const portal = await startPortal(url);
      try {
        const pathOf = (text: string) => `/api/search?q=${encodeURIComponent(text)}`;
        const paths = Object.entries(inputs).map(([what, text]) => [what, pathOf(text)] as const);
        for (const [what, path] of paths) await refuseUnanswered(portal.origin, what, path);
        return await searchFigures(portal.origin, who, Object.fromEntries(paths));
      } finally {
        await portal.stop();
      }
    } finally {
      await dropDatabase(server, databaseName);
    }
  },
};

/** A kind of records that fails is fast, and the answer is a success without it. */
async function refuseUnanswered(origin: string, what: string, path: string): Promise<void> {
  for (const person of who) {
    const line = await openLine(origin);
    const { body } = await line.ask({ path, cookie: sessionCookie(people[person]) }).then(expectSuccess);
    line.close();
    const { unanswered } = JSON.parse(body) as { unanswered: string[] };
    if (unanswered.length > 0) throw new Error(`${what}, ${person}: ${unanswered.join(", ")} unanswered`);
  }
}

/** The people live in leases of the portfolio's buildings, so that landlords have a part of them within reach. */
async function addPlacesAndPeople(client: pg.Client): Promise<void> {
  await client.query(`
    insert into units (property_id, unit_number, type)
      select 1 + i % 60, (1000 + i / 60)::text || (array['', 'A', 'B'])[1 + i % 3], 'office' from generate_series(1, 30000) i;
    with made as (
      insert into users (email, username, full_name, role, state, all_buildings)
        select 'person' || i || '@everything.example', 'everything-' || i, 'Tenant Person ' || i, 'tenant', 'active', false
        from generate_series(1001, 21000) i returning id
    )
    insert into lease_members (lease_id, property_id, user_id, from_on)
      select l.id, l.property_id, made.id, l.from_on from made join leases l on l.id = 1 + made.id % 400`);
  await client.query("vacuum analyze");
}
