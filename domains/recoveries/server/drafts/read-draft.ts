import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import { lossCauses } from "../../loss-causes.ts";
import type { PoolSummary, Reconciliation, RecoveryStatement } from "../../reconciliation-contract.ts";
import type { PoolResult } from "../calculation/calculate-pool.ts";
import { findPoolChoices } from "../terms/read-recovery-terms.ts";
import { calculateDraft, findDraftProblems, sumAmounts } from "./calculate-draft.ts";
import type { CalculatedPool } from "./calculate-pools.ts";
import { explainLine, formatPercent } from "./explain-line.ts";
import { presentFindings } from "./findings.ts";
import type { ReconciliationInputs } from "./read-inputs.ts";

/**
 * Calculates a property's year from its bills, areas, leases, and recovery terms as they are now.
 * @throws AppError not_found
 */
export async function readReconciliation(
  ctx: SignedInCtx,
  propertyId: number,
  year: number,
): Promise<Reconciliation> {
  const draft = await calculateDraft(ctx, propertyId, year);
  const { inputs, pools, statements } = draft;
  const problems = await findDraftProblems(ctx, draft);
  return {
    property: inputs.property,
    year,
    pools: pools.map((pool) => summarizePool(pool, inputs)),
    statements,
    findings: await presentFindings(ctx, { propertyId, year }, problems),
  };
}

/** @throws AppError not_found, also for a lease without days in the year */
export async function readStatement(
  ctx: SignedInCtx,
  propertyId: number,
  { year, leaseId }: { year: number; leaseId: number },
): Promise<RecoveryStatement> {
  const { inputs, pools, statements } = await calculateDraft(ctx, propertyId, year);
  const summary = statements.find((statement) => statement.leaseId === leaseId);
  if (summary === undefined) throw notFound("statement");
  const choices = await findPoolChoices(ctx);
  return {
    ...summary,
    property: inputs.property,
    year,
    pools: pools.flatMap(({ pool: { id, name, from, to }, result }) => {
      const line = result.lines.find((other) => other.leaseId === leaseId);
      const choice = choices.find((other) => other.id === id);
      if (line === undefined || choice === undefined) return [];
      const parts = explainLine(line, result, choice, inputs.categories);
      return [{ id, name, from, to, cents: line.amountCents, parts }];
    }),
  };
}

function summarizePool(
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
