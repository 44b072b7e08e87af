import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { LeaseAccount } from "../contract.ts";
import { formatBalance } from "../describe.ts";
import { AmountFigures } from "./amount-figures.tsx";

/** The amounts due and on their way, the balance, the deposit, and the next late fee. */
export function AccountSummary({ account }: { account: LeaseAccount }) {
  const { balanceCents, nextDue, nextLateFee, depositCents } = account;
  const isNothingDue = account.overdueCents === 0 && account.dueCents === 0;
  return (
    <>
      <AmountFigures amounts={account} />
      <div className="space-y-3 py-3">
        {isNothingDue && nextDue !== null && (
          <p className="text-ink-soft text-sm">{`Nothing due until ${formatCalendarDay(nextDue.on)}.`}</p>
        )}
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Figure name="Balance">{formatBalance(balanceCents)}</Figure>
          <Figure name="Security deposit held">{formatMoney(depositCents)}</Figure>
        </dl>
        {nextLateFee !== null && (
          <p className="text-ink-soft text-sm">
            {nextLateFee.on > account.today
              ? `A late fee of ${formatMoney(nextLateFee.cents)} will be added on ${formatCalendarDay(nextLateFee.on)} unless the rent due ${formatCalendarDay(nextLateFee.dueOn)} is paid before then.`
              : `A late fee of ${formatMoney(nextLateFee.cents)} will be added within the hour because the rent due ${formatCalendarDay(nextLateFee.dueOn)} wasn't paid within the grace period.`}
          </p>
        )}
      </div>
    </>
  );
}

const formatMoney = (cents: number) => formatCents(toCents(cents));

const Figure = ({ name, children }: { name: string; children: string }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="mt-0.5 text-lead tabular-nums">{children}</dd>
  </div>
);
