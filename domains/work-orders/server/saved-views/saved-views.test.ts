import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, type PersonFields, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { WorkOrderRow } from "../../contract.ts";
import type { SavedView } from "../../views-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let secondProperty: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  secondProperty = await createProperty(portal.db);
  await portal.db
    .insertInto("property_landlords")
    .values({ property_id: secondProperty, user_id: building.landlord.id })
    .execute();
});
afterAll(() => portal.close());

const newPerson = async (fields: PersonFields): Promise<SignedInPerson> => {
  const created = await createPerson(portal.db, fields);
  return { ...created, cookie: await signInAs(portal.db, created) };
};
const save = ({ cookie }: SignedInPerson, name: string, query: string) =>
  portal.call("POST", "/api/saved-views", { cookie, body: { name, query } });
const createView = async (person: SignedInPerson, name: string, query: string): Promise<SavedView> => {
  const response = await save(person, name, query);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<SavedView>();
};
const share = ({ cookie }: SignedInPerson, { id }: SavedView, isShared = true) =>
  portal.call("PUT", `/api/saved-views/${id}/sharing`, { cookie, body: { isShared } });
const change = ({ cookie }: SignedInPerson, { id }: SavedView, body: { name?: string; query?: string }) =>
  portal.call("PATCH", `/api/saved-views/${id}`, { cookie, body });
const viewsFor = async ({ cookie }: SignedInPerson) =>
  (await portal.call("GET", "/api/saved-views", { cookie })).json<SavedView[]>();
const namesFor = async (person: SignedInPerson) => (await viewsFor(person)).map(({ name }) => name);
const chooseDefault = ({ cookie }: SignedInPerson, viewId: number | null) =>
  portal.call("PUT", "/api/saved-views/default", { cookie, body: { viewId } });
const readAudit = async ({ id }: SavedView) =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_type", "=", "saved-view")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("a user's saved views", () => {
  test("a saved view stores only the list's URL parameters", async () => {
    const person = await newPerson({ role: "maintenance", propertyIds: [building.propertyId] });
    const view = await createView(
      person,
      "Due soon",
      `page=3&status=open&q=leak%20%26%20tap&due=week&sort=due-first&view=board&columns=due,age&saved=9&secret=1&propertyId=${building.propertyId}`,
    );
    expect(view).toMatchObject({ name: "Due soon", isShared: false, isDefault: false });
    expect(view.owner.id).toBe(person.id);
    expect(Object.fromEntries(new URLSearchParams(view.query))).toEqual({
      status: "open",
      q: "leak & tap",
      due: "week",
      sort: "due-first",
      view: "board",
      columns: "due,age",
      propertyId: String(building.propertyId),
    });
    expect(await namesFor(person)).toEqual(["Due soon"]);
    expect(await namesFor(building.admin)).toEqual([]);
    expect(await readAudit(view)).toEqual([]);
  });

  test.each([
    ["status=broken", /^status must be one of/],
    ["sort=random", /^sort must be one of/],
    ["columns=due,password", /^columns must be none, or some of/],
    ["view=calendar", /^view must be board/],
    ["propertyId=999999", /^This property doesn't exist, or you don't have access to it/],
  ])("a saved view with %s is rejected with a message", async (query, message) => {
    const response = await save(building.landlord, "Wrong", query);
    expect([response.statusCode, response.json().fields.query]).toEqual([
      400,
      expect.stringMatching(message),
    ]);
  });

  test("only the owner can rename or change a saved view, and names are unique", async () => {
    const { landlord, admin } = building;
    const [view, other] = [
      await createView(landlord, "Mornings", ""),
      await createView(landlord, "Evenings", ""),
    ];
    const renamed = await change(landlord, view, { name: "Urgent ones", query: "priority=pressing" });
    expect(renamed.json<SavedView>()).toMatchObject({ name: "Urgent ones", query: "priority=pressing" });
    const taken = await change(landlord, other, { name: "URGENT ones" });
    expect([taken.statusCode, taken.json().fields]).toEqual([
      400,
      { name: "You already have a view with this name." },
    ]);
    expect((await save(landlord, "evenings", "")).statusCode).toBe(400);
    for (const attempt of [
      change(admin, view, { name: "Mine now" }),
      share(admin, view),
      portal.call("DELETE", `/api/saved-views/${view.id}`, { cookie: admin.cookie }),
    ])
      expect((await attempt).statusCode).toBe(404);
    const removed = await portal.call("DELETE", `/api/saved-views/${view.id}`, { cookie: landlord.cookie });
    expect(removed.statusCode).toBe(200);
    expect(await namesFor(landlord)).toEqual(["Evenings"]);
  });

  test("a user can have up to fifty saved views, even when saving concurrently", async () => {
    const person = await newPerson({ role: "landlord", propertyIds: [building.propertyId] });
    await portal.db
      .insertInto("saved_views")
      .values(
        Array.from({ length: 48 }, (_, index) => ({ owner_id: person.id, name: `View ${index}`, query: "" })),
      )
      .execute();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => (await save(person, `Another ${index}`, "")).statusCode),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });
});

describe("shared views", () => {
  test("an administrator's view is shared with all staff, and a landlord's view with the staff at their properties", async () => {
    const { admin, landlord, technician, tenant } = building;
    const stranger = await newPerson({ role: "landlord", propertyIds: [await createProperty(portal.db)] });
    const everywhere = await newPerson({ role: "maintenance", hasAllProperties: true });
    await share(admin, await createView(admin, "For all", "status=open"));
    await share(landlord, await createView(landlord, "For my staff", "status=open"));
    for (const [person, visible] of [
      [technician, ["For all", "For my staff"]],
      [everywhere, ["For all", "For my staff"]],
      [stranger, ["For all"]],
      [admin, ["For all", "For my staff"]],
    ] as const)
      expect((await namesFor(person)).filter((name) => name.startsWith("For "))).toEqual(visible);
    const rejected = await portal.call("GET", "/api/saved-views", { cookie: tenant.cookie });
    expect(rejected.statusCode).toBe(403);
    const technicians = await createView(technician, "From a technician", "");
    expect((await share(technician, technicians)).statusCode).toBe(403);
  });

  test("a shared view of a property is visible only to people with access to the property and reveals nothing to others", async () => {
    const { landlord, technician } = building;
    const both = await newPerson({ role: "maintenance", propertyIds: [building.propertyId, secondProperty] });
    const view = await createView(landlord, "Sale of the tower", `propertyId=${secondProperty}`);
    await share(landlord, view);
    expect(await namesFor(both)).toContain("Sale of the tower");
    expect(await namesFor(technician)).not.toContain("Sale of the tower");
    const results = await portal.call("GET", `/api/work-orders?${view.query}`, { cookie: technician.cookie });
    expect(results.json<WorkOrderRow[]>()).toEqual([]);
    expect((await chooseDefault(technician, view.id)).statusCode).toBe(404);
    await change(landlord, view, { query: `propertyId=${building.propertyId}` });
    expect(await namesFor(technician)).toContain("Sale of the tower");
  });

  test("a shared view disappears for others once its owner no longer manages the property", async () => {
    const leaving = await newPerson({ role: "landlord", propertyIds: [building.propertyId] });
    await share(leaving, await createView(leaving, "From a former manager", ""));
    expect(await namesFor(building.technician)).toContain("From a former manager");
    await portal.db.deleteFrom("property_landlords").where("user_id", "=", leaving.id).execute();
    expect(await namesFor(building.technician)).not.toContain("From a former manager");
    await portal.db
      .insertInto("property_landlords")
      .values({ property_id: building.propertyId, user_id: leaving.id })
      .execute();
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", leaving.id).execute();
    expect(await namesFor(building.technician)).not.toContain("From a former manager");
  });

  test("a view of one company can't be shared because not all staff can see tenant information", async () => {
    const { landlord } = building;
    const company = await createView(landlord, "One company", "companyId=1");
    const message = "Views filtered to one company can't be shared.";
    expect((await share(landlord, company)).json().message).toBe(message);
    const other = await createView(landlord, "No company", "");
    await share(landlord, other);
    expect((await change(landlord, other, { query: "companyId=1" })).json().message).toBe(message);
    expect((await viewsFor(landlord)).find(({ id }) => id === other.id)?.query).toBe("");
  });

  test("the audit log records when a view is shared, changed, unshared, and deleted", async () => {
    const { admin } = building;
    const view = await createView(admin, "Recorded", "");
    await share(admin, view);
    await share(admin, view);
    await change(admin, view, { name: "Recorded again" });
    await change(admin, view, { name: "Recorded again" });
    await share(admin, view, false);
    await change(admin, view, { query: "status=open" });
    await share(admin, view);
    await portal.call("DELETE", `/api/saved-views/${view.id}`, { cookie: admin.cookie });
    expect(await readAudit(view)).toEqual([
      "saved-view.shared",
      "saved-view.edited",
      "saved-view.unshared",
      "saved-view.shared",
      "saved-view.deleted",
    ]);
  });
});

test("a default view, personal or shared, stays the default until it's cleared, deleted, or unshared", async () => {
  const { landlord, technician } = building;
  const view = await createView(landlord, "Start here", "due=today");
  const getDefault = async (person: SignedInPerson) =>
    (await viewsFor(person)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
  expect((await chooseDefault(technician, view.id)).statusCode).toBe(404);
  await share(landlord, view);
  for (const person of [landlord, technician])
    expect((await chooseDefault(person, view.id)).statusCode).toBe(200);
  const myView = await createView(technician, "My own", "");
  expect(await getDefault(technician)).toEqual(["Start here"]);
  await chooseDefault(technician, myView.id);
  expect(await getDefault(technician)).toEqual(["My own"]);
  await chooseDefault(technician, view.id);
  await share(landlord, view, false);
  expect([await getDefault(technician), await getDefault(landlord)]).toEqual([[], ["Start here"]]);
  await chooseDefault(landlord, null);
  expect(await getDefault(landlord)).toEqual([]);
  await share(landlord, view);
  expect(await getDefault(technician)).toEqual(["Start here"]);
  await portal.call("DELETE", `/api/saved-views/${view.id}`, { cookie: landlord.cookie });
  expect(await getDefault(technician)).toEqual([]);
});
