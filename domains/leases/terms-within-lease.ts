import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { type LeaseDays, monthlyPrice } from "./schedule.ts";
import { amountMaxCents, type ChargeLine, type Terms } from "./terms.ts";

/**
 * Where `terms` lie outside the days of the lease, step a rent that does not run, or come to more than the maximum amount:
 * a message by the path of its field. What is already so in the terms `before` is accepted, as the lease's last day may
 * have moved since.
 */
export function misfitsIn(terms: Terms, lease: LeaseDays, before?: Terms): Record<string, string> {
  const misfits: Record<string, string> = {};
  const outside = (path: string, day: Day, what: string) => {
    if (day < lease.from)
      misfits[path] ??= `The lease begins on ${formatCalendarDay(lease.from)}; ${what} cannot begin before.`;
    else if (lease.to !== null && day > lease.to)
      misfits[path] ??= `The lease ends on ${formatCalendarDay(lease.to)}; ${what} cannot go beyond.`;
  };
  for (const [index, { from, to }] of terms.lines.entries()) {
    if (before?.lines.some((line) => line.from === from && line.to === to)) continue;
    outside(`terms.lines.${index}.from`, from, "a charge");
    if (to !== null) outside(`terms.lines.${index}.to`, to, "a charge");
  }
  for (const [index, { on }] of terms.escalations.entries()) {
    if (before?.escalations.some((step) => step.on === on)) continue;
    const path = `terms.escalations.${index}.on`;
    outside(path, on, "a step");
    if (!terms.lines.some(({ kind, from, to }) => kind === "rent" && from < on && (to === null || to >= on)))
      misfits[path] ??= "No rent runs before and on this day, so there is nothing to change.";
  }
  for (const [index, { from, to }] of terms.freeRent.entries()) {
    if (before?.freeRent.some((free) => free.from === from && free.to === to)) continue;
    outside(`terms.freeRent.${index}.from`, from, "free rent");
    outside(`terms.freeRent.${index}.to`, to, "free rent");
  }
  for (const [index, line] of terms.lines.entries()) {
    const tooDear = dayTooDear(terms, line);
    if (tooDear === undefined) continue;
    const step = terms.escalations.findIndex(({ on }) => on === tooDear);
    misfits[step === -1 ? `terms.lines.${index}.price` : `terms.escalations.${step}.on`] ??=
      `“${line.label}” would be more than ${formatCents(toCents(amountMaxCents))} a month.`;
  }
  return misfits;
}

/** The first day on which a whole month of the line costs more than the maximum amount. */
function dayTooDear(terms: Terms, line: ChargeLine): Day | undefined {
  const steps = line.kind === "rent" ? terms.escalations.map(({ on }) => on).sort() : [];
  const days = steps.filter((on) => on > line.from && (line.to === null || on <= line.to));
  // In their order, so that no price is computed that grew from one already too high.
  return [line.from, ...days].find((day) => {
    const { numerator, denominator } = monthlyPrice(terms, line, day);
    return numerator > BigInt(amountMaxCents) * denominator;
  });
}
