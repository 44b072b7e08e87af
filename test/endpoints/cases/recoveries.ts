import { addMonths, monthStart } from "#shared/calendar.ts";
import { dayFromToday } from "#test/dates.ts";
import { smallPdf } from "#test/files/documents.ts";
import { multipart } from "#test/form.ts";
import { insertBill } from "#test/money/expenses.ts";
import { createActiveLease, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import {
  addReconciledProperty,
  addUnmappedCost,
  insertQuestion,
  insertQuestionFile,
  insertStatement,
  ReconciliationCalls,
} from "#test/money/reconciliations.ts";
import { poolRecovery } from "#test/money/recoveries.ts";
import { createLease, createPerson, createUnit, signInAs } from "#test/people.ts";
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

/** Reviews the reconciliation of 2025 of a new property of the landlord. */
async function reviewReconciliation({ portal, landlord }: EndpointFixtures) {
  const { propertyId } = await addReconciledProperty(portal.db, landlord.id);
  // Not the landlord's session, which other cases end.
  const reviewer = await createPerson(portal.db, { role: "landlord", propertyIds: [propertyId] });
  const cookie = await signInAs(portal.db, reviewer, portal.clock.now);
  const calls = new ReconciliationCalls(portal, { propertyId, cookie });
  await calls.review();
  const { fingerprint } = await calls.read();
  return { calls, params: { id: propertyId, year: 2025 }, fingerprint };
}

async function issueReconciliation(fixtures: EndpointFixtures) {
  const { calls, params } = await reviewReconciliation(fixtures);
  await calls.issue();
  return { calls, params };
}

/** Issues a statement of the tenant's lease. */
const issueToTenant = (
  { portal: { db }, propertyId, leaseId, landlord }: EndpointFixtures,
  billId?: number,
): Promise<{ year: number; poolId: number }> =>
  insertStatement(db, {
    propertyId,
    leaseId,
    issuedById: landlord.id,
    ...(billId !== undefined && { billId }),
  });

const requestLeaseStatement = async (fixtures: EndpointFixtures) => {
  const { year } = await issueToTenant(fixtures);
  return { params: { id: fixtures.leaseId, year } };
};

/** Creates a question of the tenant about a statement of their lease. */
async function createQuestion(fixtures: EndpointFixtures): Promise<number> {
  const { portal, propertyId, leaseId, tenant } = fixtures;
  const { poolId } = await issueToTenant(fixtures);
  const { id } = await insertQuestion(portal.db, {
    propertyId,
    leaseId,
    poolId,
    askedById: tenant.id,
    text: "Why is it so much?",
  });
  return id;
}

/** Issues a statement with a bill whose file the property shares with its tenants. */
async function shareBillFile(fixtures: EndpointFixtures) {
  const { portal, propertyId, leaseId, landlord } = fixtures;
  const billId = await insertBill(portal.db, { propertyId, createdById: landlord.id });
  const file = await portal.services.files.put(smallPdf(), "pdf");
  await portal.db
    .updateTable("bills")
    .set({
      file_key: file.key,
      file_name: "bill.pdf",
      file_type: "application/pdf",
      file_bytes: file.bytes,
      file_sha256: file.sha256,
    })
    .where("id", "=", billId)
    .execute();
  await portal.db
    .updateTable("properties")
    .set({ shares_bill_files: true })
    .where("id", "=", propertyId)
    .execute();
  const { year } = await issueToTenant(fixtures, billId);
  return { params: { id: leaseId, year, billId } };
}

async function requestQuestionFile(fixtures: EndpointFixtures) {
  const id = await createQuestion(fixtures);
  return { params: { id, fileId: await insertQuestionFile(fixtures.portal, id, "bill.pdf") } };
}

const estimatesYear = new Date().getFullYear() + 1;

/** Applies a charge to a new lease, from a month that isn't charged yet. */
const applyEstimate = async ({ portal: { db }, propertyId }: EndpointFixtures) => {
  const from = addMonths(monthStart(new Date().toISOString().slice(0, 10)), 3);
  const leaseId = await createActiveLease(db, { propertyId, from: "2024-01-01" });
  await writeTerms(db, { leaseId, from: addMonths(from, -1), terms: sampleTerms() });
  return {
    params: { id: propertyId, year: from.slice(0, 4) },
    body: {
      from,
      reason: "New estimates",
      rows: [{ leaseId, version: 1, kind: "common-area", monthlyCents: 50_000 }],
    },
  };
};

/** Creates a property of the landlord whose reconciliation of 2025 has one finding. */
async function createReconciledProperty({ portal: { db }, landlord }: EndpointFixtures) {
  const { propertyId } = await addReconciledProperty(db, landlord.id);
  const cost = { propertyId, createdById: landlord.id, amountCents: 7_000 };
  return { params: { id: propertyId, year: 2025 }, finding: await addUnmappedCost(db, cost) };
}

/** Cases for recovery terms, reconciliations, and estimates. */
export const recoveryCases: EndpointCases = {
  "GET /api/reconciliations": access.managers(),
  "GET /api/leases/:id/recovery-terms": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "POST /api/leases/:id/recovery-terms": access.managersAddToProperty(async (fixtures) => ({
    params: { id: await createLeaseAtProperty(fixtures) },
    body,
  })),
  "GET /api/leases/:id/recovery-history": access.propertyManagers(async (fixtures) => ({
    params: { id: await createLeaseAtProperty(fixtures) },
  })),
  "GET /api/leases/:id/recovery-history.csv": access.propertyManagers(async (fixtures) => ({
    params: { id: await createLeaseAtProperty(fixtures) },
  })),
  "PUT /api/leases/:id/recovery-history": access.propertyManagers(async (fixtures) => ({
    params: { id: await createLeaseAtProperty(fixtures) },
    body: {
      poolId: 1,
      year: 2024,
      baseCents: null,
      cappedCents: 100_000,
      shareCents: null,
      estimatesCents: null,
    },
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
  "POST /api/properties/:id/reconciliations/:year/review": access.propertyManagers(async (fixtures) => {
    const { params, fingerprint } = await reviewReconciliation(fixtures);
    return { params, body: { fingerprint } };
  }),
  "POST /api/properties/:id/reconciliations/:year/issue": access.propertyManagers(async (fixtures) => {
    const { params, fingerprint } = await reviewReconciliation(fixtures);
    return { params, body: { fingerprint, corrects: 0, dueOn: dayFromToday(30, fixtures.portal.clock.now) } };
  }),
  "POST /api/properties/:id/reconciliations/:year/reverse": access.propertyManagers(async (fixtures) => {
    const { params } = await issueReconciliation(fixtures);
    return { params, body: { number: 1, reason: "The areas were wrong." } };
  }),
  "POST /api/properties/:id/reconciliations/:year/close": access.propertyManagers(async (fixtures) => {
    const { params } = await issueReconciliation(fixtures);
    return { params, body: { number: 1 } };
  }),
  "POST /api/properties/:id/reconciliations/:year/reopen": access.adminOnly(async (fixtures) => {
    const { calls, params } = await issueReconciliation(fixtures);
    await calls.send("POST", "/close", { number: 1 });
    return { params, body: { reason: "A bill arrived late." } };
  }),
  "GET /api/leases/:id/recovery-statements": access.readsLease(({ leaseId }) => ({
    params: { id: leaseId },
  })),
  "GET /api/leases/:id/recovery-statements/:year": access.readsLease(requestLeaseStatement),
  "GET /api/leases/:id/recovery-statements/:year/steps.csv": access.readsLease(requestLeaseStatement),
  "GET /api/leases/:id/recovery-statements/:year/bills/:billId/file": access.readsLease(shareBillFile),
  "POST /api/leases/:id/recovery-statements/:year/questions": access.asksAboutLease(async (fixtures) => {
    const { year, poolId } = await issueToTenant(fixtures);
    return {
      params: { id: fixtures.leaseId, year },
      body: { poolId, subject: "Cleaning", text: "Why is it so much?" },
    };
  }),
  "GET /api/recovery-questions": access.listsLeases(),
  "GET /api/recovery-questions.csv": access.listsLeases(),
  "POST /api/recovery-questions/:id/answer": access.propertyManagers(async (fixtures) => ({
    params: { id: await createQuestion(fixtures) },
    body: { text: "It was a cold winter.", creditCents: null },
  })),
  "POST /api/recovery-questions/:id/files": access.addsToLease(async (fixtures) => ({
    params: { id: await createQuestion(fixtures) },
    form: multipart({}, [
      { name: "file", fileName: "bill.pdf", type: "application/pdf", content: smallPdf() },
    ]),
  })),
  "GET /api/recovery-questions/:id/files/:fileId": access.readsLease(requestQuestionFile),
  "GET /api/properties/:id/estimates/:year": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, year: estimatesYear },
  })),
  "GET /api/properties/:id/estimates/:year/amounts.csv": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, year: estimatesYear },
  })),
  "POST /api/properties/:id/estimates/:year": access.propertyManagers(applyEstimate),
  "POST /api/properties/:id/reconciliations/:year/findings/accept": access.propertyManagers(
    async (fixtures) => {
      const { params, finding } = await createReconciledProperty(fixtures);
      return { params, body: { ...finding, reason: "Too little to share." } };
    },
  ),
  "POST /api/properties/:id/reconciliations/:year/findings/reopen": access.propertyManagers(
    async (fixtures) => {
      const { params, finding } = await createReconciledProperty(fixtures);
      await fixtures.portal.db
        .insertInto("accepted_findings")
        .values({
          property_id: params.id,
          year: params.year,
          ...finding,
          reason: "Too little to share.",
          accepted_by_id: fixtures.landlord.id,
          accepted_at: new Date(),
        })
        .execute();
      return { params, body: { key: finding.key } };
    },
  ),
};
