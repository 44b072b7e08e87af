import { countDays, type Day } from "#shared/calendar.ts";
import type { Statement } from "./statement-contract.ts";

/** A charge (positive) or credit (negative) of an account, with its open amount on a date. */
export interface OpenItem {
  dueOn: Day;
  openCents: number;
}

type AgedAmounts = Pick<
  Statement,
  | "notYetDueCents"
  | "overdueCents"
  | "overdueSince"
  | "dueCents"
  | "dueOn"
  | "comingCents"
  | "creditCents"
  | "aging"
>;

/** Returns the open amounts on `asOf` by age. A charge is overdue from the day after its due date. */
export function calculateAging(openItems: readonly OpenItem[], asOf: Day): AgedAmounts {
  const sumOpen = (isInBucket: (daysOverdue: number) => boolean) =>
    openItems
      .filter(({ dueOn, openCents }) => openCents > 0 && isInBucket(countDays(dueOn, asOf) - 1))
      .reduce((sum, { openCents }) => sum + openCents, 0);
  const dueDays = openItems
    .filter(({ openCents }) => openCents > 0)
    .map(({ dueOn }) => dueOn)
    .sort();
  const overdueSince = dueDays.find((day) => day < asOf) ?? null;
  const dueOn = dueDays.find((day) => day >= asOf) ?? null;
  const notYetDueCents = sumOpen((days) => days <= 0);
  const dueCents = dueOn === null ? 0 : sumOpen((days) => days === countDays(dueOn, asOf) - 1);
  return {
    notYetDueCents,
    overdueCents: sumOpen((days) => days > 0),
    overdueSince,
    dueCents,
    dueOn,
    comingCents: notYetDueCents - dueCents,
    creditCents: openItems
      .filter(({ openCents }) => openCents < 0)
      .reduce((sum, { openCents }) => sum - openCents, 0),
    aging: {
      days1To30Cents: sumOpen((days) => days > 0 && days <= 30),
      days31To60Cents: sumOpen((days) => days > 30 && days <= 60),
      days61To90Cents: sumOpen((days) => days > 60 && days <= 90),
      over90Cents: sumOpen((days) => days > 90),
    },
  };
}
