import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { holdCharges } from "#domains/ledger/server/posting/hold-charges.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { createActiveLease, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { ReconciledLease } from "#test/money/reconciled-lease.ts";
import { ReconciliationCalls } from "#test/money/reconciliations.ts";
import { addRecoveryTerms, amendRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";

let tested: ReconciledLease;

beforeAll(async () => {
  tested = await ReconciledLease.start();
});
afterAll(() => tested.portal.close());
beforeEach(() => tested.addProperty());

test("a lease without recovery terms is a finding with the cost that falls on its area [REC-05]", async () => {
  await tested.addBill({ lines: [{ category: "Common electricity", amountCents: 5_000 }] });
  expect(await tested.readFindings()).toMatchObject([
    {
      key: `no-terms/${tested.leaseId}//`,
      sentence: "Harbor Lane Coffee has no recovery terms.",
      cents: 105_000,
      leases: [{ id: tested.leaseId, company: "Harbor Lane Coffee" }],
      bills: [],
    },
  ]);
});

test("an area in the lease that differs from its units is a finding with the difference it makes [REC-05]", async () => {
  await tested.share();
  await writeTerms(tested.portal.db, {
    leaseId: tested.leaseId,
    from: "2024-01-01",
    terms: sampleTerms({ areaSquareFeet: 900, lines: [] }),
  });
  expect(await tested.read()).toMatchObject([
    {
      kind: "area",
      sentence:
        "The lease of Harbor Lane Coffee states 900 sq ft, but its units have 1,000 sq ft. The area in the lease is billed.",
      cents: 10_000,
    },
  ]);
  // The landlord would bear $0.10 per square foot more.
  await amendRecoveryTerms(tested.portal.db, tested.leaseId, [
    poolRecovery({ poolId: tested.poolIds.CAM ?? 0, base: { kind: "stop", rateHundredths: 1_000 } }),
  ]);
  expect(await tested.read()).toMatchObject([{ kind: "area", cents: 9_000 }]);
});

test("estimates billed to a tenant without a share are a finding [REC-05]", async () => {
  await tested.share({ share: { kind: "none" } });
  await tested.billEstimates();
  expect(await tested.read()).toMatchObject([{ kind: "estimates-without-share", cents: 20_000 }]);
});

test("estimates that differ from the lease's terms are a finding, also if another system billed them [REC-22]", async () => {
  await tested.share();
  const [january] = await tested.billEstimates();
  expect(await tested.readKinds()).toEqual([]);
  const reversal = await tested.portal.call("POST", `/api/leases/${tested.leaseId}/reversals`, {
    cookie: tested.building.admin.cookie,
    body: { entryId: january, reason: "By mistake" },
  });
  expect(reversal.statusCode, reversal.body).toBe(201);
  expect(await tested.read()).toEqual([
    {
      kind: "estimates-differ",
      sentence:
        "The terms of Harbor Lane Coffee call for $200.00 of estimates, but $100.00 was billed. Amounts that another system billed can be entered with the recovery terms.",
      cents: 10_000,
      leaseId: tested.leaseId,
    },
  ]);
  const amounts = { baseCents: null, cappedCents: null, shareCents: null, estimatesCents: 10_000 };
  await tested.portal.call("PUT", `/api/leases/${tested.leaseId}/recovery-history`, {
    cookie: tested.building.admin.cookie,
    body: { poolId: tested.poolIds.CAM, year: 2025, ...amounts },
  });
  expect(await tested.readKinds()).toEqual([]);
});

test("estimates billed here and entered from the previous system for the same months are a finding [REC-22]", async () => {
  await tested.share();
  await tested.billEstimates();
  await tested.portal.call("PUT", `/api/leases/${tested.leaseId}/recovery-history`, {
    cookie: tested.building.admin.cookie,
    body: {
      poolId: tested.poolIds.CAM,
      year: 2025,
      baseCents: null,
      cappedCents: null,
      shareCents: null,
      estimatesCents: 20_000,
    },
  });
  expect(await tested.read()).toMatchObject([
    {
      kind: "estimates-differ",
      sentence:
        "The terms of Harbor Lane Coffee call for $200.00 of estimates, but $200.00 was billed here and $200.00 in the previous system. If both are for the same months, remove the amounts of the previous system.",
      cents: -20_000,
    },
  ]);
});

test("estimates that are posted after an import aren't to be entered as billed elsewhere [REC-22]", async () => {
  await tested.share();
  const { leaseId, portal } = tested;
  const [rent] = sampleTerms().lines;
  if (rent === undefined) throw new Error("The sample terms have no charge.");
  const line = { ...rent, kind: "common-area", from: "2025-01-01", to: "2025-02-28" } as const;
  await writeTerms(portal.db, { leaseId, from: "2024-01-01", terms: sampleTerms({ lines: [line] }) });
  await runAsPortal(portal.services, (ctx) => holdCharges(ctx, [leaseId]));
  const finding = (await tested.read()).find(({ kind }) => kind === "estimates-differ");
  expect(finding?.sentence).toMatch(
    /call for \$6,000\.00 of estimates, but \$0\.00 was billed\. The portal will post these charges on \w{3} \d{1,2}, \d{4}\.$/,
  );
});

test("statements past their due date are a finding until they're issued [REC-22]", async () => {
  const half = poolRecovery({
    poolId: tested.poolIds.CAM ?? 0,
    share: { kind: "percentage", millionths: 500_000 },
  });
  await addRecoveryTerms(tested.portal.db, tested.leaseId, "2024-01-01", [half]);
  await amendRecoveryTerms(tested.portal.db, tested.leaseId, [half], { statementDueDays: 10_000 });
  expect(await tested.readKinds()).toEqual([]);
  await amendRecoveryTerms(tested.portal.db, tested.leaseId, [half], { statementDueDays: 90 });
  expect(await tested.read()).toEqual([
    {
      kind: "statement-late",
      sentence: "The statement of Harbor Lane Coffee was due on Mar 31, 2026 by the recovery terms.",
      cents: 50_000,
      leaseId: null,
    },
  ]);
  const otherId = await createActiveLease(tested.portal.db, {
    propertyId: tested.propertyId,
    from: "2024-01-01",
  });
  await addRecoveryTerms(tested.portal.db, otherId, "2024-01-01", [half]);
  await amendRecoveryTerms(tested.portal.db, otherId, [half], { statementDueDays: 90 });
  expect(await tested.readFindings()).toMatchObject([
    {
      sentence: "The statements of 2 tenants were due on Mar 31, 2026 by the recovery terms.",
      cents: 100_000,
      leases: [{ id: tested.leaseId }, { id: otherId }],
    },
  ]);
});

test("a correction after the tenant's audit window is a finding with the difference [REC-22]", async () => {
  await tested.share();
  await amendRecoveryTerms(
    tested.portal.db,
    tested.leaseId,
    [poolRecovery({ poolId: tested.poolIds.CAM ?? 0 })],
    {
      statementDueDays: 90,
      auditWindowDays: 30,
    },
  );
  const calls = new ReconciliationCalls(tested.portal, {
    propertyId: tested.propertyId,
    cookie: tested.building.admin.cookie,
  });
  const now = tested.portal.clock.now;
  tested.portal.clock.now = new Date(now.getTime() - 40 * 24 * 3_600_000);
  const [late] = await tested.readFindings();
  await calls.send("POST", "/findings/accept", {
    key: late?.key,
    sentence: late?.sentence,
    cents: late?.cents,
    reason: "Agreed with the tenant",
  });
  expect((await calls.reviewAndIssue()).statusCode).toBe(200);
  const issuedOn = (await calls.read()).today;
  tested.portal.clock.now = now;
  await tested.addBill({ lines: [{ category: "Cleaning", amountCents: 4_000 }] });
  expect((await calls.read("?draft=yes")).findings).toMatchObject([
    {
      kind: "audit-window",
      sentence: `The audit window of Harbor Lane Coffee ended on ${formatCalendarDay(addDays(issuedOn, 30))}, and a correction would still change its statement.`,
      cents: 4_000,
      leaseId: tested.leaseId,
    },
  ]);
});
