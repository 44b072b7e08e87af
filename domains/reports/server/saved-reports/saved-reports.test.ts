import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, type PersonFields, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { SavedReport } from "../../saved-reports-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
/** The landlord's second property, and a landlord of only the first one. */
let secondPropertyId: number;
let partner: SignedInPerson;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  secondPropertyId = await createProperty(portal.db, { name: "Hill House" });
  await portal.db
    .insertInto("property_landlords")
    .values({ property_id: secondPropertyId, user_id: building.landlord.id })
    .execute();
  partner = await newPerson({
    role: "landlord",
    fullName: "Pia Partner",
    propertyIds: [building.propertyId],
  });
});
afterAll(() => portal.close());

const newPerson = async (fields: PersonFields): Promise<SignedInPerson> => {
  const created = await createPerson(portal.db, fields);
  return { ...created, cookie: await signInAs(portal.db, created) };
};
type Fields = Partial<Pick<SavedReport, "name" | "report" | "query" | "isShared">>;
const save = ({ cookie }: SignedInPerson, fields: Fields) =>
  portal.call("POST", "/api/saved-reports", {
    cookie,
    body: { name: "Report", report: "rent-roll", query: "", isShared: false, ...fields },
  });
const create = async (person: SignedInPerson, fields: Fields): Promise<SavedReport> => {
  const response = await save(person, fields);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<SavedReport>();
};
const change = ({ cookie }: SignedInPerson, { id }: SavedReport, body: Fields) =>
  portal.call("PATCH", `/api/saved-reports/${id}`, { cookie, body });
const namesFor = async ({ cookie }: SignedInPerson) =>
  (await portal.call("GET", "/api/saved-reports", { cookie })).json<SavedReport[]>().map(({ name }) => name);
const actionsOn = async ({ id }: SavedReport) =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_type", "=", "saved-report")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("a saved report", () => {
  test("a saved report stores the filters of its report, and relative periods stay relative", async () => {
    const saved = await create(building.landlord, {
      name: "Overdue last month",
      report: "aged",
      query: `period=last-month&overdue=yes&year=2026&page=2&propertyId=${building.propertyId}`,
    });
    expect(Object.fromEntries(new URLSearchParams(saved.query))).toEqual({
      period: "last-month",
      overdue: "yes",
      propertyId: String(building.propertyId),
    });
    expect(saved).toMatchObject({ schedule: null, isShared: false, isSentToUser: false });
    expect(await namesFor(building.admin)).toEqual([]);
    expect(await actionsOn(saved)).toEqual([]);
  });

  test.each([
    [{ query: "period=soon" }, /^period must be one of/],
    [{ query: "on=2026-02-30" }, /^on must be a date/],
    [{ query: "propertyId=999999" }, /^This property doesn't exist, or you don't have access to it/],
    [{ query: "companyId=999999" }, /^This company doesn't exist, or you don't have access to it/],
    [{ name: "OVERDUE last month" }, /^You already have a saved report with this name/],
  ])("a saved report with %o is rejected with a message", async (fields, message) => {
    const response = await save(building.landlord, { name: "Wrong", ...fields });
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringMatching(message)]);
  });

  test("a landlord can't save the audit report because landlords can't read it", async () => {
    expect((await save(building.landlord, { name: "Audit", report: "audit" })).statusCode).toBe(403);
    await create(building.admin, { name: "Audit for admins", report: "audit", isShared: true });
    expect(await namesFor(partner)).not.toContain("Audit for admins");
  });

  test("a shared report is offered to managers who can open it and reveals nothing about other properties", async () => {
    const { landlord, admin } = building;
    const stranger = await newPerson({
      role: "landlord",
      propertyIds: [await createProperty(portal.db)],
    });
    await create(landlord, { name: "Ours", isShared: true });
    await create(landlord, {
      name: "Sale of Hill House",
      query: `propertyId=${secondPropertyId}`,
      isShared: true,
    });
    await create(admin, { name: "Everyone's", isShared: true });
    const shared = ["Everyone's", "Ours", "Sale of Hill House"];
    for (const [person, visible] of [
      [admin, shared],
      [partner, ["Everyone's", "Ours"]],
      [stranger, ["Everyone's"]],
    ] as const)
      expect((await namesFor(person)).filter((name) => shared.includes(name))).toEqual(visible);
    for (const person of [building.technician, building.tenant]) {
      const response = await portal.call("GET", "/api/saved-reports", { cookie: person.cookie });
      expect(response.statusCode).toBe(403);
    }
  });

  test("a saved report for one company is offered only to managers who can access the company", async () => {
    const { landlord } = building;
    const { company_id: companyId } = await portal.db
      .selectFrom("leases")
      .select("company_id")
      .where("id", "=", building.leaseId)
      .executeTakeFirstOrThrow();
    await create(landlord, { name: "One company", query: `companyId=${companyId}`, isShared: true });
    const hillOnly = await newPerson({ role: "landlord", propertyIds: [secondPropertyId] });
    expect(await namesFor(partner)).toContain("One company");
    expect(await namesFor(hillOnly)).not.toContain("One company");
  });

  test("only the owner can change or delete a saved report, and the audit log records changes once it's shared", async () => {
    const { landlord, admin } = building;
    const saved = await create(landlord, { name: "Mornings" });
    const renamed = await change(landlord, saved, {
      name: "Evenings",
      query: "period=last-week",
      isShared: true,
    });
    expect(renamed.json()).toMatchObject({ name: "Evenings", query: "period=last-week", isShared: true });
    expect((await change(landlord, saved, { name: "Ours" })).statusCode).toBe(400);
    expect((await change(admin, saved, { name: "Mine now" })).statusCode).toBe(404);
    const remove = (cookie: string) => portal.call("DELETE", `/api/saved-reports/${saved.id}`, { cookie });
    expect((await remove(admin.cookie)).statusCode).toBe(404);
    await change(landlord, saved, { name: "Nights" });
    expect((await remove(landlord.cookie)).statusCode).toBe(200);
    expect(await actionsOn(saved)).toEqual([
      "saved-report.shared",
      "saved-report.edited",
      "saved-report.deleted",
    ]);
  });

  test("the search in the top bar finds a saved report by name for people who can open it", async () => {
    const search = async ({ cookie }: SignedInPerson) =>
      (await portal.call("GET", "/api/search?q=hill%20house%20sale", { cookie }))
        .json<{ hits: { kind: string; title: string }[] }>()
        .hits.filter(({ kind }) => kind === "saved-report")
        .map(({ title }) => title);
    expect(await search(building.landlord)).toEqual(["Sale of Hill House"]);
    expect(await search(partner)).toEqual([]);
  });

  test("a person can have up to fifty saved reports, even when saving concurrently", async () => {
    const person = await newPerson({ role: "landlord", propertyIds: [building.propertyId] });
    await portal.db
      .insertInto("saved_reports")
      .values(
        Array.from({ length: 48 }, (_, index) => ({
          owner_id: person.id,
          name: `Report ${index}`,
          report: "aged",
          query: "",
        })),
      )
      .execute();
    const statuses = await Promise.all(
      Array.from(
        { length: 4 },
        async (_, index) => (await save(person, { name: `New ${index}` })).statusCode,
      ),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
  });
});
