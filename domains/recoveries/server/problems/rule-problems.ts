import { divide, isLess, multiply, one, roundHalfUp, subtract, sum, toFraction } from "#shared/fraction.ts";
import type { PoolRecovery } from "../../recovery-terms.ts";
import type { LinePart, PoolLine } from "../calculation/calculate-pool.ts";
import type { PreparedCategory, SharedCost } from "../calculation/pool-cost.ts";
import type { Draft } from "../drafts/calculate-draft.ts";
import type { CalculatedPool } from "../drafts/calculate-pools.ts";
import type { ReconciledLease } from "../drafts/read-inputs.ts";
import { listNames, type Problem } from "./problem.ts";

/** A rule of a lease for a pool, with the parts of the year to which it applied. */
interface AppliedRule {
  lease: ReconciledLease;
  company: string;
  pool: CalculatedPool;
  recovery: PoolRecovery;
  parts: readonly (LinePart & { cost: SharedCost })[];
  /** The cost in the last part. A rule has several parts if the area stated in the lease changed. */
  cost: SharedCost;
  names: ReadonlyMap<number, string>;
}

type RuleProblem = Pick<Problem, "kind" | "sentence" | "cents" | "subject">;

/** Finds what an auditor would question in the rules by which leases share a pool. */
export function* findRuleProblems(draft: Draft, pool: CalculatedPool): Generator<Problem> {
  const { id: poolId, name } = pool.pool;
  for (const lease of draft.inputs.leases) {
    const { id, company, recoveries } = lease;
    const line = pool.result.lines.find(({ leaseId }) => leaseId === id);
    // A lease without any terms is one finding for all pools.
    if (line === undefined || recoveries.length === 0) continue;
    const about = { leaseId: id, poolId, leases: [{ id, company }] };
    const lost = roundHalfUp(line.losses["no-rule"]);
    if (lost > 0)
      yield { kind: "no-rule", sentence: `${company} has no rule for ${name}.`, cents: lost, ...about };
    for (const rule of listRules(line)) {
      const applied = { ...rule, lease, company, pool, names: draft.inputs.categories };
      const problems = [
        findMissingBase(applied),
        findMissingCapHistory(applied),
        findCapWithoutEffect(applied),
        findFeeOnFee(applied),
        findFixedCostGrossedUp(applied),
        findNewCategories(applied),
        findExclusionElsewhere(applied, draft.pools),
      ];
      for (const problem of problems) if (problem !== undefined) yield { ...problem, ...about };
    }
  }
}

function listRules({ parts }: PoolLine): Pick<AppliedRule, "recovery" | "parts" | "cost">[] {
  const rules = new Map<PoolRecovery, (LinePart & { cost: SharedCost })[]>();
  for (const part of parts) {
    const { cost, recovery } = part;
    if (cost !== null) rules.set(recovery, [...(rules.get(recovery) ?? []), { ...part, cost }]);
  }
  return [...rules].flatMap(([recovery, applied]) => {
    const cost = applied.at(-1)?.cost;
    return cost === undefined ? [] : [{ recovery, parts: applied, cost }];
  });
}

/** Returns the tenant's share of these categories, in cents and before the cap and the base. */
const shareCategories = (
  { parts }: AppliedRule,
  isAffected: (category: PreparedCategory) => boolean,
  toAmount = ({ grossedUp }: PreparedCategory, _: SharedCost) => grossedUp,
): number =>
  roundHalfUp(
    sum(
      parts.map(({ cost, share }) => {
        const amounts = listShared(cost)
          .filter(isAffected)
          .map((category) => toAmount(category, cost));
        return multiply(sum(amounts), share);
      }),
    ),
  );

const listShared = ({ categories }: SharedCost): PreparedCategory[] =>
  categories.filter(({ isExcluded, cents }) => !isExcluded && cents !== 0);

const nameCategories = ({ names }: AppliedRule, categories: readonly PreparedCategory[]): string =>
  listNames(categories.map(({ categoryId }) => names.get(categoryId) ?? ""));

function findMissingBase({ company, pool, recovery: { base }, parts }: AppliedRule): RuleProblem | undefined {
  const {
    pool: { name },
    input,
  } = pool;
  if (base.kind !== "year" || parts.at(-1)?.isBaseEntered === true) return undefined;
  if (input.baseYears.get(base.year)?.costs.length !== 0) return undefined;
  return {
    kind: "no-base",
    sentence: `${company} pays above the cost of ${name} in ${base.year}, but that year has no bills. Its base is counted as $0.00. Enter its base with the recovery terms.`,
    cents: null,
    subject: String(base.year),
  };
}

function findMissingCapHistory({
  company,
  pool: { pool },
  recovery: { cap },
  cost,
}: AppliedRule): RuleProblem | undefined {
  if (cap?.kind !== "non-cumulative" || cost.ceiling !== null) return undefined;
  if (Number(pool.from.slice(0, 4)) <= cap.baseYear) return undefined;
  return {
    kind: "no-cap-history",
    sentence: `The cap of ${company} on ${pool.name} grows over last year's billed amount, which isn't known. No cap is applied. Enter the amount with the recovery terms.`,
    cents: null,
  };
}

/** Categories can be marked as not controllable after the cap was agreed on. */
function findCapWithoutEffect({
  company,
  pool: { pool },
  recovery: { cap },
  cost,
}: AppliedRule): RuleProblem | undefined {
  const categories = listShared(cost);
  if (cap === null || categories.length === 0 || categories.some(({ isControllable }) => isControllable))
    return undefined;
  return {
    kind: "cap-without-effect",
    sentence: `The cap of ${company} on ${pool.name} limits nothing, because none of the costs are marked as controllable.`,
    cents: null,
  };
}

function findFeeOnFee(rule: AppliedRule): RuleProblem | undefined {
  const {
    company,
    pool: { pool },
    recovery: { fee },
    cost,
    names,
  } = rule;
  if (fee === null) return undefined;
  const isFee = ({ categoryId }: PreparedCategory) =>
    (fee.categoryIds === null || fee.categoryIds.includes(categoryId)) &&
    /\bfees?\b/i.test(names.get(categoryId) ?? "");
  const fees = listShared(cost).filter(isFee);
  if (fees.length === 0 || cost.grossedUp.numerator === 0n) return undefined;
  const rate = toFraction(fee.basisPoints, 10_000);
  return {
    kind: "fee-on-fee",
    sentence: `The administrative fee of ${company} on ${pool.name} is also charged on ${nameCategories(rule, fees)}, which is a fee on a fee.`,
    // Contributions reduce every category in proportion.
    cents: shareCategories(rule, isFee, ({ grossedUp }, { net, grossedUp: total }) =>
      multiply(multiply(grossedUp, rate), divide(net, total)),
    ),
  };
}

/** Only categories marked as varying are grossed up. Taxes and insurance never vary. */
function findFixedCostGrossedUp(rule: AppliedRule): RuleProblem | undefined {
  const { company, cost, names } = rule;
  const isFixed = ({ categoryId, variesWithOccupancy }: PreparedCategory) =>
    variesWithOccupancy && /\b(tax(es)?|insurance)\b/i.test(names.get(categoryId) ?? "");
  const fixed = listShared(cost).filter(isFixed);
  if (fixed.length === 0 || !isLess(one, cost.factor)) return undefined;
  return {
    kind: "fixed-grossed-up",
    sentence: `${nameCategories(rule, fixed)} is grossed up for ${company}, but it doesn't vary with occupancy. Mark the category as fixed.`,
    cents: shareCategories(rule, isFixed, ({ grossedUp, cents }) => subtract(grossedUp, toFraction(cents))),
  };
}

/** An entered base has no categories, so it can't be compared. */
function findNewCategories(rule: AppliedRule): RuleProblem | undefined {
  const {
    company,
    pool,
    recovery: { base },
    parts,
    cost,
  } = rule;
  if (base.kind !== "year" || parts.at(-1)?.isBaseEntered === true) return undefined;
  const known = pool.input.baseYears.get(base.year)?.costs ?? [];
  const isNew = ({ categoryId }: PreparedCategory) =>
    !known.some((other) => other.categoryId === categoryId && other.cents !== 0);
  const categories = listShared(cost).filter(isNew);
  if (known.length === 0 || categories.length === 0) return undefined;
  return {
    kind: "new-category",
    sentence: `${company} pays above the cost of ${pool.pool.name} in ${base.year}, which had no cost for ${nameCategories(rule, categories)}. Check if its base must rise.`,
    cents: shareCategories(rule, isNew),
  };
}

/** A category that moved to another pool isn't excluded there. */
function findExclusionElsewhere(
  rule: AppliedRule,
  pools: readonly CalculatedPool[],
): RuleProblem | undefined {
  const { lease, company, pool, recovery, cost, names } = rule;
  const version = lease.recoveries.find(({ terms }) => terms.pools.includes(recovery));
  const others = (version?.terms.pools ?? []).filter((other) => other !== recovery);
  const isExcludedElsewhere = ({ categoryId }: PreparedCategory) =>
    others.some(({ excludedCategoryIds }) => excludedCategoryIds.includes(categoryId));
  const [category] = listShared(cost).filter(isExcludedElsewhere);
  if (category === undefined) return undefined;
  const { categoryId } = category;
  const from = others.find(({ excludedCategoryIds }) => excludedCategoryIds.includes(categoryId))?.poolId;
  return {
    kind: "exclusion-elsewhere",
    sentence: `${company} doesn't share ${names.get(categoryId) ?? ""} in ${pools.find(({ pool: other }) => other.id === from)?.pool.name ?? "another pool"}, but it's in ${pool.pool.name} now, where it's shared. Exclude it there too.`,
    cents: shareCategories(rule, (other) => other.categoryId === categoryId),
    subject: String(categoryId),
  };
}
