import { addDays, addMonths, type Day, isDay } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { withRentInForce } from "../../rent-in-force.ts";
import type { Terms } from "../../terms.ts";
import type { TermsVersion } from "../../terms-fields.ts";
import type { TermsErrors } from "./terms-errors.ts";
import { getInitialTermsValues, type LineValues, type TermsValues, toTermsValues } from "./terms-values.ts";
import { findTermsOn } from "./terms-versions.ts";

/**
 * Returns the values an amendment starts with: the terms that apply on its effective date, with the rent in
 * force on that date.
 */
export function getAmendmentValues(versions: readonly TermsVersion[], from: Day): TermsValues {
  const version = findTermsOn(versions, from);
  return version === undefined
    ? getInitialTermsValues(from, null)
    : toTermsValues(withRentInForce(version.terms, from), from);
}

/**
 * Returns the values a renewal starts with: the terms that apply on the lease's end date, with the rent in force
 * on the effective date. Charges that ended with the lease continue.
 */
export function getRenewedTermsValues(
  versions: readonly TermsVersion[],
  leaseEnd: Day,
  from = addDays(leaseEnd, 1),
): TermsValues {
  const lastVersion = findTermsOn(versions, leaseEnd);
  if (lastVersion === undefined) return getInitialTermsValues(from, null);
  const values = toTermsValues(withRentInForce(lastVersion.terms, from), from);
  return {
    ...values,
    lines: values.lines.map((line) => (line.to === leaseEnd ? { ...line, to: "" } : line)),
  };
}

/** The new end date of a renewal for a term as long as the one before, and its reason. */
export function suggestRenewal(leaseStart: Day, leaseEnd: Day): Pick<TermsValues, "renewedTo" | "reason"> {
  const from = addDays(leaseEnd, 1);
  const renewedTo = addDays(addMonths(from, countFullMonths(leaseStart, from)), -1);
  return { renewedTo, reason: describeRenewal(renewedTo) };
}

/** The suggested reason. It follows the new end date. */
export const describeRenewal = (renewedTo: Day): string => `Renewal until ${formatCalendarDay(renewedTo)}`;
export const renewalReason = /^Renewal until \w{3} \d{1,2}, \d{4}$/;

/** Returns the number of full months between two dates, at least one. */
const countFullMonths = (from: Day, to: Day): number => {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7));
  return Math.max(1, to.slice(8) < from.slice(8) ? months - 1 : months);
};

/**
 * Returns the values after their effective date changed: fields and charges that the user didn't edit are filled
 * in again with the terms that apply on the new date.
 * @param fillIn returns the values an amendment starts with on a date
 */
export function followEffectiveDate(values: TermsValues, fillIn: (from: Day) => TermsValues): TermsValues {
  const { from, filledInFor } = values;
  if (!isDay(from) || from === filledInFor) return values;
  const [before, after] = [fillIn(filledInFor), fillIn(from)];
  const follow = <Field extends (typeof followingFields)[number]>(field: Field): TermsValues[Field] =>
    isSame(values[field], before[field]) ? after[field] : values[field];
  return {
    ...values,
    ...Object.fromEntries(followingFields.map((field) => [field, follow(field)])),
    lines: isSame(values.lines, before.lines)
      ? after.lines
      : values.lines.map((line) => followLine(line, before.lines, after.lines)),
    filledInFor: from,
  };
}

const followingFields = [
  "area",
  "dueDay",
  "graceDays",
  "depositCents",
  "steps",
  "freeRent",
  "lateFee",
] as const;

function followLine(line: LineValues, before: LineValues[], after: LineValues[]): LineValues {
  const isUnedited = before.some((earlier) => earlier.key === line.key && isSame(earlier, line));
  return (isUnedited ? after.find(({ key }) => key === line.key) : undefined) ?? line;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns an error message for each rent step up to the effective date of an amendment, because the rent on that
 * date is what was entered as its price.
 */
export const findEarlySteps = ({ escalations }: Terms, from: Day): TermsErrors =>
  Object.fromEntries(
    escalations.flatMap(({ on }, index) =>
      on > from
        ? []
        : [
            [
              `terms.escalations.${index}.on`,
              `Enter the rent on ${formatCalendarDay(from)} as the amount of the charge, and remove this step.`,
            ],
          ],
    ),
  );
