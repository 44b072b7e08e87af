import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments } from "#domains/documents/contract.ts";
import { documentKinds } from "#domains/documents/kinds.ts";
import { remindOfExpiration } from "#domains/documents/server/notifications/remind-of-expiration.ts";
import { extractText } from "#domains/documents/server/search/extract-text.ts";
import { verifyDocumentFiles } from "#domains/documents/server/verify-documents.ts";
import { documentTypes, visibilities } from "#domains/documents/types.ts";
import { remindOfLeaseEnds } from "#domains/leases/server/lifecycle/remind-of-end.ts";
import { remindOfRent } from "#domains/payments/server/remind-of-rent.ts";
import type { Reconciliation } from "#domains/recoveries/reconciliation-contract.ts";
import { demoAccounts, demoPassword } from "#domains/settings/demo-accounts.ts";
import { categories } from "#domains/work-orders/categories.ts";
import { verifyRecords } from "#domains/work-orders/files-contract.ts";
import { priorities } from "#domains/work-orders/priorities.ts";
import { boardColumns, statuses } from "#domains/work-orders/status.ts";
import { localDay } from "#seeds/demo/time.ts";
import { prepareDemo } from "#seeds/demo.ts";
import { StartupError } from "#server/startup-error.ts";
import { upload } from "#test/files/documents.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ DEMO: "1" });
  await prepareDemo(portal.services);
}, 240_000);
afterAll(() => portal.close());

const countRows = async (table: "users" | "properties" | "work_orders" | "work_order_activity") =>
  Number(
    (
      await portal.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe("the demo data", () => {
  it("property 1 has the units with ids 3 to 12 and is open for registration [CON-20, REG-04]", async () => {
    const { db } = portal;
    const harborview = await db
      .selectFrom("properties")
      .selectAll()
      .where("id", "=", 1)
      .executeTakeFirstOrThrow();
    expect(harborview).toMatchObject({ name: "Harborview Center", type: "multi", offers_registration: true });
    const units = await db
      .selectFrom("units")
      .select("id")
      .where("property_id", "=", 1)
      .orderBy("id")
      .execute();
    expect(units.map(({ id }) => id)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await countRows("properties")).toBe(3);
  });

  it("Harborview Center has two years of bills, including a credit, a voided bill, and insurance that spans two calendar years [EXP-18]", async () => {
    const { rows } = await sql<
      Record<"bills" | "categories" | "credits" | "voided" | "acrossYears" | "unpaid", number>
    >`
      select count(distinct b.id) as bills, count(distinct l.category_id) as categories,
        count(*) filter (where b.total_cents < 0) as credits,
        count(*) filter (where b.voided_at is not null) as voided,
        count(*) filter (where extract(year from b.service_from) < extract(year from b.service_to)) as "acrossYears",
        count(*) filter (where b.voided_at is null and b.paid_on is null) as unpaid
      from bills b join bill_lines l on l.bill_id = b.id where b.property_id = 1`.execute(portal.db);
    const { rows: budgets } = await sql<{ years: number }>`
      select count(distinct year) as years from budgets where property_id = 1`.execute(portal.db);
    expect(budgets).toEqual([{ years: 2 }]);
    const [counts] = rows;
    expect(counts).toMatchObject({ credits: 1, voided: 1 });
    expect(counts?.bills).toBeGreaterThan(100);
    expect(counts?.categories).toBeGreaterThanOrEqual(14);
    expect(counts?.acrossYears).toBeGreaterThanOrEqual(2);
    expect(counts?.unpaid).toBeGreaterThan(0);
  });

  it("all but one of Harborview Center's leases have recovery terms, each of a different type [REC-06]", async () => {
    const { rows } = await sql<{
      id: number;
      share: string | null;
      base: string | null;
      hasCap: boolean;
      isAnchor: boolean;
    }>`
      select l.id, cam -> 'share' ->> 'kind' as share, cam -> 'base' ->> 'kind' as base,
        coalesce(jsonb_typeof(cam -> 'cap') = 'object', false) as "hasCap", coalesce((cam ->> 'isAnchor')::boolean, false) as "isAnchor"
      from leases l left join recovery_terms t on t.lease_id = l.id
        left join lateral (select t.terms -> 'pools' -> 0) first_pool (cam) on true
      where l.property_id = 1 and l.state <> 'draft' order by l.id`.execute(portal.db);
    expect(rows.map(({ share, base, hasCap, isAnchor }) => [share, base, hasCap, isAnchor])).toEqual([
      ["area", "stop", false, false],
      ["area", "year", false, false],
      ["area", "none", true, false],
      ["percentage", "none", false, false],
      ["rate", "none", false, true],
      ["none", "none", false, false],
      ["area", "none", false, false],
      [null, null, false, false],
    ]);
  });

  it("the draft of this year at Harborview Center has three findings [REC-06, REC-22]", async () => {
    const signedIn = await portal.call("POST", "/api/login", {
      body: { email: "landlord@demo.example", password: demoPassword },
    });
    const [cookie = ""] = String(signedIn.headers["set-cookie"]).split(";");
    const [year] = localDay(portal.clock.now).split("-");
    const { findings } = (
      await portal.call("GET", `/api/properties/1/reconciliations/${year}`, { cookie })
    ).json<Reconciliation>();
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      "Emerald Dental Studio was billed monthly estimates, but has no share of any pool.",
      "The lease of Kestrel Legal Partners states 2,800 sq ft, but its units have 3,110 sq ft. The area in the lease is billed.",
      "Rowan & Tate Insurance has no recovery terms.",
    ]);
  });

  it("one work order has a conflict that its technician and landlord can resolve", async () => {
    const listConflicts = async (email: string) => {
      const signedIn = await portal.call("POST", "/api/login", { body: { email, password: demoPassword } });
      const [cookie = ""] = String(signedIn.headers["set-cookie"]).split(";");
      return (await portal.call("GET", "/api/work-order-conflicts", { cookie })).json();
    };
    for (const email of ["test@demo.example", "landlord@demo.example"])
      expect(await listConflicts(email)).toMatchObject([
        { by: { fullName: "Sam Whitfield" }, current: { assignee: "Priya Nair" }, canResolve: true },
      ]);
  });

  it("the five accounts of the sign-in page can sign in [LOG-18]", async () => {
    for (const { email } of demoAccounts) {
      const response = await portal.call("POST", "/api/login", { body: { email, password: demoPassword } });
      expect(response.statusCode, email).toBe(200);
    }
  });

  it("tenant 1 has unit 3, tenant 2 has unit 4, and each landlord has their own properties", async () => {
    const places = await portal.db
      .selectFrom("users as u")
      .leftJoin("current_lease_members as m", "m.user_id", "u.id")
      .leftJoin("lease_units as lu", "lu.lease_id", "m.lease_id")
      .select(["u.email", "lu.unit_id"])
      .where("u.email", "in", ["tenant1@demo.example", "tenant2@demo.example"])
      .orderBy("u.id")
      .execute();
    expect(places.map(({ unit_id }) => unit_id)).toEqual([3, 4]);
    const owned = await portal.db
      .selectFrom("property_landlords as l")
      .innerJoin("users as u", "u.id", "l.user_id")
      .select(["u.email", "l.property_id"])
      .orderBy("l.property_id")
      .execute();
    expect(owned.map(({ email, property_id }) => [property_id, email])).toEqual([
      [1, "landlord@demo.example"],
      [2, "landlord@demo.example"],
      [3, "landlord2@demo.example"],
    ]);
  });

  it("people pay by card, bank debit, and Zelle and have receipts in their names", async () => {
    const payers = await portal.db
      .selectFrom("payments as p")
      .innerJoin("users as u", "u.id", "p.payer_id")
      .innerJoin("emails as e", "e.to_user_id", "u.id")
      .select("p.method")
      .distinct()
      .where("e.template", "=", "payment-receipt")
      .orderBy("p.method")
      .execute();
    expect(payers.map(({ method }) => method)).toEqual(["card", "us_bank_account", "zelle"]);
  });

  it("about sixty work orders cover every status, category, and priority, and none is dated in the future", async () => {
    const orders = await portal.db.selectFrom("work_orders").selectAll().orderBy("id").execute();
    expect(orders.length).toBeGreaterThanOrEqual(60);
    const valuesOf = (field: "status" | "category" | "priority" | "board_column") =>
      new Set(orders.map((order) => order[field]));
    expect(valuesOf("status")).toEqual(new Set(statuses));
    expect(valuesOf("category")).toEqual(new Set(categories));
    expect(valuesOf("priority")).toEqual(new Set(priorities));
    expect([...boardColumns].every((column) => valuesOf("board_column").has(column))).toBe(true);
    const reported = orders.map(({ created_at }) => created_at.getTime());
    expect(reported).toEqual([...reported].sort((a, b) => a - b));
    const latest = await portal.db
      .selectFrom("work_order_activity")
      .select(({ fn }) => fn.max("created_at").as("at"))
      .executeTakeFirstOrThrow();
    expect(latest.at.getTime()).toBeLessThanOrEqual(portal.clock.now.getTime());
  });

  it("every work order's activity chain, photos, and signatures can be verified", async () => {
    const cookie = await signInAs(portal.db, { id: 1 });
    const orders = await portal.db.selectFrom("work_orders").select("id").orderBy("id").execute();
    for (const { id } of orders) {
      const response = await portal.call("GET", `/api/work-orders/${id}/verify`, { cookie });
      expect(verifyRecords.response.parse(response.json()), `order ${id}`).toMatchObject({
        valid: true,
        problems: [],
      });
    }
  });

  it("assignees work at their work order's property", async () => {
    const misassigned = await portal.db
      .selectFrom("work_orders as o")
      .innerJoin("users as u", "u.id", "o.assignee_id")
      .leftJoin("property_staff as s", (join) =>
        join.onRef("s.user_id", "=", "u.id").onRef("s.property_id", "=", "o.property_id"),
      )
      .select("o.id")
      .where("u.has_all_properties", "=", false)
      .where("s.user_id", "is", null)
      .execute();
    expect(misassigned).toEqual([]);
  });

  it("the documents cover every type and visibility, as PDF, DOCX, and XLSX [DOC-04]", async () => {
    const { db } = portal;
    const documents = await db.selectFrom("documents").selectAll().execute();
    expect(documents.length).toBeGreaterThanOrEqual(25);
    expect(new Set(documents.map(({ type }) => type))).toEqual(new Set(documentTypes));
    expect(new Set(documents.map(({ visibility }) => visibility))).toEqual(new Set(visibilities));
    expect(documents.filter(({ trashed_at }) => trashed_at !== null)).toHaveLength(1);
    const today = portal.clock.now.toISOString().slice(0, 10);
    const expirationDates = documents.flatMap(({ expires_on }) => (expires_on === null ? [] : [expires_on]));
    expect(expirationDates.some((day) => day < today)).toBe(true);
    expect(expirationDates.some((day) => day > today)).toBe(true);
    const files = await db.selectFrom("document_files").selectAll().execute();
    expect(new Set(files.map(({ media_type }) => media_type))).toEqual(
      new Set([documentKinds.pdf, documentKinds.docx, documentKinds.xlsx]),
    );
    const restored = files.filter(({ number }) => number === 3);
    expect(restored).toMatchObject([{ restored_from: 1 }]);
  });

  it("document files exist and would be accepted as uploads [DOC-24]", async () => {
    const { db, services } = portal;
    for await (const problem of verifyDocumentFiles(db, services.files)) expect.unreachable(problem);
    const cookie = await signInAs(db, { id: 1 });
    const files = await db
      .selectFrom("document_files")
      .select(["file_key", "name"])
      .where("restored_from", "is", null)
      .execute();
    for (const { file_key, name } of files) {
      const content = await buffer((await services.files.read(file_key)).stream);
      const fields = { title: "Once more", type: "Other", buildingId: 3 };
      const response = await upload(portal, cookie, { fields, content, fileName: name });
      expect(response.statusCode, `${name}: ${response.body}`).toBe(201);
    }
  });

  it("tenants see their own and the building's documents, and technicians see maintenance documents [ROLE-19]", async () => {
    const listTitles = async (id: number) => {
      const cookie = await signInAs(portal.db, { id });
      const response = await portal.call("GET", "/api/documents", { cookie });
      return listDocuments.response.parse(response.json()).map(({ title }) => title);
    };
    const [maya, daniel, sam] = [await listTitles(5), await listTitles(6), await listTitles(4)];
    expect(maya).toEqual(expect.arrayContaining(["House rules", "Lease agreement no. 0001"]));
    expect(daniel).toEqual(expect.arrayContaining(["House rules", "Lease agreement no. 0002"]));
    expect(maya.filter((title) => daniel.includes(title)).sort()).toEqual([
      "Emergency and evacuation plan",
      "Fire extinguishers",
      "House rules",
      "Window cleaning",
    ]);
    expect(sam).toEqual(expect.arrayContaining(["Boiler inspection", "Maintenance plan"]));
    expect(sam).not.toContain("House rules");
  });

  it("the demo starts with all due reminders already sent, so starting the portal sends none", async () => {
    const { db, services } = portal;
    const bell = await portal.call("GET", "/api/notifications", { cookie: await signInAs(db, { id: 5 }) });
    expect(bell.body).toContain(
      "“Certificate of insurance, Harbor Lane Coffee” (Harborview Center, unit 101)",
    );
    const before = await db.selectFrom("notifications").select("id").execute();
    await remindOfExpiration(services);
    await remindOfRent(services);
    await remindOfLeaseEnds(services);
    expect(await db.selectFrom("notifications").select("id").execute()).toHaveLength(before.length);
  });

  it("document text is extracted, and a search finds it only for people who can see the document", async () => {
    const { db, services } = portal;
    const seating = await db
      .selectFrom("documents")
      .select(["id", "current_number as number"])
      .where("title", "like", "Outdoor seating%")
      .executeTakeFirstOrThrow();
    const pendingFiles = db
      .selectFrom("document_files")
      .where("document_id", "=", seating.id)
      .where("text_attempts_left", ">", 0);
    expect(await pendingFiles.select("number").execute()).toContainEqual({ number: seating.number });
    await extractText(services, { documentId: seating.id, number: seating.number });
    const search = async (id: number) => {
      const cookie = await signInAs(db, { id });
      const response = await portal.call("GET", "/api/documents?q=wheelchairs&in=files", { cookie });
      return listDocuments.response.parse(response.json()).map((card) => card.id);
    };
    expect([await search(5), await search(6)]).toEqual([[seating.id], []]);
  });

  it("id sequences continue after the demo ids", async () => {
    const person = await createPerson(portal.db, { role: "admin" });
    expect(person.id).toBe(await countRows("users"));
  });
});

describe("the portal's next start", () => {
  it("in demo mode, a database that already has data isn't changed", async () => {
    const before = await countRows("work_order_activity");
    await prepareDemo(portal.services);
    expect(await countRows("work_order_activity")).toBe(before);
  });

  it("with demo mode off, the portal rejects a database with demo data and explains how to start fresh", async () => {
    const services = { ...portal.services, config: { ...portal.services.config, demo: false } };
    await expect(prepareDemo(services)).rejects.toThrow(StartupError);
    await expect(prepareDemo(services)).rejects.toThrow(/Remove the folder to start fresh/);
  });
});

describe("a computer that is too busy", () => {
  it("if preparing the demo data takes too long, the portal says so and saves nothing", async () => {
    const busyPortal = await startPortal({ DEMO: "1" });
    const { files } = busyPortal.services;
    const timeout = Object.assign(new Error("The operation was aborted"), { name: "AbortError" });
    const busyFiles = { ...files, put: () => Promise.reject(timeout) };
    try {
      const preparing = prepareDemo({ ...busyPortal.services, files: busyFiles });
      await expect(preparing).rejects.toThrow(StartupError);
      await expect(preparing).rejects.toThrow(/took too long because this computer is busy/);
      expect(await busyPortal.db.selectFrom("users").select("id").execute()).toEqual([]);
    } finally {
      await busyPortal.close();
    }
  });
});

describe("a database with real people", () => {
  it("a database with real people gets no demo data and no demo account", async () => {
    const otherPortal = await startPortal({ DEMO: "1" });
    try {
      await createPerson(otherPortal.db, { role: "admin" });
      await prepareDemo(otherPortal.services);
      expect(await otherPortal.db.selectFrom("users").select("email").execute()).toHaveLength(1);
      expect(
        await otherPortal.db
          .selectFrom("database_metadata")
          .select("name")
          .where("name", "=", "demo")
          .execute(),
      ).toEqual([]);
    } finally {
      await otherPortal.close();
    }
  });
});
