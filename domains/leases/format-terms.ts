import { type Day, maxDay } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { withRentInForce } from "./rent-in-force.ts";
import type { ChargeLine, Escalation, FreeRent, LateFee, Price, Terms } from "./terms.ts";

/** A difference between two sets of terms, in words. Null if that set doesn't have the item. */
export interface TermsChange {
  field: string;
  from: string | null;
  to: string | null;
}

/**
 * Returns the differences between the terms of an amendment and the terms it replaces. Both are compared by the
 * rent in force on the effective date, so rent steps taken by then aren't differences. The charges of an
 * amendment apply from its effective date, even if the charge they replace started earlier.
 */
export const diffAmendedTerms = (before: Terms | null, after: Terms, effectiveOn: Day): TermsChange[] =>
  diffTerms(before && withRentInForce(before, effectiveOn), withRentInForce(after, effectiveOn), effectiveOn);

/**
 * Returns the differences between two sets of terms, charge by charge and step by step. If `before` is null,
 * returns everything in `after`.
 */
export function diffTerms(before: Terms | null, after: Terms, effectiveOn?: Day): TermsChange[] {
  const lines = pairByKey(before?.lines ?? [], after.lines, ({ key }) => key);
  const steps = pairByKey(before?.escalations ?? [], after.escalations, ({ on }) => on);
  const freeRentPeriods = pairByKey(before?.freeRent ?? [], after.freeRent, ({ from }) => from);
  const scalarFields: [field: string, format: (terms: Terms) => string | null][] = [
    ["area", ({ areaSquareFeet: area }) => (area === 0 ? null : `${area.toLocaleString("en-US")} sq ft`)],
    ["due date", ({ dueDay }) => `day ${dueDay} of each month`],
    ["late fee", ({ lateFee, graceDays }) => (lateFee === null ? null : formatLateFee(lateFee, graceDays))],
    ["deposit", ({ depositCents }) => (depositCents === 0 ? null : formatCents(depositCents))],
  ];
  return [
    ...lines.map(([from, to]) => {
      const [fromText, toText] = [formatOrNull(from, formatChargeLine), formatOrNull(to, formatChargeLine)];
      const isAmended = to !== null && fromText !== toText && effectiveOn !== undefined;
      return {
        field: "charge",
        from: fromText,
        to: isAmended ? formatChargeLine({ ...to, from: maxDay(to.from, effectiveOn) }) : toText,
      };
    }),
    ...steps.map(([from, to]) => ({
      field: "rent step",
      from: formatOrNull(from, formatRentStep),
      to: formatOrNull(to, formatRentStep),
    })),
    ...freeRentPeriods.map(([from, to]) => ({
      field: "free rent",
      from: formatOrNull(from, formatFreeRent),
      to: formatOrNull(to, formatFreeRent),
    })),
    ...scalarFields.map(([field, format]) => ({ field, from: before && format(before), to: format(after) })),
  ].filter(({ from, to }) => from !== to);
}

/** Formats a change for the history: `Base rent $3,000.00 per month → Base rent $3,090.00 per month`. */
export const formatTermsChange = ({ field, from, to }: TermsChange): string => {
  const prefix = field === "charge" ? "" : `${field} `;
  if (from === null) return `${prefix}${to}`;
  return to === null ? `${prefix}${from} removed` : `${prefix}${from} → ${to}`;
};

/** Formats a price: `$3,000.00 per month` or `$24.50 per sq ft per year`. */
export const formatPrice = (price: Price): string =>
  "monthlyCents" in price
    ? `${formatCents(price.monthlyCents)} per month`
    : `${rateFormat.format(price.rateHundredths / 10_000)} per sq ft per year`;

const rateFormat = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 4,
});

const formatOrNull = <T>(value: T | null, format: (value: T) => string): string | null =>
  value === null ? null : format(value);

const formatChargeLine = (line: ChargeLine): string =>
  `${line.label} ${formatPrice(line.price)} ${formatPeriod(line)}`;

const formatPeriod = ({ from, to }: Pick<ChargeLine, "from" | "to">): string =>
  `from ${formatCalendarDay(from)}${to === null ? "" : ` to ${formatCalendarDay(to)}`}`;

/** `The tenant pays $3,000.00 per month for Base rent from May 1, 2025.` */
export const describeCharge = (line: ChargeLine): string =>
  `The tenant pays ${formatPrice(line.price)} for ${line.label} ${formatPeriod(line)}.`;

/** `Rent increases by 3% on Jul 1, 2027.` */
export const describeRentStep = (step: Escalation): string => {
  const { amount, direction } = formatStepSize(step);
  return `Rent ${direction}s by ${amount} on ${formatCalendarDay(step.on)}.`;
};

/** `All rent is free from Jan 1, 2027 to Feb 28, 2027.` */
export const describeFreeRent = ({ basisPoints, ...period }: FreeRent): string =>
  `${basisPoints === 10_000 ? "All rent" : `${formatPercent(basisPoints)} of the rent`} is free ${formatPeriod(period)}.`;

/** Formats a rent step: `3% increase from Jul 1, 2027`. */
export const formatRentStep = (step: Escalation): string => {
  const { amount, direction } = formatStepSize(step);
  return `${amount} ${direction} from ${formatCalendarDay(step.on)}`;
};

function formatStepSize(step: Escalation) {
  const value = "basisPoints" in step ? step.basisPoints : step.monthlyCents;
  const absoluteValue = Math.abs(value);
  return {
    amount:
      "basisPoints" in step
        ? formatPercent(absoluteValue)
        : `${formatCents(toCents(absoluteValue))} per month`,
    direction: value < 0 ? "decrease" : "increase",
  };
}

/** Formats a free-rent period: `all from Jan 1, 2027 to Feb 28, 2027`. */
export const formatFreeRent = ({ basisPoints, ...period }: FreeRent): string =>
  `${basisPoints === 10_000 ? "all" : formatPercent(basisPoints)} ${formatPeriod(period)}`;

/** Formats a late fee: `$50.00, after 5 days`. */
export const formatLateFee = ({ charge, capCents }: LateFee, graceDays: number): string =>
  [
    "cents" in charge ? formatCents(charge.cents) : `${formatPercent(charge.basisPoints)} of unpaid rent`,
    ...(capCents === null ? [] : [`up to ${formatCents(capCents)}`]),
    `after ${graceDays} ${graceDays === 1 ? "day" : "days"}`,
  ].join(", ");

const formatPercent = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Pairs the items that have the same key, followed by the items that only exist in `before`. */
function pairByKey<T>(before: readonly T[], after: readonly T[], getKey: (item: T) => unknown) {
  const oldItemsByKey = new Map(before.map((item) => [getKey(item), item]));
  const remainingKeys = new Set(after.map(getKey));
  return [
    ...after.map((item): [T | null, T | null] => [oldItemsByKey.get(getKey(item)) ?? null, item]),
    ...before.filter((item) => !remainingKeys.has(getKey(item))).map((item): [T, null] => [item, null]),
  ];
}
