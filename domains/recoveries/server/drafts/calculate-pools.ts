import { setImmediate } from "node:timers/promises";
import { calculatePool, type PoolInput, type PoolResult } from "../calculation/calculate-pool.ts";
import type { CategoryCost } from "../calculation/pool-cost.ts";
import type { PropertyPool, ReconciliationInputs } from "./read-inputs.ts";

/** A pool of the property with its calculated year. */
export interface CalculatedPool {
  pool: PropertyPool;
  input: PoolInput;
  result: PoolResult;
  /** The costs of the year before. */
  lastYearCosts: readonly CategoryCost[];
}

/** Calculates one pool after the other, with other requests in between: 300 leases can take 0.2 seconds. */
export async function calculatePools({ pools }: ReconciliationInputs): Promise<CalculatedPool[]> {
  const calculated: CalculatedPool[] = [];
  for (const { input, ...pool } of pools) {
    calculated.push({ ...pool, input, result: calculatePool(input) });
    await setImmediate();
  }
  return calculated;
}
