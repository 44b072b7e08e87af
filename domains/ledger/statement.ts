import { type Day, daysFromTo } from "#shared/calendar.ts";
import type { Statement } from "./statement-contract.ts";

/** An item of an account: positive for a charge, negative for a credit, with its open amount as of a day. */
export interface Standing {
  dueOn: Day;
  openCents: number;
}

type Aged = Pick<Statement, "notYetDueCents" | "overdueCents" | "creditCents" | "aging">;

/** The open amounts on the day `asOf`, by age; a charge is overdue from the day after it is due. */
export function ageOf(standings: readonly Standing[], asOf: Day): Aged {
  const sumOf = (isIn: (daysOverdue: number) => boolean) =>
    standings
      .filter(({ dueOn, openCents }) => openCents > 0 && isIn(daysFromTo(dueOn, asOf) - 1))
      .reduce((sum, { openCents }) => sum + openCents, 0);
  return {
    notYetDueCents: sumOf((days) => days <= 0),
    overdueCents: sumOf((days) => days > 0),
    creditCents: standings
      .filter(({ openCents }) => openCents < 0)
      .reduce((sum, { openCents }) => sum - openCents, 0),
    aging: {
      upTo30Cents: sumOf((days) => days > 0 && days <= 30),
      upTo60Cents: sumOf((days) => days > 30 && days <= 60),
      upTo90Cents: sumOf((days) => days > 60 && days <= 90),
      over90Cents: sumOf((days) => days > 90),
    },
  };
}
