import { sql } from "kysely";
import type { ChargeKind } from "#domains/leases/terms.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { negate, toCents } from "#shared/format/money.ts";
import type { StatementSummary } from "../../reconciliation-contract.ts";
import type { Span } from "../calculation/areas.ts";
import { type CalculatedPool, calculatePools } from "./calculate-pools.ts";
import {
  type PropertyPool,
  type ReconciledLease,
  type ReconciliationInputs,
  readInputs,
} from "./read-inputs.ts";

/** A property's year, calculated from its bills, areas, leases, and recovery terms as they are now. */
export interface Draft {
  inputs: ReconciliationInputs;
  pools: CalculatedPool[];
  statements: LeaseDraft[];
}

/** The draft of a lease's statement. */
export interface LeaseDraft extends StatementSummary {
  /** The shares less the estimates, by the type of the estimate's charge. They add up to the amount due. */
  dueByKind: ReadonlyMap<ChargeKind, number>;
}

/** @throws AppError not_found if the property is missing or outside the access scope */
export async function calculateDraft(ctx: SignedInCtx, propertyId: number, year: number): Promise<Draft> {
  const inputs = await readInputs(ctx, propertyId, year);
  const pools = await calculatePools(inputs);
  const estimates = await sumEstimates(ctx, pools, inputs.leases);
  return {
    inputs,
    pools,
    statements: inputs.leases.flatMap(
      (lease) =>
        summarizeStatement(lease, pools, {
          estimates: estimates.get(lease.id) ?? [],
          previous: findPreviousEstimates(inputs, lease.id),
        }) ?? [],
    ),
  };
}

export const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

/** The estimates billed and paid, by lease and type of charge. */
type Estimates = ReadonlyMap<number, LeaseEstimates["estimates"]>;

/** Returns the estimates that the previous system billed to a lease for the year, by pool id. */
const findPreviousEstimates = (
  { history, year }: ReconciliationInputs,
  leaseId: number,
): Map<number, number> =>
  new Map(
    history
      .filter((row) => row.leaseId === leaseId && row.year === year)
      .map(({ poolId, estimatesCents }) => [poolId, estimatesCents ?? 0]),
  );

interface LeaseEstimates {
  estimates: readonly { kind: ChargeKind; billed: number; paid: number }[];
  previous: ReadonlyMap<number, number>;
}

/** Returns undefined for a lease without days in any pool's year. */
function summarizeStatement(
  { id, company, units }: ReconciledLease,
  pools: readonly CalculatedPool[],
  { estimates, previous }: LeaseEstimates,
): LeaseDraft | undefined {
  const shares = pools.flatMap(({ pool, result }) => {
    const line = result.lines.find(({ leaseId }) => leaseId === id);
    return line === undefined ? [] : [{ pool, cents: line.amountCents }];
  });
  if (shares.length === 0) return undefined;
  const totalCents = sumAmounts(shares.map(({ cents }) => cents));
  const previousEstimatesCents = sumAmounts([...previous.values()]);
  const estimatesBilledCents = previousEstimatesCents + sumAmounts(estimates.map(({ billed }) => billed));
  const dueByKind = new Map<ChargeKind, number>();
  const addDue = (kind: ChargeKind, cents: number) => dueByKind.set(kind, (dueByKind.get(kind) ?? 0) + cents);
  for (const { pool, cents } of shares) addDue(pool.estimateKind, cents);
  for (const { kind, billed } of estimates) addDue(kind, negate(billed));
  for (const { pool } of pools) addDue(pool.estimateKind, negate(previous.get(pool.id) ?? 0));
  return {
    leaseId: id,
    company,
    units: units.map(({ number }) => ({ unitNumber: number })),
    lines: shares.map(({ pool, cents }) => ({ poolId: pool.id, cents })),
    totalCents,
    estimatesBilledCents,
    ...(previousEstimatesCents !== 0 && { previousEstimatesCents }),
    estimatesPaidCents: sumAmounts(estimates.map(({ paid }) => paid)),
    dueCents: toCents(totalCents + negate(estimatesBilledCents)),
    dueByKind,
  };
}

/** The months whose charges of a type are estimates. */
export interface EstimateYear extends Span {
  kind: ChargeKind;
}

/** Returns the year of each type of charge. Pools with the same type share one estimate, for the year of the first. */
export const listEstimateYears = (pools: readonly PropertyPool[]): EstimateYear[] =>
  [...new Map(pools.toReversed().map((pool) => [pool.estimateKind, pool]))].map(([kind, { from, to }]) => ({
    kind,
    from,
    to,
  }));

/** Adds up the monthly charges that were estimates for the pools: those of the pool's type for months in its year. */
async function sumEstimates(
  { db }: SignedInCtx,
  pools: readonly CalculatedPool[],
  leases: readonly ReconciledLease[],
): Promise<Estimates> {
  const kinds = listEstimateYears(pools.map(({ pool }) => pool));
  const { rows } = await sql<{ leaseId: number; kind: ChargeKind; billed: number; paid: number }>`
    select r.lease_id as "leaseId", r.charge_kind as kind, sum(r.amount_cents)::bigint as billed,
      coalesce(sum((select sum(a.amount_cents) from allocations a join receivables credit on credit.entry_id = a.credit_id
        where a.charge_id = r.entry_id and credit.counts_as = 'collected')), 0)::bigint as paid
    from receivables r
      join jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) year (kind text, "from" date, "to" date)
        on year.kind = r.charge_kind and r.starts_on between year."from" and year."to"
    where r.lease_id = any(${leases.map(({ id }) => id)}::bigint[]) and r.line_key is not null
      and not exists (select from ledger_entries reversal where reversal.reverses_id = r.entry_id)
    group by r.lease_id, r.charge_kind`.execute(db);
  const estimates = new Map<number, typeof rows>();
  for (const row of rows) estimates.set(row.leaseId, [...(estimates.get(row.leaseId) ?? []), row]);
  return estimates;
}
