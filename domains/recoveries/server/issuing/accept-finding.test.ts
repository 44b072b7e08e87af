import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { addReconciledProperty, addUnmappedCost } from "#test/money/reconciliations.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Finding, Reconciliation } from "../../reconciliation-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let propertyId: number;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(async () => {
  ({ propertyId } = await addReconciledProperty(portal.db, building.landlord.id));
  await addUnmapped(7_000);
});

const addUnmapped = (amountCents: number) =>
  addUnmappedCost(portal.db, { propertyId, createdById: building.landlord.id, amountCents });
const send = (method: "GET" | "POST", path = "", body?: object) =>
  portal.call(method, `/api/properties/${propertyId}/reconciliations/2025${path}`, {
    cookie: building.landlord.cookie,
    ...(body !== undefined && { body }),
  });
const readFindings = async () => (await send("GET")).json<Reconciliation>().findings;
const readFinding = async (): Promise<Finding> => {
  const [finding, ...others] = await readFindings();
  expect(others).toEqual([]);
  if (finding === undefined) throw new Error("There is no finding.");
  return finding;
};
const accept = async (reason: string) => {
  const { key, sentence, cents } = await readFinding();
  return send("POST", "/findings/accept", { key, sentence, cents, reason });
};

test("an accepted finding shows who accepted it and why, and can be reopened [REC-07]", async () => {
  expect((await accept("No")).json<{ message: string }>().message).toBe(
    "Please enter a reason (at least 3 characters)",
  );
  expect((await accept("Too little to share.")).statusCode).toBe(200);
  expect((await readFinding()).acceptance).toMatchObject({
    by: "Lena Landlord",
    reason: "Too little to share.",
  });
  const second = await accept("Again");
  expect([second.statusCode, second.json<{ message: string }>().message]).toEqual([
    409,
    "Lena Landlord has already accepted this finding.",
  ]);
  const { key } = await readFinding();
  expect((await send("POST", "/findings/reopen", { key })).statusCode).toBe(200);
  expect((await readFinding()).acceptance).toBeNull();
  expect((await send("POST", "/findings/reopen", { key })).statusCode).toBe(409);
  const entries = await portal.db
    .selectFrom("audit_log")
    .select(["action", "details"])
    .where("property_id", "=", propertyId)
    .where("action", "like", "reconciliation.%")
    .orderBy("id")
    .execute();
  expect(entries).toEqual([
    {
      action: "reconciliation.finding-accepted",
      details: {
        year: 2025,
        finding: "Window washing is recoverable but in no pool, so no tenant shares it.",
        amountCents: 7_000,
        reason: "Too little to share.",
      },
    },
    {
      action: "reconciliation.finding-reopened",
      details: {
        year: 2025,
        finding: "Window washing is recoverable but in no pool, so no tenant shares it.",
      },
    },
  ]);
});

test("a finding is open again once its amount changes, and open findings come first [REC-07]", async () => {
  await accept("Too little to share.");
  const { key } = await readFinding();
  await addUnmapped(900_000);
  expect(await readFinding()).toMatchObject({ key, cents: 907_000, acceptance: null });
});

test("a finding that has changed since the user read it can't be accepted [REC-07]", async () => {
  const { key, sentence, cents } = await readFinding();
  await addUnmapped(900_000);
  const response = await send("POST", "/findings/accept", { key, sentence, cents, reason: "Small" });
  expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
    409,
    "This finding has changed since you opened the page. Reload it to see the current findings.",
  ]);
});

test("if two people accept a finding at the same time, the second sees who was first [REC-07]", async () => {
  const responses = await Promise.all([accept("Too little to share."), accept("Not worth it.")]);
  const [first, second] = responses.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([first?.statusCode, second?.statusCode, second?.json<{ message: string }>().message]).toEqual([
    200,
    409,
    "Lena Landlord has already accepted this finding.",
  ]);
});
