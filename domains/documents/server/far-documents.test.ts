import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldListCounts } from "#server/db/list-counts.ts";
import type { Reach } from "#server/http/actor.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { DocumentCard } from "../contract.ts";
import { documentScope } from "./access.ts";
import { keepBits, setBits } from "./keep-bits.ts";
import { justWrittenMax } from "./search-by-bits.ts";

let portal: TestPortal;
let building: TestBuilding;
const everybody = [
  "admin",
  "landlord",
  "manager",
  "owner",
  "newcomer",
  "technician",
  "chief",
  "tenant",
] as const;
type Who = (typeof everybody)[number];
let reaches: Record<Who, Reach>;
let cookies: Record<Who, string>;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const { propertyId, leaseId, unitId, technician, tenant, landlord, admin } = building;
  const elsewhere = await createProperty(db);
  // Ids over six blocks of counts and some two hundred of words. Common words, one in eight, and one that only old papers have.
  await sql`
    with made as (
      insert into documents (id, property_id, unit_id, lease_id, visibility, title, type, created_by_id, created_at)
      select i, case when n % 3 = 0 and n % 6 <> 3 then ${elsewhere}::bigint else ${propertyId}::bigint end,
        case when n % 6 = 3 then ${unitId}::bigint end, case when n % 6 = 3 then ${leaseId}::bigint end,
        case when n % 6 = 3 then 'lease' when n % 5 = 0 then 'staff' else 'building' end,
        'Paper ' || n || case when n % 8 = 0 then ' eighth' else '' end || case when n < 1500 then ' antique' else '' end,
        (array['Lease', 'Maintenance', 'Maintenance', 'Other', 'Insurance'])[1 + n % 5],
        (array[${landlord.id}, ${technician.id}, ${tenant.id}, ${landlord.id}]::bigint[])[1 + (n + 2) % 8 / 2], now()
      from generate_series(10000, 400000, 60) with ordinality numbers (i, n)
      returning *
    )
    insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, scan)
    select id, property_id, 1, 'none', 'paper.docx', 'application/msword', 1, sha256(''), created_by_id, created_at, 'unscanned' from made`.execute(
    db,
  );
  // Two words that many texts have and no text together, and one that hardly any has.
  await sql`
    insert into document_texts (document_id, property_id, number, text)
    select id, property_id, 1, (case id / 60 % 7 when 1 then 'Broker' when 2 then 'Tenancy' else 'Neither' end) || ' clause'
      || case when id / 60 % 900 = 1 or id / 60 % 1260 = 1 then ' of the brook' else '' end
    from documents where id / 60 % 4 > 0`.execute(db);
  await sql`update documents set trashed_at = now(), trashed_by_id = created_by_id where id % 11 = 0`.execute(
    db,
  );
  await foldListCounts(db);
  await sql`update documents set type = 'Contract' where id % 13 = 0`.execute(db);
  await sql`analyze`.execute(db);
  // Of more buildings than are worth a mark each, of all there are, and of none; and one who is on call for all of them.
  const managedIds = [
    propertyId,
    ...(await Promise.all(Array.from({ length: 20 }, () => createProperty(db)))),
  ];
  const manager = await createPerson(db, { role: "landlord", propertyIds: managedIds });
  const ownedIds = (await db.selectFrom("properties").select("id").execute()).map(({ id }) => id);
  const owner = await createPerson(db, { role: "landlord", propertyIds: ownedIds });
  const newcomer = await createPerson(db, { role: "landlord" });
  const chief = await createPerson(db, { role: "maintenance", allBuildings: true });
  cookies = {
    admin: admin.cookie,
    landlord: landlord.cookie,
    manager: await signInAs(db, manager),
    owner: await signInAs(db, owner),
    newcomer: await signInAs(db, newcomer),
    technician: technician.cookie,
    chief: await signInAs(db, chief),
    tenant: tenant.cookie,
  };
  const none = { everywhere: false, propertyIds: [], leaseIds: [], leasedPropertyIds: [] };
  reaches = {
    admin: { ...none, caller: "admin", userId: admin.id, everywhere: true },
    landlord: { ...none, caller: "landlord", userId: landlord.id, propertyIds: [propertyId] },
    manager: { ...none, caller: "landlord", userId: manager.id, propertyIds: managedIds },
    owner: { ...none, caller: "landlord", userId: owner.id, propertyIds: ownedIds },
    newcomer: { ...none, caller: "landlord", userId: newcomer.id },
    technician: { ...none, caller: "maintenance", userId: technician.id, propertyIds: [propertyId] },
    chief: { ...none, caller: "maintenance", userId: chief.id, everywhere: true },
    tenant: {
      ...none,
      caller: "tenant",
      userId: tenant.id,
      leaseIds: [leaseId],
      leasedPropertyIds: [propertyId],
    },
  };
}, 300_000);
afterAll(() => portal.close());

/** What walking the list from end to end would show. */
async function walked(who: Who, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from documents d where d.trashed_at is null and ${documentScope(reaches[who])} and ${condition} order by d.id desc`.execute(
    portal.db,
  );
  return rows.map(({ id }) => id);
}
async function list(who: Who, query: string) {
  const answer = await portal.call("GET", `/api/documents?${query}`, { cookie: cookies[who] });
  expect(answer.statusCode, answer.body).toBe(200);
  return { ids: answer.json<DocumentCard[]>().map(({ id }) => id), total: answer.headers["x-total-count"] };
}

describe("a long list of documents", () => {
  test.each(everybody)(
    "API-20 every far page is the right one, with the exact number, for the %s",
    async (who) => {
      const filters: [string, RawBuilder<unknown>][] = [
        ["", sql`true`],
        ["type=Maintenance", sql`d.type = 'Maintenance'`],
        ["type=Contract", sql`d.type = 'Contract'`],
        [`propertyId=${building.propertyId}`, sql`d.property_id = ${building.propertyId}`],
        [`leaseId=${building.leaseId}`, sql`d.lease_id = ${building.leaseId}`],
      ];
      for (const [filter, condition] of filters) {
        const all = await walked(who, condition);
        const pages = Math.ceil(all.length / 100);
        for (const page of new Set(
          [1, Math.ceil(pages / 2), pages - 1, pages, pages + 1].filter((number) => number > 0),
        )) {
          const { ids, total } = await list(who, `${filter}&page=${page}&pageSize=100`);
          expect([filter, page, total]).toEqual([filter, page, String(all.length)]);
          expect([filter, page, ids]).toEqual([filter, page, all.slice((page - 1) * 100, page * 100)]);
        }
        const [, , third] = all;
        const after = await list(who, `${filter}&limit=50&cursor=${third ?? 1}`);
        expect(after.ids).toEqual(third === undefined ? [] : all.slice(3, 53));
      }
    },
  );

  const inText = (word: string) =>
    sql`exists (select from document_texts t where t.document_id = d.id and t.text like ${`%${word}%`})`;
  const titled = (word: string) => sql`d.title like ${`% ${word}%`}`;
  const searches: [string, RawBuilder<unknown>][] = [
    ["q=paper", sql`true`],
    ["q=eighth", titled("eighth")],
    ["q=antique", titled("antique")],
    ["q=eighth antique", sql`${titled("eighth")} and ${titled("antique")}`],
    ["in=files&q=antiq", titled("antique")],
    ["q=antique&type=Other", sql`${titled("antique")} and d.type = 'Other'`],
    ["q=1234", sql`d.title like 'Paper 1234%'`],
    ["in=files&q=clause", inText("clause")],
    ["in=files&q=broker tenancy", sql`false`],
    ["in=files&q=eighth tenancy", sql`${titled("eighth")} and ${inText("Tenancy")}`],
    // Begins words that many texts have and one that few have, of which some have both.
    ["in=files&q=bro", sql`(${inText("Broker")} or ${inText("brook")})`],
    ["in=files&q=bro&type=Other", sql`d.type = 'Other' and (${inText("Broker")} or ${inText("brook")})`],
  ];

  const ways: [string, () => Promise<unknown>][] = [
    ["by the index of words", async () => undefined],
    ["by bits", setAllBits],
    [
      "by bits and what was written since",
      async () => {
        const { db } = portal;
        await sql`update documents set title = replace(title, ' eighth', ' ninth') where id % 17 = 0`.execute(
          db,
        );
        await sql`update documents set title = title || ' eighth', type = 'Other' where id % 23 = 0`.execute(
          db,
        );
        await sql`update document_texts set text = replace(text, 'Broker', 'Tenancy') where document_id % 13 = 0`.execute(
          db,
        );
        await sql`update documents set trashed_at = now(), trashed_by_id = created_by_id where id % 29 = 0`.execute(
          db,
        );
        await sql`delete from document_texts where document_id % 31 = 0`.execute(db);
        const written = await db.selectFrom("document_words_written").selectAll().execute();
        expect(written.length).toBeLessThan(justWrittenMax);
      },
    ],
    ["by bits that were set again", setAllBits],
    [
      "by bits of what comes back from the trash without its text",
      async () => {
        const { db } = portal;
        await sql`delete from document_texts where document_id % 29 = 0`.execute(db);
        await sql`update documents set trashed_at = null, trashed_by_id = null where id % 29 = 0`.execute(db);
        await setAllBits();
      },
    ],
  ];
  describe.each(ways)("searched %s", (_how, prepare) => {
    beforeAll(prepare, 120_000);

    test.each(everybody)("DOC-06 finds what looking at each would, for the %s", async (who) => {
      for (const [query, condition] of searches) {
        const all = await walked(who, condition);
        const { ids, total } = await list(who, `${query}&page=1&pageSize=100`);
        expect([query, total]).toEqual([query, all.length > 1_000 ? "more than 1,000" : String(all.length)]);
        expect([query, ids]).toEqual([query, all.slice(0, 100)]);
        const next = await list(who, `${query}&page=3&pageSize=50`);
        expect([query, next.ids]).toEqual([query, all.slice(100, 150)]);
        const far = all.at(Math.floor(all.length / 2)) ?? 1;
        const after = await list(who, `${query}&limit=50&cursor=${far}`);
        expect([query, after.ids]).toEqual([query, all.filter((id) => id < far).slice(0, 50)]);
      }
    });
  });

  test("DOC-06 bits are set for the documents that have a word, and for no other", async () => {
    const { rows } = await sql<{ word: string; bits: number; documents: number }>`
      select word, sum(bit_count(bits))::bigint as bits,
        (select count(*) from document_words w where word = any(tsvector_to_array(w.words))) as documents
      from document_word_bits join document_common_words using (word) where is_complete group by word`.execute(
      portal.db,
    );
    expect(rows.map(({ word }) => word)).toEqual(
      expect.arrayContaining([
        "<paper",
        "<eighth",
        "broker",
        "tenancy",
        "=Other",
        `=p${building.propertyId}`,
      ]),
    );
    expect(rows.map(({ word }) => word)).not.toContain("brook");
    expect(rows.filter(({ bits, documents }) => bits !== documents)).toEqual([]);
    expect(await portal.db.selectFrom("document_words_written").selectAll().execute()).toEqual([]);
  });

  test("DOC-06 bits that were begun are gone on with", async () => {
    await sql`update document_common_words set is_complete = false, blocks_done = 0 where word = '<eighth'`.execute(
      portal.db,
    );
    await sql`delete from document_word_bits where word = '<eighth'`.execute(portal.db);
    const before = await list("admin", "q=eighth&page=1&pageSize=50");
    const waiting = async () =>
      (await sql`select from graphile_worker.jobs where key = 'keep-document-bits'`.execute(portal.db)).rows
        .length;
    await keepBits(portal.services, 0);
    expect(await waiting()).toBe(1);
    let runs = 0;
    while (await setBits(portal.db, 0)) runs += 1;
    expect(runs).toBeGreaterThan(10);
    expect(await list("admin", "q=eighth&page=1&pageSize=50")).toEqual(before);
  });
});

async function setAllBits(): Promise<void> {
  await sql`analyze document_words`.execute(portal.db);
  expect(await setBits(portal.db, Number.POSITIVE_INFINITY)).toBe(false);
}
