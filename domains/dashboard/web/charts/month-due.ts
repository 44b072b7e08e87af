import type { MonthDue } from "#domains/ledger/reports-contract.ts";
import { formatShare } from "#shared/format/share.ts";

const inUtc = (month: "short" | "long") => new Intl.DateTimeFormat("en-US", { month, timeZone: "UTC" });
const names = { short: inUtc("short"), long: inUtc("long") };

/** The name of the month that starts on this day. */
export const formatMonthName = (month: string, length: keyof typeof names = "long"): string =>
  names[length].format(new Date(`${month}T00:00:00Z`));

/** What was collected of the charges due in a month, and its share. */
export function describeMonth({ dueCents, overdueCents, upcomingCents }: MonthDue) {
  const collectedCents = Math.max(0, dueCents - overdueCents - upcomingCents);
  return { collectedCents, rate: formatShare(collectedCents, dueCents) };
}
