import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatBalance } from "#domains/ledger/describe.ts";
import { overdueLeasesPath } from "#domains/ledger/paths.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Section } from "#web/ui/section.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import type { PaymentSummary } from "../../contract.ts";
import { summaryQuery } from "../queries.ts";

interface SummaryCardsProps {
  /** Staff see all leases, with overdue amounts first. */
  isStaff: boolean;
  /** The actions below the balance. */
  children: ReactNode;
}

/** The balance and its due date, the last payment, and this year's payments (PAY-08 to PAY-11). */
export function SummaryCards({ isStaff, children }: SummaryCardsProps) {
  const { data: summary, error, isFetching, refetch } = useQuery(summaryQuery);
  if (summary === undefined && error !== null)
    return (
      <ErrorState
        title="The summary could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div
      className={classes(
        "gap-4 sm:grid sm:grid-cols-2",
        isStaff
          ? // On phones, the cards are side by side so that the payments below stay in view.
            "-mx-4 flex snap-x scroll-px-4 overflow-x-auto px-4 *:w-68 *:shrink-0 *:snap-start sm:mx-0 sm:overflow-visible sm:px-0 sm:*:w-auto xl:grid-cols-4"
          : "grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)]",
      )}
    >
      {isStaff && (
        <SummaryCard name="Overdue" footer={<ButtonLink href={overdueLeasesPath}>Overdue Leases</ButtonLink>}>
          {summary === undefined ? <FigureLoading /> : <OverdueTotal summary={summary} />}
        </SummaryCard>
      )}
      <SummaryCard
        name="Current Balance"
        className={isStaff ? undefined : "sm:max-lg:col-span-2"}
        footer={children}
      >
        {summary === undefined ? <FigureLoading /> : <Balance summary={summary} isStaff={isStaff} />}
      </SummaryCard>
      <SummaryCard name="Last Payment">
        {summary === undefined ? <FigureLoading /> : <LastPayment last={summary.lastPayment} />}
      </SummaryCard>
      <SummaryCard name="Year-to-Date">
        {summary === undefined ? <FigureLoading /> : <YearToDate cents={summary.yearToDate} />}
      </SummaryCard>
    </div>
  );
}

const money = (cents: number) => formatCents(toCents(cents));

function OverdueTotal({ summary: { overdue, nextDueDate } }: { summary: PaymentSummary }) {
  const isLate = overdue > 0 && nextDueDate !== null;
  return (
    <>
      <Amount isLarge isBad={isLate}>
        {money(overdue)}
      </Amount>
      <p className={isLate ? "text-red-text" : "text-ink-soft"}>
        {isLate ? `Since ${formatCalendarDay(nextDueDate)}` : "Nothing is overdue."}
      </p>
    </>
  );
}

function Balance({ summary, isStaff }: { summary: PaymentSummary; isStaff: boolean }) {
  const { currentBalance, nextDueDate, overdue, dueNow } = summary;
  // A credit on one lease can exceed the charges due on another.
  const hasBalance = currentBalance > 0 || dueNow > 0;
  return (
    <>
      <Amount
        isLarge={!isStaff}
        badge={
          nextDueDate !== null &&
          hasBalance && (
            <Badge tone={overdue > 0 ? "red" : dueNow > 0 ? "amber" : "blue"}>
              {`Due ${formatCalendarDay(nextDueDate)}`}
            </Badge>
          )
        }
      >
        {formatBalance(currentBalance)}
      </Amount>
      <p className="text-ink-soft">{formatDue(summary)}</p>
      {!isStaff && overdue > 0 && nextDueDate !== null && (
        <p className="text-red-text">
          {`${money(overdue)} has been overdue since ${formatCalendarDay(nextDueDate)}.`}
        </p>
      )}
    </>
  );
}

function formatDue({ currentBalance, dueNow }: PaymentSummary): string {
  if (dueNow > 0 && dueNow === currentBalance) return "The full balance is due now.";
  if (dueNow > 0)
    return dueNow < currentBalance
      ? `${money(dueNow)} is due now. The rest isn't due yet.`
      : `${money(dueNow)} is due now.`;
  if (currentBalance > 0) return "Nothing is due yet.";
  return currentBalance < 0 ? "It will be applied to your next charge." : "No balance due.";
}

function LastPayment({ last }: { last: PaymentSummary["lastPayment"] }) {
  if (last === null)
    return (
      <>
        <Amount>{money(0)}</Amount>
        <p className="text-ink-soft">No payments yet</p>
      </>
    );
  return (
    <>
      <Amount badge={<Badge tone="green">Paid</Badge>}>{money(last.amountCents)}</Amount>
      <p className="text-ink-soft">
        {formatCalendarDay(last.paidOn)}
        <span className="block truncate text-sm" title={last.description}>
          {last.description}
        </span>
      </p>
    </>
  );
}

function YearToDate({ cents }: { cents: number }) {
  const [now] = useState(() => new Date());
  const first = new Date(now.getFullYear(), 0, 1);
  return (
    <>
      <Amount>{money(cents)}</Amount>
      <p className="text-ink-soft">{`${formatDay(first)} – ${formatDay(now)}`}</p>
    </>
  );
}

interface SummaryCardProps {
  name: string;
  className?: string;
  footer?: ReactNode;
  children: ReactNode;
}

const SummaryCard = ({ name, className, footer, children }: SummaryCardProps) => (
  <Section aria-label={name} className={className}>
    <div className="flex h-full flex-col gap-4 p-4 sm:p-5">
      <div>
        <h2 className="font-normal text-base text-ink-soft leading-5 tracking-normal">{name}</h2>
        {children}
      </div>
      {footer != null && <div className="mt-auto">{footer}</div>}
    </div>
  </Section>
);

interface AmountProps {
  isLarge?: boolean;
  isBad?: boolean;
  badge?: ReactNode;
  children: ReactNode;
}

const Amount = ({ isLarge = false, isBad = false, badge, children }: AmountProps) => (
  <p className="mt-1.5 mb-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
    <span
      className={classes("tabular-nums", isLarge ? "text-display" : "text-figure", isBad && "text-red-text")}
    >
      {children}
    </span>
    {badge}
  </p>
);

const FigureLoading = () => (
  <Loading className="space-y-3 pt-2.5 pb-1">
    <Skeleton className="h-8 w-40" />
    <Skeleton className="h-4 w-48" />
  </Loading>
);
