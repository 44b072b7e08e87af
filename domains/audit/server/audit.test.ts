import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { upload } from "#test/files/documents.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { AuditEntry } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let orderId: number;
let documentId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  orderId = await createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.tenant.id,
    title: "Drain smells",
  });
  const document = await upload(portal, building.landlord.cookie, {
    fields: { title: "House rules", type: "Other", buildingId: building.propertyId },
  });
  documentId = document.json<{ id: number }>().id;
  for (const entry of entries()) await note(entry);
});
afterAll(() => portal.close());

interface Note {
  at: string;
  by?: { id: number; fullName: string };
  action: string;
  subject: [string, string | number];
  propertyId?: number;
  requestId?: string;
  details?: object;
}
const note = ({ at, by, action, subject: [type, id], propertyId, requestId = "r-7", details }: Note) =>
  portal.db
    .insertInto("audit_log")
    .values({
      at: new Date(at),
      actor_id: by?.id ?? null,
      actor_name: by?.fullName ?? "Signed out",
      action,
      subject_type: type,
      subject_id: String(id),
      property_id: propertyId ?? null,
      network_address: "203.0.113.7",
      request_id: requestId,
      details: JSON.stringify(details ?? {}),
    })
    .execute();

// In Los Angeles, the organization's time zone, dates start at 08:00 UTC.
const entries = (): Note[] => [
  { at: "2026-01-01T09:00:00Z", action: "network.locked-out", subject: ["network", "198.51.100.4"] },
  {
    at: "2026-01-02T07:59:59Z",
    by: building.landlord,
    action: "person.approved",
    subject: ["person", building.tenant.id],
    propertyId: building.propertyId,
    details: { role: "tenant", unitId: building.unitId },
  },
  {
    at: "2026-01-02T08:00:00Z",
    by: building.admin,
    action: "settings.changed",
    subject: ["settings", "organization"],
    details: { changes: [{ field: "cardFeeBasisPoints", from: 350, to: 299 }] },
  },
  {
    at: "2026-01-03T10:00:00Z",
    by: building.admin,
    action: "property.edited",
    subject: ["property", building.propertyId],
    propertyId: building.propertyId,
    details: { changes: [{ field: "name", from: "Old Wharf", to: "Harbor House" }] },
  },
  {
    at: "2026-01-03T10:00:00Z",
    by: building.admin,
    action: "person.declined",
    subject: ["person", 987_654],
    details: { reason: "=cmd|calc" },
  },
];

/** This test's portal has no card provider. */
const provider = "Card provider";

const request = (query: string, cookie = building.admin.cookie) =>
  portal.call("GET", `/api/audit${query}`, { cookie });
const actions = async (query: string) => {
  const response = await request(query);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<AuditEntry[]>().map(({ action }) => action);
};
const all = [
  "person.declined",
  "property.edited",
  "settings.changed",
  "person.approved",
  "network.locked-out",
];

describe("the audit log", () => {
  test("audit entries have an actor, an action, a time, a subject with its current name, and a network address, newest first", async () => {
    expect(await actions("?to=2026-01-31")).toEqual(all);
    const [declined, edited] = (await request("?to=2026-01-31")).json<AuditEntry[]>();
    expect(edited).toEqual({
      id: expect.any(Number),
      at: "2026-01-03T10:00:00.000Z",
      actorId: building.admin.id,
      actorName: "Ada Admin",
      action: "property.edited",
      subject: { type: "property", id: String(building.propertyId), label: "Harbor House" },
      property: { id: building.propertyId, name: "Harbor House" },
      networkAddress: "203.0.113.7",
      requestId: "r-7",
      details: { changes: [{ field: "name", from: "Old Wharf", to: "Harbor House" }] },
    });
    // The subject is deleted, but the entry is kept.
    expect(declined?.subject).toEqual({ type: "person", id: "987654", label: null });
  });

  test("audit entries name the provider, the system, or a visitor as the actor if no one was signed in", async () => {
    const subject: [string, number] = ["lease", building.leaseId];
    const at = "2025-06-06T12:00:00Z";
    await note({ at, action: "ledger.payment-received", subject, requestId: "", details: { entry: "Rent" } });
    await note({ at, action: "lease.started", subject, requestId: "" });
    await note({ at, action: "network.locked-out", subject: ["network", 1] });
    const found = (await request("?from=2025-06-06&to=2025-06-06")).json<AuditEntry[]>();
    expect(found.map(({ actorName }) => actorName)).toEqual(["A visitor", "System", provider]);
    const file = await portal.call("GET", "/api/audit.csv?from=2025-06-06&to=2025-06-06", {
      cookie: building.admin.cookie,
    });
    const rows: Record<string, string>[] = parse(file.body, { bom: true, columns: true });
    expect(rows.map(({ Who }) => Who)).toEqual(["A visitor", "System", provider]);
    const history = await portal.call("GET", `/api/leases/${building.leaseId}/history`, {
      cookie: building.landlord.cookie,
    });
    const events = history.json<{ who: string; what: string }[]>();
    expect(events).toContainEqual(expect.objectContaining({ who: provider, what: "Ledger: Rent" }));
    expect(events).toContainEqual(expect.objectContaining({ who: "System", what: "Lease started" }));
  });

  test.each([
    ["person", () => building.tenant.id, "Tessa Tenant"],
    ["unit", () => building.unitId, "Harbor House, Unit 101"],
    ["lease", () => building.leaseId, expect.stringMatching(/^Lease of Company/)],
    ["work-order", () => orderId, expect.stringMatching(/^#WO-\d{4} Drain smells$/)],
    ["document", () => documentId, "House rules"],
    ["work-order", () => "not a number", null],
    ["something-new", () => 1, null],
  ])("the audit log shows the name of a %s", async (type, id, label) => {
    await note({ at: "2025-05-05T12:00:00Z", action: "thing.done", subject: [type, id()] });
    const [entry] = (
      await request(`?subjectType=${type}&subjectId=${encodeURIComponent(id())}&to=2025-12-01`)
    ).json<AuditEntry[]>();
    expect(entry?.subject).toEqual({ type, id: String(id()), label });
  });

  test.each<[type: string, details: Record<string, unknown>, label: string]>([
    ["bill", { before: { vendor: "Fax Inc.", number: "12" } }, "Bill 12 from Fax Inc."],
    ["bill", { before: { vendor: "Fax Inc.", number: "" } }, "Bill from Fax Inc."],
    ["unit", { before: { unitNumber: "305" } }, "Unit 305"],
    ["lease", { state: "draft", company: "Kestrel" }, "Lease of Kestrel"],
    ["work-order", { title: "Drain smells", status: "open" }, "#WO-987650 Drain smells"],
    ["vendor", { name: "Fax Inc." }, "Fax Inc."],
    ["property", { before: { name: "Mill House" } }, "Mill House"],
  ])("the audit log shows the name that a deleted %s had: %j", async (type, details, label) => {
    const subject: Note["subject"] = [type, type === "bill" ? 987_640 + label.length : 987_650];
    await note({ at: "2025-05-06T12:00:00Z", action: `${type}.edited`, subject });
    await note({ at: "2025-05-06T13:00:00Z", action: `${type}.deleted`, subject, details });
    const found = (await request(`?subjectType=${type}&subjectId=${subject[1]}&to=2025-12-01`)).json<
      AuditEntry[]
    >();
    expect(found.map((entry) => entry.subject.label)).toEqual([label, label]);
  });

  test.each([
    [() => `actorId=${building.landlord.id}`, ["person.approved"]],
    [() => "action=person.declined", ["person.declined"]],
    [() => "area=person", ["person.declined", "person.approved"]],
    [() => "subjectType=person", ["person.declined", "person.approved"]],
    [() => `subjectType=person&subjectId=${building.tenant.id}`, ["person.approved"]],
    [() => `propertyId=${building.propertyId}`, ["property.edited", "person.approved"]],
    // Dates are in the organization's time zone.
    [() => "from=2026-01-02", ["person.declined", "property.edited", "settings.changed"]],
    [() => "to=2026-01-01", ["person.approved", "network.locked-out"]],
    [() => "from=2026-01-02&to=2026-01-02", ["settings.changed"]],
    [() => "q=wharf", ["property.edited"]],
    [() => "q=ada%20wha", ["property.edited"]],
    [() => "q=198.51", ["network.locked-out"]],
    [() => "q=350", ["settings.changed"]],
    [() => "q=%3F%21", []],
    [() => "q=it%27s", []],
    [() => "area=person&q=reason", ["person.declined"]],
  ])("the audit log can be filtered: %s", async (query, expected) => {
    const narrowed = query();
    const until = /\bto=/.test(narrowed) ? "" : "&to=2026-01-31";
    const response = await request(
      `?${narrowed}${until}${/\bfrom=/.test(narrowed) ? "" : "&from=2026-01-01"}`,
    );
    expect(response.json<AuditEntry[]>().map(({ action }) => action)).toEqual(expected);
    expect(response.headers["x-total-count"]).toBe(String(expected.length));
  });

  test.each([
    ["from=2026-02-30", "from"],
    ["to=yesterday", "to"],
    ["from=2026-01-03&to=2026-01-02", "to"],
    ["actorId=me", "actorId"],
    ["action=A%27;drop", "action"],
    ["limit=0", "limit"],
  ])("the audit log rejects an invalid %s with a message", async (query, field) => {
    const response = await request(`?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().fields[field]).toMatch(/\.$/);
  });

  test("the audit export rejects a reversed date range, as the list does", async () => {
    const { cookie } = building.admin;
    const response = await portal.call("GET", "/api/audit.csv?from=2026-01-03&to=2026-01-02", { cookie });
    expect(response.json().fields).toEqual({ to: "The end date can't be before the start date." });
  });

  test("the audit log is paged by cursor, even if several entries have the same time", async () => {
    const readActions: string[] = [];
    let next: string | undefined = "?from=2026-01-01&to=2026-01-31&limit=2";
    while (next !== undefined) {
      const response = await request(next);
      readActions.push(...response.json<AuditEntry[]>().map(({ action }) => action));
      next = /<\/api\/audit([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ""))?.[1];
    }
    expect(readActions).toEqual(all);
    expect(await actions("?from=2026-01-01&to=2026-01-31&page=2&pageSize=2")).toEqual(all.slice(2, 4));
  });

  test("only administrators can read the audit log", async () => {
    for (const { cookie } of [building.landlord, building.technician, building.tenant])
      expect((await request("", cookie)).statusCode).toBe(403);
    expect((await portal.call("GET", "/api/audit")).statusCode).toBe(401);
  });

  test("the audit log is exported with its filters, and formulas are escaped", async () => {
    const response = await portal.call("GET", "/api/audit.csv?from=2026-01-01&to=2026-01-31", {
      cookie: building.admin.cookie,
    });
    expect(response.headers["content-disposition"]).toMatch(/filename="audit-log-\d{4}-\d\d-\d\d\.csv"/);
    const rows: Record<string, string>[] = parse(response.body, { bom: true, columns: true });
    expect(rows.map(({ Action }) => Action)).toEqual(all);
    expect(rows[0]).toMatchObject({ Record: "Person no. 987654", Details: "Reason: =cmd|calc" });
    expect(rows[1]).toEqual({
      "When (UTC)": "2026-01-03 10:00:00",
      Who: "Ada Admin",
      What: "Edited a property",
      Record: "Harbor House",
      Property: "Harbor House",
      Changes: "Name: Old Wharf → Harbor House",
      Details: "",
      "Network address": "203.0.113.7",
      "Request ID": "r-7",
      Action: "property.edited",
    });
    expect(rows[2]?.Changes).toBe("Card fee: 3.5% → 2.99%");
  });

  test("the audit log stores and finds entries of any length with any characters", async () => {
    const word = "ü".repeat(5_000);
    await note({
      at: "2024-03-03T12:00:00Z",
      by: building.admin,
      action: "thing.done",
      subject: ["thing", 1],
      details: { text: `${word} ${"word ".repeat(9_000)}`, by: `O'Brien \\ "x"`, to: "Zoë 会議室" },
    });
    expect(await actions("?q=thing.done&area=thing&to=2024-12-31")).toEqual(["thing.done"]);
    expect(await actions(`?q=${encodeURIComponent("zoë 会議")}&area=thing`)).toEqual(["thing.done"]);
    expect(await actions(`?q=${encodeURIComponent("o'brien")}`)).toEqual(["thing.done"]);
  });

  test("audit search finds the entries about a property, a company, its lease, a person, or a work order by its current name", async () => {
    const { leaseId, propertyId, tenant } = building;
    await sql`update companies set name = 'Quillfeather Optical'
      where id = (select company_id from leases where id = ${leaseId})`.execute(portal.db);
    await sql`update properties set name = 'Zephyr Wharf' where id = ${propertyId}`.execute(portal.db);
    await sql`update users set full_name = 'Xanthe Yarrow' where id = ${tenant.id}`.execute(portal.db);
    const at = "2022-05-05T12:00:00Z";
    await note({ at, action: "named.lease", subject: ["lease", leaseId], propertyId });
    await note({ at, action: "named.person", subject: ["person", tenant.id] });
    await note({ at, action: "named.order", subject: ["work-order", orderId] });
    await note({ at, action: "named.other", subject: ["lease", 987_654] });
    const found = (text: string) => actions(`?area=named&q=${encodeURIComponent(text)}`);
    expect(await found("quillfeather")).toEqual(["named.lease"]);
    expect(await found("zephyr wharf")).toEqual(["named.lease"]);
    expect(await found("xanthe")).toEqual(["named.person"]);
    for (const number of [`#WO-000${orderId}`, `wo-${orderId}`])
      expect(await found(number), number).toEqual(["named.order"]);
    expect(await found("nobody here")).toEqual([]);
  });

  test("audit search finds a rare word in old entries among many new ones and lists matches for a common word newest first", async () => {
    await sql`
      insert into audit_log (at, actor_name, action, subject_type, subject_id)
      select '2023-01-01'::timestamptz + n * interval '1 minute', 'Robin', 'crowd.' || case when n = 3 then 'needle' else 'hay' end,
        'crowd', n::text
      from generate_series(1, 6000) n`.execute(portal.db);
    expect(await actions("?area=crowd&q=needle")).toEqual(["crowd.needle"]);
    const hay = await request("?area=crowd&q=hay&limit=3");
    expect(hay.json<AuditEntry[]>().map(({ subject }) => subject.id)).toEqual(["6000", "5999", "5998"]);
    expect(hay.headers["x-total-count"]).toBe("5999");
    expect(hay.headers.link).toContain("cursor=");
  });
});
