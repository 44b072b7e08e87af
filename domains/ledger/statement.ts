import { type Day, daysFromTo } from "#shared/calendar.ts";
import type { Statement } from "./statement-contract.ts";

/** An item of an account: positive for a charge, negative for a credit, with its open amount as of a day. */
export interface Standing {
  dueOn: Day;
  openCents: number;
  /** Whether it counts from that day or before, but was entered later. */
  isEnteredLater: boolean;
}

/**
 * The open amounts when a charge or a credit was entered after the statement's day: the credits settle the charges in the
 * given order, as they would have had they been known. Allocations known by that day are kept.
 */
export function settledByThen(standings: readonly Standing[]): Standing[] {
  const settled = standings.map((standing) => ({ ...standing }));
  for (const credit of settled.filter(({ openCents }) => openCents < 0))
    for (const charge of settled.filter(({ openCents }) => openCents > 0)) {
      if (!credit.isEnteredLater && !charge.isEnteredLater) continue;
      const amount = Math.min(charge.openCents, -credit.openCents);
      charge.openCents -= amount;
      credit.openCents += amount;
    }
  return settled;
}

type Aged = Pick<Statement, "notYetDueCents" | "overdueCents" | "creditCents" | "aging">;

/** The open amounts on the day `asOf`, by age; a charge is overdue from the day after it is due. */
export function ageOf(standings: readonly Pick<Standing, "dueOn" | "openCents">[], asOf: Day): Aged {
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
