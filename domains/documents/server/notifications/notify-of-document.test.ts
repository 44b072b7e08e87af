import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, upload } from "#test/files/documents.ts";
import { readNotifications } from "#test/notifications.ts";
import { createLease, createPerson, createProperty, createUnit, type Person } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let everywhere: Person;
let secondLandlord: Person;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const { propertyId } = building;
  everywhere = await createPerson(db, { role: "maintenance", hasAllProperties: true });
  secondLandlord = await createPerson(db, { role: "landlord", propertyIds: [propertyId] });
  const otherPropertyId = await createProperty(db);
  for (const role of ["landlord", "maintenance"] as const)
    await createPerson(db, { role, propertyIds: [otherPropertyId] });
  const unitIds = [await createUnit(db, otherPropertyId), await createUnit(db, propertyId)] as const;
  const tenant = async () => (await createPerson(db, { role: "tenant" })).id;
  await createLease(db, { propertyId: otherPropertyId, unitId: unitIds[0], memberIds: [await tenant()] });
  await createLease(db, { propertyId, unitId: unitIds[1], memberIds: [await tenant()], isEnded: true });
});
afterAll(() => portal.close());
beforeEach(() => portal.db.deleteFrom("notifications").execute());

const uploaded = async (who: { cookie: string }, fields: Record<string, string | number> = {}) => {
  const response = await upload(portal, who.cookie, {
    fields: { title: "House rules", type: "Other", buildingId: building.propertyId, ...fields },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Document>();
};
const edit = async (id: number, body: object) => {
  const response = await portal.call("PATCH", `/api/documents/${id}`, { ...building.landlord, body });
  expect(response.statusCode, response.body).toBe(200);
};
/** Returns the recipients and the text of the notifications since the last call. */
const newNotifications = async () => {
  const rows = (await readNotifications(portal.db)).sort((a, b) => a.user_id - b.user_id);
  await portal.db.deleteFrom("notifications").execute();
  expect(new Set(rows.map(({ kind }) => kind)).size).toBeLessThan(2);
  return {
    userIds: rows.map(({ user_id }) => user_id),
    text: rows[0]?.text,
    documentId: rows[0]?.document_id,
  };
};
const inOrder = (...people: { id: number }[]) => people.map(({ id }) => id).sort((a, b) => a - b);

test("NAV-31 a document for the whole building notifies only its current tenants, with a link", async () => {
  const { id } = await uploaded(building.landlord, { visibility: "building" });
  const bell = await portal.call("GET", "/api/notifications", { cookie: building.tenant.cookie });
  expect(bell.json()).toMatchObject({
    unread: 1,
    items: [
      {
        kind: "document.added",
        text: "“House rules” was added to Harbor House",
        link: `/documents/${id}`,
      },
    ],
  });
  expect((await newNotifications()).userIds).toEqual(inOrder(building.tenant, building.neighbor));
});

test("ROLE-19 a lease's document notifies the people on the lease, and a maintenance document notifies the building's technicians", async () => {
  await uploaded(building.landlord, { unitId: building.unitId, visibility: "lease" });
  expect(await newNotifications()).toMatchObject({
    userIds: [building.tenant.id],
    text: "“House rules” was added to Harbor House, unit 101",
  });
  await uploaded(building.landlord, { type: "Maintenance", visibility: "staff" });
  expect((await newNotifications()).userIds).toEqual(inOrder(building.technician, everywhere));
  await uploaded(building.landlord, { visibility: "staff" });
  expect((await newNotifications()).userIds).toEqual([]);
});

test("NAV-31 an upload by a tenant or technician notifies the managers, not the uploader", async () => {
  await uploaded(building.tenant, { type: "Insurance" });
  expect((await newNotifications()).userIds).toEqual(inOrder(building.landlord, secondLandlord));
  await uploaded(building.technician, { type: "Maintenance" });
  expect((await newNotifications()).userIds).toEqual(inOrder(building.landlord, secondLandlord, everywhere));
});

test("people who gain access to a document through a change are notified, and a new file notifies everyone who can see the document", async () => {
  const { id } = await uploaded(building.landlord, { unitId: building.unitId, visibility: "lease" });
  await newNotifications();
  await edit(id, { title: "Rules of the house" });
  expect((await newNotifications()).userIds).toEqual([]);
  await edit(id, { type: "Maintenance" });
  expect(await newNotifications()).toEqual({
    userIds: inOrder(building.technician, everywhere),
    text: "“Rules of the house” (Harbor House, unit 101) was shared with you",
    documentId: id,
  });
  await edit(id, { visibility: "staff" });
  expect((await newNotifications()).userIds).toEqual([]);
  await edit(id, { visibility: "lease" });
  expect((await newNotifications()).userIds).toEqual([building.tenant.id]);
  const response = await portal.call("POST", `/api/documents/${id}/files`, {
    cookie: building.landlord.cookie,
    ...documentUpload({ fields: {} }),
  });
  expect(response.statusCode, response.body).toBeLessThan(300);
  expect(await newNotifications()).toMatchObject({
    userIds: inOrder(building.tenant, building.technician, everywhere),
    text: "“Rules of the house” (Harbor House, unit 101) has a new version",
  });
});
