import type { ReactNode } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import type { LeaseAccount } from "../contract.ts";
import { formatBalance } from "../describe.ts";

/** The balance, the overdue amount, the next charge, and the deposit. */
export function AccountSummary({ account }: { account: LeaseAccount }) {
  const { balanceCents, overdueCents, creditCents, nextDue, nextLateFee, depositCents } = account;
  // Zero if a credit covers it.
  const isDueNext = nextDue !== null && nextDue.cents > 0;
  return (
    <div className="space-y-4 px-(--inset) py-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <Figure
          name="Balance"
          note={creditCents > 0 && balanceCents >= 0 ? `${money(creditCents)} unapplied` : null}
        >
          {formatBalance(balanceCents)}
        </Figure>
        {overdueCents > 0 ? (
          <Figure
            name="Overdue"
            isBad
            note={nextDue === null ? null : `since ${formatCalendarDay(nextDue.on)}`}
          >
            {money(overdueCents)}
          </Figure>
        ) : (
          <>
            <Figure name="Overdue">{money(0)}</Figure>
            <Figure name="Next due" note={isDueNext ? formatCalendarDay(nextDue.on) : null}>
              {isDueNext ? money(nextDue.cents) : "Nothing"}
            </Figure>
          </>
        )}
        <Figure name="Security deposit held">{money(depositCents)}</Figure>
      </dl>
      {nextLateFee !== null && (
        <p className="text-ink-soft text-sm">
          {nextLateFee.on > account.today
            ? `A late fee of ${money(nextLateFee.cents)} will be added on ${formatCalendarDay(nextLateFee.on)} unless the rent due ${formatCalendarDay(nextLateFee.dueOn)} is paid before then.`
            : `A late fee of ${money(nextLateFee.cents)} will be added within the hour because the rent due ${formatCalendarDay(nextLateFee.dueOn)} wasn't paid within the grace period.`}
        </p>
      )}
    </div>
  );
}

const money = (cents: number) => formatCents(toCents(cents));

interface FigureProps {
  name: string;
  note?: string | null;
  isBad?: boolean;
  children: ReactNode;
}

const Figure = ({ name, note = null, isBad = false, children }: FigureProps) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd
      className={classes(
        "mt-0.5 flex flex-wrap items-baseline gap-x-2 text-lead tabular-nums",
        isBad && "text-red-text",
      )}
    >
      {children}
      {note !== null && (
        <span className={classes("font-normal text-sm", !isBad && "text-ink-soft")}>{note}</span>
      )}
    </dd>
  </div>
);
