import type { Day } from "#shared/calendar.ts";
import { formatAmount } from "#shared/format/money.ts";
import { isLess, multiply, one, roundHalfUp, subtract, sum, toFraction, zero } from "#shared/fraction.ts";
import { type Draft, sumAmounts } from "../drafts/calculate-draft.ts";
import type { CalculatedPool } from "../drafts/calculate-pools.ts";
import { formatPercent } from "../drafts/explain-line.ts";
import { listSharers, type Problem } from "./problem.ts";

/** A pool's cost that changes by more than this from one year to the next is a finding. */
const maxChangePercent = 15;

/** Finds shares of more than the whole pool, and costs that differ much from those of the year before. */
export function* findPoolProblems(draft: Draft, pool: CalculatedPool, today: Day): Generator<Problem> {
  const problems = [findSharesAboveCost(pool), findChange(draft, pool, today)];
  for (const problem of problems)
    if (problem !== undefined)
      yield { leaseId: null, poolId: pool.pool.id, leases: listSharers(draft, pool), ...problem };
}

type PoolProblem = Pick<Problem, "kind" | "sentence" | "cents">;

/**
 * Anchors don't count toward the shares, because the others share what their contributions leave. Their amounts do.
 */
function findSharesAboveCost({ pool: { name }, result }: CalculatedPool): PoolProblem | undefined {
  const parts = result.lines.flatMap((line) => line.parts);
  const fees = roundHalfUp(sum(parts.map(({ cost, share }) => multiply(cost?.fee ?? zero, share))));
  const above = sumAmounts(result.lines.map(({ amountCents }) => amountCents)) - fees - result.totalCents;
  // Each line can be rounded up by half a cent.
  if (above > result.lines.length)
    return {
      kind: "over-recovered",
      sentence: `Tenants would pay more than ${name} cost, without fees. Check their shares and denominators.`,
      cents: above,
    };
  const shares = sum(parts.filter(({ recovery }) => !recovery.isAnchor).map(({ share }) => share));
  if (result.totalCents === 0 || !isLess(one, shares)) return undefined;
  return {
    kind: "shares-above-whole",
    sentence: `The tenants' shares of ${name} add up to ${formatPercent(shares)}. Check their percentages and denominators.`,
    cents: roundHalfUp(multiply(subtract(shares, one), toFraction(result.totalCents))),
  };
}

/** A year that isn't over has fewer bills than the year before. */
function findChange(
  { inputs: { year, categories } }: Draft,
  { pool: { name, to }, input, lastYearCosts, result }: CalculatedPool,
  today: Day,
): PoolProblem | undefined {
  const before = sumAmounts(lastYearCosts.map(({ cents }) => cents));
  const change = result.totalCents - before;
  if (to >= today || before <= 0 || Math.abs(change) * 100 <= maxChangePercent * before) return undefined;
  const changes = new Map(input.costs.map(({ categoryId, cents }) => [categoryId, Number(cents)]));
  for (const { categoryId, cents } of lastYearCosts)
    changes.set(categoryId, (changes.get(categoryId) ?? 0) - cents);
  const [most] = [...changes].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const detail =
    most === undefined || changes.size === 1
      ? ""
      : ` ${categories.get(most[0]) ?? ""} changed most, by ${formatAmount(most[1])}.`;
  return {
    kind: "change",
    sentence: `${name} cost ${formatPercent(toFraction(Math.abs(change), before), 1)} ${change > 0 ? "more" : "less"} than in ${year - 1}, when it was ${formatAmount(before)}.${detail}`,
    cents: change,
  };
}
