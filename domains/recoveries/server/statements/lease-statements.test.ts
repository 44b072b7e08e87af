import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LedgerEntry } from "#domains/ledger/contract.ts";
import type { Scope } from "#shared/token-scopes.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf } from "#test/files/documents.ts";
import { multipart } from "#test/form.ts";
import { writePayment } from "#test/money/ledger.ts";
import {
  addCost2025,
  addLeaseMember,
  addReconciledProperty,
  type ReconciledProperty,
  ReconciliationCalls,
} from "#test/money/reconciliations.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { createTokenHeaders } from "#test/tokens.ts";
import type { LeaseStatement } from "../../lease-statements-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let property: ReconciledProperty;
let calls: ReconciliationCalls;
/** The path of the tenant's statements. */
let statements: string;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
/** The tenant is on the lease with $6,000.00 of the costs, and the neighbor on the one with $3,000.00. */
beforeEach(async () => {
  property = await addReconciledProperty(portal.db, building.landlord.id);
  const { propertyId, anchorLeaseId, shopLeaseId } = property;
  calls = new ReconciliationCalls(portal, { propertyId, cookie: building.landlord.cookie });
  await addLeaseMember(portal.db, { propertyId, leaseId: anchorLeaseId, userId: building.tenant.id });
  await addLeaseMember(portal.db, { propertyId, leaseId: shopLeaseId, userId: building.neighbor.id });
  statements = `/api/leases/${anchorLeaseId}/recovery-statements`;
});

const get = (path: string, { cookie }: Pick<SignedInPerson, "cookie"> = building.tenant) =>
  portal.call("GET", path, { cookie });
const readStatement = async () => (await get(`${statements}/2025`)).json<LeaseStatement>();
const signedIn = async (facts: Parameters<typeof createPerson>[1]) => {
  const person = await createPerson(portal.db, facts);
  return { ...person, cookie: await signInAs(portal.db, person) };
};

describe("a tenant's statement of operating expenses", () => {
  test("tenants see the issued statement of their lease with every step, and link to it from the ledger [REC-14]", async () => {
    expect((await get(statements)).json()).toEqual([]);
    expect((await get(`${statements}/2025`)).statusCode).toBe(404);
    await calls.reviewAndIssue();
    const manager = await calls.readStatement(property.anchorLeaseId);
    expect((await get(statements)).json()).toEqual([
      { year: 2025, issuedAt: manager.issued?.at, totalCents: 600_000, dueCents: 600_000 },
    ]);
    const statement = await readStatement();
    expect(statement.pools).toEqual(manager.pools);
    expect(statement).toMatchObject({
      leaseId: property.anchorLeaseId,
      totalCents: 600_000,
      dueCents: 600_000,
      isDraft: false,
      issued: { number: 1, by: "Lena Landlord", postedCents: 600_000 },
    });
    const csv = await get(`${statements}/2025/steps.csv`);
    expect(csv.body).toContain("CAM,2025-01-01,2025-12-31,Category,Cleaning,");
    const [entry] = (await get(`/api/leases/${property.anchorLeaseId}/ledger?limit=5`)).json<LedgerEntry[]>();
    expect(entry).toMatchObject({ amountCents: 600_000, statementYear: 2025 });
  });

  test("a statement has what was paid of its charge since, from the ledger [REC-14]", async () => {
    await calls.reviewAndIssue();
    const { anchorLeaseId: leaseId } = property;
    const [posted] = (await readStatement()).postings;
    expect(posted).toMatchObject({ amountCents: 600_000, openCents: 600_000, allocations: [] });
    const day = posted?.onDay ?? "";
    await writePayment(portal.services, { leaseId, cents: 250_000, day });
    expect((await readStatement()).postings).toEqual([
      {
        ...posted,
        openCents: 350_000,
        allocations: [expect.objectContaining({ kind: "payment", onDay: day, amountCents: 250_000 })],
      },
    ]);
  });

  test("a statement stays as it was issued until a correction replaces it, and is gone once it's reversed [REC-14]", async () => {
    await calls.reviewAndIssue();
    const { propertyId } = property;
    const createdById = building.landlord.id;
    await addCost2025(portal.db, { propertyId, createdById, category: "Cleaning", amountCents: 100_000 });
    expect(await readStatement()).toMatchObject({ totalCents: 600_000, changes: [] });
    await calls.reviewAndIssue({ reason: "A bill arrived late." });
    expect(await readStatement()).toMatchObject({
      totalCents: 660_000,
      issued: { number: 2, reason: "A bill arrived late.", postedCents: 60_000 },
    });
    await calls.send("POST", "/reverse", { number: 2, reason: "It was wrong." });
    await calls.send("POST", "/reverse", { number: 1, reason: "It was wrong." });
    expect((await get(`${statements}/2025`)).statusCode).toBe(404);
    const entries = (await get(`/api/leases/${property.anchorLeaseId}/ledger?limit=5`)).json<LedgerEntry[]>();
    expect(entries.map(({ statementYear }) => statementYear)).not.toContain(2025);
  });

  test("other tenants, people who left before the lease ended, technicians, and other landlords don't see a statement [REC-14]", async () => {
    await calls.reviewAndIssue();
    const { propertyId, anchorLeaseId, shopLeaseId } = property;
    const former = await signedIn({ role: "tenant" });
    await addLeaseMember(portal.db, {
      propertyId,
      leaseId: anchorLeaseId,
      userId: former.id,
      endsOn: "2025-12-31",
    });
    const otherLandlord = await signedIn({ role: "landlord" });
    for (const path of [statements, `${statements}/2025`, `${statements}/2025/steps.csv`]) {
      for (const other of [building.neighbor, former, otherLandlord])
        expect((await get(path, other)).statusCode, path).toBe(404);
      expect((await get(path, building.technician)).statusCode, path).toBe(403);
      expect((await get(path, building.landlord)).statusCode, path).toBe(200);
    }
    const own = await get(`/api/leases/${shopLeaseId}/recovery-statements/2025`, building.neighbor);
    expect(own.json<LeaseStatement>().totalCents).toBe(300_000);
  });

  test("people who were on a lease when it ended still see its statement [REC-14]", async () => {
    const { anchorLeaseId } = property;
    await calls.reviewAndIssue();
    for (const sql of ["lease_members", "leases"] as const)
      await portal.db
        .updateTable(sql)
        .set({ ends_on: "2026-01-31", ...(sql === "leases" && { state: "ended" }) })
        .where(sql === "leases" ? "id" : "lease_id", "=", anchorLeaseId)
        .execute();
    expect((await readStatement()).totalCents).toBe(600_000);
  });

  test("a token reads statements only with the scope for recoveries [REC-14]", async () => {
    await calls.reviewAndIssue();
    const readWith = async (scope: Scope) => {
      const headers = await createTokenHeaders(portal.db, building.tenant.id, [scope]);
      return (await portal.call("GET", `${statements}/2025`, { headers })).statusCode;
    };
    expect(await readWith("ledger:read")).toBe(403);
    expect(await readWith("recoveries:read")).toBe(200);
  });
});

describe("the files of the bills in a statement", () => {
  const shareFiles = (sharesBillFiles: boolean) =>
    portal.call("PATCH", `/api/settings/properties/${property.propertyId}`, {
      cookie: building.admin.cookie,
      body: { sharesBillFiles },
    });
  const storeFile = async (billId: number) => {
    const form = multipart({}, [
      { name: "file", fileName: "invoice.pdf", type: "application/pdf", content: smallPdf("An invoice") },
    ]);
    const stored = await portal.call("PUT", `/api/bills/${billId}/file`, {
      cookie: building.landlord.cookie,
      body: form.body,
      headers: form.headers,
    });
    expect(stored.statusCode, stored.body).toBe(200);
  };
  const findBills = ({ pools }: LeaseStatement) => [
    ...new Set(
      pools
        .flatMap(({ parts }) => parts)
        .flatMap(({ categories }) => categories)
        .flatMap(({ bills }) => bills.map(({ id }) => id)),
    ),
  ];

  test("tenants can download the file of a bill in their statement only if the property shares them [REC-15]", async () => {
    await calls.reviewAndIssue();
    const [billId = 0] = findBills(await readStatement());
    await storeFile(billId);
    const file = `${statements}/2025/bills/${billId}/file`;
    expect((await readStatement()).billFiles).toEqual([]);
    expect((await get(file)).statusCode).toBe(404);
    expect((await get(file, building.landlord)).statusCode).toBe(200);
    await shareFiles(true);
    expect((await readStatement()).billFiles).toEqual([billId]);
    const download = await get(file);
    expect(download.rawPayload).toEqual(smallPdf("An invoice"));
    expect(download.headers["content-disposition"]).toMatch(/^attachment; filename="invoice\.pdf"/);
    expect((await get(file, building.neighbor)).statusCode).toBe(404);
    expect((await get(`/api/bills/${billId}/file`)).statusCode).toBe(403);
    await shareFiles(false);
    expect((await get(file)).statusCode).toBe(404);
  });

  test("tenants can't download the file of a bill that isn't in their statement [REC-15]", async () => {
    await calls.reviewAndIssue();
    await shareFiles(true);
    const billId = await addCost2025(portal.db, {
      propertyId: property.propertyId,
      createdById: building.landlord.id,
      category: "Cleaning",
      amountCents: 5_000,
    });
    await storeFile(billId);
    expect((await get(`${statements}/2025/bills/${billId}/file`)).statusCode).toBe(404);
  });
});
