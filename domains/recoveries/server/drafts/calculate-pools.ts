import { calculatePool, type PoolResult } from "../calculation/calculate-pool.ts";
import type { PropertyPool, ReconciliationInputs } from "./read-inputs.ts";

/** A pool of the property with its calculated year. */
export interface CalculatedPool {
  pool: PropertyPool;
  result: PoolResult;
}

export const calculatePools = ({ pools }: ReconciliationInputs): CalculatedPool[] =>
  pools.map(({ pool, input }) => ({ pool, result: calculatePool(input) }));
