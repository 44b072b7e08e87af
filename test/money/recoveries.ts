import { sql } from "kysely";
import type { PoolRecovery, RecoveryShare } from "#domains/recoveries/recovery-terms.ts";
import type { PoolLease } from "#domains/recoveries/server/calculation/areas.ts";
import { calculatePool, type PoolInput } from "#domains/recoveries/server/calculation/calculate-pool.ts";
import type { CategoryCost } from "#domains/recoveries/server/calculation/pool-cost.ts";
import type { Db } from "#server/db/database.ts";
import type { Cents } from "#shared/format/money.ts";

/** The calendar year of most calculations. */
export const year2025 = { from: "2025-01-01", to: "2025-12-31" };

/** Returns a share by area that divides by the leasable area, unless `changes` says otherwise. */
export const areaShare = (changes: Partial<AreaShare> = {}): AreaShare => ({
  kind: "area",
  denominator: { kind: "leasable" },
  anchors: "deducted",
  floorSquareFeet: null,
  ...changes,
});
type AreaShare = Extract<RecoveryShare, { kind: "area" }>;

/** Returns the rule of a triple net lease that shares by leasable area. */
export const poolRecovery = (changes: Partial<PoolRecovery> = {}): PoolRecovery => ({
  poolId: 1,
  share: areaShare(),
  startsOn: null,
  base: { kind: "none" },
  grossUpBasisPoints: null,
  cap: null,
  fee: null,
  excludedCategoryIds: [],
  isAnchor: false,
  clause: "",
  ...changes,
});

/** Returns the cost of a category in dollars, controllable and fixed unless `changes` says otherwise. */
export const categoryCost = (dollars: number, changes: Partial<CategoryCost> = {}): CategoryCost => ({
  categoryId: 1,
  cents: Math.round(dollars * 100) as Cents,
  isControllable: true,
  variesWithOccupancy: false,
  ...changes,
});

interface TenantOptions {
  squareFeet: number;
  recovery?: Partial<PoolRecovery>;
  from?: string;
  to?: string;
}

interface BuildingOptions extends Partial<Omit<PoolInput, "leases" | "units">> {
  tenants: readonly TenantOptions[];
  vacantSquareFeet?: number;
}

/** Returns the pool of a property where each tenant leases one unit. The first tenant's lease has id 1. */
export function buildPool({ tenants, vacantSquareFeet = 0, ...input }: BuildingOptions): PoolInput {
  const always = { from: "2000-01-01", to: "2199-12-31" };
  const areas = [...tenants.map(({ squareFeet }) => squareFeet), vacantSquareFeet];
  return {
    ...year2025,
    costs: [],
    units: areas.map((squareFeet, index) => ({ ...always, unitId: index + 1, squareFeet })),
    leases: tenants.map(
      ({ recovery, from = always.from, to = always.to }, index): PoolLease => ({
        leaseId: index + 1,
        units: [{ unitId: index + 1, from, to }],
        rules: [{ from, to, recovery: poolRecovery(recovery), statedSquareFeet: 0 }],
      }),
    ),
    baseYears: new Map(),
    enteredBases: new Map(),
    billedLastYear: new Map(),
    ...input,
  };
}

/** Calculates a pool and returns its lines in cents, one per tenant. */
export const calculateLines = (options: BuildingOptions): number[] =>
  calculatePool(buildPool(options)).lines.map(({ amountCents }) => amountCents);

/** Writes the first recovery terms of a lease. */
export async function addRecoveryTerms(
  db: Db,
  leaseId: number,
  from: string,
  pools: readonly PoolRecovery[],
): Promise<void> {
  const terms = { pools, statementDueDays: null, auditWindowDays: null };
  await sql`
    insert into recovery_terms (lease_id, property_id, number, starts_on, terms, made_at)
    select id, property_id, 1, ${from}::date, ${JSON.stringify(terms)}::jsonb, now() from leases where id = ${leaseId}`.execute(
    db,
  );
}

/** Writes the next recovery terms of a lease, from the start of 2024. */
export async function amendRecoveryTerms(
  db: Db,
  leaseId: number,
  pools: readonly PoolRecovery[],
  deadlines: { statementDueDays?: number; auditWindowDays?: number } = {},
): Promise<void> {
  const terms = { pools, statementDueDays: null, auditWindowDays: null, ...deadlines };
  await sql`
    insert into recovery_terms (lease_id, property_id, number, starts_on, terms, reason, made_at)
    select lease_id, property_id, max(number) + 1, '2024-01-01', ${JSON.stringify(terms)}::jsonb, 'Amended', now()
    from recovery_terms where lease_id = ${leaseId} group by 1, 2`.execute(db);
}
