import { setImmediate } from "node:timers/promises";
import type { Cents } from "#shared/format/money.ts";
import { toFraction } from "#shared/fraction.ts";
import type { PoolLease } from "../calculation/areas.ts";
import { type BaseYear, findBilledAmounts } from "../calculation/calculate-pool.ts";
import type { BilledAmount } from "../calculation/pool-cost.ts";

/** Amounts of a lease from the system that was used before the portal. */
export interface HistoryAmounts {
  leaseId: number;
  poolId: number;
  year: number;
  baseCents: Cents | null;
  cappedCents: Cents | null;
  shareCents: Cents | null;
}

/** The most years that are calculated to find the amount billed in the year before. */
const maxYears = 20;

/**
 * Returns the controllable expenses of a pool that were billed to each lease in the year before `year`: the entered
 * amount, or else the result of calculating that year, if it has bills (REC-21). A non-cumulative cap limits each year by the year
 * before, so the calculation starts with the year after the base year, or after the last entered one.
 */
export async function findBilledLastYear(
  year: number,
  { leases, history }: { leases: readonly PoolLease[]; history: readonly HistoryAmounts[] },
  readYear: (year: number) => Promise<BaseYear>,
): Promise<Map<number, BilledAmount>> {
  const enter = (billed: Map<number, BilledAmount>, of: number) => {
    for (const { leaseId, year: entered, cappedCents } of history)
      if (entered === of && cappedCents !== null)
        billed.set(leaseId, { amount: toFraction(cappedCents), isEntered: true });
    return billed;
  };
  const starts = new Map(leases.map((lease) => [lease.leaseId, findStart(lease, year, history)]));
  const leaseIds = new Set([...starts].filter(([, start]) => start < year).map(([leaseId]) => leaseId));
  const first = Math.max(Math.min(year, ...starts.values()), year - maxYears);
  let billed = enter(new Map(), first - 1);
  for (let number = first; number < year; number++) {
    const input = await readYear(number);
    const calculated =
      input.costs.length === 0
        ? new Map<number, BilledAmount>()
        : findBilledAmounts(
            { ...input, baseYears: new Map(), enteredBases: new Map(), billedLastYear: billed },
            leaseIds,
          );
    billed = enter(calculated, number);
    await setImmediate();
  }
  return billed;
}

/** Returns the first year to calculate for a lease. `year` or later if none has to be calculated. */
function findStart({ leaseId, rules }: PoolLease, year: number, history: readonly HistoryAmounts[]): number {
  const baseYears = rules.flatMap(({ recovery }) =>
    recovery?.cap?.kind === "non-cumulative" ? [recovery.cap.baseYear] : [],
  );
  if (baseYears.length === 0) return year;
  const entered = history
    .filter((row) => row.leaseId === leaseId && row.cappedCents !== null && row.year < year)
    .map((row) => row.year);
  return Math.max(Math.min(...baseYears), ...entered) + 1;
}
