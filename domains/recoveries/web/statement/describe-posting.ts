import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { nothingDue, type RecoveryStatement } from "../../reconciliation-contract.ts";

/** Says what an issued statement charged or credited. */
export function describePosting({ postedCents, dueOn }: NonNullable<RecoveryStatement["issued"]>): string {
  if (postedCents === 0) return `${nothingDue}.`;
  return postedCents < 0
    ? `${formatAmount(-postedCents)} was credited.`
    : `${formatAmount(postedCents)} was charged, due on ${formatCalendarDay(dueOn)}.`;
}
