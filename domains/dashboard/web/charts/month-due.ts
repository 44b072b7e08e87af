import type { LedgerMonth } from "#domains/ledger/reports-contract.ts";
import { formatShare } from "#shared/format/share.ts";

const createMonthFormat = (month: "short" | "long") =>
  new Intl.DateTimeFormat("en-US", { month, timeZone: "UTC" });
const monthFormats = { short: createMonthFormat("short"), long: createMonthFormat("long") };

/** The name of the month that starts on this day. */
export const formatMonthName = (month: string, length: keyof typeof monthFormats = "long"): string =>
  monthFormats[length].format(new Date(`${month}T00:00:00Z`));

/** The charges due in a month, less the part that credits cover. */
export const getCentsToCollect = ({
  dueCents,
  creditedCents,
}: Pick<LedgerMonth, "dueCents" | "creditedCents">): number => dueCents - creditedCents;

/** The share of the charges due in a month, less credits, that is collected. */
export const formatRate = (month: LedgerMonth): string =>
  formatShare(month.collectedCents, getCentsToCollect(month));
