import type { PendingPayment } from "#domains/payments/contract.ts";
import { addMonths } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { MyLease } from "../../contract.ts";

const dayMs = 86_400_000;
const monthName = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
const money = (cents: number) => formatCents(toCents(cents));

export interface AmountDue {
  /** `Due Dec 1, 2026`. */
  words: string;
  cents: number;
  tag: { words: string; tone: "lamp" | "red" | "green" };
  /** The label of the button. Null if nothing is due within a year. */
  pay: string | null;
  /** Whether paying is what the tenant should do next. */
  isUrgent: boolean;
  /** What was paid but not received yet. */
  onItsWay: string | null;
}

const inDays = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/**
 * Returns the overdue amount of a lease, or else what's due today, or else what's due next, and how far it is
 * paid.
 */
export function getAmountDue(
  { today, overdueCents, dueNowCents, balanceCents, nextDue }: MyLease["account"],
  pending: readonly PendingPayment[],
): AmountDue {
  const pendingCents = pending.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isReviewed = pending.some(({ kind }) => kind === "confirmation");
  const onItsWay =
    pendingCents === 0 ? null : `${money(pendingCents)} ${isReviewed ? "waiting for review" : "on its way"}`;
  const due = { onItsWay, isUrgent: pendingCents < Math.max(balanceCents, 1) };
  if (nextDue === null)
    return {
      words: "Nothing due",
      cents: balanceCents,
      tag: { words: "Paid", tone: "green" },
      pay: null,
      isUrgent: false,
      onItsWay,
    };
  if (overdueCents > 0) {
    const late = days(inDays(nextDue.on, today));
    return {
      ...due,
      words: `Overdue since ${formatCalendarDay(nextDue.on)}`,
      cents: overdueCents,
      tag: { words: `${late} overdue`, tone: "red" },
      pay: `Pay ${money(overdueCents)}`,
    };
  }
  if (dueNowCents > 0)
    return {
      ...due,
      words: "Due today",
      cents: dueNowCents,
      tag: { words: "Today", tone: "lamp" },
      pay: `Pay ${money(dueNowCents)}`,
    };
  const words = `Due ${formatCalendarDay(nextDue.on)}`;
  if (balanceCents > 0)
    return {
      ...due,
      words,
      cents: nextDue.cents,
      tag: { words: `in ${days(inDays(today, nextDue.on))}`, tone: "lamp" },
      pay: `Pay ${money(nextDue.cents)}`,
    };
  return {
    words,
    cents: nextDue.cents,
    tag: { words: `Paid through ${monthName.format(new Date(addMonths(nextDue.on, -1)))}`, tone: "green" },
    pay: nextDue.cents > 0 ? `Pay ${money(nextDue.cents)} early` : null,
    isUrgent: false,
    onItsWay,
  };
}
