import { type EntryKind, returnsMoney } from "#domains/ledger/accounts.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import type { LeaseStatement } from "../../lease-statements-contract.ts";

type Posting = LeaseStatement["postings"][number];

/** What became of the charges and credits of a statement, such as the payments of a charge (REC-14). */
export const StatementPostings = ({ postings }: Pick<LeaseStatement, "postings">) => (
  <ul aria-label="Charges and credits" className="mt-1">
    {postings.map((posting) => (
      <li key={posting.entryId}>{describeApplied(posting)}</li>
    ))}
  </ul>
);

/** `Charge of $60.00 on Dec 1, 2026: $40.00 paid on Dec 5, 2026, $20.00 unpaid.` */
export function describeApplied({ onDay, amountCents, openCents, allocations }: Posting): string {
  const isCharge = amountCents > 0;
  const head = `${isCharge ? "Charge" : "Credit"} of ${formatAmount(Math.abs(amountCents))} on ${formatCalendarDay(onDay)}`;
  const parts = allocations.map(({ amountCents: cents, ...other }) => {
    const describe = isCharge ? describePayment : describeUse;
    return `${formatAmount(Math.abs(cents))} ${describe(other)}`;
  });
  const open =
    openCents === 0
      ? []
      : [`${formatAmount(Math.abs(openCents))} ${isCharge ? "unpaid" : "not applied yet"}`];
  return `${head}: ${[...parts, ...open].join(", ")}.`;
}

interface AppliedEntry {
  kind: EntryKind;
  description: string;
  onDay: string;
}

const describePayment = ({ kind, description, onDay }: AppliedEntry): string =>
  kind === "payment"
    ? `paid on ${formatCalendarDay(onDay)}`
    : `credited on ${formatCalendarDay(onDay)} (${description})`;

const describeUse = ({ kind, description, onDay }: AppliedEntry): string =>
  returnsMoney(kind) ? `paid out on ${formatCalendarDay(onDay)}` : `applied to ${description}`;
