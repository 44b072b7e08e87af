import { type Day, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { describeChargeKind, returnsMoney } from "./accounts.ts";
import type { LedgerEntry } from "./contract.ts";

/** The entries of one month, by effective date. */
export interface ExplainedMonth {
  month: Day;
  entries: readonly LedgerEntry[];
  sumCents: number;
}

/** Groups entries by month and keeps their order. */
export function groupByMonth(entries: readonly LedgerEntry[]): ExplainedMonth[] {
  const months = new Map<Day, LedgerEntry[]>();
  for (const entry of entries) {
    const month = monthStart(entry.onDay);
    months.set(month, [...(months.get(month) ?? []), entry]);
  }
  return [...months].map(([month, monthEntries]) => ({
    month,
    entries: monthEntries,
    sumCents: monthEntries.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }));
}

/**
 * Returns the last date before the newest entry on which the balance was zero. Expects entries newest first.
 * Undefined if the balance is zero now or that date isn't among the entries.
 */
export const findLastZeroDate = ([newest, ...earlier]: readonly LedgerEntry[]): Day | undefined =>
  newest?.balanceCents === 0 ? undefined : earlier.find(({ balanceCents }) => balanceCents === 0)?.onDay;

const formatAbsoluteMoney = (cents: number): string => formatCents(toCents(Math.abs(cents)));

/** Describes in one sentence what an entry did to the account. */
export function describeEntry(entry: LedgerEntry): string {
  const { kind, description, dueOn, amountCents, depositCents, chargeKind } = entry;
  const amount = formatAbsoluteMoney(amountCents);
  const dueText = dueOn === null ? "" : `, due ${formatCalendarDay(dueOn)}`;
  // The part after the colon of a description such as "Waived: Late fee".
  const subject = description.replace(/^[A-Z][a-z ]+: /, "");
  switch (kind) {
    case "opening":
      return describeOpening(entry);
    case "charge":
      return `${amount} was charged for ${description}${dueText}.`;
    case "late-fee":
      return `${amount} was charged: ${description}.`;
    case "adjustment":
      return amountCents < 0
        ? `${amount} was deducted: ${description}.`
        : `An additional ${amount} was charged: ${description}.`;
    case "credit":
      return chargeKind === null
        ? `A credit of ${amount} was issued.`
        : `A credit of ${amount} was issued for ${describeChargeKind(chargeKind)}.`;
    case "waiver":
      return `${amount} of ${subject} was waived.`;
    case "write-off":
      return subject === description
        ? `${amount} was written off.`
        : `${amount} of ${subject} was written off.`;
    case "payment":
      return `${amount} was received: ${description}.`;
    case "refund":
      return `${amount} was refunded: ${description}.`;
    case "credit-paid-out":
      return `${amount} was paid out: ${description}.`;
    case "deposit-received":
      return `A security deposit of ${formatAbsoluteMoney(depositCents)} was received. It's held separately and doesn't affect the balance.`;
    case "deposit-refunded":
      return `${formatAbsoluteMoney(depositCents)} of the security deposit was refunded. This doesn't affect the balance.`;
    case "deposit-applied":
      return `${amount} of the security deposit was applied to the balance.`;
    case "reversal":
      return amountCents === 0
        ? `${subject} was reversed.`
        : amountCents > 0
          ? `${subject} was reversed, which adds ${amount} to the balance.`
          : `${subject} was reversed, which takes ${amount} off the balance.`;
  }
}

/** Describes the opening balance in one sentence. */
function describeOpening({ amountCents, depositCents }: LedgerEntry): string {
  const parts = [
    amountCents > 0 && `${formatAbsoluteMoney(amountCents)} was due`,
    amountCents < 0 && `there was a ${formatAbsoluteMoney(amountCents)} credit`,
    depositCents > 0 && `a ${formatAbsoluteMoney(depositCents)} security deposit was held`,
  ].filter((part) => part !== false);
  return `When this account was set up, ${parts.join(" and ")}.`;
}

/** Describes what paid a charge or what a credit was applied to, and how much is left. */
export function describeAllocations({
  allocations,
  amountCents,
  openCents,
  reversedById,
  kind,
}: LedgerEntry): string | undefined {
  const isCharge = amountCents > 0;
  const allocationTexts = allocations.map(
    ({ description, onDay, amountCents: allocatedCents }) =>
      `${description}, ${formatCalendarDay(onDay)} (${formatAbsoluteMoney(allocatedCents)})`,
  );
  const relation = returnsMoney(kind) ? "Taken from" : isCharge ? "Covered by:" : "Applied to";
  const sentences = [
    allocationTexts.length > 0 && `${relation} ${allocationTexts.join("; ")}.`,
    openCents !== null &&
      openCents !== 0 &&
      reversedById === null &&
      (isCharge
        ? `${formatAbsoluteMoney(openCents)} is still unpaid.`
        : `${formatAbsoluteMoney(openCents)} is unapplied.`),
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
