import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LedgerMonth } from "#domains/ledger/reports-contract.ts";
import { writeEntries } from "#domains/ledger/server/entries/write-entries.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createActiveLease, writePayment } from "#test/money/ledger.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  type PersonFields,
  signInAs,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { DashboardStats } from "../stats-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let endedLeaseId: number;
let people: Record<
  "admin" | "landlord" | "technician" | "tenant" | "neighbor" | "formerTenant" | "applicant" | "caretaker",
  { id: number; cookie: string }
>;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { propertyId, landlord, tenant, leaseId } = building;
  const elsewhere = await createProperty(portal.db);
  const here = { propertyId, createdById: landlord.id };
  for (const status of ["open", "urgent", "completed", "in_progress", "scheduled", "cancelled"] as const)
    await createWorkOrder(portal.db, { ...here, status });
  await createWorkOrder(portal.db, { ...here, createdById: tenant.id, leaseId, status: "scheduled" });
  await createWorkOrder(portal.db, { ...here, awaitingApproval: true });
  await createWorkOrder(portal.db, { propertyId: elsewhere, createdById: building.admin.id });
  const signedIn = async (facts: PersonFields) => {
    const { id } = await createPerson(portal.db, facts);
    return { id, cookie: await signInAs(portal.db, { id }) };
  };
  const formerTenant = await signedIn({ role: "tenant" });
  const applicant = await signedIn({ role: "tenant", state: "pending" });
  const caretaker = await signedIn({ role: "maintenance", hasAllProperties: true });
  const unitId = await createUnit(portal.db, elsewhere);
  const formerLease = { propertyId: elsewhere, unitId, memberIds: [formerTenant.id], isEnded: true };
  endedLeaseId = await createLease(portal.db, formerLease);
  const ended = { propertyId: elsewhere, leaseId: endedLeaseId };
  await createWorkOrder(portal.db, { ...ended, createdById: formerTenant.id });
  await createWorkOrder(portal.db, { ...ended, createdById: landlord.id });
  for (const awaitingApproval of [true, false])
    await createWorkOrder(portal.db, { propertyId: elsewhere, createdById: applicant.id, awaitingApproval });
  const { admin, technician, neighbor } = building;
  people = { admin, landlord, technician, tenant, neighbor, formerTenant, applicant, caretaker };
});
afterAll(() => portal.close());

const months = async (who: "admin" | "landlord" = "admin", query = "") =>
  (await portal.call("GET", `/api/reports/months${query}`, { cookie: building[who].cookie })).json<
    LedgerMonth[]
  >();

describe("the dashboard's totals", () => {
  test.each([
    ["admin", { openWorkOrders: 8, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["landlord", { openWorkOrders: 3, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["technician", { openWorkOrders: 2, completedOrders: 1, inProgressOrders: 1, scheduledOrders: 2 }],
    ["tenant", { openWorkOrders: 0, completedOrders: 0, inProgressOrders: 0, scheduledOrders: 1 }],
    ["neighbor", { openWorkOrders: 0, completedOrders: 0, inProgressOrders: 0, scheduledOrders: 0 }],
  ] as const)(
    "API-12 the %s sees totals within the access scope, with urgent work orders counted as open",
    async (who, figures) => {
      const response = await portal.call("GET", "/api/dashboard/stats", { cookie: building[who].cookie });
      expect(response.json()).toMatchObject(figures);
    },
  );

  test("DASH-02 for every role, each total is the length of the list it opens", async () => {
    const lists = {
      openWorkOrders: "open",
      completedOrders: "completed",
      inProgressOrders: "in_progress",
      scheduledOrders: "scheduled",
    };
    for (const { cookie } of Object.values(people)) {
      const stats = (await portal.call("GET", "/api/dashboard/stats", { cookie })).json<
        Record<string, number>
      >();
      const documents = await portal.call("GET", "/api/documents", { cookie });
      expect(String(stats["documents"])).toBe(documents.headers["x-total-count"]);
      for (const [figure, status] of Object.entries(lists)) {
        const list = await portal.call("GET", `/api/work-orders?status=${status}&page=1`, { cookie });
        expect([figure, String(stats[figure])]).toEqual([figure, list.headers["x-total-count"]]);
        expect(list.json<unknown[]>()).toHaveLength(stats[figure] ?? -1);
      }
    }
    const { formerTenant, applicant, caretaker } = people;
    const countOpen = async ({ cookie }: { cookie: string }) =>
      (await portal.call("GET", "/api/dashboard/stats", { cookie })).json<{ openWorkOrders: number }>()
        .openWorkOrders;
    expect([await countOpen(formerTenant), await countOpen(applicant), await countOpen(caretaker)]).toEqual([
      1, 2, 6,
    ]);
  });

  test("DASH-03 rent collected is this year's payments minus refunds within the access scope, and null for roles without access to money", async () => {
    const { db, services } = portal;
    const { propertyId, leaseId, otherLeaseId } = building;
    const elsewhereId = await createProperty(db);
    const elsewhere = await createActiveLease(db, { propertyId: elsewhereId, from: "2020-01-01" });
    const year = Number((await months()).at(-1)?.month.slice(0, 4));
    const refund = (day: string, cents: number) =>
      runAsPortal(services, (ctx) =>
        writeEntries(ctx, [
          {
            propertyId,
            leaseId,
            kind: "refund",
            onDay: day,
            description: "Refunded",
            postings: [
              { account: "receivable", amountCents: toCents(cents) },
              { account: "bank", amountCents: toCents(-cents) },
            ],
            receivable: { dueOn: day, countsAs: "collected", chargeKind: null },
          },
        ]),
      );
    const pay = (lease: number, day: string, cents: number) =>
      writePayment(services, { leaseId: lease, cents, day });
    await pay(leaseId, `${year}-01-01`, 100_000);
    await refund(`${year}-01-02`, 25_000);
    await pay(leaseId, `${year - 1}-12-31`, 7_777);
    await pay(otherLeaseId, `${year}-01-03`, 30_000);
    await pay(elsewhere, `${year}-01-04`, 4_000);
    await pay(endedLeaseId, `${year}-01-05`, 500);
    const collected = async (who: keyof typeof people) =>
      (
        await portal.call("GET", "/api/dashboard/stats", { cookie: people[who].cookie })
      ).json<DashboardStats>().rentCollected;
    // 1,000.00 minus 250.00, plus 300.00 from the neighbor, plus 40.00 from elsewhere.
    expect(await collected("tenant")).toBe(75_000);
    expect(await collected("neighbor")).toBe(30_000);
    expect(await collected("landlord")).toBe(105_000);
    expect(await collected("admin")).toBe(109_500);
    // From a lease that ended while the person was on it.
    expect(await collected("formerTenant")).toBe(500);
    for (const who of ["technician", "caretaker", "applicant"] as const)
      expect(await collected(who)).toBeNull();
    for (const who of ["admin", "landlord"] as const)
      expect((await months(who, `?year=${year}`)).reduce((sum, row) => sum + row.receivedCents, 0)).toBe(
        await collected(who),
      );
  });
});
