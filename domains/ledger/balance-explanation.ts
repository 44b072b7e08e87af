import { type Day, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { owedKindLabels } from "./accounts.ts";
import type { LedgerEntry } from "./contract.ts";

/** The entries of one month, by the day they count from. */
export interface ExplainedMonth {
  month: Day;
  entries: readonly LedgerEntry[];
  sumCents: number;
}

/** Groups entries by month, in their order. */
export function monthsOf(entries: readonly LedgerEntry[]): ExplainedMonth[] {
  const months = new Map<Day, LedgerEntry[]>();
  for (const entry of entries) {
    const month = monthStart(entry.onDay);
    months.set(month, [...(months.get(month) ?? []), entry]);
  }
  return [...months].map(([month, ofMonth]) => ({
    month,
    entries: ofMonth,
    sumCents: ofMonth.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }));
}

/** The last day on which nothing was owed before the newest entry; undefined if that day is not among the entries, newest first. */
export const lastZero = ([newest, ...earlier]: readonly LedgerEntry[]): Day | undefined =>
  newest?.balanceCents === 0 ? undefined : earlier.find(({ balanceCents }) => balanceCents === 0)?.onDay;

const money = (cents: number): string => formatCents(toCents(Math.abs(cents)));

/** What an entry did to the account, in a sentence. */
export function sayEntry(entry: LedgerEntry): string {
  const { kind, description, dueOn, amountCents, depositCents, chargeKind } = entry;
  const amount = money(amountCents);
  const due = dueOn === null ? "" : `, due ${formatCalendarDay(dueOn)}`;
  // The part after the colon of a description such as "Waived: Late fee".
  const subject = description.replace(/^[A-Z][a-z ]+: /, "");
  switch (kind) {
    case "opening":
      return sayOpening(entry);
    case "charge":
      return `${amount} was charged for ${description}${due}.`;
    case "late-fee":
      return `${amount} was charged: ${description}.`;
    case "adjustment":
      return amountCents < 0
        ? `${amount} was taken off: ${description}.`
        : `${amount} more was charged: ${description}.`;
    case "credit":
      return chargeKind === null
        ? `A credit of ${amount} was given.`
        : `A credit of ${amount} was given for ${owedKindLabels[chargeKind].toLowerCase()}.`;
    case "waiver":
      return `${amount} of ${subject} was waived.`;
    case "write-off":
      return subject === description
        ? `${amount} was written off.`
        : `${amount} of ${subject} was written off.`;
    case "payment":
      return `${amount} was received: ${description}.`;
    case "refund":
      return `${amount} was paid back: ${description}.`;
    case "deposit-taken":
      return `A deposit of ${money(depositCents)} was taken. It is held separately and does not change the balance.`;
    case "deposit-returned":
      return `${money(depositCents)} of the deposit was returned. This does not change the balance.`;
    case "deposit-applied":
      return `${amount} of the deposit was used for what is owed.`;
    case "reversal":
      return amountCents === 0
        ? `${subject} was reversed.`
        : amountCents > 0
          ? `${subject} was reversed, so that ${amount} is owed again.`
          : `${subject} was reversed, so that ${amount} is no longer owed.`;
  }
}

/** The opening balance, in a sentence. */
function sayOpening({ amountCents, depositCents }: LedgerEntry): string {
  const parts = [
    amountCents > 0 && `${money(amountCents)} was owed`,
    amountCents < 0 && `there was a credit of ${money(amountCents)}`,
    depositCents > 0 && `a deposit of ${money(depositCents)} was held`,
  ].filter((part) => part !== false);
  return `When this account began to be kept here, ${parts.join(" and ")}.`;
}

/** What settled a charge or what a credit was used for, and how much is left. */
export function saySettled({
  settlements,
  amountCents,
  openCents,
  reversedById,
}: LedgerEntry): string | undefined {
  const isCharge = amountCents > 0;
  const others = settlements.map(
    ({ description, onDay, amountCents: part }) =>
      `${description}, ${formatCalendarDay(onDay)} (${money(part)})`,
  );
  const sentences = [
    others.length > 0 && `${isCharge ? "Settled by" : "Used for"} ${others.join("; ")}.`,
    openCents !== null &&
      openCents !== 0 &&
      reversedById === null &&
      `${money(openCents)} of it is ${isCharge ? "still open" : "not used yet"}.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
