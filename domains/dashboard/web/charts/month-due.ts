import { formatShare } from "#shared/format/share.ts";

const inUtc = (month: "short" | "long") => new Intl.DateTimeFormat("en-US", { month, timeZone: "UTC" });
const names = { short: inUtc("short"), long: inUtc("long") };

/** The name of the month that starts on this day. */
export const formatMonthName = (month: string, length: keyof typeof names = "long"): string =>
  names[length].format(new Date(`${month}T00:00:00Z`));

/** The share of the charges due in a month that is collected. */
export const formatRate = ({
  dueCents,
  collectedCents,
}: {
  dueCents: number;
  collectedCents: number;
}): string => formatShare(collectedCents, dueCents);
