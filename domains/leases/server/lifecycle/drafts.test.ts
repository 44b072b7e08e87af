import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createContext } from "#test/context.ts";
import { upload } from "#test/files/documents.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { monthlyRent } from "#test/money/commercial-lease.ts";
import { createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { Lease } from "../../contract.ts";

let leasing: LeaseFixtures;
let unitId: number;
let draft: Lease;
let person: { id: number; cookie: string };
beforeAll(async () => {
  leasing = await startLeaseFixtures();
});
beforeEach(async () => {
  unitId = await leasing.newUnit();
  draft = await leasing.create(unitId, { state: "draft" });
  person = await addTenant(draft.id);
});
afterAll(() => leasing.portal.close());

/** Creates a tenant and adds them to this lease as an administrator. */
async function addTenant(leaseId: number) {
  const { portal, building } = leasing;
  const made = await createPerson(portal.db, { role: "tenant" });
  const added = await portal.call("POST", `/api/leases/${leaseId}/members`, {
    cookie: building.admin.cookie,
    body: { userId: made.id },
  });
  expect(added.statusCode, added.body).toBe(201);
  return { ...made, cookie: await signInAs(portal.db, made) };
}

const get = (url: string, cookie = person.cookie) => leasing.portal.call("GET", url, { cookie });
const read = async <T>(url: string, cookie = person.cookie): Promise<T> => {
  const response = await get(url, cookie);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<T>();
};
const readIds = async (url: string, cookie = person.cookie) =>
  (await read<{ id: number }[]>(url, cookie)).map(({ id }) => id);
const report = (cookie = person.cookie) =>
  leasing.portal.call("POST", "/api/work-orders", {
    cookie,
    body: leakingFaucet,
  });
const createWorkOrder = async () => {
  const response = await report();
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ id: number }>().id;
};
const uploadDocument = async (cookie: string, fields: Record<string, string | number>) => {
  const { propertyId } = leasing.building;
  const response = await upload(leasing.portal, cookie, {
    fields: { title: "Certificate", type: "Contract", buildingId: propertyId, ...fields },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ id: number }>().id;
};
const readLeaseId = async (id: number) =>
  (
    await leasing.portal.db
      .selectFrom("work_orders")
      .select("lease_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).lease_id;

describe("a member of a draft (requirements, Model)", () => {
  test("a draft's member can report problems in its unit, which stays vacant, and only the draft's members see them", async () => {
    const { building } = leasing;
    expect(await read("/api/me")).toMatchObject({ unitId, membership: "active" });
    expect(await readIds("/api/buildings")).toEqual([building.propertyId]);
    expect(await readIds(`/api/properties/${building.propertyId}/units`)).toEqual([unitId]);
    const orderId = await createWorkOrder();
    expect(await readLeaseId(orderId)).toBe(draft.id);
    const colleague = await addTenant(draft.id);
    const stranger = await addTenant((await leasing.create(unitId, { state: "draft" })).id);
    for (const { cookie } of [person, colleague])
      expect(await readIds("/api/work-orders", cookie)).toEqual([orderId]);
    for (const { cookie } of [stranger, building.neighbor])
      expect((await get(`/api/work-orders/${orderId}`, cookie)).statusCode).toBe(404);
    expect(await leasing.getUnitStatus(unitId)).toBe("vacant");
    const [unit] = (
      await read<{ id: number; tenant: string | null }[]>("/api/units?pageSize=100", building.landlord.cookie)
    ).filter(({ id }) => id === unitId);
    expect(unit).toMatchObject({ status: "vacant", tenant: null });
  });

  test("a draft's member sees documents for the property and the draft, but not those for staff or other leases", async () => {
    const { building } = leasing;
    const house = await uploadDocument(building.landlord.cookie, { title: "House rules" });
    await uploadDocument(building.landlord.cookie, { unitId });
    await uploadDocument(building.landlord.cookie, { visibility: "staff" });
    await uploadDocument(building.tenant.cookie, {});
    const ownDocument = await uploadDocument(person.cookie, { title: "Insurance" });
    const colleague = await addTenant(draft.id);
    for (const { cookie } of [person, colleague])
      expect((await readIds("/api/documents", cookie)).sort((a, b) => a - b)).toEqual([house, ownDocument]);
    expect((await get(`/api/documents/${ownDocument}`, building.tenant.cookie)).statusCode).toBe(404);
  });

  test("a draft's member can't see the draft, its terms, or its amounts, and the draft can't be charged or paid", async () => {
    const { portal } = leasing;
    const terms = await portal.call("PUT", `/api/leases/${draft.id}/terms`, {
      cookie: leasing.building.landlord.cookie,
      body: { terms: monthlyRent(draft.from) },
    });
    expect(terms.statusCode, terms.body).toBe(200);
    const posted = await portal.db
      .transaction()
      .execute((db) => portal.services.postCharges(createContext(portal, db), [draft.id]));
    expect(posted).toEqual({ entries: 0, cents: 0 });
    expect(await read("/api/leases")).toEqual([]);
    for (const part of ["", "/terms", "/schedule", "/ledger", "/account", "/open-charges", "/statement"])
      expect([part, (await get(`/api/leases/${draft.id}${part}`)).statusCode]).toEqual([part, 404]);
    expect(await read("/api/payments")).toEqual([]);
    expect(await read("/api/payments/summary")).toMatchObject({ currentBalance: 0, nextDueDate: null });
    const paid = await portal.call("POST", "/api/create-payment-intent", {
      cookie: person.cookie,
      body: { amount: 100, description: "Rent" },
    });
    expect([paid.statusCode, paid.json().message]).toEqual([
      409,
      "You don't have a lease to pay for. Contact your property manager.",
    ]);
    expect(
      await portal.db.selectFrom("ledger_entries").select("id").where("lease_id", "=", draft.id).execute(),
    ).toEqual([]);
  });

  test("a draft's member has access from the draft's start date through its end date", async () => {
    const url = `/api/leases/${draft.id}`;
    const days = [
      { from: leasing.dayFromToday(1), to: null, hasAccess: false },
      { from: leasing.dayFromToday(0), to: null, hasAccess: true },
      { from: leasing.dayFromToday(-9), to: leasing.dayFromToday(-1), hasAccess: false },
    ];
    for (const { from, to, hasAccess } of days) {
      expect((await leasing.send("PATCH", url, { from, to })).statusCode).toBe(200);
      await leasing.portal.db
        .updateTable("lease_members")
        .set({ starts_on: from })
        .where("lease_id", "=", draft.id)
        .execute();
      expect((await readIds("/api/buildings")).length > 0).toBe(hasAccess);
      expect((await report()).statusCode).toBe(hasAccess ? 201 : 409);
    }
  });

  test("when a draft is activated, its members keep access and work orders, and the unit becomes occupied", async () => {
    const orderId = await createWorkOrder();
    expect((await leasing.send("POST", `/api/leases/${draft.id}/activate`, {})).statusCode).toBe(200);
    expect(await leasing.getUnitStatus(unitId)).toBe("occupied");
    expect(await readIds("/api/work-orders")).toEqual([orderId]);
    expect(await readIds("/api/leases")).toEqual([draft.id]);
    expect((await report()).statusCode).toBe(201);
  });

  test("when a draft is deleted, its members lose access, and their work orders stay with the unit", async () => {
    const orderId = await createWorkOrder();
    const colleague = await addTenant(draft.id);
    expect((await leasing.send("DELETE", `/api/leases/${draft.id}`)).statusCode).toBe(200);
    expect(await readLeaseId(orderId)).toBeNull();
    expect(await readIds("/api/buildings")).toEqual([]);
    expect(await readIds("/api/work-orders")).toEqual([orderId]);
    expect((await report()).statusCode).toBe(409);
    expect(await readIds("/api/work-orders", colleague.cookie)).toEqual([]);
    const next = await addTenant((await leasing.create(unitId)).id);
    expect(await readIds("/api/work-orders", next.cookie)).toEqual([]);
  });

  test("a draft's member loses access immediately when removed", async () => {
    const [member] = (await read<Lease>(`/api/leases/${draft.id}`, leasing.building.landlord.cookie)).members;
    expect(member).toMatchObject({ userId: person.id, isCurrent: true });
    expect((await leasing.send("DELETE", `/api/leases/${draft.id}/members/${member?.id}`)).statusCode).toBe(
      200,
    );
    expect(await readIds("/api/buildings")).toEqual([]);
  });
});

describe("a draft with members", () => {
  test("a draft whose members have used its unit can't move to another property", async () => {
    const { db } = leasing.portal;
    await createWorkOrder();
    const otherPropertyId = await createProperty(db);
    const otherUnitId = await createUnit(db, otherPropertyId);
    await db
      .insertInto("property_landlords")
      .values({ property_id: otherPropertyId, user_id: leasing.building.landlord.id })
      .execute();
    const moved = await leasing.send("PATCH", `/api/leases/${draft.id}`, {
      propertyId: otherPropertyId,
      unitIds: [otherUnitId],
    });
    expect([moved.statusCode, moved.json().fields]).toEqual([
      400,
      {
        propertyId:
          "This lease has work orders or documents at Harbor House. Create a separate lease for the other property.",
      },
    ]);
  });

  test("a draft with documents can't be deleted while members use it, and the message says what to do instead", async () => {
    await uploadDocument(person.cookie, {});
    const rejected = await leasing.send("DELETE", `/api/leases/${draft.id}`);
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      409,
      "This lease has documents (possibly in the trash), so it can't be deleted. Remove its people instead.",
    ]);
  });
});
