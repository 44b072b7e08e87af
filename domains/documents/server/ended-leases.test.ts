import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, upload } from "#test/files/documents.ts";
import { createLease, createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document, DocumentCard } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const uploaded = async (cookie: string, fields: Record<string, string | number>): Promise<Document> => {
  const response = await upload(portal, cookie, {
    fields: { title: "Certificate", type: "Contract", buildingId: building.propertyId, ...fields },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Document>();
};
const listIds = async (cookie: string, query = "") => {
  const response = await portal.call("GET", `/api/documents${query}`, { cookie });
  expect(response.statusCode, response.body).toBe(200);
  return response
    .json<DocumentCard[]>()
    .map(({ id }) => id)
    .sort((a, b) => a - b);
};
const getMessage = (response: { json<T>(): T }) => response.json<{ message: string }>().message;

/** Ends the lease as if it had been over for weeks. */
async function endLease(leaseId: number): Promise<void> {
  const { db } = portal;
  const [from, to] = ["2025-01-01", "2025-12-31"];
  await sql`update lease_units set during = daterange(${from}, ${to}, '[]'), has_ended = true where lease_id = ${leaseId}`.execute(
    db,
  );
  await sql`update lease_members set starts_on = ${from}, ends_on = ${to} where lease_id = ${leaseId}`.execute(
    db,
  );
  await sql`update leases set state = 'ended', starts_on = ${from}, ends_on = ${to} where id = ${leaseId}`.execute(
    db,
  );
}

describe("when a lease ends (ROLE-19)", () => {
  test("documents stay with the lease: the unit's next tenant never sees them, and the former tenant sees only their own uploads", async () => {
    const { propertyId, unitId, leaseId, tenant, landlord } = building;
    const own = await uploaded(tenant.cookie, { title: "Insurance of the first tenant" });
    const lease = await uploaded(landlord.cookie, { title: "Lease of the first tenant", unitId });
    const house = await uploaded(landlord.cookie, { title: "House rules" });
    expect(await listIds(tenant.cookie)).toEqual([own.id, lease.id, house.id]);
    await endLease(leaseId);
    const next = await createPerson(portal.db, { role: "tenant" });
    const nextLeaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [next.id] });
    const nextCookie = await signInAs(portal.db, next);
    const theirs = await uploaded(nextCookie, { title: "Insurance of the next tenant" });
    expect(theirs).toMatchObject({ leaseId: nextLeaseId, unit: { id: unitId } });

    expect(await listIds(nextCookie)).toEqual([house.id, theirs.id]);
    expect(await listIds(nextCookie, `?unitId=${unitId}`)).toEqual([theirs.id]);
    expect(await listIds(nextCookie, `?leaseId=${leaseId}`)).toEqual([]);
    expect(await listIds(tenant.cookie)).toEqual([own.id]);
    expect(await listIds(landlord.cookie)).toEqual([own.id, lease.id, house.id, theirs.id]);
    for (const [cookie, id, status] of [
      [nextCookie, own.id, 404],
      [nextCookie, lease.id, 404],
      [tenant.cookie, own.id, 200],
      [tenant.cookie, lease.id, 404],
      [tenant.cookie, house.id, 404],
      [tenant.cookie, theirs.id, 404],
    ] as const) {
      expect((await portal.call("GET", `/api/documents/${id}`, { cookie })).statusCode).toBe(status);
      expect((await portal.call("GET", `/api/documents/${id}/file`, { cookie })).statusCode).toBe(status);
    }

    // The remaining documents can only be read.
    const read = await portal.call("GET", `/api/documents/${own.id}`, { cookie: tenant.cookie });
    expect(read.json<Document>().can).toEqual({
      edit: false,
      chooseVisibility: false,
      readDownloads: false,
    });
    const edited = await portal.call("PATCH", `/api/documents/${own.id}`, {
      cookie: tenant.cookie,
      body: { title: "Still mine" },
    });
    expect(edited.statusCode).toBe(403);
    expect(getMessage(edited)).toBe("Your lease has ended. You can view this document but not change it.");
    const rejected = await upload(portal, tenant.cookie, {
      fields: { title: "Too late", type: "Other", buildingId: propertyId },
    });
    expect(rejected.statusCode).toBe(409);
    expect(getMessage(rejected)).toBe("You're not on a current lease, so you can't add documents.");
  });
});

describe("a person pending approval", () => {
  test.each([
    ["pending", "Your account is waiting for approval."],
    ["declined", "Your registration was declined. You can request your unit again."],
  ] as const)(
    "ROLE-19 a %s person sees only their own uploads and can't upload, change, or trash anything",
    async (state, sentence) => {
      const person = await createPerson(portal.db, { role: "tenant", requestedUnitId: building.otherUnitId });
      const cookie = await signInAs(portal.db, person);
      const { id } = await uploaded(building.admin.cookie, {});
      await portal.db
        .updateTable("documents")
        .set({ created_by_id: person.id })
        .where("id", "=", id)
        .execute();
      const other = await uploaded(building.admin.cookie, {});
      await portal.db.updateTable("users").set({ state }).where("id", "=", person.id).execute();
      expect(await listIds(cookie)).toEqual([id]);
      expect((await portal.call("GET", `/api/documents/${id}/file`, { cookie })).statusCode).toBe(200);
      expect((await portal.call("GET", `/api/documents/${other.id}`, { cookie })).statusCode).toBe(404);
      const form = documentUpload({
        fields: { title: "Mine", type: "Other", buildingId: building.propertyId },
      });
      for (const response of [
        await portal.call("POST", "/api/documents", { cookie, ...form }),
        await portal.call("POST", `/api/documents/${id}/files`, { cookie, ...form }),
        await portal.call("PATCH", `/api/documents/${id}`, { cookie, body: { title: "Mine" } }),
        await portal.call("DELETE", `/api/documents/${id}`, { cookie }),
        await portal.call("GET", "/api/document-trash", { cookie }),
      ]) {
        expect(response.statusCode).toBe(403);
        expect(getMessage(response)).toBe(sentence);
      }
    },
  );
});

describe("a person disabled while the file is being sent", () => {
  test("an upload is rejected if the person is disabled while sending it, and nothing is stored", async () => {
    const person = await createPerson(portal.db, {
      role: "maintenance",
      propertyIds: [building.propertyId],
    });
    const cookie = await signInAs(portal.db, person);
    const { id } = await uploaded(cookie, { type: "Maintenance" });
    const take = portal.services.files.storeReceived.bind(portal.services.files);
    const files = portal.services.files;
    let kept = "";
    // The person is disabled after the file was received.
    files.storeReceived = async (...sent) => {
      const file = await take(...sent);
      kept = file.key;
      await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", person.id).execute();
      return file;
    };
    const form = documentUpload({ fields: {} });
    const response = await portal
      .call("POST", `/api/documents/${id}/files`, { cookie, ...form })
      .finally(() => {
        files.storeReceived = take;
      });
    expect(response.statusCode).toBe(401);
    await expect(files.read(kept)).rejects.toBeDefined();
    const document = await portal.call("GET", `/api/documents/${id}`, building.admin);
    expect(document.json<Document>().files).toHaveLength(1);
  });
});
