import { roundHalfUp } from "#shared/fraction.ts";
import { lossCauses } from "../../loss-causes.ts";
import type { PoolSummary, StatementSummary } from "../../reconciliation-contract.ts";
import type { PoolResult } from "../calculation/calculate-pool.ts";
import { type LeaseDraft, sumAmounts } from "./calculate-draft.ts";
import type { CalculatedPool } from "./calculate-pools.ts";
import { formatPercent } from "./explain-line.ts";
import type { ReconciliationInputs } from "./read-inputs.ts";

/** Returns the part of a lease's draft that is shown and stored. */
export const summarizeStatement = ({ dueByKind: _, ...summary }: LeaseDraft): StatementSummary => summary;

/** Returns who pays for a pool, and what isn't recovered. */
export function summarizePool(
  { pool, input, result }: CalculatedPool,
  { categories }: ReconciliationInputs,
): PoolSummary {
  const { id, name, from, to } = pool;
  const { totalCents } = result;
  const recoveredCents = sumAmounts(result.lines.map(({ amountCents }) => amountCents));
  return {
    id,
    name,
    from,
    to,
    totalCents,
    recoveredCents,
    occupancy: formatPercent(result.occupancy),
    categories: input.costs.map(({ categoryId, cents }) => ({
      id: categoryId,
      name: categories.get(categoryId) ?? "",
      cents,
    })),
    losses: roundLosses(result, totalCents, recoveredCents),
  };
}

/**
 * Returns the losses in cents. The `rounding` loss includes the rounding difference of each of the others, so
 * they add up.
 */
function roundLosses(
  { losses }: PoolResult,
  totalCents: number,
  recoveredCents: number,
): PoolSummary["losses"] {
  const others = lossCauses
    .filter((cause) => cause !== "rounding")
    .map((cause) => ({ cause, cents: roundHalfUp(losses[cause]) }));
  const rounding = totalCents - recoveredCents - sumAmounts(others.map(({ cents }) => cents));
  return [...others, { cause: "rounding" as const, cents: rounding }].filter(({ cents }) => cents !== 0);
}
