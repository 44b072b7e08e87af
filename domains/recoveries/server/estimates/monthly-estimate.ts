import type { EstimateKind } from "#domains/expenses/categories-contract.ts";
import { calculateMonthlyPrice, getTermsPeriods, type LeaseDays } from "#domains/leases/schedule.ts";
import type { ChargeLine, EffectiveTerms, Terms } from "#domains/leases/terms.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";

/** The terms and dates of a lease whose estimates change. */
export interface EstimatedLease {
  versions: readonly EffectiveTerms[];
  days: LeaseDays;
  /** The last charged day. Null while nothing is charged. */
  chargedThrough: Day | null;
}

const isOn = ({ from, to }: LeaseDays, day: Day): boolean => from <= day && (to === null || day <= to);

/** Returns the lease's monthly charges of a type before `from`, or from then on if it starts on that day. */
export function getMonthlyEstimate(lease: EstimatedLease, kind: EstimateKind, from: Day): number {
  const before = addDays(from, -1);
  const periods = getTermsPeriods(lease.versions, lease.days);
  return sumCharges(lease, kind, periods.some((period) => isOn(period, before)) ? before : from);
}

/** Returns the lease's monthly charges of a type on `from`, as its terms are now. */
export const getScheduledEstimate = (lease: EstimatedLease, kind: EstimateKind, from: Day): number =>
  sumCharges(lease, kind, from);

function sumCharges({ versions, days }: EstimatedLease, kind: EstimateKind, day: Day): number {
  const terms = getTermsPeriods(versions, days).find((period) => isOn(period, day))?.terms;
  return (terms?.lines ?? [])
    .filter((line) => line.kind === kind && isOn(line, day))
    .reduce(
      (sum, line) => sum + (terms === undefined ? 0 : roundHalfUp(calculateMonthlyPrice(terms, line, day))),
      0,
    );
}

/** Returns why the lease's terms can't change on `from`, as a sentence. Undefined if they can. */
export function findLeaseObstacle(
  { versions, days, chargedThrough }: EstimatedLease,
  from: Day,
): string | undefined {
  if (days.to !== null && days.to < from) return `The lease ends ${formatCalendarDay(days.to)}.`;
  if (days.from > from)
    return `The lease starts ${formatCalendarDay(days.from)}. Set the estimate in its terms.`;
  if (chargedThrough !== null && chargedThrough >= from)
    return `The lease is charged through ${formatCalendarDay(chargedThrough)}.`;
  if (versions.length === 0) return "The lease has no terms yet.";
  const periods = getTermsPeriods(versions, days);
  const [first] = periods.map((period) => period.from).sort();
  if (first === undefined) return "The lease's terms never take effect.";
  if (first > from) return `The lease is charged from ${formatCalendarDay(first)}.`;
  const later = periods.find((period) => period.from > from);
  if (later !== undefined)
    return `An amendment takes effect ${formatCalendarDay(later.from)}, which an earlier one would replace. Amend the lease's terms.`;
  return undefined;
}

/**
 * Returns why the lease's charges of a type can't become one amount from `from`, as a sentence. Undefined if
 * they can.
 */
export function findChargeObstacle(lease: EstimatedLease, kind: EstimateKind, from: Day): string | undefined {
  const lines = findLines(getTermsOn(lease, from), kind, from);
  if (lines.length > 1)
    return `The lease has ${lines.length} charges of this type: ${lines.map(({ label }) => label).join(", ")}. Amend its terms.`;
  const [line] = lines;
  if (line !== undefined && line.from > from)
    return `“${line.label}” starts ${formatCalendarDay(line.from)}. Amend the lease's terms.`;
  return undefined;
}

/** The charges of a type with days from `from` on. */
const findLines = ({ lines }: Terms, kind: EstimateKind, from: Day): ChargeLine[] =>
  lines.filter((line) => line.kind === kind && (line.to === null || line.to >= from));

/** The terms in effect on `from`. There are some, because `findLeaseObstacle` found none. */
function getTermsOn({ versions, days }: EstimatedLease, from: Day): Terms {
  const period = getTermsPeriods(versions, days).find((other) => isOn(other, from));
  if (period === undefined) throw new Error(`The lease has no terms on ${from}.`);
  return period.terms;
}

/** A changed charge, with its amounts before and after. */
export interface EstimateChange {
  label: string;
  oldCents: number;
  newCents: number;
}

/**
 * Returns the lease's terms with new monthly estimates from `from`: a charge gets the amount, or ends before
 * `from` if the amount is 0. A type without a charge gets one that lasts until the lease ends. Null if the terms
 * have these amounts already.
 */
export function planEstimates(
  lease: EstimatedLease,
  from: Day,
  estimates: readonly { kind: EstimateKind; monthlyCents: number; newLabel: string }[],
): { terms: Terms; changes: EstimateChange[] } | null {
  const terms = getTermsOn(lease, from);
  const changed = estimates.filter(
    ({ kind, monthlyCents }) => monthlyCents !== getScheduledEstimate(lease, kind, from),
  );
  if (changed.length === 0) return null;
  const usedKeys = lease.versions.flatMap((version) => version.terms.lines.map(({ key }) => key));
  let nextKey = Math.max(0, ...usedKeys) + 1;
  let { lines } = terms;
  const changes: EstimateChange[] = [];
  for (const { kind, monthlyCents, newLabel } of changed) {
    const [line] = findLines(terms, kind, from);
    const price = { monthlyCents: toCents(monthlyCents) };
    if (line === undefined)
      lines = [...lines, { key: nextKey++, kind, label: newLabel, from, to: null, price }];
    else if (monthlyCents === 0) lines = lines.filter((other) => other !== line);
    else lines = lines.map((other) => (other === line ? { ...line, price } : other));
    const oldCents = getMonthlyEstimate(lease, kind, from);
    if (oldCents !== monthlyCents)
      changes.push({ label: line?.label ?? newLabel, oldCents, newCents: monthlyCents });
  }
  return { terms: { ...terms, lines }, changes };
}
