import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Cents } from "#shared/format/money.ts";
import { toFraction } from "#shared/fraction.ts";
import type { PoolLease } from "../calculation/areas.ts";
import { type BaseYear, findBilledAmounts } from "../calculation/calculate-pool.ts";
import type { BilledAmount } from "../calculation/pool-cost.ts";

/** The controllable expenses of a whole pool that a lease was billed for in an earlier year, after the cap. */
export interface KnownAmount {
  leaseId: number;
  poolId: number;
  year: number;
  cents: Cents;
  source: "issued" | "entered";
}

/** The most years that are calculated to find the amount billed in the year before. */
const maxYears = 20;

/** Returns the amounts on the statements in effect of the years before `year`. */
export async function findIssuedAmounts(
  { db }: SignedInCtx,
  propertyId: number,
  { year, leaseIds }: { year: number; leaseIds: readonly number[] },
): Promise<KnownAmount[]> {
  if (leaseIds.length === 0) return [];
  const { rows } = await sql<KnownAmount>`
    select s."leaseId", s.year, (pool ->> 'id')::bigint as "poolId", (pool ->> 'cappedCents')::bigint as cents,
      'issued' as source
    from (
      select distinct on (s.lease_id, r.year) s.lease_id as "leaseId", r.year, s.content -> 'pools' as pools
      from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
      where r.property_id = ${propertyId} and r.year < ${year} and s.lease_id = any(${leaseIds}::bigint[])
      order by s.lease_id, r.year, r.number desc
    ) s cross join jsonb_array_elements(s.pools) pool
    where pool ? 'cappedCents'`.execute(db);
  return rows;
}

/** How the amounts billed last year are found: the known ones, and the years to calculate for the other leases. */
export interface BilledPlan {
  known: readonly KnownAmount[];
  leaseIds: ReadonlySet<number>;
  years: readonly number[];
}

/**
 * Plans how to find the controllable expenses of a pool that were billed to each lease in the year before `year`: the
 * amount on the statement in effect, or else the entered one, or else the result of calculating that year (REC-21). A
 * non-cumulative cap limits each year by the year before, so the calculation starts with the year after the base year,
 * or after the last known amount. The lease states the amount of the base year, so a statement for that year doesn't
 * count.
 */
export function planBilledYears(
  year: number,
  { leases, known }: { leases: readonly PoolLease[]; known: readonly KnownAmount[] },
): BilledPlan {
  const baseYears = new Map(leases.map((lease) => [lease.leaseId, findCapBaseYear(lease)]));
  const usable = known
    .filter(({ source, leaseId, year: of }) => source === "entered" || of > (baseYears.get(leaseId) ?? of))
    // The amount on a statement replaces the entered one.
    .toSorted((a, b) => Number(a.source === "issued") - Number(b.source === "issued"));
  const starts = [...baseYears].flatMap(([leaseId, baseYear]) => {
    if (baseYear === undefined) return [];
    const years = usable.filter((row) => row.leaseId === leaseId && row.year < year).map((row) => row.year);
    const start = Math.max(baseYear, ...years) + 1;
    return start < year ? [{ leaseId, start }] : [];
  });
  const first = Math.max(Math.min(year, ...starts.map(({ start }) => start)), year - maxYears);
  return {
    known: usable,
    leaseIds: new Set(starts.map(({ leaseId }) => leaseId)),
    years: Array.from({ length: year - first }, (_, index) => first + index),
  };
}

/** Returns what was billed to each lease in the year before `year`. A year without bills isn't calculated. */
export async function findBilledLastYear(
  year: number,
  { known, leaseIds, years }: BilledPlan,
  getYear: (year: number) => BaseYear,
): Promise<Map<number, BilledAmount>> {
  const addKnown = (billed: Map<number, BilledAmount>, of: number) => {
    for (const { leaseId, year: knownYear, cents, source } of known)
      if (knownYear === of) billed.set(leaseId, { amount: toFraction(cents), source });
    return billed;
  };
  let billed = addKnown(new Map(), (years[0] ?? year) - 1);
  for (const number of years) {
    const input = getYear(number);
    const calculated =
      input.costs.length === 0
        ? new Map<number, BilledAmount>()
        : findBilledAmounts(
            { ...input, baseYears: new Map(), enteredBases: new Map(), billedLastYear: billed },
            leaseIds,
          );
    billed = addKnown(calculated, number);
    await setImmediate();
  }
  return billed;
}

/** Returns the base year of the lease's non-cumulative cap. Undefined if it has none. */
function findCapBaseYear({ rules }: PoolLease): number | undefined {
  const years = rules.flatMap(({ recovery }) =>
    recovery?.cap?.kind === "non-cumulative" ? [recovery.cap.baseYear] : [],
  );
  return years.length === 0 ? undefined : Math.min(...years);
}
