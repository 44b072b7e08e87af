import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { insertBill } from "#test/money/expenses.ts";
import { createActiveLease } from "#test/money/ledger.ts";
import { ReconciliationCalls } from "#test/money/reconciliations.ts";
import { addRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { RecoveryHistory } from "../../history-contract.ts";
import type { Reconciliation, RecoveryStatement } from "../../reconciliation-contract.ts";
import type { PoolRecovery, RecoveryCap } from "../../recovery-terms.ts";

let portal: TestPortal;
let building: TestBuilding;
let propertyId: number;
let leaseId: number;
let camId: number;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { rows } = await sql<{ id: number }>`select id from expense_pools where name = 'CAM'`.execute(
    portal.db,
  );
  camId = rows[0]?.id ?? 0;
});
afterAll(() => portal.close());

/** A property with a single lease of all its area. */
beforeEach(async () => {
  propertyId = await createProperty(portal.db);
  await portal.db
    .insertInto("property_landlords")
    .values({ property_id: propertyId, user_id: building.landlord.id })
    .execute();
  leaseId = await createActiveLease(portal.db, { propertyId, from: "2020-01-01" });
  await sql`update units set size_sqft = 1000 where property_id = ${propertyId}`.execute(portal.db);
});

const amounts = { baseCents: null, cappedCents: null, shareCents: null, estimatesCents: null };
const path = () => `/api/leases/${leaseId}/recovery-history`;
const put = (body: object) =>
  portal.call("PUT", path(), {
    cookie: building.landlord.cookie,
    body: { poolId: camId, year: 2023, ...amounts, ...body },
  });
const enter = async (body: object) => {
  const response = await put(body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<RecoveryHistory>();
};
const share = (changes: Partial<PoolRecovery>) =>
  addRecoveryTerms(portal.db, leaseId, "2020-01-01", [poolRecovery({ poolId: camId, ...changes })]);
const bill = (year: number, category: string, dollars: number) =>
  insertBill(portal.db, {
    propertyId,
    createdById: building.admin.id,
    serviceFrom: `${year}-01-01`,
    serviceTo: `${year}-12-31`,
    lines: [{ category, amountCents: dollars * 100 }],
  });
const read = async <T>(year: number, rest = ""): Promise<T> => {
  const response = await portal.call("GET", `/api/properties/${propertyId}/reconciliations/${year}${rest}`, {
    cookie: building.landlord.cookie,
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<T>();
};
const readShare = async (year: number) => (await read<Reconciliation>(year)).statements[0]?.totalCents;
const readKinds = async (year: number) => (await read<Reconciliation>(year)).findings.map(({ kind }) => kind);
const readSteps = async (year: number) =>
  (await read<RecoveryStatement>(year, `/leases/${leaseId}`)).pools
    .flatMap(({ parts }) => parts)
    .flatMap(({ steps }) => steps);

describe("amounts from the previous system", () => {
  test("amounts from the previous system are entered by pool and year, with the amount due [REC-21]", async () => {
    await enter({ year: 2022, cappedCents: 90_000 });
    const { rows, version } = await enter({ shareCents: 120_000, estimatesCents: 150_000 });
    expect(rows).toMatchObject([
      { pool: "CAM", year: 2023, shareCents: 120_000, dueCents: -30_000, cappedCents: null },
      { pool: "CAM", year: 2022, cappedCents: 90_000, dueCents: null },
    ]);
    expect(rows[0]?.enteredBy).toBe(building.landlord.fullName);
    expect((await put({ baseCents: 1, reason: "Typo", version: version - 1 })).statusCode).toBe(409);
    const csv = await portal.call("GET", `${path()}.csv`, { cookie: building.landlord.cookie });
    expect(csv.body).toContain("CAM,2023,,,1200.00,1500.00,-300.00,");
  });

  test("a change of amounts from the previous system needs a reason, which is in the lease's history [REC-21]", async () => {
    await enter({ cappedCents: 90_000 });
    const response = await put({ cappedCents: 95_000 });
    expect(response.json()).toMatchObject({ fields: { reason: "Enter a reason for the change" } });
    await enter({ cappedCents: 95_000, reason: "The statement was corrected." });
    const history = await portal.call("GET", `/api/leases/${leaseId}/history`, {
      cookie: building.landlord.cookie,
    });
    expect(history.json()[0].what).toBe(
      "Set the amounts of CAM for 2023 from the previous system (The statement was corrected.)",
    );
    expect((await enter({ reason: "Another lease." })).rows).toEqual([]);
  });

  test("amounts from the previous system are rejected without an amount, without a change, and for a future year [REC-21]", async () => {
    const fields = async (body: object) => (await put(body)).json<{ fields: object }>().fields;
    expect(await fields({})).toEqual({ baseCents: "Enter at least one amount." });
    const thisYear = portal.clock.now.getUTCFullYear();
    expect(await fields({ year: thisYear + 2, baseCents: 1 })).toEqual({
      year: `Enter a year up to ${thisYear}.`,
    });
    expect(await fields({ poolId: 999_999, baseCents: 1 })).toEqual({
      poolId: "This pool no longer exists. Select another one.",
    });
    await enter({ baseCents: 100 });
    expect(await fields({ baseCents: 100, reason: "Again" })).toEqual({ baseCents: "Nothing has changed." });
  });

  test("a pool with amounts from the previous system can't be deleted [REC-21]", async () => {
    const { rows } = await sql<{ id: number }>`
      insert into expense_pools (name, estimate_kind, position) values ('Marketing', 'other', 9) returning id`.execute(
      portal.db,
    );
    await enter({ poolId: rows[0]?.id, shareCents: 100 });
    const response = await portal.call("DELETE", `/api/expense-pools/${rows[0]?.id}`, {
      cookie: building.admin.cookie,
    });
    expect(response.statusCode).toBe(409);
  });
});

test("an entered base replaces the cost of the base year, and the explanation says so [REC-21]", async () => {
  await share({ base: { kind: "year", year: 2021 } });
  await bill(2025, "Cleaning", 1_300);
  expect(await readKinds(2025)).toContain("no-base");
  await enter({ year: 2021, baseCents: 100_000 });
  expect(await readKinds(2025)).not.toContain("no-base");
  expect(await readShare(2025)).toBe(30_000);
  expect(await readSteps(2025)).toContainEqual({
    label: "Base",
    text: "Cost in 2021, entered when the lease was taken over",
    cents: -100_000,
  });
});

test("the estimates that the previous system billed for the year are deducted, paid or not [REC-03, REC-21]", async () => {
  await share({});
  await bill(2025, "Cleaning", 1_300);
  await enter({ year: 2024, estimatesCents: 11_100 });
  await enter({ year: 2025, estimatesCents: 75_000 });
  expect((await read<Reconciliation>(2025)).statements).toMatchObject([
    {
      totalCents: 130_000,
      estimatesBilledCents: 75_000,
      previousEstimatesCents: 75_000,
      estimatesPaidCents: 0,
      dueCents: 55_000,
    },
  ]);
  const csv = await portal.call(
    "GET",
    `/api/properties/${propertyId}/reconciliations/2025/leases/${leaseId}/steps.csv`,
    { cookie: building.landlord.cookie },
  );
  expect(csv.body.trim().split(/\r?\n/).slice(-4)).toEqual([
    ",,,Total,Share,,1300.00",
    ",,,Total,Estimates billed,,0.00",
    ",,,Total,Estimates billed in the previous system,,-750.00",
    ",,,Total,Due,,550.00",
  ]);
  const calls = new ReconciliationCalls(portal, { propertyId, cookie: building.landlord.cookie });
  expect((await calls.reviewAndIssue()).statusCode).toBe(200);
  expect((await calls.read()).runs[0]).toMatchObject({ charges: 1, chargedCents: 55_000 });
  await runJobsUntil(portal, async () => (await calls.read()).runs[0]?.filed === 1);
  const { issued } = await calls.readStatement(leaseId);
  const file = await portal.call("GET", `/api/documents/${issued?.documentId}/file`, {
    cookie: building.landlord.cookie,
  });
  const text = extractPdfText(file.rawPayload).join("\n");
  for (const words of ["Estimates billed in the previous system", "$750.00", "$550.00"])
    expect(text).toContain(words);
});

test("a tenant that was only billed estimates in the previous system, without a share, is a finding [REC-05, REC-21]", async () => {
  await share({ share: { kind: "none" } });
  await bill(2025, "Cleaning", 1_300);
  await enter({ year: 2025, estimatesCents: 75_000 });
  expect((await read<Reconciliation>(2025)).findings).toMatchObject([
    { kind: "estimates-without-share", cents: 75_000 },
  ]);
});

describe("a cap", () => {
  const costs = [102, 104, 106, 120, 121];
  const years = [2021, 2022, 2023, 2024, 2025];
  const capped = (kind: RecoveryCap["kind"], baseYear = 2020): RecoveryCap => ({
    kind,
    basisPoints: 500,
    baseYear,
    baseCents: 10_000,
  });
  beforeEach(async () => {
    for (const [index, year] of years.entries()) {
      await bill(year, "Security", costs[index] ?? 0);
      await bill(year, "Snow removal", 10);
    }
  });

  // Controllable costs of $102, $104, $106, $120, and $121 from a base of $100, plus $10 without a limit.
  test.each([
    // The limit is 5% over the amount billed in the year before: $106 × 1.05 = $111.30, then × 1.05 = $116.865.
    ["non-cumulative", [11_200, 11_400, 11_600, 12_130, 12_687]],
    ["cumulative-simple", [11_200, 11_400, 11_600, 13_000, 13_100]],
    ["cumulative-compounded", [11_200, 11_400, 11_600, 13_000, 13_100]],
  ] as const)("a %s cap limits each of five years of bills [REC-21]", async (kind, shares) => {
    await share({ cap: capped(kind) });
    const found = [];
    for (const year of years) found.push(await readShare(year));
    expect(found).toEqual(shares);
    for (const year of years) expect(await readKinds(year)).not.toContain("no-cap-history");
  });

  test("a cap grows over the amount issued for the year before, then the entered one, then the calculated one [REC-21]", async () => {
    await share({ cap: { ...capped("non-cumulative", 2023), baseCents: 20_000 } });
    const calls = new ReconciliationCalls(portal, {
      propertyId,
      cookie: building.landlord.cookie,
      year: 2024,
    });
    const readCap = async () =>
      (await readSteps(2025))
        .find(({ label }) => label === "Over the cap")
        ?.text.replace(/^.*Last year, /, "");
    const issue = async (changes: object = {}) =>
      expect((await calls.reviewAndIssue(changes)).statusCode).toBe(200);
    const reverse = async (number: number) =>
      expect((await calls.send("POST", "/reverse", { number, reason: "By mistake" })).statusCode).toBe(200);
    const calculated = "$120.00 was billed, as calculated for that year";
    const entered = "$80.00 was billed, entered when the lease was taken over";
    const issued = "$120.00 was billed, as on that year's statement";
    expect(await readCap()).toBe(calculated);
    await enter({ year: 2024, cappedCents: 8_000 });
    // $80 × 1.05 = $84, plus $10 without a limit.
    expect([await readCap(), await readShare(2025)]).toEqual([entered, 9_400]);
    await issue();
    expect([await readCap(), await readShare(2025)]).toEqual([issued, 13_100]);
    await bill(2024, "Security", -30);
    expect([await readCap(), await readShare(2025)]).toEqual([issued, 13_100]);
    await issue({ reason: "A credit arrived." });
    // $90 × 1.05 = $94.50, plus $10 without a limit.
    expect([await readCap(), await readShare(2025)]).toEqual([issued.replace("120", "90"), 10_450]);
    await reverse(2);
    expect(await readCap()).toBe(issued);
    await reverse(1);
    expect([await readCap(), await readShare(2025)]).toEqual([entered, 9_400]);
  });

  test("a cap grows over the base in the lease, even if the base year has a statement [REC-21]", async () => {
    await share({ cap: { ...capped("non-cumulative", 2024), baseCents: 10_000 } });
    const cookie = building.landlord.cookie;
    const calls = new ReconciliationCalls(portal, { propertyId, cookie, year: 2024 });
    expect((await calls.reviewAndIssue()).statusCode).toBe(200);
    // $100 × 1.05 = $105, plus $10 without a limit.
    expect(await readShare(2025)).toBe(11_500);
  });

  test("a cap grows over the entered amount of the year before, and the explanation names the source [REC-21]", async () => {
    await share({ cap: capped("non-cumulative", 2017) });
    await sql`update bills set voided_at = now(), void_reason = 'Test', voided_by_id = ${building.admin.id}
      where property_id = ${propertyId} and service_to < '2024-01-01'`.execute(portal.db);
    expect(await readKinds(2024)).toContain("no-cap-history");
    await enter({ year: 2023, cappedCents: 11_000 });
    expect(await readKinds(2024)).not.toContain("no-cap-history");
    // $110 × 1.05 = $115.50 in 2024, and $115.50 × 1.05 = $121.275 in 2025, above the cost of $121.
    expect([await readShare(2024), await readShare(2025)]).toEqual([12_550, 13_100]);
    expect(await readSteps(2024)).toContainEqual({
      label: "Over the cap",
      text: "Controllable costs of $120.00, limited to $115.50. Last year, $110.00 was billed, entered when the lease was taken over",
      cents: -450,
    });
    expect((await readSteps(2025)).find(({ label }) => label === "Over the cap")?.text).toBe(
      "Controllable costs of $121.00, limited to $121.28. Last year, $115.50 was billed, as calculated for that year",
    );
  });
});
