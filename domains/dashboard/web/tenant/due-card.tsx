import { Link } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { formatBalance } from "#domains/ledger/describe.ts";
import { balanceHistoryPath, statementPath } from "#domains/ledger/paths.ts";
import { payLeasePath } from "#domains/payments/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Lead } from "#web/ui/lead.tsx";
import type { MyLease } from "../../contract.ts";

const money = (cents: number) => formatCents(toCents(cents));

/** The amount due on each of the tenant's leases, its due date, and a button to pay. */
export function DueCard({ leases }: { leases: readonly MyLease[] }) {
  // There's one primary button, for the most urgent amount.
  const first =
    leases.find(({ account }) => account.overdueCents > 0) ??
    leases.find(({ account }) => account.balanceCents > 0);
  return (
    <Lead aria-label="Amount due" className="divide-y divide-line">
      {leases.map((lease) => (
        <Due key={lease.id} lease={lease} isPrimary={lease === first} />
      ))}
    </Lead>
  );
}

function Due({ lease, isPrimary }: { lease: MyLease; isPrimary: boolean }) {
  const { id, company, property, units, account } = lease;
  const { balanceCents, nextLateFee } = account;
  const due = getDueAmount(account);
  return (
    <div className="p-4 sm:p-5">
      <h2
        className={classes(
          "font-medium text-base leading-5 tracking-normal",
          due?.isLate === true ? "text-red-text" : "text-ink-soft",
        )}
      >
        {due?.words ?? "Nothing due"}
      </h2>
      <p className={classes("mt-1 text-display tabular-nums", due?.isLate === true && "text-red-text")}>
        {due === null ? formatBalance(balanceCents) : money(due.cents)}
      </p>
      <p className="mt-1 text-ink-soft text-sm">
        <Link
          href={leasePath(id)}
          className="inline-flex items-center rounded-sm hover:underline max-sm:min-h-11"
        >
          {`${company} · ${property.name}, ${units.join(", ")}`}
        </Link>
        {due !== null && due.cents !== balanceCents && (
          <span className="block tabular-nums">{`Balance: ${formatBalance(balanceCents)}`}</span>
        )}
        {nextLateFee !== null && (
          <span className="block">
            {nextLateFee.on > account.today
              ? `A late fee of ${money(nextLateFee.cents)} will be added on ${formatCalendarDay(nextLateFee.on)} unless the rent due ${formatCalendarDay(nextLateFee.dueOn)} is paid by then.`
              : `A late fee of ${money(nextLateFee.cents)} will be added within the hour.`}
          </span>
        )}
      </p>
      {due !== null && (
        <ButtonLink
          href={payLeasePath(id)}
          size="lg"
          variant={isPrimary ? "primary" : "secondary"}
          className="mt-4 w-full sm:min-w-40 sm:w-auto"
        >
          {balanceCents > 0 ? "Pay" : "Pay early"}
        </ButtonLink>
      )}
      <div className="-mx-3.5 -mb-2 mt-2 flex flex-wrap">
        <ButtonLink variant="ghost" href={balanceHistoryPath(id)}>
          Why is this my balance?
        </ButtonLink>
        <ButtonLink variant="ghost" href={statementPath(id)}>
          Statement
        </ButtonLink>
      </div>
    </div>
  );
}

interface DueAmount {
  words: string;
  cents: number;
  isLate: boolean;
}

/**
 * Returns the overdue amount, or else what's due today, or else what's due next. Null if nothing is due
 * within a year.
 */
function getDueAmount({ overdueCents, dueNowCents, nextDue }: MyLease["account"]): DueAmount | null {
  if (nextDue === null) return null;
  const day = formatCalendarDay(nextDue.on);
  if (overdueCents > 0) return { words: `Overdue since ${day}`, cents: overdueCents, isLate: true };
  if (dueNowCents > 0) return { words: "Due today", cents: dueNowCents, isLate: false };
  return nextDue.cents > 0 ? { words: `Due ${day}`, cents: nextDue.cents, isLate: false } : null;
}
