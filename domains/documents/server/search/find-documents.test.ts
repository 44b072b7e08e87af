import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SearchResponse } from "#domains/search/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { upload } from "#test/files/documents.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document, DocumentCard } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherPropertyId: number;
type Name = "rules" | "lease" | "neighbors" | "offer" | "boiler" | "own" | "far" | "farBoiler";
const ids = {} as Record<Name, number>;
const getName = (id: number) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? String(id);

const uploaded = async (
  who: { cookie: string },
  fields: Record<string, string | number>,
): Promise<number> => {
  const response = await upload(portal, who.cookie, { fields });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Document>().id;
};

/** Stores the text the job would have extracted. */
const giveText = (id: number, text: string) =>
  portal.db.updateTable("documents").set({ text }).where("id", "=", id).execute();

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { propertyId, unitId, otherUnitId, landlord, admin, tenant } = building;
  otherPropertyId = await createProperty(portal.db, { name: "Elsewhere" });
  const from = (fields: Record<string, string | number>) =>
    uploaded(landlord, { buildingId: propertyId, ...fields });
  ids.rules = await from({ title: "Rules of the house", type: "Other" });
  ids.lease = await from({ title: "Lease of 101", type: "Lease", unitId });
  ids.neighbors = await from({ title: "Lease of 102", type: "Lease", unitId: otherUnitId });
  ids.offer = await from({ title: "Offer of a buyer", type: "Contract", visibility: "staff" });
  ids.boiler = await from({ title: "Boiler manual", type: "Maintenance", visibility: "staff" });
  ids.own = await uploaded(tenant, { title: "Certificate of insurance", type: "Insurance", buildingId: 1 });
  ids.far = await uploaded(admin, {
    title: "Rules of the tower",
    type: "Other",
    buildingId: otherPropertyId,
  });
  ids.farBoiler = await uploaded(admin, {
    title: "Boiler of the tower",
    type: "Maintenance",
    buildingId: otherPropertyId,
  });
  await giveText(ids.lease, "The tenant of suite 101 keeps a marmot, and pays 2,307.50 a month.");
  await giveText(
    ids.neighbors,
    "The tenant of suite 102 keeps a walrus. The marmot next door is not theirs.",
  );
  await giveText(ids.boiler, "Open the valve\nbefore you light the burner.");
});
afterAll(() => portal.close());

const list = async (query: string, who: { cookie: string }) => {
  const response = await portal.call("GET", `/api/documents${query}`, who);
  expect(response.statusCode, response.body).toBe(200);
  return {
    cards: response.json<DocumentCard[]>(),
    total: response.headers["x-total-count"],
    link: response.headers.link as string | undefined,
  };
};
const expectFound = async (query: string, who: { cookie: string }, names: Name[]) => {
  const { cards, total } = await list(query, who);
  expect([query, cards.map(({ id }) => getName(id))]).toEqual([query, names]);
  expect([query, total]).toEqual([query, String(names.length)]);
};

describe("the list of documents", () => {
  test("DOC-04 DOC-10 API-20 ROLE-19 each role lists the documents it can access, newest first, with the exact total", async () => {
    const { admin, landlord, technician, tenant, neighbor } = building;
    await expectFound("", admin, [
      "farBoiler",
      "far",
      "own",
      "boiler",
      "offer",
      "neighbors",
      "lease",
      "rules",
    ]);
    await expectFound("", landlord, ["own", "boiler", "offer", "neighbors", "lease", "rules"]);
    await expectFound("", technician, ["boiler"]);
    await expectFound("", tenant, ["own", "lease", "rules"]);
    await expectFound("", neighbor, ["neighbors", "rules"]);
    const waiting = await createPerson(portal.db, { role: "tenant", state: "pending" });
    await expectFound("", { cookie: await signInAs(portal.db, waiting) }, []);
    const { cards } = await list("?type=Lease", tenant);
    expect(cards[0]).toMatchObject({ id: ids.lease, title: "Lease of 101", type: "Lease", excerpt: null });
  });

  test("DOC-05 DOC-10 API-33 each filter is applied on the server and returns its own total", async () => {
    const { admin, landlord, technician, tenant, propertyId, unitId, otherUnitId, leaseId, otherLeaseId } =
      building;
    await expectFound("?type=Lease", landlord, ["neighbors", "lease"]);
    await expectFound("?type=Maintenance", admin, ["farBoiler", "boiler"]);
    await expectFound("?type=Maintenance", technician, ["boiler"]);
    await expectFound("?type=Lease", technician, []);
    await expectFound("?type=Other", tenant, ["rules"]);
    await expectFound("?type=Insurance", tenant, ["own"]);
    await expectFound(`?propertyId=${otherPropertyId}`, admin, ["farBoiler", "far"]);
    await expectFound(`?propertyId=${otherPropertyId}&type=Other`, admin, ["far"]);
    await expectFound(`?propertyId=${otherPropertyId}`, landlord, []);
    await expectFound(`?propertyId=${propertyId}`, tenant, ["own", "lease", "rules"]);
    await expectFound(`?unitId=${unitId}`, landlord, ["own", "lease"]);
    await expectFound(`?unitId=${otherUnitId}`, tenant, []);
    await expectFound(`?leaseId=${leaseId}&type=Lease`, landlord, ["lease"]);
    await expectFound(`?leaseId=${otherLeaseId}`, tenant, []);
    const wrong = await portal.call("GET", "/api/documents?type=Letter", admin);
    expect(wrong.statusCode).toBe(400);
  });

  test("the expires=soon filter uses the property's date, excludes ended leases, and lists expired documents first; expires=ever finds all documents with an expiration date", async () => {
    const { landlord, tenant, leaseId } = building;
    const setDay = (id: number, days: number | null) =>
      sql`update documents set expires_on = (now() at time zone 'America/New_York')::date + ${days}::int where id = ${id}`.execute(
        portal.db,
      );
    const setState = (state: string) =>
      sql`update leases set state = ${state}, ends_on = case when ${state} = 'ended' then current_date - 2 end where id = ${leaseId}`.execute(
        portal.db,
      );
    await sql`update properties set time_zone = 'America/New_York'`.execute(portal.db);
    await setDay(ids.rules, -400);
    await setDay(ids.lease, 30);
    await setDay(ids.boiler, 31);
    await setDay(ids.own, 0);
    await expectFound("?expires=soon", landlord, ["rules", "own", "lease"]);
    await expectFound("?expires=soon&type=Insurance", landlord, ["own"]);
    await expectFound("?expires=soon", tenant, ["rules", "own", "lease"]);
    await setState("ended");
    await expectFound("?expires=soon", landlord, ["rules"]);
    await expectFound("?expires=ever&type=Lease", landlord, ["lease"]);
    await setState("active");
    for (const id of [ids.rules, ids.lease, ids.boiler, ids.own]) await setDay(id, null);
    await expectFound("?expires=ever", landlord, []);
    const wrong = await portal.call("GET", "/api/documents?expires=never", landlord);
    expect(wrong.json()).toMatchObject({ fields: { expires: "expires must be soon or ever." } });
  });
});

describe("searching documents", () => {
  test("DOC-06 a title search requires every search word to start a word in the title and ignores the document's text", async () => {
    const { admin, landlord, tenant } = building;
    await expectFound("?in=titles&q=lease", landlord, ["neighbors", "lease"]);
    await expectFound("?in=titles&q=LEA 101", landlord, ["lease"]);
    await expectFound("?in=titles&q=101 lease", landlord, ["lease"]);
    await expectFound("?in=titles&q=ease", landlord, []);
    await expectFound("?in=titles&q=rules tower", admin, ["far"]);
    await expectFound("?in=titles&q=ru of", admin, ["far", "rules"]);
    await expectFound("?in=titles&q=marmot", admin, []);
    await expectFound("?in=titles&q=lease&type=Other", landlord, []);
    await expectFound(`?in=titles&q=boiler&propertyId=${otherPropertyId}`, admin, ["farBoiler"]);
    await expectFound("?in=titles&q=%25", landlord, []);
    await expectFound("?in=titles&q='%26 (lease", tenant, ["lease"]);
  });

  test("a search requires every search word to start a word of the title or text, and marks the matches with their page", async () => {
    const { landlord, technician, tenant, leaseId } = building;
    await expectFound("?q=marmot", landlord, ["neighbors", "lease"]);
    await expectFound("?q=lease walrus", landlord, ["neighbors"]);
    await expectFound("?q=marm ten", tenant, ["lease"]);
    await expectFound(`?q=marmot&leaseId=${leaseId}`, landlord, ["lease"]);
    await expectFound("?q=valve burn", technician, ["boiler"]);
    const { cards } = await list("?q=suite%20marm", tenant);
    expect(cards[0]?.excerpt).toEqual({
      page: 1,
      pieces: [
        { text: "The tenant of ", isHit: false },
        { text: "suite", isHit: true },
        { text: " 101 keeps a ", isHit: false },
        { text: "marmot", isHit: true },
        { text: ", and pays 2,307.50 a month.", isHit: false },
      ],
    });
    const number = await list("?q=2,307.50", tenant);
    expect(number.cards[0]?.excerpt?.pieces.filter(({ isHit }) => isHit)).toEqual([
      { text: "2,307.50", isHit: true },
    ]);
    const inTitle = await list("?q=manual", technician);
    expect(inTitle.cards.map(({ excerpt }) => excerpt)).toEqual([null]);
  });

  test("the excerpt contains and highlights the matching words, even if they have accents or are far apart", async () => {
    const { landlord } = building;
    const id = await uploaded(landlord, { title: "Marks", type: "Other", buildingId: building.propertyId });
    const excerptOf = async (q: string) =>
      (await list(`?in=files&q=${encodeURIComponent(q)}`, landlord)).cards
        .find((card) => card.id === id)
        ?.excerpt?.pieces.map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
        .join("");
    const filler = "the numbat of the annex ".repeat(40);
    await giveText(id, `${filler}The CAFÉ in the Straße has one numbat and an ocelot. ${filler}`);
    expect(await excerptOf("cafe strasse")).toMatch(
      /the annex The \[CAFÉ\] in the \[Straße\] has one numbat/,
    );
    expect(await excerptOf("cafe\u0301")).toContain("[CAFÉ]");
    // The words near each other, and not the first place of either.
    expect(await excerptOf("numbat ocelot")).toContain("[numbat] and an [ocelot]");
    expect(await excerptOf("ocelot numbat")).toContain("[numbat] and an [ocelot]");
    // Within the two lines that a phone shows.
    expect((await excerptOf("ocelot"))?.indexOf("[ocelot]")).toBeLessThan(45);
    await giveText(id, `${"filler words ".repeat(15_000)} pangolin`);
    expect(await excerptOf("pangolin")).toContain("[pangolin]");
    await sql`update documents set trashed_at = now(), trashed_by_id = created_by_id where id = ${id}`.execute(
      portal.db,
    );
  });

  test("ROLE-19 the text of a neighbor's document is neither found nor counted", async () => {
    const { tenant, neighbor, technician, landlord } = building;
    await expectFound("?in=files&q=walrus", tenant, []);
    await expectFound("?in=files&q=marmot", tenant, ["lease"]);
    await expectFound("?in=files&q=marmot", neighbor, ["neighbors"]);
    await expectFound("?in=files&q=marmot", technician, []);
    await expectFound("?in=files&q=tower", landlord, []);
    await expectFound("?q=tower", landlord, []);
    await expectFound("?q=offer", tenant, []);
  });

  test("a long text is shortened to the part around the first match, with the page of that match", async () => {
    const id = await uploaded(building.admin, { title: "Long", type: "Other", buildingId: otherPropertyId });
    await giveText(id, `${"page of words ".repeat(3000)}the quagga ${"and so on ".repeat(100)}`);
    const { cards } = await list("?in=files&q=quagga", building.admin);
    const text =
      cards[0]?.excerpt?.pieces.map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text)).join("") ?? "";
    expect(text).toMatch(/^….+ the \[quagga\] and so on .+…$/);
    expect(text.length).toBeLessThan(300);
    expect(cards[0]?.excerpt?.page).toBe(1);
    await giveText(id, "A cover\f\fThe third page names a quagga\fand the fourth another quagga");
    expect((await list("?q=quagga", building.admin)).cards[0]?.excerpt?.page).toBe(3);
    expect((await portal.call("GET", "/api/search?q=quagga", building.admin)).json()).toMatchObject({
      hits: [{ kind: "document", id, inText: { page: 3, words: ["quagga"] } }],
    });
    await sql`update documents set trashed_at = now(), trashed_by_id = created_by_id where id = ${id}`.execute(
      portal.db,
    );
    await expectFound("?in=files&q=quagga", building.admin, []);
  });
});

describe("documents in exports and search", () => {
  test("API-20 the CSV export contains the same documents as the filtered list", async () => {
    const read = async (query: string, who: { cookie: string }) => {
      const response = await portal.call("GET", `/api/documents.csv${query}`, who);
      expect(response.statusCode, response.body).toBe(200);
      return parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
    };
    const rows = await read("", building.tenant);
    expect(rows.map(({ Title }) => Title)).toEqual([
      "Certificate of insurance",
      "Lease of 101",
      "Rules of the house",
    ]);
    expect(rows[1]).toMatchObject({
      Type: "Lease",
      Building: "Harbor House",
      Unit: "101",
      "Visible to": "The tenant",
      "Expiration date": "",
      "Added by": "Lena Landlord",
      File: "paper.pdf",
    });
    expect((await read("?in=files&q=marmot", building.landlord)).map(({ Unit }) => Unit)).toEqual([
      "102",
      "101",
    ]);
    expect(await read("?q=walrus&in=files", building.tenant)).toEqual([]);
  });

  test("NAV-31 the top bar's search finds accessible documents by title and text, titles first", async () => {
    const find = async (q: string, who: { cookie: string }) =>
      (await portal.call("GET", `/api/search?q=${encodeURIComponent(q)}`, who))
        .json<SearchResponse>()
        .hits.filter(({ kind }) => kind === "document");
    expect(await find("certif", building.tenant)).toEqual([
      {
        kind: "document",
        id: ids.own,
        title: "Certificate of insurance",
        detail: "Insurance · Harbor House",
        status: null,
        person: null,
      },
    ]);
    const named = async (q: string, who: { cookie: string }) =>
      (await find(q, who)).map(({ id }) => getName(id));
    expect(await named("marmot", building.landlord)).toEqual(["neighbors", "lease"]);
    expect(await named("marmot", building.tenant)).toEqual(["lease"]);
    expect(await named("walrus", building.tenant)).toEqual([]);
    expect(await named("of the", building.admin)).toEqual([
      "farBoiler",
      "far",
      "rules",
      "neighbors",
      "lease",
    ]);
  });
});

describe("totals of documents", () => {
  test("DASH-02 API-12 the dashboard's count always equals the list's total, for every user", async () => {
    const { admin, landlord, technician, tenant, neighbor } = building;
    const waiting = await createPerson(portal.db, { role: "tenant", state: "pending" });
    const callers = [
      admin,
      landlord,
      technician,
      tenant,
      neighbor,
      { cookie: await signInAs(portal.db, waiting) },
    ];
    const expectSame = async (expected: number[]) => {
      for (const [place, who] of callers.entries()) {
        const stats = await portal.call("GET", "/api/dashboard/stats", who);
        const { cards, total } = await list("", who);
        expect([place, stats.json<{ documents: number }>().documents]).toEqual([place, expected[place]]);
        expect([place, total, cards.length]).toEqual([place, String(expected[place]), expected[place]]);
      }
    };
    await expectSame([8, 6, 1, 3, 2, 0]);
    await sql`update documents set visibility = 'staff' where id = ${ids.rules}`.execute(portal.db);
    await expectSame([8, 6, 1, 2, 1, 0]);
    await sql`update documents set trashed_at = now(), trashed_by_id = created_by_id where id = ${ids.boiler}`.execute(
      portal.db,
    );
    await expectSame([7, 5, 0, 2, 1, 0]);
    await sql`update documents set trashed_at = null, trashed_by_id = null, type = 'Contract' where id = ${ids.boiler}`.execute(
      portal.db,
    );
    await expectSame([8, 6, 0, 2, 1, 0]);
    await sql`update documents set type = 'Maintenance' where id = ${ids.boiler}`.execute(portal.db);
    await sql`update documents set visibility = 'building' where id = ${ids.rules}`.execute(portal.db);
    const own = await uploaded(technician, {
      title: "Photos of the roof",
      type: "Contract",
      buildingId: building.propertyId,
      visibility: "staff",
    });
    await expectSame([9, 7, 2, 3, 2, 0]);
    await sql`update documents set trashed_at = now(), trashed_by_id = created_by_id where id = ${own}`.execute(
      portal.db,
    );
    await expectSame([8, 6, 1, 3, 2, 0]);
  });
});

describe("searches for words with accents and other special letters", () => {
  test.each([
    ["Area of 20 m\u00b2", "area of 20 m\u00b2"],
    ["Cafe\u0301 terrace", "caf\u00e9"],
    ["Renovierung Stra\u00dfe", "stra\u00dfe"],
    ["\u0939\u093f\u0928\u094d\u0926\u0940 papers", "\u0939\u093f\u0928\u094d\u0926\u0940"],
    ["\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2 works", "\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2"],
  ])("DOC-06 a search finds %j by %j", async (title, query) => {
    const { admin } = building;
    const id = await uploaded(admin, { title, type: "Other", buildingId: otherPropertyId });
    for (const where of ["titles", "files"]) {
      const { cards, total } = await list(`?q=${encodeURIComponent(query)}&in=${where}`, admin);
      expect([where, total, cards.map((card) => card.id)]).toEqual([where, "1", [id]]);
    }
  });
});
