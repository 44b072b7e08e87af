import { sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { createLease, createUnit } from "#test/people.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";
import { recoveryCases } from "./recoveries.ts";

let counter = 0;
const findCompanyId = async ({ portal: { db }, leaseId }: EndpointFixtures): Promise<number> => {
  const { company_id } = await db
    .selectFrom("leases")
    .select("company_id")
    .where("id", "=", leaseId)
    .executeTakeFirstOrThrow();
  return company_id;
};
const newLeaseBody = async ({ portal: { db }, propertyId }: EndpointFixtures) => ({
  companyName: "Zephyr Books",
  propertyId,
  unitIds: [await createUnit(db, propertyId)],
  from: "2020-01-01",
});
const requestForNewLease = async (
  fixtures: EndpointFixtures,
  body?: Record<string, unknown>,
  state = "active",
): Promise<ValidRequest> => {
  const { portal, propertyId } = fixtures;
  const id = await createLease(portal.db, {
    propertyId,
    unitId: await createUnit(portal.db, propertyId),
    memberIds: [(await fixtures.newPerson({ role: "tenant" })).id],
    isDraft: state === "draft",
  });
  return { params: { id }, body };
};
const requestForNewMember = async (
  fixtures: EndpointFixtures,
  body?: Record<string, unknown>,
): Promise<ValidRequest> => {
  const { params } = await requestForNewLease(fixtures);
  const member = await fixtures.portal.db
    .selectFrom("lease_members")
    .select("id")
    .where("lease_id", "=", Number(params?.id))
    .executeTakeFirstOrThrow();
  return { params: { ...params, memberId: member.id }, body };
};

const plainTerms = sampleTerms({ lines: [] });

/** Cases for companies, leases, and the expenses they share. */
export const leaseCases: EndpointCases = {
  ...recoveryCases,
  "GET /api/companies": access.managers(),
  "GET /api/companies.csv": access.managers(),
  "POST /api/companies": access.managersAdd(() => ({ body: { name: "Zephyr Books" } })),
  "GET /api/companies/:id": access.propertyManagers(async (fixtures) => ({
    params: { id: await findCompanyId(fixtures) },
  })),
  "PATCH /api/companies/:id": access.propertyManagers(async (fixtures) => ({
    params: { id: await findCompanyId(fixtures) },
    body: { name: `Company ${++counter}` },
  })),
  "GET /api/leases": access.listsLeases(),
  "GET /api/leases.csv": access.listsLeases(),
  "POST /api/leases": access.managersAddToProperty(async (fixtures) => ({
    body: await newLeaseBody(fixtures),
  })),
  "GET /api/leases/:id": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "PATCH /api/leases/:id": access.propertyManagers((fixtures) =>
    requestForNewLease(fixtures, { to: "2199-01-01" }),
  ),
  "DELETE /api/leases/:id": access.propertyManagers((fixtures) =>
    requestForNewLease(fixtures, undefined, "draft"),
  ),
  "POST /api/leases/:id/activate": access.propertyManagers((fixtures) =>
    requestForNewLease(fixtures, {}, "draft"),
  ),
  "POST /api/leases/:id/notice": access.propertyManagers((fixtures) =>
    requestForNewLease(fixtures, { to: "2199-01-01" }),
  ),
  "POST /api/leases/:id/withdraw-notice": access.propertyManagers(async (fixtures) => {
    const request = await requestForNewLease(fixtures, {});
    await fixtures.portal.db
      .updateTable("leases")
      .set({ state: "notice", ends_on: "2199-01-01" })
      .where("id", "=", Number(request.params?.id))
      .execute();
    return request;
  }),
  "POST /api/leases/:id/end": access.propertyManagers((fixtures) =>
    requestForNewLease(fixtures, { on: "2199-01-01" }),
  ),
  "POST /api/leases/:id/members": access.managersAddToProperty(async (fixtures) => {
    const { id: userId } = await fixtures.newPerson({ role: "tenant" });
    await createLease(fixtures.portal.db, {
      propertyId: fixtures.propertyId,
      unitId: await createUnit(fixtures.portal.db, fixtures.propertyId),
      memberIds: [userId],
    });
    return requestForNewLease(fixtures, { userId });
  }),
  "PATCH /api/leases/:id/members/:memberId": access.propertyManagers((fixtures) =>
    requestForNewMember(fixtures, { to: "2199-01-01" }),
  ),
  "DELETE /api/leases/:id/members/:memberId": access.propertyManagers((fixtures) =>
    requestForNewMember(fixtures),
  ),
  "GET /api/leases/:id/members.csv": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/units.csv": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/schedule.csv": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/history": access.propertyManagers(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/terms": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "PUT /api/leases/:id/terms": access.propertyManagers((fixtures) =>
    requestForNewLease(fixtures, { terms: plainTerms }, "draft"),
  ),
  "POST /api/leases/:id/amendments": access.managersAddToProperty(async (fixtures) => {
    const request = await requestForNewLease(fixtures, {
      from: "2199-01-01",
      terms: { ...plainTerms, dueDay: 5 },
      reason: "The parties agreed on another day.",
    });
    const leaseId = Number(request.params?.id);
    await writeTerms(fixtures.portal.db, { leaseId, from: "2199-01-01", terms: plainTerms });
    return request;
  }),
  "POST /api/leases/:id/schedule": access.readsLease(({ leaseId }) => ({
    params: { id: leaseId },
    body: {},
  })),
};
