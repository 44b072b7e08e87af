import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyViewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { type EventStream, openEventStream } from "#test/event-stream.ts";
import { documentUpload, upload } from "#test/files/documents.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document } from "../contract.ts";
import { documentTypes, visibilities } from "../types.ts";
import { documentScope } from "./access.ts";
import { removeTrashedDocuments } from "./trash/remove-trashed-documents.ts";

let portal: TestPortal;
let building: TestBuilding;
let listeners: Record<string, { id: number; stream: EventStream }>;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  const { db } = portal;
  const former = await createPerson(db, { role: "tenant" });
  await createLease(db, { ...building, memberIds: [former.id], isEnded: true });
  const otherPropertyId = await createProperty(db);
  const others = {
    former,
    pending: await createPerson(db, { role: "tenant", state: "pending", requestedUnitId: building.unitId }),
    "another landlord": await createPerson(db, { role: "landlord", propertyIds: [otherPropertyId] }),
    "another technician": await createPerson(db, { role: "maintenance", propertyIds: [otherPropertyId] }),
  };
  const { tenant, neighbor, technician, landlord, admin } = building;
  listeners = {};
  for (const [name, { id }] of Object.entries({ tenant, neighbor, technician, landlord, admin, ...others }))
    listeners[name] = { id, stream: await openEventStream(address, await signInAs(db, { id })) };
});
afterAll(async () => {
  for (const { stream } of Object.values(listeners)) stream.close();
  await portal.close();
});

type Who = "tenant" | "technician" | "landlord" | "admin";

/** Returns who has received an event of the document since the last call, with its version. */
async function findReceivers(id: number): Promise<Record<string, number>> {
  const all = Object.entries(listeners);
  // Sent last: people who have received it have received everything sent before.
  portal.services.live.publish({
    to: "users",
    kind: "approvals",
    userIds: all.map(([, { id: userId }]) => userId),
  });
  const versions: Record<string, number> = {};
  for (const [name, { stream }] of all) {
    await stream.received(({ kind }) => kind === "approvals");
    for (const event of stream.events.splice(0))
      if (event.kind === "document.changed" && event.id === id) versions[name] = event.version ?? 0;
  }
  return versions;
}
const uploaded = async (who: Who, fields: Record<string, string | number>): Promise<number> => {
  const response = await upload(portal, building[who].cookie, {
    fields: { title: "Certificate", type: "Contract", buildingId: building.propertyId, ...fields },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Document>().id;
};
const change = async (method: "PATCH" | "DELETE" | "POST", path: string, body?: object) => {
  const response = await portal.call(method, `/api/documents/${path}`, {
    cookie: building.landlord.cookie,
    ...(body === undefined ? {} : { body }),
  });
  expect(response.statusCode, response.body).toBe(200);
};

describe("events about changed documents", () => {
  test("a document's event goes only to people who can see the document, and carries ids but no contents", async () => {
    const house = await uploaded("admin", {});
    expect(Object.keys(await findReceivers(house))).toEqual(["tenant", "neighbor", "landlord", "admin"]);
    const ours = await uploaded("tenant", {});
    expect(Object.keys(await findReceivers(ours))).toEqual(["tenant", "landlord", "admin"]);
    const staff = await uploaded("admin", { visibility: "staff" });
    expect(Object.keys(await findReceivers(staff))).toEqual(["landlord", "admin"]);
    const manual = await uploaded("admin", { visibility: "staff", type: "Maintenance" });
    expect(Object.keys(await findReceivers(manual))).toEqual(["technician", "landlord", "admin"]);
    const event = listeners["landlord"]?.stream.received(({ id }) => id === manual);
    await change("PATCH", String(manual), { title: "Boiler manual" });
    expect(await event).toEqual({
      kind: "document.changed",
      id: manual,
      version: 2,
      propertyId: building.propertyId,
      leaseId: null,
    });
  });

  test("a document's event also goes to people who lose or gain access", async () => {
    const id = await uploaded("landlord", {});
    await findReceivers(id);
    await change("PATCH", String(id), { visibility: "staff" });
    expect(await findReceivers(id)).toEqual({ tenant: 2, neighbor: 2, landlord: 2, admin: 2 });
    await change("PATCH", String(id), { title: "Hush" });
    expect(await findReceivers(id)).toEqual({ landlord: 3, admin: 3 });
    await change("PATCH", String(id), { type: "Maintenance" });
    expect(await findReceivers(id)).toEqual({ technician: 4, landlord: 4, admin: 4 });
    await change("PATCH", String(id), { type: "Other", visibility: "building" });
    expect(await findReceivers(id)).toEqual({
      tenant: 5,
      neighbor: 5,
      technician: 5,
      landlord: 5,
      admin: 5,
    });
  });

  test("an event is sent when a document gets a new file, is moved to the trash, is restored, or is permanently deleted", async () => {
    const id = await uploaded("tenant", {});
    await findReceivers(id);
    const all = (version: number) => ({ tenant: version, landlord: version, admin: version });
    const form = documentUpload({ fields: {} });
    await portal.call("POST", `/api/documents/${id}/files`, { cookie: building.tenant.cookie, ...form });
    expect(await findReceivers(id)).toEqual(all(2));
    await change("DELETE", String(id));
    expect(await findReceivers(id)).toEqual(all(3));
    await change("POST", `${id}/restore`, {});
    expect(await findReceivers(id)).toEqual(all(4));
    await change("DELETE", String(id));
    await findReceivers(id);
    await removeTrashedDocuments({
      ...portal.services,
      clock: () => new Date(portal.clock.now.getTime() + 31 * 86_400_000),
    });
    expect(await findReceivers(id)).toEqual(all(5));
  });

  test("a rejected document change sends no event", async () => {
    const id = await uploaded("landlord", {});
    await findReceivers(id);
    const rejected = await portal.call("PATCH", `/api/documents/${id}`, {
      cookie: building.landlord.cookie,
      body: { title: "Late", version: 9 },
    });
    expect(rejected.statusCode).toBe(409);
    expect(await findReceivers(id)).toEqual({});
  });
});

interface DocumentFacts {
  propertyId: number;
  leaseId: number | null;
  visibility: string;
  type: string;
  createdById: number;
}

/** The rule in plain code, to compare the SQL with. */
function sees(accessScope: AccessScope, document: DocumentFacts): boolean {
  const { effectiveRole, everywhere, propertyIds, leaseIds, leasedPropertyIds, userId } = accessScope;
  const isOwn = document.createdById === userId;
  const isInBuildings = everywhere || propertyIds.includes(document.propertyId);
  switch (effectiveRole) {
    case "admin":
      return true;
    case "landlord":
      return propertyIds.includes(document.propertyId);
    case "maintenance":
      return isInBuildings && (document.type === "Maintenance" || isOwn);
    case "tenant":
      return (
        isOwn ||
        (document.visibility === "building" && leasedPropertyIds.includes(document.propertyId)) ||
        (document.visibility === "lease" && document.leaseId !== null && leaseIds.includes(document.leaseId))
      );
    case "pending":
      return isOwn;
  }
}

test("ROLE-19 the access rule in SQL matches the rule in code for every document, for each viewer alone and for all viewers together", async () => {
  const { db } = portal;
  const { propertyId, leaseId, otherLeaseId, tenant, neighbor, technician, landlord } = building;
  const otherPropertyId = await createProperty(db);
  const farLease = await createLease(db, {
    propertyId: otherPropertyId,
    unitId: await createUnit(db, otherPropertyId),
  });
  const places = [
    [propertyId, null],
    [propertyId, leaseId],
    [propertyId, otherLeaseId],
    [otherPropertyId, null],
    [otherPropertyId, farLease],
  ] as const;
  const creators = [tenant.id, neighbor.id, technician.id, landlord.id];
  // Every possible document, in a table of the same columns without constraints.
  const documents: (DocumentFacts & { id: number })[] = [];
  for (const [property, lease] of places)
    for (const visibility of visibilities)
      for (const type of documentTypes)
        for (const createdById of creators)
          documents.push({
            id: documents.length + 1,
            propertyId: property,
            leaseId: lease,
            visibility,
            type,
            createdById,
          });
  const rows = sql`(select * from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as
    r(id bigint, "propertyId" bigint, "leaseId" bigint, visibility text, type text, "createdById" bigint))`;
  const found = async (scope: RawBuilder<boolean>) => {
    const { rows: ids } = await sql<{ id: number }>`
      select d.id from (select r.id, r."propertyId" as property_id, r."leaseId" as lease_id, r.visibility, r.type,
        r."createdById" as created_by_id from ${rows} r) d where ${scope} order by d.id`.execute(db);
    return ids.map(({ id }) => id);
  };
  const accessScope: fc.Arbitrary<AccessScope> = fc.record({
    userId: fc.constantFrom(...creators, 9_999),
    effectiveRole: fc.constantFrom("admin", "landlord", "maintenance", "tenant", "pending"),
    everywhere: fc.boolean(),
    propertyIds: fc.subarray([propertyId, otherPropertyId]),
    leaseIds: fc.subarray([leaseId, otherLeaseId, farLease]),
    leasedPropertyIds: fc.subarray([propertyId, otherPropertyId]),
  });
  await fc.assert(
    fc.asyncProperty(accessScope, async (effectiveRole) => {
      const visible = documents.filter((one) => sees(effectiveRole, one)).map(({ id }) => id);
      expect(await found(documentScope(effectiveRole))).toEqual(visible);
    }),
    { numRuns: 200 },
  );
  for (const { id: userId } of Object.values(listeners)) {
    const actor = await findUserActor(db, userId);
    if (actor === null) throw new Error("Everyone here can sign in.");
    const visible = sql<boolean>`exists (select from access_scopes viewer where viewer.user_id = ${userId} and ${documentScope(everyViewer)})`;
    expect(await found(visible)).toEqual(await found(documentScope(actor.accessScope)));
  }
});
