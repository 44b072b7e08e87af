import { Link } from "wouter";
import { sayBalance } from "#domains/ledger/describe.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import type { OwnLease } from "../contract.ts";

const money = (cents: number) => formatCents(toCents(cents));

/** What is due on each of the tenant's leases, by when, and the way to pay it. */
export function DueCard({ leases }: { leases: readonly OwnLease[] }) {
  // One primary button, for what is most pressing.
  const first =
    leases.find(({ account }) => account.overdueCents > 0) ??
    leases.find(({ account }) => account.balanceCents > 0);
  return (
    <Card aria-label="What is due" className="divide-y divide-line">
      {leases.map((lease) => (
        <Due key={lease.id} lease={lease} isFirst={lease === first} />
      ))}
    </Card>
  );
}

function Due({ lease, isFirst }: { lease: OwnLease; isFirst: boolean }) {
  const { id, company, property, units, account } = lease;
  const { balanceCents, nextLateFee } = account;
  const due = dueOf(account);
  return (
    <div className="p-4 sm:p-5">
      <h2
        className={classes(
          "font-medium text-base leading-5 tracking-normal",
          due?.isLate === true ? "text-red-text" : "text-ink-soft",
        )}
      >
        {due?.words ?? "Nothing is due"}
      </h2>
      <p
        className={classes(
          "mt-1 font-semibold text-3xl tabular-nums tracking-tight",
          due?.isLate === true && "text-red-text",
        )}
      >
        {due === null ? sayBalance(balanceCents) : money(due.cents)}
      </p>
      <p className="mt-1 text-ink-soft text-sm">
        <Link
          href={paths.lease(id)}
          className="inline-flex items-center rounded-sm hover:underline max-sm:min-h-11"
        >
          {`${company} · ${property.name}, ${units.join(", ")}`}
        </Link>
        {due !== null && due.cents !== balanceCents && (
          <span className="block tabular-nums">{`Balance: ${sayBalance(balanceCents)}`}</span>
        )}
        {nextLateFee !== null && (
          <span className="block">
            {nextLateFee.on > account.today
              ? `A late fee of ${money(nextLateFee.cents)} is added on ${formatCalendarDay(nextLateFee.on)} unless the rent due ${formatCalendarDay(nextLateFee.dueOn)} is paid by then.`
              : `A late fee of ${money(nextLateFee.cents)} is added within the hour.`}
          </span>
        )}
      </p>
      {due !== null && (
        <ButtonLink
          href={paths.payFor(id)}
          size="lg"
          variant={isFirst ? "primary" : "secondary"}
          className="mt-4 w-full sm:min-w-40 sm:w-auto"
        >
          {balanceCents > 0 ? "Pay" : "Pay ahead"}
        </ButtonLink>
      )}
      <div className="-mx-3.5 -mb-2 mt-2 flex flex-wrap">
        <ButtonLink variant="ghost" href={paths.balance(id)}>
          Why is this my balance?
        </ButtonLink>
        <ButtonLink variant="ghost" href={paths.statement(id)}>
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

/** The overdue amount, else what is due today, else what is due next; null when nothing is due within a year. */
function dueOf({ overdueCents, dueNowCents, nextDue }: OwnLease["account"]): DueAmount | null {
  if (nextDue === null) return null;
  const day = formatCalendarDay(nextDue.on);
  if (overdueCents > 0) return { words: `Overdue since ${day}`, cents: overdueCents, isLate: true };
  if (dueNowCents > 0) return { words: "Due today", cents: dueNowCents, isLate: false };
  return nextDue.cents > 0 ? { words: `Due ${day}`, cents: nextDue.cents, isLate: false } : null;
}
