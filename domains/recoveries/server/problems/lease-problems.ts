import { roundHalfUp, sum } from "#shared/fraction.ts";
import type { Draft } from "../drafts/calculate-draft.ts";
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

function findDifferentArea(
  { pools: [first] }: Draft,
  { id, company }: ReconciledLease,
): LeaseProblem | undefined {
  const differing = (first?.result.segments ?? [])
    .map(({ leases }) => leases.get(id))
    .find((lease) => lease !== undefined && lease.unitSquareFeet !== lease.billedSquareFeet);
  if (differing === undefined) return undefined;
  const { billedSquareFeet, unitSquareFeet } = differing;
  return {
    kind: "area",
    sentence: `The lease of ${company} states ${billedSquareFeet.toLocaleString("en-US")} sq ft, but its units have ${unitSquareFeet.toLocaleString("en-US")} sq ft. The area in the lease is billed.`,
    cents: null,
  };
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
