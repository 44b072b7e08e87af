import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { describeList } from "#test/lists/list-model.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
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
  const otherPropertyId = await createProperty(db);
  // A landlord of all buildings and one without buildings, a technician for all buildings, and a tenant
  // pending approval.
  const owner = await createPerson(db, { role: "landlord", propertyIds: [propertyId, otherPropertyId] });
  const newcomer = await createPerson(db, { role: "landlord" });
  const chief = await createPerson(db, { role: "maintenance", hasAllProperties: true });
  const pending = await createPerson(db, { role: "tenant", state: "pending" });
  // Words in every title, in one of eight, and only in old ones. In texts, two words that never occur
  // together, and a rare one.
  await sql`
    with made as (
      insert into documents (id, property_id, unit_id, lease_id, visibility, title, type, text, created_by_id, created_at, trashed_at, trashed_by_id)
      select n, case when n % 3 = 0 and n % 6 <> 3 then ${otherPropertyId}::bigint else ${propertyId}::bigint end,
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
    isListed: (document: Known) => boolean,
  ): Viewer => ({
    cookie,
    sees: (document) =>
      isListed(document) && (document.type === "Maintenance" || isUploadedBy(person)(document)),
    mayChange: (document) => isListed(document) && isUploadedBy(person)(document),
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

const fixtures = () => ({ portal, people: viewers });

/** Whether each of the words starts a word of the title, or also of the text. */
const hasWords = ({ title, text }: Known, words: string, where = "files") => {
  const all = `${title} ${where === "files" ? (text ?? "") : ""}`.toLowerCase().split(" ");
  return words.split(" ").every((word) => all.some((one) => one.startsWith(word)));
};

describe("API-12 API-20 DOC-05 DOC-06 ROLE-19 documents", () => {
  describeList("/api/documents", fixtures, {
    viewers: allViewers,
    rows: () => known.filter(({ trashedAt }) => trashedAt === null),
    canSee: (document, name) => viewers[name].sees(document),
    filters: {
      ids: {
        values: () => ["6,9,2500,99999"],
        matches: ({ id }, list) => list.split(",").includes(String(id)),
      },
      type: { values: () => documentTypes, matches: (document, type) => document.type === type },
      propertyId: {
        values: () => [building.propertyId],
        matches: ({ propertyId }, id) => String(propertyId) === id,
      },
      unitId: {
        values: () => [building.unitId, building.otherUnitId],
        matches: ({ unitId }, id) => String(unitId) === id,
      },
      leaseId: { values: () => [building.leaseId], matches: ({ leaseId }, id) => String(leaseId) === id },
      q: {
        values: () => [
          "paper",
          "eighth",
          "antique",
          "eighth antique",
          "antiq eig",
          "1234",
          "quetzal",
          "clause",
          "antiq",
          "broker leasing",
          "eighth leasing",
          "bro",
          "bro clause paper",
        ],
        matches: (document, words, { selected }) => hasWords(document, words, selected.in),
      },
      // Without a search text it has no effect.
      in: { values: () => ["titles", "files"], matches: () => true },
    },
    csv: ["Number", ({ id }) => String(id)],
  });

  test.each(["paper", "eighth", "antique", "eighth antique", "antiq eig", "1234", "quetzal", "clause"])(
    "a title search for %s ignores the text of files",
    async (words) => {
      const { cookie } = viewers.landlord;
      const response = await portal.call("GET", `/api/documents?in=titles&q=${words}&page=3&pageSize=50`, {
        cookie,
      });
      const ids = known
        .filter(
          (one) => one.trashedAt === null && viewers.landlord.sees(one) && hasWords(one, words, "titles"),
        )
        .map(({ id }) => id);
      expect(response.json<{ id: number }[]>().map(({ id }) => id)).toEqual(ids.slice(100, 150));
    },
  );

  test.each(allViewers)(
    "the dashboard's document count equals the length of the list for the %s",
    async (name) => {
      const { cookie, sees } = viewers[name];
      const stats = await portal.call("GET", "/api/dashboard/stats", { cookie });
      expect(stats.json<{ documents: number }>().documents).toBe(
        known.filter((one) => one.trashedAt === null && sees(one)).length,
      );
    },
  );
});

// The trash lists the documents the user can restore. A tenant pending approval can't read it.
describeList("/api/document-trash", fixtures, {
  viewers: allViewers.filter((name) => name !== "pending"),
  rows: () => known.filter(({ trashedAt }) => trashedAt !== null),
  canSee: (document, name) => viewers[name].mayChange(document),
  compare: (a, b) => Number(b.trashedAt) - Number(a.trashedAt) || b.id - a.id,
});
