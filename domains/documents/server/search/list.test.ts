import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { DocumentCard } from "../../contract.ts";
import { documentTypes } from "../../types.ts";

/** A document as this test expects it, to compare the lists with. */
interface Known {
  id: number;
  propertyId: number;
  unitId: number | null;
  leaseId: number | null;
  visibility: string;
  type: string;
  title: string;
  text: string | null;
  createdById: number;
  trashedAt: Date | null;
}
interface Viewer {
  cookie: string;
  sees(document: Known): boolean;
  mayChange(document: Known): boolean;
}

let portal: TestPortal;
let building: TestBuilding;
const allViewers = [
  "admin",
  "landlord",
  "owner",
  "newcomer",
  "technician",
  "chief",
  "tenant",
  "pending",
] as const;
let viewers: Record<(typeof allViewers)[number], Viewer>;
let known: Known[];

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const { propertyId, leaseId, unitId, technician, tenant, landlord, admin } = building;
  const elsewhere = await createProperty(db);
  // A landlord of all buildings and one without buildings, a technician for all buildings, and a tenant
  // pending approval.
  const owner = await createPerson(db, { role: "landlord", propertyIds: [propertyId, elsewhere] });
  const newcomer = await createPerson(db, { role: "landlord" });
  const chief = await createPerson(db, { role: "maintenance", allBuildings: true });
  const pending = await createPerson(db, { role: "tenant", state: "pending" });
  // Words in every title, in one of eight, and only in old ones. In texts, two words that never occur
  // together, and a rare one.
  await sql`
    with made as (
      insert into documents (id, property_id, unit_id, lease_id, visibility, title, type, text, created_by_id, created_at, trashed_at, trashed_by_id)
      select n, case when n % 3 = 0 and n % 6 <> 3 then ${elsewhere}::bigint else ${propertyId}::bigint end,
        case when n % 6 = 3 then ${unitId}::bigint end, case when n % 6 = 3 then ${leaseId}::bigint end,
        case when n % 6 = 3 then 'lease' when n % 5 = 0 then 'staff' else 'building' end,
        'Paper ' || n || case when n % 8 = 0 then ' eighth' else '' end || case when n < 300 then ' antique' else '' end,
        (${documentTypes}::text[])[1 + n % 6],
        case when n % 4 > 0 then (case n % 7 when 1 then 'Broker' when 2 then 'Leasing' else 'Neither' end) || ' clause'
          || case when n % 450 = 1 or n % 630 = 1 then ' of the brook' else '' end end,
        (array[${landlord.id}, ${technician.id}, ${tenant.id}, ${pending.id}]::bigint[])[1 + (n + 2) % 8 / 2], now(),
        case when n % 11 = 0 then date_trunc('milliseconds', now()) - n % 50 * interval '1 hour' end, case when n % 11 = 0 then ${admin.id}::bigint end
      from generate_series(1, 2500) n
      returning *
    )
    insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, scan)
    select id, property_id, 1, 'none', 'paper.docx', 'application/msword', 1, sha256(''), created_by_id, created_at, 'unscanned' from made`.execute(
    db,
  );
  ({ rows: known } = await sql<Known>`
    select id, property_id as "propertyId", unit_id as "unitId", lease_id as "leaseId", visibility, type, title, text,
      created_by_id as "createdById", trashed_at as "trashedAt"
    from documents order by id desc`.execute(db));
  const runs = (cookie: string, sees: Viewer["sees"]): Viewer => ({ cookie, sees, mayChange: sees });
  const isUploadedBy =
    ({ id }: { id: number }) =>
    ({ createdById }: Known) =>
      createdById === id;
  const maintains = (
    cookie: string,
    person: { id: number },
    isThere: (document: Known) => boolean,
  ): Viewer => ({
    cookie,
    sees: (document) =>
      isThere(document) && (document.type === "Maintenance" || isUploadedBy(person)(document)),
    mayChange: (document) => isThere(document) && isUploadedBy(person)(document),
  });
  viewers = {
    admin: runs(admin.cookie, () => true),
    landlord: runs(landlord.cookie, (document) => document.propertyId === propertyId),
    owner: runs(await signInAs(db, owner), () => true),
    newcomer: runs(await signInAs(db, newcomer), () => false),
    technician: maintains(technician.cookie, technician, (document) => document.propertyId === propertyId),
    chief: maintains(await signInAs(db, chief), chief, () => true),
    tenant: {
      cookie: tenant.cookie,
      sees: (document) =>
        (document.visibility === "building" && document.propertyId === propertyId) ||
        (document.visibility === "lease" && document.leaseId === leaseId) ||
        isUploadedBy(tenant)(document),
      mayChange: (document) => isUploadedBy(tenant)(document) && document.leaseId === leaseId,
    },
    pending: { cookie: await signInAs(db, pending), sees: isUploadedBy(pending), mayChange: () => false },
  };
}, 120_000);
afterAll(() => portal.close());

const get = async (path: string, { cookie }: Viewer) => {
  const response = await portal.call("GET", `/api/${path}`, { cookie });
  expect([path, response.statusCode]).toEqual([path, 200]);
  return response;
};
const getIds = (documents: readonly { id: number }[]) => documents.map(({ id }) => id);

type Condition = (document: Known) => boolean;
const narrowed = (): [string, Condition][] => [
  ["", () => true],
  ...documentTypes.map((type): [string, Condition] => [`type=${type}`, (document) => document.type === type]),
  [`propertyId=${building.propertyId}`, ({ propertyId }) => propertyId === building.propertyId],
  [
    `propertyId=${building.propertyId}&type=Other`,
    ({ propertyId, type }) => propertyId === building.propertyId && type === "Other",
  ],
  [`unitId=${building.unitId}`, ({ unitId }) => unitId === building.unitId],
  [`unitId=${building.otherUnitId}`, () => false],
  [`leaseId=${building.leaseId}`, ({ leaseId }) => leaseId === building.leaseId],
  [
    `leaseId=${building.leaseId}&type=Addendum`,
    ({ leaseId, type }) => leaseId === building.leaseId && type === "Addendum",
  ],
];

/** Whether each of the words starts a word of the title, or also of the text. */
const has =
  (words: string, where: "titles" | "files" = "titles"): Condition =>
  ({ title, text }) => {
    const all = `${title} ${where === "files" ? (text ?? "") : ""}`.toLowerCase().split(" ");
    return words.split(" ").every((word) => all.some((one) => one.startsWith(word)));
  };
const searches: [string, Condition][] = [
  ...["paper", "eighth", "antique", "eighth antique", "antiq eig", "1234", "quetzal"].map(
    (words): [string, Condition] => [`in=titles&q=${words}`, has(words)],
  ),
  ...["clause", "antiq", "broker leasing", "eighth leasing", "bro", "bro clause paper", "quetzal"].map(
    (words): [string, Condition] => [`q=${words}`, has(words, "files")],
  ),
  ["in=titles&q=antique&type=Other", (document) => document.type === "Other" && has("antique")(document)],
  ["in=files&q=bro&type=Other", (document) => document.type === "Other" && has("bro", "files")(document)],
  ["in=titles&q=clause", () => false],
];

describe.each(allViewers)("the document lists for the %s", (name) => {
  test("API-20 DOC-05 ROLE-19 every filter equals the filtered set of all documents: pages, cursors, total", async () => {
    const viewer = viewers[name];
    for (const [filter, condition] of narrowed()) {
      const all = getIds(known.filter((one) => one.trashedAt === null && viewer.sees(one) && condition(one)));
      const pages = Math.ceil(all.length / 100);
      for (const page of new Set([1, 2, pages, pages + 1].filter((number) => number > 0))) {
        const response = await get(`documents?${filter}&page=${page}&pageSize=100`, viewer);
        expect([filter, page, response.headers["x-total-count"]]).toEqual([filter, page, String(all.length)]);
        expect([filter, page, getIds(response.json())]).toEqual([
          filter,
          page,
          all.slice((page - 1) * 100, page * 100),
        ]);
      }
      const [, , third] = all;
      const after = await get(`documents?${filter}&limit=50&cursor=${third ?? 1}`, viewer);
      expect([filter, getIds(after.json())]).toEqual([filter, third === undefined ? [] : all.slice(3, 53)]);
    }
  });

  test("DOC-06 every search equals a check of each document, in titles and in files", async () => {
    const viewer = viewers[name];
    for (const [query, condition] of searches) {
      const all = getIds(known.filter((one) => one.trashedAt === null && viewer.sees(one) && condition(one)));
      const first = await get(`documents?${query}&page=1&pageSize=100`, viewer);
      const total = all.length > 1_000 ? "more than 1,000" : String(all.length);
      expect([query, first.headers["x-total-count"]]).toEqual([query, total]);
      expect([query, getIds(first.json())]).toEqual([query, all.slice(0, 100)]);
      const third = await get(`documents?${query}&page=3&pageSize=50`, viewer);
      expect([query, getIds(third.json())]).toEqual([query, all.slice(100, 150)]);
      const middle = all.at(Math.floor(all.length / 2)) ?? 1;
      const after = await get(`documents?${query}&limit=50&cursor=${middle}`, viewer);
      expect([query, getIds(after.json())]).toEqual([query, all.filter((id) => id < middle).slice(0, 50)]);
    }
  });

  test("API-12 API-20 the count equals the length of the list, and the CSV export equals the list", async () => {
    const viewer = viewers[name];
    const listNumbers = (body: string) =>
      (parse(body, { bom: true, columns: true }) as { Number: string }[]).map((row) => Number(row.Number));
    const seen = known.filter((one) => one.trashedAt === null && viewer.sees(one));
    const stats = await get("dashboard/stats", viewer);
    expect(stats.json<{ documents: number }>().documents).toBe(seen.length);
    expect(listNumbers((await get("documents.csv", viewer)).body)).toEqual(getIds(seen));
    expect(listNumbers((await get("documents.csv?in=files&q=bro", viewer)).body)).toEqual(
      getIds(seen.filter(has("bro", "files"))),
    );
  });

  test("the trash lists documents the user can restore, most recent first", async () => {
    // A tenant pending approval can't read it.
    if (name === "pending") return;
    const viewer = viewers[name];
    const at = ({ trashedAt }: Known) => trashedAt?.getTime() ?? 0;
    const all = getIds(
      known
        .filter((one) => one.trashedAt !== null && viewer.mayChange(one))
        .sort((a, b) => at(b) - at(a) || b.id - a.id),
    );
    const found: number[] = [];
    let next: string | undefined = "document-trash?limit=60";
    while (next !== undefined) {
      const part: Awaited<ReturnType<typeof get>> = await get(next, viewer);
      expect(part.headers["x-total-count"]).toBe(String(all.length));
      found.push(...getIds(part.json<DocumentCard[]>()));
      next = /<\/api\/([^>]+)>/.exec(String(part.headers.link))?.[1];
    }
    expect(found).toEqual(all);
    const second = await get("document-trash?page=2&pageSize=50", viewer);
    expect(getIds(second.json())).toEqual(all.slice(50, 100));
  });
});
