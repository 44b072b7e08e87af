import * as z from "zod/mini";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatOverdueSince } from "./describe.ts";

/**
 * The amounts due on one or more leases, in cents. The balance is the unpaid charges (overdue, due, and
 * coming) less the credit.
 */
export const amountsDue = z.object({
  /** Unpaid charges due before today, and the oldest of their due dates. */
  overdueCents: z.number(),
  overdueSince: z.nullable(z.string()),
  /** Unpaid charges due on `dueOn`: today, or the first later date with an unpaid charge. */
  dueCents: z.number(),
  dueOn: z.nullable(z.string()),
  /** Unpaid charges that are overdue or due today. */
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

interface AmountFigure {
  label: string;
  value: string;
  note?: string;
  needsAttention?: boolean;
}

/** Returns the amounts with the labels and order used on all screens and statements. */
export function listAmounts(amounts: Omit<AmountsDue, "balanceCents" | "dueNowCents">): AmountFigure[] {
  const { overdueCents, overdueSince, dueCents, dueOn, onItsWayCents, comingCents, creditCents } = amounts;
  const toFigure = (label: string, cents: number) => ({ label, value: formatCents(toCents(cents)) });
  return [
    {
      ...toFigure("Overdue", overdueCents),
      ...(overdueSince === null
        ? {}
        : { note: `since ${formatOverdueSince(overdueSince)}`, needsAttention: true }),
    },
    toFigure(dueOn === null ? "Due" : `Due ${formatCalendarDay(dueOn)}`, dueCents),
    toFigure("On its way", onItsWayCents),
    ...(comingCents > 0 ? [{ ...toFigure("Coming", comingCents), note: "due later" }] : []),
    ...(creditCents > 0 ? [{ ...toFigure("Credit", creditCents), note: "not applied yet" }] : []),
  ];
}
