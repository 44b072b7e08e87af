import { divide, type Fraction, multiply, roundHalfUp, sum, toFraction, zero } from "#shared/fraction.ts";
import type { LinePart, PoolResult } from "../calculation/calculate-pool.ts";
import { type Draft, sumAmounts } from "../drafts/calculate-draft.ts";
import type { ReconciledLease } from "../drafts/read-inputs.ts";
import { type Problem, toLease } from "./problem.ts";

/** Finds leases without recovery terms, areas that differ from the lease, and estimates without a share. */
export function* findLeaseProblems(draft: Draft): Generator<Problem> {
  for (const lease of draft.inputs.leases) {
    const about = { leaseId: lease.id, leases: [toLease(draft, lease.id)] };
    const problems = [
      findMissingTerms(draft, lease),
      findDifferentArea(draft, lease),
      findEstimatesWithoutShare(draft, lease),
    ];
    for (const problem of problems) if (problem !== undefined) yield { ...problem, ...about };
  }
}

type LeaseProblem = Pick<Problem, "kind" | "sentence" | "cents">;

function findMissingTerms(
  { pools }: Draft,
  { id, company, recoveries }: ReconciledLease,
): LeaseProblem | undefined {
  if (recoveries.length > 0) return undefined;
  const lines = pools.flatMap(({ result }) => result.lines.filter(({ leaseId }) => leaseId === id));
  const lost = roundHalfUp(sum(lines.map(({ losses }) => losses["no-rule"])));
  if (lost <= 0) return undefined;
  return { kind: "no-terms", sentence: `${company} has no recovery terms.`, cents: lost };
}

/** The amount is the difference that the area of the units would make. */
function findDifferentArea({ pools }: Draft, { id, company }: ReconciledLease): LeaseProblem | undefined {
  const differing = (pools[0]?.result.segments ?? [])
    .map(({ leases }) => leases.get(id))
    .find((lease) => lease !== undefined && lease.unitSquareFeet !== lease.billedSquareFeet);
  if (differing === undefined) return undefined;
  const { billedSquareFeet, unitSquareFeet } = differing;
  const differences = pools.flatMap(({ result }) =>
    result.lines
      .filter(({ leaseId }) => leaseId === id)
      .flatMap(({ parts }) => parts.map((part) => calculateAreaDifference(part, result, id))),
  );
  return {
    kind: "area",
    sentence: `The lease of ${company} states ${billedSquareFeet.toLocaleString("en-US")} sq ft, but its units have ${unitSquareFeet.toLocaleString("en-US")} sq ft. The area in the lease is billed.`,
    cents: roundHalfUp(sum(differences)),
  };
}

/** Returns what a part would come to by the area of the lease's units, less its amount. 0 for a fixed percentage. */
function calculateAreaDifference(
  { recovery, segments, cost }: LinePart,
  { segments: all }: PoolResult,
  leaseId: number,
): Fraction {
  const { share, base } = recovery;
  const periodDays = sumAmounts(all.map(({ days }) => days));
  const rate = share.kind === "rate" ? share.rateHundredths : base.kind === "stop" ? -base.rateHundredths : 0;
  const differences = all.flatMap(({ from, to, days, leases }) => {
    const lease = leases.get(leaseId);
    const segment = segments.find((shared) => shared.from <= from && shared.to >= to);
    if (lease === undefined || segment === undefined || share.kind === "percentage") return [];
    const areaDays = toFraction((lease.unitSquareFeet - segment.billedSquareFeet) * days, periodDays);
    const denominator = segment.denominatorSquareFeet;
    const ofCost =
      cost === null || denominator === null || denominator.numerator === 0n
        ? zero
        : multiply(cost.afterBase, divide(areaDays, denominator));
    return [ofCost, multiply(areaDays, toFraction(rate, 100))];
  });
  return sum(differences);
}

/** A lease without recovery terms is its own finding. */
function findEstimatesWithoutShare(
  { statements }: Draft,
  { id, company, recoveries }: ReconciledLease,
): LeaseProblem | undefined {
  const statement = statements.find(({ leaseId }) => leaseId === id);
  if (statement === undefined || recoveries.length === 0) return undefined;
  if (statement.estimatesBilledCents <= 0 || statement.totalCents !== 0) return undefined;
  return {
    kind: "estimates-without-share",
    sentence: `${company} was billed monthly estimates, but has no share of any pool.`,
    cents: statement.estimatesBilledCents,
  };
}
