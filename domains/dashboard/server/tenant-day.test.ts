import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reopenDays } from "#domains/work-orders/status.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { writeCharge, writePayment } from "#test/money/ledger.ts";
import { createLease, createPerson, createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { TenantDay } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const readDay = async ({ cookie }: { cookie: string }) =>
  (await portal.call("GET", "/api/dashboard/tenant", { cookie })).json<TenantDay>();
const createTenant = async (facts: { isEnded?: boolean } = {}) => {
  const { id } = await createPerson(portal.db, { role: "tenant" });
  const { propertyId } = building;
  const unitId = await createUnit(portal.db, propertyId);
  const leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [id], ...facts });
  return { id, leaseId, cookie: await signInAs(portal.db, { id }) };
};

describe("a tenant's dashboard", () => {
  test("tenants see what's due on their own lease, matching the lease's account, and nothing about other leases", async () => {
    const { propertyId, leaseId, otherLeaseId, tenant } = building;
    const charge = { propertyId, leaseId, cents: 250_000 };
    await writeCharge(portal.services, { ...charge, dueOn: dayFromToday(-20) });
    await writeCharge(portal.services, { ...charge, dueOn: dayFromToday(5) });
    await writeCharge(portal.services, { ...charge, leaseId: otherLeaseId, dueOn: dayFromToday(-20) });
    const { leases } = await readDay(tenant);
    const account = await portal.call("GET", `/api/leases/${leaseId}/account`, { cookie: tenant.cookie });
    expect(leases).toMatchObject([
      { id: leaseId, property: { id: propertyId, name: "Harbor House" }, units: ["101"] },
    ]);
    expect(leases[0]?.account).toEqual(account.json());
    expect(leases[0]?.account).toMatchObject({
      overdueCents: 250_000,
      balanceCents: 500_000,
      nextDue: { on: dayFromToday(-20), cents: 250_000 },
    });
  });

  test("tenants see an ended lease only while its balance isn't zero", async () => {
    const former = await createTenant({ isEnded: true });
    expect((await readDay(former)).leases).toEqual([]);
    await writePayment(portal.services, { leaseId: former.leaseId, cents: 1_000, day: dayFromToday(0) });
    expect((await readDay(former)).leases).toMatchObject([
      { id: former.leaseId, account: { balanceCents: -1_000 } },
    ]);
  });

  test("tenants see proposed visits to confirm and completed work orders to sign off", async () => {
    const tenant = await createTenant();
    const { propertyId, technician } = building;
    const common = { propertyId, leaseId: tenant.leaseId, createdById: tenant.id };
    const create = (facts: object = {}) => createWorkOrder(portal.db, { ...common, ...facts });
    const propose = (workOrderId: number, state: "awaiting_tenant" | "awaiting_staff", inHours: number) =>
      sql`insert into work_order_appointments (work_order_id, property_id, arranged_by_id, starts_at, ends_at, state)
        values (${workOrderId}, ${propertyId}, ${building.landlord.id}, now() + make_interval(hours => ${inHours - 1}), now() + make_interval(hours => ${inHours}), ${state})`.execute(
        portal.db,
      );
    const proposed = await create({ title: "Leaking faucet", assigneeId: technician.id });
    await propose(proposed, "awaiting_tenant", 5);
    await propose(await create(), "awaiting_tenant", -1);
    await propose(await create(), "awaiting_staff", 5);
    await create();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const done = { status: "completed" } as const;
    const toSign = await create({ ...done, assigneeId: technician.id, completedAt: daysAgo(reopenDays - 1) });
    await create({ ...done, completedAt: daysAgo(reopenDays + 1) });
    await create({ status: "cancelled" });
    const signed = await create(done);
    await sql`
      with signature as (
        insert into work_order_signatures (work_order_id, property_id, file_key, sha256, content_hash, content_hash_version, signed_by_id, signed_by_name)
        select id, property_id, 'x', '\\x00', content_hash, content_hash_version, created_by_id, 'Tessa Tenant' from work_orders where id = ${signed}
        returning id)
      update work_orders set signature_id = (select id from signature) where id = ${signed}`.execute(
      portal.db,
    );
    await createWorkOrder(portal.db, { propertyId, createdById: technician.id, ...done });
    const { workOrdersToAnswer } = await readDay(tenant);
    expect(workOrdersToAnswer.map(({ id }) => id)).toEqual([proposed, toSign]);
    expect(workOrdersToAnswer[0]).toMatchObject({
      title: "Leaking faucet",
      status: "open",
      timeZone: "America/Los_Angeles",
      appointment: { state: "awaiting_tenant" },
      by: { id: building.landlord.id },
    });
    expect(workOrdersToAnswer[1]?.by).toEqual({ id: technician.id, fullName: "Theo Technician" });
  });

  test("former tenants aren't asked to sign off, and people awaiting approval have no lease", async () => {
    const former = await createTenant({ isEnded: true });
    const { propertyId } = building;
    const common = { propertyId, leaseId: former.leaseId, createdById: former.id };
    await createWorkOrder(portal.db, { ...common, status: "completed" });
    expect((await readDay(former)).workOrdersToAnswer).toEqual([]);
    const applicant = await createPerson(portal.db, { role: "tenant", state: "pending" });
    await createWorkOrder(portal.db, { propertyId, createdById: applicant.id, awaitingApproval: true });
    expect(await readDay({ cookie: await signInAs(portal.db, applicant) })).toEqual({
      leases: [],
      workOrdersToAnswer: [],
    });
  });
});
