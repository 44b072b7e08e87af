import { getSuggestedPaymentCents } from "#domains/ledger/amounts-due.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { MyLease } from "../../contract.ts";

const dayMs = 86_400_000;
const money = (cents: number) => formatCents(toCents(cents));

export interface AmountDue {
  /** `Due Dec 1, 2026`. */
  words: string;
  cents: number;
  tag: { words: string; tone: "lamp" | "red" | "green" } | null;
  /** The label of the button. Null if nothing is due within a year. */
  pay: string | null;
  /** Whether paying is what the tenant should do next. */
  isUrgent: boolean;
}

const inDays = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** Returns what a tenant should know first: what is overdue, or due, or that it is on its way, or until when nothing is due. */
export function getAmountDue(account: MyLease["account"]): AmountDue {
  const { today, overdueCents, overdueSince, dueCents, dueOn, onItsWayCents, nextDue } = account;
  const leftCents = getSuggestedPaymentCents(account);
  if (overdueSince === null && dueOn === null)
    return {
      words: nextDue === null ? "Nothing due" : `Nothing due until ${formatCalendarDay(nextDue.on)}`,
      cents: 0,
      tag: null,
      pay: nextDue !== null && nextDue.cents > 0 ? `Pay ${money(nextDue.cents)} early` : null,
      isUrgent: false,
    };
  if (leftCents === 0)
    return {
      words: "On its way",
      cents: onItsWayCents,
      tag: { words: "Nothing else to pay", tone: "green" },
      pay: "Make a Payment",
      isUrgent: false,
    };
  const due = { isUrgent: true, pay: `Pay ${money(leftCents)}` };
  return overdueSince !== null
    ? {
        ...due,
        words: `Overdue since ${formatCalendarDay(overdueSince)}`,
        cents: overdueCents,
        tag: { words: `${days(inDays(overdueSince, today))} overdue`, tone: "red" },
      }
    : {
        ...due,
        words: `Due ${formatCalendarDay(dueOn ?? today)}`,
        cents: dueCents,
        tag: {
          words: dueOn === null || dueOn === today ? "Today" : `in ${days(inDays(today, dueOn))}`,
          tone: "lamp",
        },
      };
}
