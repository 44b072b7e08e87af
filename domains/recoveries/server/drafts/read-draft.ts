import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import { negate, toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import { lossCauses } from "../../loss-causes.ts";
import type {
  PoolSummary,
  Reconciliation,
  RecoveryStatement,
  StatementSummary,
} from "../../reconciliation-contract.ts";
import type { PoolResult } from "../calculation/calculate-pool.ts";
import { findPoolChoices } from "../terms/read-recovery-terms.ts";
import { type CalculatedPool, calculatePools } from "./calculate-pools.ts";
import { explainLine, formatPercent } from "./explain-line.ts";
import { findProblems } from "./find-problems.ts";
import { type ReconciledLease, type ReconciliationInputs, readInputs } from "./read-inputs.ts";

/**
 * Calculates a property's year from its bills, areas, leases, and recovery terms as they are now.
 * @throws AppError not_found
 */
export async function readReconciliation(
  ctx: SignedInCtx,
  propertyId: number,
  year: number,
): Promise<Reconciliation> {
  const inputs = await readInputs(ctx, propertyId, year);
  const pools = await calculatePools(inputs);
  const estimates = await sumEstimates(ctx, pools, inputs.leases);
  const statements = inputs.leases.flatMap((lease) => summarizeStatement(lease, pools, estimates));
  return {
    property: inputs.property,
    year,
    pools: pools.map((pool) => summarizePool(pool, inputs)),
    statements,
    findings: await findProblems(ctx, inputs, pools, statements),
  };
}

/** @throws AppError not_found, also for a lease without days in the year */
export async function readStatement(
  ctx: SignedInCtx,
  propertyId: number,
  { year, leaseId }: { year: number; leaseId: number },
): Promise<RecoveryStatement> {
  const inputs = await readInputs(ctx, propertyId, year);
  const pools = await calculatePools(inputs);
  const lease = inputs.leases.find(({ id }) => id === leaseId);
  const estimates = await sumEstimates(ctx, pools, inputs.leases);
  const [summary] = lease === undefined ? [] : summarizeStatement(lease, pools, estimates);
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

const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

/** What was billed and paid in estimates, by lease. */
type Estimates = ReadonlyMap<number, { billed: number; paid: number }>;

/** Returns nothing for a lease without days in any pool's year. */
function summarizeStatement(
  { id, company, units }: ReconciledLease,
  pools: readonly CalculatedPool[],
  estimates: Estimates,
): StatementSummary[] {
  const lines = pools.flatMap(({ pool, result }) => {
    const line = result.lines.find(({ leaseId }) => leaseId === id);
    return line === undefined ? [] : [{ poolId: pool.id, cents: line.amountCents }];
  });
  if (lines.length === 0) return [];
  const totalCents = sumAmounts(lines.map(({ cents }) => cents));
  const { billed, paid } = estimates.get(id) ?? { billed: 0, paid: 0 };
  return [
    {
      leaseId: id,
      company,
      units: units.map(({ number }) => ({ unitNumber: number })),
      lines,
      totalCents,
      estimatesBilledCents: billed,
      estimatesPaidCents: paid,
      dueCents: toCents(totalCents + negate(billed)),
    },
  ];
}

/**
 * Adds up the monthly charges that were estimates for the pools: those of the pool's type for months in its year.
 * Pools with the same type of charge share one estimate, for the year of the first.
 */
async function sumEstimates(
  { db }: SignedInCtx,
  pools: readonly CalculatedPool[],
  leases: readonly ReconciledLease[],
): Promise<Estimates> {
  const years = new Map(pools.toReversed().map(({ pool }) => [pool.estimateKind, pool]));
  const kinds = [...years].map(([kind, { from, to }]) => ({ kind, from, to }));
  const { rows } = await sql<{ leaseId: number; billed: number; paid: number }>`
    select r.lease_id as "leaseId", sum(r.amount_cents)::bigint as billed,
      coalesce(sum((select sum(a.amount_cents) from allocations a join receivables credit on credit.entry_id = a.credit_id
        where a.charge_id = r.entry_id and credit.counts_as = 'collected')), 0)::bigint as paid
    from receivables r
      join jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) year (kind text, "from" date, "to" date)
        on year.kind = r.charge_kind and r.starts_on between year."from" and year."to"
    where r.lease_id = any(${leases.map(({ id }) => id)}::bigint[]) and r.line_key is not null
      and not exists (select from ledger_entries reversal where reversal.reverses_id = r.entry_id)
    group by r.lease_id`.execute(db);
  return new Map(rows.map(({ leaseId, ...sums }) => [leaseId, sums]));
}
