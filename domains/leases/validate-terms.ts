import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { calculateMonthlyPrice, type LeaseDays } from "./schedule.ts";
import { type ChargeLine, maxAmountCents, type Terms } from "./terms.ts";

/**
 * Finds terms that lie outside the lease dates, change a rent that isn't charged, or exceed the maximum
 * amount. Returns an error message for each field path. Dates that are already in `savedTerms` are accepted,
 * because the lease's end date might have changed since.
 */
export function findTermsErrors(terms: Terms, lease: LeaseDays, savedTerms?: Terms): Record<string, string> {
  const errors: Record<string, string> = {};
  const checkWithinLease = (path: string, day: Day, subject: string) => {
    if (day < lease.from)
      errors[path] ??=
        `The lease starts ${formatCalendarDay(lease.from)}, so ${subject} can't start before then.`;
    else if (lease.to !== null && day > lease.to)
      errors[path] ??= `The lease ends ${formatCalendarDay(lease.to)}, so ${subject} can't extend past then.`;
  };
  for (const [index, { from, to }] of terms.lines.entries()) {
    if (savedTerms?.lines.some((line) => line.from === from && line.to === to)) continue;
    checkWithinLease(`terms.lines.${index}.from`, from, "a charge");
    if (to !== null) checkWithinLease(`terms.lines.${index}.to`, to, "a charge");
  }
  for (const [index, { on }] of terms.escalations.entries()) {
    if (savedTerms?.escalations.some((step) => step.on === on)) continue;
    const path = `terms.escalations.${index}.on`;
    checkWithinLease(path, on, "a rent step");
    if (!terms.lines.some(({ kind, from, to }) => kind === "rent" && from < on && (to === null || to >= on)))
      errors[path] ??= "There's no rent on this date, so there's nothing to change.";
  }
  for (const [index, { from, to }] of terms.freeRent.entries()) {
    if (savedTerms?.freeRent.some((free) => free.from === from && free.to === to)) continue;
    checkWithinLease(`terms.freeRent.${index}.from`, from, "free rent");
    checkWithinLease(`terms.freeRent.${index}.to`, to, "free rent");
  }
  for (const [index, line] of terms.lines.entries()) {
    const dayAboveMaximum = findDayAboveMaximum(terms, line);
    if (dayAboveMaximum === undefined) continue;
    const stepIndex = terms.escalations.findIndex(({ on }) => on === dayAboveMaximum);
    errors[stepIndex === -1 ? `terms.lines.${index}.price` : `terms.escalations.${stepIndex}.on`] ??=
      `“${line.label}” would exceed ${formatCents(toCents(maxAmountCents))} per month.`;
  }
  return errors;
}

/** Returns the first day on which a full month of the charge exceeds the maximum amount. */
function findDayAboveMaximum(terms: Terms, line: ChargeLine): Day | undefined {
  const steps = line.kind === "rent" ? terms.escalations.map(({ on }) => on).sort() : [];
  const days = steps.filter((on) => on > line.from && (line.to === null || on <= line.to));
  // Checked in date order, so that no price is computed from one that is already too high.
  return [line.from, ...days].find((day) => {
    const { numerator, denominator } = calculateMonthlyPrice(terms, line, day);
    return numerator > BigInt(maxAmountCents) * denominator;
  });
}
