import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createActiveLease, readSums, runOnDay, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import type { TestPortal } from "#test/portal.ts";
import { holdCharges } from "./hold-charges.ts";
import { postCharges } from "./post-charges.ts";
import { postDueCharges } from "./post-due-charges.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

test("the held charges of an imported lease stay held when its terms change, and are all posted afterward", async () => {
  const { db, services } = portal;
  const leaseId = await createActiveLease(db, { propertyId: building.propertyId, from: "2026-01-01" });
  await writeTerms(db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
  await runOnDay(services, "2026-03-10", (ctx) => holdCharges(ctx, [leaseId]));
  await writeTerms(db, { leaseId, number: 2, from: "2027-01-01", terms: sampleTerms() });
  const posted = await runOnDay(services, "2026-03-11", (ctx) => postCharges(ctx, [leaseId]));
  expect(posted).toEqual({ entries: 0, cents: 0 });
  expect((await readSums(db, leaseId)).stored).toBe(0);
  await postDueCharges({ ...services, clock: () => new Date("2026-03-12T20:00:00Z") });
  expect((await readSums(db, leaseId)).stored).toBe(900_000);
});
