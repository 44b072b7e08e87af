import {
  addDays,
  addMonths,
  type Day,
  dayInMonth,
  daysFromTo,
  daysInMonth,
  earlier,
  later,
  monthEnd,
  monthStart,
} from "#shared/calendar.ts";
import { type Fraction, roundHalfUp } from "#shared/exact.ts";
import type { Cents } from "#shared/format/money.ts";
import type { ChargeKind, ChargeLine, Escalation, Terms, TermsFrom } from "./terms.ts";

/** How many days before its due date a charge is posted (requirements, "Charges"). */
export const postedDaysAhead = 10;

/** A single charge for one month. */
export interface ScheduledCharge {
  /** The number of the terms it comes from: the first ones or an amendment. */
  termsNumber: number;
  lineKey: number;
  kind: ChargeKind;
  label: string;
  /** The days it covers, within one calendar month. */
  from: Day;
  to: Day;
  dueOn: Day;
  amountCents: Cents;
}

/** The days of a lease; without `to` it is open-ended. */
export interface LeaseDays {
  from: Day;
  to: Day | null;
}

/**
 * The charges of a lease for the months from that of `from` to that of `through`, in the order of their due dates. Whole
 * months cost the full price, partial months are prorated by their actual days; a price that changes within a month is
 * charged day by day. Each charge is rounded once, half a cent up. A month that comes to zero has no charge. Terms apply
 * from their day on, until later ones replace them.
 *
 * The same function makes the preview and the posted charges, so they cannot differ.
 */
export function scheduleOf(
  versions: readonly TermsFrom[],
  lease: LeaseDays,
  { from, through }: { from: Day; through: Day },
): ScheduledCharge[] {
  const charges: ScheduledCharge[] = [];
  for (const { number, terms, ...held } of windowsOf(versions, lease)) {
    const last = earlierOf(held.to, through);
    for (let month = monthStart(later(from, held.from)); month <= last; month = addMonths(month, 1))
      for (const line of terms.lines) {
        const charge = chargeOf(terms, held, line, month);
        if (charge !== undefined) charges.push({ termsNumber: number, ...charge });
      }
  }
  return charges.sort(
    (a, b) => a.dueOn.localeCompare(b.dueOn) || a.from.localeCompare(b.from) || a.lineKey - b.lineKey,
  );
}

/** When each version of the terms applies: from its day until a later one's, within the lease. Terms that never apply are left out. */
export function windowsOf(versions: readonly TermsFrom[], lease: LeaseDays): (TermsFrom & LeaseDays)[] {
  return versions
    .map((version) => {
      const replacedFrom = versions
        .filter(({ number }) => number > version.number)
        .map((later) => later.from)
        .sort()[0];
      const to = replacedFrom === undefined ? lease.to : earlierOf(lease.to, addDays(replacedFrom, -1));
      return { ...version, from: later(version.from, lease.from), to };
    })
    .filter(({ from, to }) => to === null || to >= from);
}

const earlierOf = (open: Day | null, day: Day): Day => (open === null ? day : earlier(open, day));

/** The charge of `line` for the month that begins on `month`, if there is any. */
function chargeOf(
  terms: Terms,
  held: LeaseDays,
  line: ChargeLine,
  month: Day,
): Omit<ScheduledCharge, "termsNumber"> | undefined {
  const from = [held.from, line.from].reduce(later, month);
  const to = [held.to, line.to].reduce<Day>((end, day) => earlierOf(day, end), monthEnd(month));
  if (to < from) return undefined;
  const amountCents = amountOf(terms, line, { from, to });
  if (amountCents === 0) return undefined;
  return {
    lineKey: line.key,
    kind: line.kind,
    label: line.label,
    from,
    to,
    dueOn: later(dayInMonth(month, terms.dueDay), from),
    amountCents,
  };
}

/** The price of the days from `from` to `to` of one month, rounded once. */
function amountOf(terms: Terms, line: ChargeLine, { from, to }: { from: Day; to: Day }): Cents {
  let [sum, denominator] = [0n, 1n];
  for (const stretch of stretchesOf(terms, line, from, to)) {
    const price = monthlyPrice(terms, line, stretch.from);
    const waived = line.kind === "rent" ? waivedBasisPoints(terms, stretch.from) : 0;
    const part = price.numerator * BigInt(daysFromTo(stretch.from, stretch.to) * (10_000 - waived));
    const whole = price.denominator * BigInt(daysInMonth(from) * 10_000);
    sum = sum * whole + part * denominator;
    denominator *= whole;
  }
  return roundHalfUp({ numerator: sum, denominator });
}

/** The days from `from` to `to`, split where the price changes. */
function* stretchesOf(terms: Terms, line: ChargeLine, from: Day, to: Day): Generator<{ from: Day; to: Day }> {
  const cuts =
    line.kind === "rent"
      ? [
          ...terms.escalations.map(({ on }) => on),
          ...terms.freeRent.flatMap((free) => [free.from, addDays(free.to, 1)]),
        ]
      : [];
  const starts = [from, ...new Set(cuts.filter((day) => day > from && day <= to).sort())];
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    yield { from: start, to: next === undefined ? to : addDays(next, -1) };
  }
}

/**
 * The monthly price as of `day`. Each step of the rent is rounded by itself to the precision of a lease: whole cents a
 * month, or hundredths of a cent per square foot and year.
 */
export function monthlyPrice(terms: Terms, line: ChargeLine, day: Day): Fraction {
  const steps =
    line.kind === "rent"
      ? terms.escalations
          .filter(({ on }) => on > line.from && on <= day)
          .sort((a, b) => a.on.localeCompare(b.on))
      : [];
  if ("monthlyCents" in line.price) {
    let cents = BigInt(line.price.monthlyCents);
    for (const step of steps) cents = raised(cents, step, (monthlyCents) => BigInt(monthlyCents));
    return atLeastNothing({ numerator: cents, denominator: 1n });
  }
  const area = BigInt(terms.areaSquareFeet);
  let rate = BigInt(line.price.rateHundredths);
  let addedCents = 0n;
  for (const step of steps)
    if ("basisPoints" in step) rate = raised(rate, step, () => 0n);
    else addedCents += BigInt(step.monthlyCents);
  return atLeastNothing({ numerator: rate * area + addedCents * 1200n, denominator: 1200n });
}

/** Downward steps stop at zero: rent is never paid out. */
const atLeastNothing = (fraction: Fraction): Fraction =>
  fraction.numerator < 0n ? { ...fraction, numerator: 0n } : fraction;

const raised = (value: bigint, step: Escalation, inUnit: (monthlyCents: number) => bigint): bigint =>
  "basisPoints" in step
    ? BigInt(roundHalfUp({ numerator: value * BigInt(10_000 + step.basisPoints), denominator: 10_000n }))
    : value + inUnit(step.monthlyCents);

/** The part of the rent that is waived on `day`; when several apply, the largest counts. */
export const waivedBasisPoints = ({ freeRent }: Terms, day: Day): number =>
  Math.max(
    0,
    ...freeRent.filter(({ from, to }) => from <= day && day <= to).map(({ basisPoints }) => basisPoints),
  );
