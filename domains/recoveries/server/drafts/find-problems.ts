import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatAmount } from "#shared/format/money.ts";
import { multiply, roundHalfUp, sum, zero } from "#shared/fraction.ts";
import type { Finding, StatementSummary } from "../../reconciliation-contract.ts";
import type { CalculatedPool } from "./calculate-pools.ts";
import type { ReconciledLease, ReconciliationInputs } from "./read-inputs.ts";

/** A finding of the calculation. Its key is made of its kind, its lease, its pool, and its subject. */
export interface Problem extends Omit<Finding, "key" | "acceptance"> {
  poolId?: number;
  /** The subject of the problem, such as a category, if there can be several of the same type. */
  subject?: string;
}

/**
 * Returns the points that an auditor would question in a year's calculation: shares without terms, bases and
 * caps without their history, areas and estimates that contradict the lease, and costs that are in no pool
 * or were billed twice.
 */
export async function findProblems(
  ctx: SignedInCtx,
  inputs: ReconciliationInputs,
  pools: readonly CalculatedPool[],
  statements: readonly StatementSummary[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const pool of pools) problems.push(...checkPool(pool, inputs));
  for (const lease of inputs.leases) problems.push(...checkLease(lease, pools, statements));
  const [first] = pools;
  if (first !== undefined) problems.push(...(await checkBills(ctx, inputs.property.id, first.pool)));
  return problems;
}

function* checkPool(
  { pool, input, result }: CalculatedPool,
  inputs: ReconciliationInputs,
): Generator<Problem> {
  const { name } = pool;
  const billed = result.lines.reduce((total, { amountCents }) => total + amountCents, 0);
  const parts = result.lines.flatMap((line) => line.parts);
  const fees = roundHalfUp(sum(parts.map(({ cost, share }) => multiply(cost?.fee ?? zero, share))));
  const above = billed - fees - result.totalCents;
  // Each line can be rounded up by half a cent.
  if (above > result.lines.length)
    yield {
      kind: "over-recovered",
      sentence: `Tenants would pay more than ${name} cost, without fees. Check their shares and denominators.`,
      cents: above,
      leaseId: null,
      poolId: pool.id,
    };
  for (const { leaseId, losses, parts: leaseParts } of result.lines) {
    const company = findCompany(inputs, leaseId);
    const lost = roundHalfUp(losses["no-rule"]);
    if (lost > 0)
      yield {
        kind: "no-rule",
        sentence: `${company} has no rule for ${name}.`,
        cents: lost,
        leaseId,
        poolId: pool.id,
      };
    // A rule has several parts if the area stated in the lease changed.
    const rules = new Map(leaseParts.map((part) => [part.recovery, part]));
    for (const [{ base, cap }, { cost, isBaseEntered }] of rules) {
      if (base.kind === "year" && !isBaseEntered && input.baseYears.get(base.year)?.costs.length === 0)
        yield {
          kind: "no-base",
          sentence: `${company} pays above the cost of ${name} in ${base.year}, but that year has no bills. Its base is counted as $0.00. Enter its base with the recovery terms.`,
          cents: null,
          leaseId,
          poolId: pool.id,
          subject: String(base.year),
        };
      if (
        cap?.kind === "non-cumulative" &&
        cost?.ceiling === null &&
        Number(pool.from.slice(0, 4)) > cap.baseYear
      )
        yield {
          kind: "no-cap-history",
          sentence: `The cap of ${company} on ${name} grows over last year's billed amount, which isn't known. No cap is applied. Enter the amount with the recovery terms.`,
          cents: null,
          leaseId,
          poolId: pool.id,
        };
    }
  }
}

function* checkLease(
  { id, company }: ReconciledLease,
  pools: readonly CalculatedPool[],
  statements: readonly StatementSummary[],
): Generator<Problem> {
  const segments = pools[0]?.result.segments ?? [];
  const differing = segments
    .map(({ leases }) => leases.get(id))
    .find((lease) => lease !== undefined && lease.unitSquareFeet !== lease.billedSquareFeet);
  if (differing !== undefined)
    yield {
      kind: "area",
      sentence: `The lease of ${company} states ${differing.billedSquareFeet.toLocaleString("en-US")} sq ft, but its units have ${differing.unitSquareFeet.toLocaleString("en-US")} sq ft. The area in the lease is billed.`,
      cents: null,
      leaseId: id,
    };
  const statement = statements.find(({ leaseId }) => leaseId === id);
  if (statement !== undefined && statement.estimatesBilledCents > 0 && statement.totalCents === 0)
    yield {
      kind: "estimates-without-share",
      sentence: `${company} was billed monthly estimates, but has no share of any pool.`,
      cents: statement.estimatesBilledCents,
      leaseId: id,
    };
}

const findCompany = ({ leases }: ReconciliationInputs, leaseId: number): string =>
  leases.find(({ id }) => id === leaseId)?.company ?? "";

/** Finds recoverable costs in no pool, and bills of one vendor with the same amount and service period. */
async function checkBills(
  { db }: SignedInCtx,
  propertyId: number,
  { from, to }: { from: string; to: string },
): Promise<Problem[]> {
  const inYear = sql`b.property_id = ${propertyId} and b.voided_at is null
    and daterange(b.service_from, b.service_to, '[]') && daterange(${from}::date, ${to}::date, '[]')`;
  const { rows: unmapped } = await sql<{ id: number; name: string; cents: number }>`
    select c.id, c.name, sum(cost_within(l.amount_cents, b.service_from, b.service_to, ${from}::date, ${to}::date))::bigint as cents
    from bills b join bill_lines l on l.bill_id = b.id
      join expense_categories c on c.id = l.category_id and c.pool_id is null and c.is_recoverable
    where ${inYear} group by c.id order by fold_text(c.name)`.execute(db);
  const { rows: twice } = await sql<{ vendor: string; cents: number; numbers: string[]; subject: string }>`
    select v.name as vendor, concat_ws(' ', v.id, b.total_cents, b.service_from, b.service_to) as subject, b.total_cents as cents, array_agg(b.number order by b.id) as numbers
    from bills b join vendors v on v.id = b.vendor_id
    where ${inYear}
    group by v.id, b.total_cents, b.service_from, b.service_to having count(*) > 1 order by fold_text(v.name)`.execute(
    db,
  );
  return [
    ...unmapped.map(
      ({ id, name, cents }): Problem => ({
        kind: "no-pool",
        sentence: `${name} is recoverable but in no pool, so no tenant shares it.`,
        cents,
        leaseId: null,
        subject: String(id),
      }),
    ),
    ...twice.map(
      ({ vendor, cents, numbers, subject }): Problem => ({
        kind: "billed-twice",
        sentence: `${vendor} billed ${formatAmount(cents)} for the same days more than once: ${numbers.map((number) => number || "without a number").join(", ")}.`,
        cents,
        leaseId: null,
        subject,
      }),
    ),
  ];
}
