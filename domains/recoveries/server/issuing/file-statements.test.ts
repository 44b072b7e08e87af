import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Services } from "#server/http/context.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import {
  addCost2025,
  addReconciledProperty,
  billEstimates,
  type ReconciledProperty,
  ReconciliationCalls,
} from "#test/money/reconciliations.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import { fileStatements } from "./file-statements.ts";

let portal: TestPortal;
let building: TestBuilding;
let property: ReconciledProperty;
let calls: ReconciliationCalls;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(async () => {
  property = await addReconciledProperty(portal.db, building.landlord.id);
  const { propertyId, anchorLeaseId } = property;
  calls = new ReconciliationCalls(portal, { propertyId, cookie: building.landlord.cookie });
  await portal.db
    .insertInto("lease_members")
    .values({
      lease_id: anchorLeaseId,
      property_id: propertyId,
      user_id: building.tenant.id,
      starts_on: "2024-01-01",
      ends_on: null,
    })
    .execute();
  const issued = await calls.reviewAndIssue();
  if (issued.statusCode !== 200) throw new Error(issued.body);
});

const readRun = async () => (await calls.read()).runs[0];
const findRunId = async () => {
  const { id } = await portal.db
    .selectFrom("reconciliations")
    .select("id")
    .where("property_id", "=", property.propertyId)
    .executeTakeFirstOrThrow();
  return { reconciliationId: id };
};
const listDocuments = () =>
  portal.db
    .selectFrom("documents")
    .select(["id", "title", "visibility", "lease_id", "created_by_id"])
    .where("property_id", "=", property.propertyId)
    .orderBy("id")
    .execute();

test("a job files the statements among the documents of the leases, where their tenants can read them [REC-09]", async () => {
  await runJobsUntil(portal, async () => (await readRun())?.filed === 2);
  const { anchorLeaseId, shopLeaseId } = property;
  const document = {
    title: "Operating expense statement 2025",
    visibility: "lease",
    created_by_id: building.landlord.id,
  };
  expect(await listDocuments()).toMatchObject([
    { ...document, lease_id: anchorLeaseId },
    { ...document, lease_id: shopLeaseId },
  ]);
  const { issued } = await calls.readStatement(anchorLeaseId);
  const download = (cookie: string) =>
    portal.call("GET", `/api/documents/${issued?.documentId}/file`, { cookie });
  const file = await download(building.tenant.cookie);
  expect(file.statusCode, file.body).toBe(200);
  const text = extractPdfText(file.rawPayload).join("\n");
  for (const words of [
    "Operating expense statement",
    "$6,000.00",
    "Section 4.2, page 11",
    "Cleaning",
    "60% of the cost to share",
  ])
    expect(text).toContain(words);
  expect((await download(building.neighbor.cookie)).statusCode).toBe(404);
  const notifications = await portal.db
    .selectFrom("notifications")
    .select("kind")
    .where("user_id", "=", building.tenant.id)
    .where("property_id", "=", property.propertyId)
    .execute();
  expect(notifications).toEqual([{ kind: "reconciliation.issued" }]);
});

test("a statement whose pools cancel out says that nothing is due, and posts nothing [REC-09]", async () => {
  const { propertyId, shopLeaseId } = await addReconciledProperty(portal.db, building.landlord.id);
  const cost = { propertyId, createdById: building.landlord.id };
  // The shop's estimates are $600.00 above its share of CAM, which is its share of utilities.
  await billEstimates(portal, shopLeaseId, 30_000);
  await addCost2025(portal.db, { ...cost, category: "Common electricity", amountCents: 200_000 });
  const other = new ReconciliationCalls(portal, { propertyId, cookie: building.landlord.cookie });
  expect((await other.reviewAndIssue()).statusCode).toBe(200);
  await runJobsUntil(portal, async () => (await other.read()).runs[0]?.filed === 2);
  const statement = await other.readStatement(shopLeaseId);
  expect(statement).toMatchObject({
    totalCents: 360_000,
    dueCents: 0,
    issued: { postedCents: 0, entryId: null },
  });
  const file = await portal.call("GET", `/api/documents/${statement.issued?.documentId}/file`, {
    cookie: building.landlord.cookie,
  });
  expect(extractPdfText(file.rawPayload).join("\n")).toContain("No additional amount is due");
  // A correction posts what has changed since, to the account of each pool.
  await addCost2025(portal.db, { ...cost, category: "Common electricity", amountCents: 10_000 });
  expect((await other.reviewAndIssue({ reason: "A bill arrived late." })).statusCode).toBe(200);
  const { rows } = await sql`
    select p.account, p.amount_cents as cents from recovery_statements s
      join reconciliations r on r.id = s.reconciliation_id and r.number = 2
      join ledger_postings p on p.entry_id = s.entry_id where s.lease_id = ${shopLeaseId} order by p.position`.execute(
    portal.db,
  );
  expect(rows).toEqual([
    { account: "receivable", cents: 3_000 },
    { account: "income-common-area", cents: 60_000 },
    { account: "income-utilities", cents: -63_000 },
  ]);
});

test("an interrupted job goes on with the next statement, and two jobs at the same time file none twice [REC-09]", async () => {
  const run = await findRunId();
  let stored = 0;
  const failing: Services = {
    ...portal.services,
    files: Object.assign(Object.create(portal.services.files), {
      put: (...content: Parameters<Services["files"]["put"]>) => {
        stored += 1;
        if (stored === 2) throw new Error("The process was killed.");
        return portal.services.files.put(...content);
      },
    }),
  };
  await expect(fileStatements(failing, run)).rejects.toThrow("killed");
  expect(await readRun()).toMatchObject({ filed: 1, statements: 2 });
  await Promise.all([fileStatements(portal.services, run), fileStatements(portal.services, run)]);
  expect(await readRun()).toMatchObject({ filed: 2, statements: 2 });
  expect(await listDocuments()).toHaveLength(2);
  await fileStatements(portal.services, run);
  expect(await listDocuments()).toHaveLength(2);
});

test("reversed statements aren't filed anymore, and filed ones are moved to the trash [REC-10]", async () => {
  const run = await findRunId();
  await fileStatements(portal.services, run);
  expect((await calls.send("POST", "/reverse", { number: 1, reason: "Wrong areas" })).statusCode).toBe(200);
  const filed = await portal.db
    .selectFrom("documents")
    .select("trashed_at")
    .where("property_id", "=", property.propertyId)
    .execute();
  expect(filed.map(({ trashed_at }) => trashed_at !== null)).toEqual([true, true]);
  await calls.reviewAndIssue();
  await calls.send("POST", "/reverse", { number: 2, reason: "Wrong areas" });
  const { id } = await portal.db
    .selectFrom("reconciliations")
    .select("id")
    .where("property_id", "=", property.propertyId)
    .where("number", "=", 2)
    .executeTakeFirstOrThrow();
  await fileStatements(portal.services, { reconciliationId: id });
  expect(await listDocuments()).toHaveLength(2);
});
