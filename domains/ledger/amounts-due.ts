import * as z from "zod/mini";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";

/**
 * What is due on one lease or several, in cents. Unpaid charges are overdue, due, or coming. Together, less the
 * credit, they are the balance.
 */
export const amountsDue = z.object({
  /** Unpaid charges due before today, and the oldest of their due dates. */
  overdueCents: z.number(),
  overdueSince: z.nullable(z.string()),
  /** Unpaid charges due on `dueOn`: today, or the first later date with an unpaid charge. */
  dueCents: z.number(),
  dueOn: z.nullable(z.string()),
  /** What is overdue or due today. */
  dueNowCents: z.number(),
  /** Payments sent or reported that haven't arrived. They don't change the balance yet. */
  onItsWayCents: z.number(),
  /** Unpaid charges due after `dueOn`. */
  comingCents: z.number(),
  /** Payments and credits not applied to a charge yet. */
  creditCents: z.number(),
  /** Positive is due, negative is credit. */
  balanceCents: z.number(),
});
export type AmountsDue = z.infer<typeof amountsDue>;

/**
 * Returns the amount that every button and form proposes to pay: what is due now and not covered by a payment on
 * its way, or else what is due next and not covered.
 */
export const leftToPayCents = ({
  dueNowCents,
  overdueCents,
  dueCents,
  onItsWayCents,
}: Pick<AmountsDue, "dueNowCents" | "overdueCents" | "dueCents" | "onItsWayCents">): number =>
  dueNowCents > onItsWayCents
    ? dueNowCents - onItsWayCents
    : Math.max(0, overdueCents + dueCents - onItsWayCents);

interface AmountFigure {
  label: string;
  value: string;
  note?: string;
  isBad?: boolean;
}

/** Returns the figures in the words and the order of every screen and statement. */
export function listAmounts(amounts: Omit<AmountsDue, "balanceCents" | "dueNowCents">): AmountFigure[] {
  const { overdueCents, overdueSince, dueCents, dueOn, onItsWayCents, comingCents, creditCents } = amounts;
  const figure = (label: string, cents: number) => ({ label, value: formatCents(toCents(cents)) });
  return [
    {
      ...figure("Overdue", overdueCents),
      ...(overdueSince === null ? {} : { note: `since ${formatCalendarDay(overdueSince)}`, isBad: true }),
    },
    figure(dueOn === null ? "Due" : `Due ${formatCalendarDay(dueOn)}`, dueCents),
    figure("On its way", onItsWayCents),
    ...(comingCents > 0 ? [{ ...figure("Coming", comingCents), note: "due later" }] : []),
    ...(creditCents > 0 ? [{ ...figure("Credit", creditCents), note: "not applied yet" }] : []),
  ];
}
