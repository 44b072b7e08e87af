import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { ChargeLine, Escalation, FreeRent, LateFee, Price, Terms } from "./terms.ts";

/** A difference between terms, in words; null where a side has nothing. */
export interface TermsChange {
  field: string;
  from: string | null;
  to: string | null;
}

/** The differences between two terms, charge by charge and step by step; without `before`, everything in `after`. */
export function changesOfTerms(before: Terms | null, after: Terms): TermsChange[] {
  const lines = paired(before?.lines ?? [], after.lines, ({ key }) => key);
  const steps = paired(before?.escalations ?? [], after.escalations, ({ on }) => on);
  const free = paired(before?.freeRent ?? [], after.freeRent, ({ from }) => from);
  const facts: [field: string, say: (terms: Terms) => string | null][] = [
    ["area", ({ areaSquareFeet: area }) => (area === 0 ? null : `${area.toLocaleString("en-US")} sq ft`)],
    ["due day", ({ dueDay }) => `on day ${dueDay} of the month`],
    ["late fee", ({ lateFee, graceDays }) => (lateFee === null ? null : sayLateFee(lateFee, graceDays))],
    ["deposit", ({ depositCents }) => (depositCents === 0 ? null : formatCents(depositCents))],
  ];
  return [
    ...lines.map(([from, to]) => ({ field: "charge", from: said(from, sayLine), to: said(to, sayLine) })),
    ...steps.map(([from, to]) => ({ field: "rent step", from: said(from, sayStep), to: said(to, sayStep) })),
    ...free.map(([from, to]) => ({ field: "free rent", from: said(from, sayFree), to: said(to, sayFree) })),
    ...facts.map(([field, say]) => ({ field, from: before && say(before), to: say(after) })),
  ].filter(({ from, to }) => from !== to);
}

/** A change as a sentence for the history: `Base rent $3,000.00 a month → Base rent $3,090.00 a month`. */
export const sayChange = ({ field, from, to }: TermsChange): string => {
  const what = field === "charge" ? "" : `${field} `;
  if (from === null) return `${what}${to}`;
  return to === null ? `no ${what}${from} any more` : `${what}${from} → ${to}`;
};

/** `$3,000.00 a month`, or `$24.50 a square foot and year`. */
export const sayPrice = (price: Price): string =>
  "monthlyCents" in price
    ? `${formatCents(price.monthlyCents)} a month`
    : `${rate.format(price.rateHundredths / 10_000)} a square foot and year`;

const rate = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 4,
});

const said = <T>(thing: T | null, say: (thing: T) => string): string | null =>
  thing === null ? null : say(thing);

const sayLine = ({ label, price, from, to }: ChargeLine): string =>
  `${label} ${sayPrice(price)} from ${formatCalendarDay(from)}${to === null ? "" : ` to ${formatCalendarDay(to)}`}`;

/** `3% more from Jul 1, 2027`. */
export const sayStep = (step: Escalation): string => {
  const value = "basisPoints" in step ? step.basisPoints : step.monthlyCents;
  const size = Math.abs(value);
  const amount = "basisPoints" in step ? percent(size) : `${formatCents(toCents(size))} a month`;
  return `${amount} ${value < 0 ? "less" : "more"} from ${formatCalendarDay(step.on)}`;
};

/** `all from Jan 1, 2027 to Feb 28, 2027`. */
export const sayFree = ({ from, to, basisPoints }: FreeRent): string =>
  `${basisPoints === 10_000 ? "all" : percent(basisPoints)} from ${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;

/** `$50.00, after 5 days`. */
export const sayLateFee = ({ charge, capCents }: LateFee, graceDays: number): string =>
  [
    "cents" in charge ? formatCents(charge.cents) : `${percent(charge.basisPoints)} of the rent that is open`,
    ...(capCents === null ? [] : [`at most ${formatCents(capCents)}`]),
    `after ${graceDays} ${graceDays === 1 ? "day" : "days"}`,
  ].join(", ");

const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Pairs of things with the same key, then those on one side only. */
function paired<T>(before: readonly T[], after: readonly T[], keyOf: (thing: T) => unknown) {
  const old = new Map(before.map((thing) => [keyOf(thing), thing]));
  const present = new Set(after.map(keyOf));
  return [
    ...after.map((thing): [T | null, T | null] => [old.get(keyOf(thing)) ?? null, thing]),
    ...before.filter((thing) => !present.has(keyOf(thing))).map((thing): [T, null] => [thing, null]),
  ];
}
