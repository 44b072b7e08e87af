import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createActiveLease } from "#test/money/ledger.ts";
import { addRecoveryTerms, areaShare, poolRecovery } from "#test/money/recoveries.ts";
import { createLease, createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { RecoveryTermsDetails } from "../../contract.ts";
import type { PoolRecovery } from "../../recovery-terms.ts";

let portal: TestPortal;
let building: TestBuilding;
let leaseId: number;
let pools: RecoveryTermsDetails["pools"];

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(async () => {
  leaseId = await createActiveLease(portal.db, {
    propertyId: building.propertyId,
    from: "2024-03-01",
    to: "2028-02-29",
  });
  ({ pools } = await read());
});

const path = () => `/api/leases/${leaseId}/recovery-terms`;
const read = async () =>
  (await portal.call("GET", path(), { cookie: building.landlord.cookie })).json<RecoveryTermsDetails>();
const find = (name: string) => {
  const pool = pools.find((other) => other.name === name);
  if (pool === undefined) throw new Error(`There is no pool ${name}.`);
  return pool;
};
const findCategory = (pool: string, name: string) =>
  find(pool).categories.find((category) => category.name === name)?.id ?? 0;
const rule = (pool: string, changes: Partial<PoolRecovery> = {}) =>
  poolRecovery({ poolId: find(pool).id, ...changes });
const add = (
  rules: PoolRecovery[],
  body: { from?: string; reason?: string; version?: number } = {},
  cookie = building.landlord.cookie,
) =>
  portal.call("POST", path(), {
    cookie,
    body: {
      from: "2024-03-01",
      terms: { pools: rules, statementDueDays: 120, auditWindowDays: 60 },
      ...body,
    },
  });

describe("recovery terms", () => {
  test("recovery terms apply from their effective date, even if it's in the past, until later terms apply [REC-01]", async () => {
    expect((await add([rule("CAM")])).statusCode).toBe(201);
    const later = [rule("CAM", { share: { kind: "percentage", millionths: 125_000 } })];
    const response = await add(later, { from: "2025-07-01", reason: "The tenant took the mezzanine." });
    expect(response.statusCode).toBe(201);
    expect(response.json<RecoveryTermsDetails>()).toMatchObject({
      current: 2,
      versions: [
        { number: 1, period: { from: "2024-03-01", to: "2025-06-30" }, terms: { pools: [rule("CAM")] } },
        {
          number: 2,
          period: { from: "2025-07-01", to: "2028-02-29" },
          terms: { pools: later },
          reason: "The tenant took the mezzanine.",
          madeBy: building.landlord.fullName,
        },
      ],
      can: { edit: true },
    });
  });

  test("recovery terms are described in the lease's history and recorded in the audit log [REC-01]", async () => {
    await add([rule("CAM", { excludedCategoryIds: [findCategory("CAM", "Security")] })]);
    const history = (
      await portal.call("GET", `/api/leases/${leaseId}/history`, { cookie: building.landlord.cookie })
    ).json();
    expect(history[0].what).toBe(
      "Added recovery terms effective Mar 1, 2024: CAM: The tenant pays a share of CAM: its area divided by the leasable area of the property. The tenant doesn't share Security.",
    );
  });

  test("the lease's tenants can see recovery terms but can't change them [REC-01]", async () => {
    const { db } = portal;
    await db
      .insertInto("lease_members")
      .values({
        lease_id: leaseId,
        property_id: building.propertyId,
        user_id: building.tenant.id,
        starts_on: "2024-03-01",
      })
      .execute();
    await add([rule("CAM")]);
    const response = await portal.call("GET", path(), { cookie: building.tenant.cookie });
    expect(response.json()).toMatchObject({ versions: [{ number: 1 }], can: { edit: false } });
    expect((await add([rule("CAM")], {}, building.tenant.cookie)).statusCode).toBe(403);
  });

  test("recovery terms entered by two people at the same time cause a conflict [REC-01]", async () => {
    const { version } = await read();
    expect((await add([rule("CAM")], { version })).statusCode).toBe(201);
    const response = await add([], { version, reason: "Gross lease" });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ current: { versions: [{ number: 1 }] } });
  });

  const fields = async (rules: PoolRecovery[], body?: Parameters<typeof add>[1]) => {
    const response = await add(rules, body);
    expect(response.statusCode, response.body).toBe(400);
    return response.json<{ fields: Record<string, string> }>().fields;
  };

  test("recovery terms are rejected if they are outside the lease or change nothing [REC-02]", async () => {
    expect(await fields([], { from: "2024-02-29" })).toEqual({
      from: "The lease starts Mar 1, 2024, so its recovery terms can't apply before then.",
    });
    expect(await fields([], { from: "2028-03-01" })).toEqual({
      from: "The lease ends Feb 29, 2028, so its recovery terms can't start after then.",
    });
    await add([rule("CAM")]);
    expect(await fields([rule("CAM")], { reason: "Again" })).toEqual({
      terms: "Nothing has changed. Edit the rules you want to change.",
    });
    expect(await fields([])).toEqual({ reason: "Enter a reason for the change" });
  });

  test("recovery terms that contradict the pool are rejected with an error at the field [REC-02]", async () => {
    const cap = { kind: "non-cumulative", basisPoints: 500, baseYear: 2024, baseCents: 100_000 } as const;
    const rules = [
      rule("Property tax", { cap }),
      rule("CAM", { base: { kind: "year", year: 2022 }, startsOn: "2024-02-01" }),
      rule("Insurance", { excludedCategoryIds: [findCategory("CAM", "Security")] }),
    ];
    expect(await fields(rules)).toEqual({
      "terms.pools.0.cap":
        "Property tax has no controllable categories, so a cap would have no effect. Remove the cap, or mark categories as controllable in the settings.",
      "terms.pools.1.base":
        "The lease starts in 2024, so the base year can't be before 2023. Enter an amount instead.",
      "terms.pools.1.startsOn": "The lease starts Mar 1, 2024. Enter that date or a later one.",
      "terms.pools.2.excludedCategoryIds": "Select categories in Insurance only.",
    });
    expect(await fields([rule("CAM"), rule("CAM")])).toEqual({
      "terms.pools.1.poolId": "This pool is listed twice.",
    });
    expect(await fields([{ ...rule("CAM"), poolId: 999_999 }])).toEqual({
      "terms.pools.0.poolId": "This pool no longer exists. Remove its rule.",
    });
  });

  test("the database rejects changes to recovery terms, and they can be deleted only along with their lease [REC-01]", async () => {
    await add([rule("CAM", { share: areaShare({ floorSquareFeet: 1_000 }) })]);
    await expect(
      sql`update recovery_terms set reason = 'x' where lease_id = ${leaseId}`.execute(portal.db),
    ).rejects.toThrow("recovery_terms is append-only");
    await expect(
      sql`delete from recovery_terms where lease_id = ${leaseId}`.execute(portal.db),
    ).rejects.toThrow("Recovery terms can't be deleted");
  });

  test("when a draft moves to another property, its recovery terms move with it [REC-01]", async () => {
    const { db } = portal;
    const draftId = await createLease(db, {
      propertyId: building.propertyId,
      unitId: await createUnit(db, building.propertyId),
      isDraft: true,
    });
    await addRecoveryTerms(db, draftId, "2026-01-01", [rule("CAM")]);
    await db.deleteFrom("lease_units").where("lease_id", "=", draftId).execute();
    const propertyId = await createProperty(db);
    await db.updateTable("leases").set({ property_id: propertyId }).where("id", "=", draftId).execute();
    const rows = await db
      .selectFrom("recovery_terms")
      .select("property_id")
      .where("lease_id", "=", draftId)
      .execute();
    expect(rows).toEqual([{ property_id: propertyId }]);
  });
});
