import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents } from "#shared/format/money.ts";
import {
  type Fraction,
  isLess,
  multiply,
  roundHalfUp,
  subtract,
  toFraction,
  zero,
} from "#shared/fraction.ts";
import type { PoolChoice } from "../../contract.ts";
import { describePoolRecovery } from "../../describe-recovery.ts";
import type { ExplainedPart, Step } from "../../reconciliation-contract.ts";
import type { LinePart, PoolLine, PoolResult } from "../calculation/calculate-pool.ts";
import type { SharedCost } from "../calculation/pool-cost.ts";

/**
 * Explains how a lease's share of a pool is calculated, step by step. Amounts are shown in cents
 * but never rounded before the last step.
 */
export const explainLine = (
  line: PoolLine,
  result: PoolResult,
  pool: PoolChoice,
  names: ReadonlyMap<number, string>,
): ExplainedPart[] =>
  line.parts.map((part) => ({
    from: part.from,
    to: part.to,
    rule: describePoolRecovery(part.recovery, pool),
    clause: part.recovery.clause,
    categories: (part.cost?.categories ?? []).map(({ categoryId, cents, isExcluded, grossedUp }) => ({
      id: categoryId,
      name: names.get(categoryId) ?? `Category ${categoryId}`,
      cents,
      isExcluded,
      sharedCents: roundHalfUp(grossedUp),
      bills: [],
    })),
    steps: [
      ...(part.cost === null ? [] : explainCost(part.cost, part, result)),
      ...explainShare(part, result),
    ],
  }));

function* explainCost(cost: SharedCost, part: LinePart, result: PoolResult): Generator<Step> {
  const { recovery } = part;
  yield toStep("Shared categories", "Actual cost of the categories the tenant shares", cost.shared);
  const grossUp = subtract(cost.grossedUp, cost.shared);
  if (recovery.grossUpBasisPoints !== null)
    yield toStep(
      "Gross-up",
      isLess(zero, grossUp)
        ? `Costs that vary with occupancy × ${formatDecimal(cost.factor)} (${formatPercent(toFraction(recovery.grossUpBasisPoints, 10_000))} ÷ ${formatPercent(result.occupancy)} average occupancy)`
        : `Average occupancy of ${formatPercent(result.occupancy)} needs no gross-up`,
      grossUp,
    );
  if (cost.contributions.numerator !== 0n)
    yield toStep(
      "Anchor contributions",
      "Paid by anchors, whose area is excluded",
      subtract(zero, cost.contributions),
    );
  if (recovery.fee !== null)
    yield toStep(
      "Administrative fee",
      `${formatPercent(toFraction(recovery.fee.basisPoints, 10_000))}`,
      cost.fee,
    );
  if (recovery.cap !== null)
    yield toStep("Over the cap", explainCap(cost, part), subtract(zero, cost.overCap));
  if (cost.base.numerator !== 0n)
    yield toStep(
      "Base",
      recovery.base.kind === "year"
        ? part.isBaseEntered
          ? `Cost in ${recovery.base.year}, entered when the lease was taken over`
          : `Cost in ${recovery.base.year} by the same rule`
        : "Amount in the lease, per year",
      subtract(zero, cost.base),
    );
  yield toStep(
    "Cost to share",
    isLess(subtract(cost.afterCap, cost.base), cost.afterBase) ? "Not below zero" : "",
    cost.afterBase,
  );
}

function explainCap({ ceiling, controllable }: SharedCost, { recovery, billedLastYear }: LinePart): string {
  const costs = `Controllable costs of ${formatRounded(controllable)}`;
  if (ceiling === null) return `${costs}. No limit applies this year`;
  const limited = `${costs}, limited to ${formatRounded(ceiling)}`;
  if (recovery.cap?.kind !== "non-cumulative" || billedLastYear === null) return limited;
  const { amount, source } = billedLastYear;
  return `${limited}. Last year, ${formatRounded(amount)} was billed, ${billedSources[source]}`;
}

const billedSources = {
  issued: "as on that year's statement",
  entered: "entered when the lease was taken over",
  calculated: "as calculated for that year",
} as const;

function* explainShare(part: LinePart, { segments: all }: PoolResult): Generator<Step> {
  const { recovery, segments, share, stop, cost, amount } = part;
  const periodDays = all.reduce((total, { days }) => total + days, 0);
  for (const { from, to, days, billedSquareFeet, denominatorSquareFeet } of segments) {
    const span = `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
    const area = `${billedSquareFeet.toLocaleString("en-US")} sq ft`;
    const ratio =
      denominatorSquareFeet === null
        ? recovery.share.kind === "percentage"
          ? formatPercent(toFraction(recovery.share.millionths, 1_000_000))
          : area
        : `${area} of ${formatDecimal(denominatorSquareFeet, 2)} sq ft`;
    yield { label: span, text: `${ratio} for ${days} of ${periodDays} days`, cents: null };
  }
  if (cost !== null)
    yield toStep("Share", `${formatPercent(share, 6)} of the cost to share`, multiply(cost.afterBase, share));
  if (recovery.base.kind === "stop")
    yield toStep("Expense stop", "Borne by the landlord for these days and this area", subtract(zero, stop));
  yield toStep("Amount", "", amount);
}

const toStep = (label: string, text: string, amount: Fraction): Step => ({
  label,
  text,
  cents: roundHalfUp(amount),
});

/** Formats a fraction with up to `places` decimal places. */
function formatDecimal({ numerator, denominator }: Fraction, places = 6): string {
  const scale = 10n ** BigInt(places);
  const scaled = (2n * numerator * scale + denominator) / (2n * denominator);
  const whole = (scaled / scale).toLocaleString("en-US");
  const decimals = String(scaled % scale)
    .padStart(places, "0")
    .replace(/0+$/, "");
  return decimals === "" ? whole : `${whole}.${decimals}`;
}

export const formatPercent = (fraction: Fraction, places = 2): string =>
  `${formatDecimal(multiply(fraction, toFraction(100)), places)}%`;

const formatRounded = (amount: Fraction): string => formatCents(roundHalfUp(amount));
