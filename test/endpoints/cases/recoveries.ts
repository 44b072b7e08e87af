import { poolRecovery } from "#test/money/recoveries.ts";
import { createLease, createUnit } from "#test/people.ts";
import { access, type EndpointCases } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

const body = {
  from: "2199-01-01",
  terms: { pools: [poolRecovery()], statementDueDays: null, auditWindowDays: null },
};

const createLeaseAtProperty = async ({ portal: { db }, propertyId }: EndpointFixtures): Promise<number> =>
  createLease(db, { propertyId, unitId: await createUnit(db, propertyId) });

const requestStatement = async (fixtures: EndpointFixtures) => ({
  params: {
    id: fixtures.propertyId,
    year: new Date().getFullYear(),
    leaseId: await createLeaseAtProperty(fixtures),
  },
});

/** Cases for recovery terms and reconciliations. */
export const recoveryCases: EndpointCases = {
  "GET /api/leases/:id/recovery-terms": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "POST /api/leases/:id/recovery-terms": access.managersAddToProperty(async (fixtures) => ({
    params: { id: await createLeaseAtProperty(fixtures) },
    body,
  })),
  "GET /api/properties/:id/reconciliations/:year": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, year: 2025 },
  })),
  "GET /api/properties/:id/reconciliations/:year/shares.csv": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, year: 2025 },
  })),
  "GET /api/properties/:id/reconciliations/:year/leases/:leaseId": access.propertyManagers(requestStatement),
  "GET /api/properties/:id/reconciliations/:year/leases/:leaseId/steps.csv":
    access.propertyManagers(requestStatement),
};
