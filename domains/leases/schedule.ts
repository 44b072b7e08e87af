import {
  addDays,
  addMonths,
  countDays,
  countDaysInMonth,
  type Day,
  dayInMonth,
  maxDay,
  minDay,
  monthEnd,
  monthStart,
} from "#shared/calendar.ts";
import type { Cents } from "#shared/format/money.ts";
import { type Fraction, roundHalfUp } from "#shared/fraction.ts";
import type { ChargeKind, ChargeLine, EffectiveTerms, Escalation, Terms } from "./terms.ts";

/** How many days before its due date a charge is posted (requirements, "Charges"). */
export const postedDaysAhead = 10;

/** A single charge for one month. */
export interface ScheduledCharge {
  /** The number of the terms it comes from: the original terms or an amendment. */
  termsNumber: number;
  lineKey: number;
  kind: ChargeKind;
  label: string;
  /** The first and last day it covers, within one calendar month. */
  from: Day;
  to: Day;
  dueOn: Day;
  amountCents: Cents;
}

/** The start and end dates of a lease. A null `to` means open-ended. */
export interface LeaseDays {
  from: Day;
  to: Day | null;
}

/**
 * Returns a lease's charges for the months from `from` through `through`, sorted by due date. A full month
 * costs the full price, and a partial month is prorated by its actual days. If a price changes within a
 * month, the month is charged day by day. Each charge is rounded once, half a cent up. A month that comes to
 * zero has no charge. Terms apply from their effective date until later terms replace them.
 *
 * The preview and the posted charges both come from this function, so they can't differ.
 */
export function buildSchedule(
  versions: readonly EffectiveTerms[],
  lease: LeaseDays,
  { from, through }: { from: Day; through: Day },
): ScheduledCharge[] {
  const charges: ScheduledCharge[] = [];
  for (const { number, terms, ...period } of getTermsPeriods(versions, lease)) {
    const lastDay = earlierEnd(period.to, through);
    for (let month = monthStart(maxDay(from, period.from)); month <= lastDay; month = addMonths(month, 1))
      for (const line of terms.lines) {
        const charge = buildCharge(terms, period, line, month);
        if (charge !== undefined) charges.push({ termsNumber: number, ...charge });
      }
  }
  return charges.sort(
    (a, b) => a.dueOn.localeCompare(b.dueOn) || a.from.localeCompare(b.from) || a.lineKey - b.lineKey,
  );
}

/**
 * Returns the period in which each version of the terms applies: from its effective date until a later
 * version's, within the lease. Versions that never apply are left out.
 */
export function getTermsPeriods<Version extends { number: number; from: Day }>(
  versions: readonly Version[],
  lease: LeaseDays,
): (Version & LeaseDays)[] {
  return versions
    .map((version) => {
      const replacedFrom = versions
        .filter(({ number }) => number > version.number)
        .map((laterVersion) => laterVersion.from)
        .sort()[0];
      const to = replacedFrom === undefined ? lease.to : earlierEnd(lease.to, addDays(replacedFrom, -1));
      return { ...version, from: maxDay(version.from, lease.from), to };
    })
    .filter(({ from, to }) => to === null || to >= from);
}

const earlierEnd = (endOrNull: Day | null, day: Day): Day =>
  endOrNull === null ? day : minDay(endOrNull, day);

/** Returns the charge for `line` in the month that starts on `month`, if there is one. */
function buildCharge(
  terms: Terms,
  period: LeaseDays,
  line: ChargeLine,
  month: Day,
): Omit<ScheduledCharge, "termsNumber"> | undefined {
  const from = [period.from, line.from].reduce(maxDay, month);
  const to = [period.to, line.to].reduce<Day>((end, day) => earlierEnd(day, end), monthEnd(month));
  if (to < from) return undefined;
  const amountCents = calculateAmount(terms, line, { from, to });
  if (amountCents === 0) return undefined;
  return {
    lineKey: line.key,
    kind: line.kind,
    label: line.label,
    from,
    to,
    dueOn: maxDay(dayInMonth(month, terms.dueDay), from),
    amountCents,
  };
}

/** Returns the price for the days `from` through `to` of one month, rounded once. */
function calculateAmount(terms: Terms, line: ChargeLine, { from, to }: { from: Day; to: Day }): Cents {
  let [sum, denominator] = [0n, 1n];
  for (const period of splitAtPriceChanges(terms, line, from, to)) {
    const price = calculateMonthlyPrice(terms, line, period.from);
    const abatedBasisPoints = line.kind === "rent" ? getAbatedBasisPoints(terms, period.from) : 0;
    const share = price.numerator * BigInt(countDays(period.from, period.to) * (10_000 - abatedBasisPoints));
    const fullMonthDenominator = price.denominator * BigInt(countDaysInMonth(from) * 10_000);
    sum = sum * fullMonthDenominator + share * denominator;
    denominator *= fullMonthDenominator;
  }
  return roundHalfUp({ numerator: sum, denominator });
}

/** Yields the days from `from` through `to`, split where the price changes. */
function* splitAtPriceChanges(
  terms: Terms,
  line: ChargeLine,
  from: Day,
  to: Day,
): Generator<{ from: Day; to: Day }> {
  const priceChangeDays =
    line.kind === "rent"
      ? [
          ...terms.escalations.map(({ on }) => on),
          ...terms.freeRent.flatMap((freeRentPeriod) => [freeRentPeriod.from, addDays(freeRentPeriod.to, 1)]),
        ]
      : [];
  const starts = [from, ...new Set(priceChangeDays.filter((day) => day > from && day <= to).sort())];
  for (const [index, start] of starts.entries()) {
    const nextStart = starts[index + 1];
    yield { from: start, to: nextStart === undefined ? to : addDays(nextStart, -1) };
  }
}

/**
 * Returns the monthly price as of `day`. Each rent step is rounded separately to the lease's precision: whole
 * cents per month, or hundredths of a cent per square foot per year.
 */
export function calculateMonthlyPrice(terms: Terms, line: ChargeLine, day: Day): Fraction {
  const steps =
    line.kind === "rent"
      ? terms.escalations
          .filter(({ on }) => on > line.from && on <= day)
          .sort((a, b) => a.on.localeCompare(b.on))
      : [];
  if ("monthlyCents" in line.price) {
    let cents = BigInt(line.price.monthlyCents);
    for (const step of steps) cents = applyStep(cents, step, (monthlyCents) => BigInt(monthlyCents));
    return clampToZero({ numerator: cents, denominator: 1n });
  }
  const area = BigInt(terms.areaSquareFeet);
  let rate = BigInt(line.price.rateHundredths);
  let addedCents = 0n;
  for (const step of steps)
    if ("basisPoints" in step) rate = applyStep(rate, step, () => 0n);
    else addedCents += BigInt(step.monthlyCents);
  return clampToZero({ numerator: rate * area + addedCents * 1200n, denominator: 1200n });
}

/** Decreases stop at zero because rent is never paid out. */
const clampToZero = (fraction: Fraction): Fraction =>
  fraction.numerator < 0n ? { ...fraction, numerator: 0n } : fraction;

const applyStep = (
  value: bigint,
  step: Escalation,
  convertCents: (monthlyCents: number) => bigint,
): bigint =>
  "basisPoints" in step
    ? BigInt(roundHalfUp({ numerator: value * BigInt(10_000 + step.basisPoints), denominator: 10_000n }))
    : value + convertCents(step.monthlyCents);

/**
 * Returns the share of the rent that is abated on `day`. If periods overlap, the largest share
 * applies.
 */
export const getAbatedBasisPoints = ({ freeRent }: Terms, day: Day): number =>
  Math.max(
    0,
    ...freeRent.filter(({ from, to }) => from <= day && day <= to).map(({ basisPoints }) => basisPoints),
  );
