import { formatOverdueSince } from "#domains/ledger/describe.ts";
import { getEarlyPaymentCents } from "#domains/ledger/suggested-payment.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { MyLease } from "../../contract.ts";

const dayMs = 86_400_000;
const formatMoney = (cents: number) => formatCents(toCents(cents));

export interface AmountDue {
  /** The heading of the amount, such as `Due Dec 1, 2026`. */
  text: string;
  cents: number;
  tag: { text: string; tone: "lamp" | "red" | "green" } | null;
  /** The label of the payment button. Null if nothing is due within a year. */
  payLabel: string | null;
  /** Explains why the button pays less than the amount. */
  payNote: string | null;
  /** Whether paying is what the tenant should do next. */
  isUrgent: boolean;
}

const countDaysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const formatDays = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/**
 * Returns the amount to show first: overdue, due, or on its way, or the date of the next charge if nothing is
 * due.
 */
export function getAmountDue(account: MyLease["account"]): AmountDue {
  const { today, overdueCents, overdueSince, dueCents, dueOn, onItsWayCents, suggestedCents, nextDue } =
    account;
  if (overdueSince === null && dueOn === null) {
    const earlyCents = getEarlyPaymentCents(account);
    return {
      text: nextDue === null ? "Nothing due" : `Nothing due until ${formatCalendarDay(nextDue.on)}`,
      cents: 0,
      tag: null,
      payLabel: earlyCents > 0 ? `Pay ${formatMoney(earlyCents)} early` : null,
      payNote: earlyCents > 0 ? describeLess(nextDue?.cents ?? 0, earlyCents, onItsWayCents) : null,
      isUrgent: false,
    };
  }
  if (suggestedCents === 0)
    return {
      text: "On its way",
      cents: onItsWayCents,
      tag: { text: "Nothing else to pay", tone: "green" },
      payLabel: "Make a Payment",
      payNote: null,
      isUrgent: false,
    };
  const payNow = { isUrgent: true, payLabel: `Pay ${formatMoney(suggestedCents)}` };
  return overdueSince !== null
    ? {
        ...payNow,
        text: `Overdue since ${formatOverdueSince(overdueSince)}`,
        cents: overdueCents,
        payNote: describeLess(overdueCents, suggestedCents, onItsWayCents),
        tag: { text: `${formatDays(countDaysBetween(overdueSince, today))} overdue`, tone: "red" },
      }
    : {
        ...payNow,
        text: `Due ${formatCalendarDay(dueOn ?? today)}`,
        cents: dueCents,
        payNote: describeLess(dueCents, suggestedCents, onItsWayCents),
        tag: {
          text:
            dueOn === null || dueOn === today ? "Today" : `in ${formatDays(countDaysBetween(today, dueOn))}`,
          tone: "lamp",
        },
      };
}

/** Returns how the amount to pay follows from the amount due, if payments on their way reduce it. */
function describeLess(cents: number, payCents: number, onItsWayCents: number): string | null {
  const lessCents = cents - payCents;
  return lessCents > 0 && lessCents <= onItsWayCents
    ? `${formatMoney(cents)} less ${formatMoney(lessCents)} on its way`
    : null;
}
