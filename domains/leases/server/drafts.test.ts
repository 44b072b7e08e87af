import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { monthlyRent } from "#test/commercial-lease.ts";
import { contextOf } from "#test/context.ts";
import { upload } from "#test/documents.ts";
import { leakingTap } from "#test/leaking-tap.ts";
import { type Leasing, startLeasing } from "#test/leasing.ts";
import { createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { Lease } from "../contract.ts";

let leasing: Leasing;
let unitId: number;
let draft: Lease;
let person: { id: number; cookie: string };
beforeAll(async () => {
  leasing = await startLeasing();
});
beforeEach(async () => {
  unitId = await leasing.newUnit();
  draft = await leasing.record(unitId, { state: "draft" });
  person = await tenantOf(draft.id);
});
afterAll(() => leasing.portal.close());

/** A new tenant, whom an administrator makes a member of this lease. */
async function tenantOf(leaseId: number) {
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
const idsOf = async (url: string, cookie = person.cookie) =>
  (await read<{ id: number }[]>(url, cookie)).map(({ id }) => id);
const report = (cookie = person.cookie) =>
  leasing.portal.call("POST", "/api/work-orders", {
    cookie,
    body: leakingTap,
  });
const reported = async () => {
  const response = await report();
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ id: number }>().id;
};
const uploaded = async (cookie: string, fields: Record<string, string | number>) => {
  const { propertyId } = leasing.building;
  const response = await upload(leasing.portal, cookie, {
    fields: { title: "Certificate", type: "Contract", buildingId: propertyId, ...fields },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ id: number }>().id;
};
const leaseOfOrder = async (id: number) =>
  (
    await leasing.portal.db
      .selectFrom("work_orders")
      .select("lease_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).lease_id;

describe("a member of a draft (requirements, Model)", () => {
  test("reports faults in its unit, which stays vacant; the other members see them, nobody else of the building does", async () => {
    const { building } = leasing;
    expect(await read("/api/me")).toMatchObject({ unitId, membership: "active" });
    expect(await idsOf("/api/buildings")).toEqual([building.propertyId]);
    expect(await idsOf(`/api/properties/${building.propertyId}/units`)).toEqual([unitId]);
    const orderId = await reported();
    expect(await leaseOfOrder(orderId)).toBe(draft.id);
    const colleague = await tenantOf(draft.id);
    const stranger = await tenantOf((await leasing.record(unitId, { state: "draft" })).id);
    for (const { cookie } of [person, colleague])
      expect(await idsOf("/api/work-orders", cookie)).toEqual([orderId]);
    for (const { cookie } of [stranger, building.neighbour])
      expect((await get(`/api/work-orders/${orderId}`, cookie)).statusCode).toBe(404);
    expect(await leasing.statusOf(unitId)).toBe("vacant");
    const [unit] = (
      await read<{ id: number; tenant: string | null }[]>("/api/units?pageSize=100", building.landlord.cookie)
    ).filter(({ id }) => id === unitId);
    expect(unit).toMatchObject({ status: "vacant", tenant: null });
  });

  test("sees the documents of the building and of the draft, never those of staff or of other leases", async () => {
    const { building } = leasing;
    const house = await uploaded(building.landlord.cookie, { title: "House rules" });
    await uploaded(building.landlord.cookie, { unitId });
    await uploaded(building.landlord.cookie, { visibility: "staff" });
    await uploaded(building.tenant.cookie, {});
    const own = await uploaded(person.cookie, { title: "Insurance" });
    const colleague = await tenantOf(draft.id);
    for (const { cookie } of [person, colleague])
      expect((await idsOf("/api/documents", cookie)).sort((a, b) => a - b)).toEqual([house, own]);
    expect((await get(`/api/documents/${own}`, building.tenant.cookie)).statusCode).toBe(404);
  });

  test("sees neither the draft nor its terms, and no money; nothing is charged and nothing can be paid", async () => {
    const { portal } = leasing;
    const terms = await portal.call("PUT", `/api/leases/${draft.id}/terms`, {
      cookie: leasing.building.landlord.cookie,
      body: { terms: monthlyRent(draft.from) },
    });
    expect(terms.statusCode, terms.body).toBe(200);
    const posted = await portal.db
      .transaction()
      .execute((db) => portal.services.postCharges(contextOf(portal, db), [draft.id]));
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
      "You have no lease to pay for. Please ask your building's management.",
    ]);
    expect(
      await portal.db.selectFrom("ledger_entries").select("id").where("lease_id", "=", draft.id).execute(),
    ).toEqual([]);
  });

  test("has access from the draft's first day, as long as it has not passed its last", async () => {
    const url = `/api/leases/${draft.id}`;
    const days = [
      { from: leasing.dayFromToday(1), to: null, sees: false },
      { from: leasing.dayFromToday(0), to: null, sees: true },
      { from: leasing.dayFromToday(-9), to: leasing.dayFromToday(-1), sees: false },
    ];
    for (const { from, to, sees } of days) {
      expect((await leasing.send("PATCH", url, { from, to })).statusCode).toBe(200);
      await leasing.portal.db
        .updateTable("lease_members")
        .set({ from_on: from })
        .where("lease_id", "=", draft.id)
        .execute();
      expect((await idsOf("/api/buildings")).length > 0).toBe(sees);
      expect((await report()).statusCode).toBe(sees ? 201 : 409);
    }
  });

  test("keeps access and orders when it is activated, and the unit becomes occupied", async () => {
    const orderId = await reported();
    expect((await leasing.send("POST", `/api/leases/${draft.id}/activate`, {})).statusCode).toBe(200);
    expect(await leasing.statusOf(unitId)).toBe("occupied");
    expect(await idsOf("/api/work-orders")).toEqual([orderId]);
    expect(await idsOf("/api/leases")).toEqual([draft.id]);
    expect((await report()).statusCode).toBe(201);
  });

  test("loses access when it is deleted; their orders stay with the unit, without a lease", async () => {
    const orderId = await reported();
    const colleague = await tenantOf(draft.id);
    expect((await leasing.send("DELETE", `/api/leases/${draft.id}`)).statusCode).toBe(200);
    expect(await leaseOfOrder(orderId)).toBeNull();
    expect(await idsOf("/api/buildings")).toEqual([]);
    expect(await idsOf("/api/work-orders")).toEqual([orderId]);
    expect((await report()).statusCode).toBe(409);
    expect(await idsOf("/api/work-orders", colleague.cookie)).toEqual([]);
    const next = await tenantOf((await leasing.record(unitId)).id);
    expect(await idsOf("/api/work-orders", next.cookie)).toEqual([]);
  });

  test("loses access at once when the membership ends", async () => {
    const [member] = (await read<Lease>(`/api/leases/${draft.id}`, leasing.building.landlord.cookie)).members;
    expect(member).toMatchObject({ userId: person.id, isCurrent: true });
    expect((await leasing.send("DELETE", `/api/leases/${draft.id}/members/${member?.id}`)).statusCode).toBe(
      200,
    );
    expect(await idsOf("/api/buildings")).toEqual([]);
  });
});

describe("a draft that members already use", () => {
  test("stays in its building", async () => {
    const { db } = leasing.portal;
    await reported();
    const elsewhereId = await createProperty(db);
    const elsewhereUnitId = await createUnit(db, elsewhereId);
    await db
      .insertInto("property_landlords")
      .values({ property_id: elsewhereId, user_id: leasing.building.landlord.id })
      .execute();
    const moved = await leasing.send("PATCH", `/api/leases/${draft.id}`, {
      propertyId: elsewhereId,
      unitIds: [elsewhereUnitId],
    });
    expect([moved.statusCode, moved.json().fields]).toEqual([
      400,
      {
        propertyId:
          "Work orders or documents in Harbor House belong to this lease. Please record another lease for the other building.",
      },
    ]);
  });

  test("is not deleted while it has documents, and says what to do instead", async () => {
    await uploaded(person.cookie, {});
    const refused = await leasing.send("DELETE", `/api/leases/${draft.id}`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "This lease has documents, perhaps in the trash, which would lose their place. Please end the memberships of its people instead.",
    ]);
  });
});
