import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatBalance } from "#domains/ledger/describe.ts";
import { AmountFigures } from "#domains/ledger/web/amount-figures.tsx";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SavedOnDevice } from "#web/ui/feedback/saved-on-device.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { FiguresSkeleton } from "#web/ui/page/figures.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import type { PaymentSummary } from "../../contract.ts";
import { summaryQuery } from "../queries.ts";

/**
 * The amounts due and on their way, then the balance with its due date, the last payment, and this year's
 * payments (PAY-08 to PAY-11). `children` are the actions below the amounts due.
 */
export const SummaryCards = ({ overdueHref, children }: { overdueHref?: string; children?: ReactNode }) => (
  <WithSummary>
    {(summary, loadedAt) => (
      <div className="space-y-4">
        <Lead aria-label="Amount due" className="px-(--inset) py-1.5 sm:py-2">
          {summary === undefined ? (
            <Loading>
              <FiguresSkeleton count={4} hasLines={false} />
            </Loading>
          ) : (
            <AmountFigures amounts={summary.amounts} overdueHref={overdueHref} hasLines={false} />
          )}
          {summary !== undefined && <SavedOnDevice loadedAt={loadedAt} />}
          {children !== undefined && <div className="mt-2 mb-3">{children}</div>}
        </Lead>
        <div
          className={classes(
            "grid grid-cols-2 border-line border-y *:min-w-0 sm:grid-cols-3",
            // The last payment takes more lines on phones.
            summary === undefined && "max-sm:min-h-62",
          )}
        >
          <Figures summary={summary} figures={[currentBalance, lastPayment, yearToDate]} />
        </div>
      </div>
    )}
  </WithSummary>
);

interface WithSummaryProps {
  children: (summary: PaymentSummary | undefined, loadedAt: number) => ReactNode;
}

function WithSummary({ children }: WithSummaryProps) {
  const { data: summary, dataUpdatedAt, error, isFetching, refetch } = useQuery(summaryQuery);
  if (summary === undefined && error !== null)
    return (
      <ErrorState
        title="Couldn't load the summary."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return children(summary, dataUpdatedAt);
}

const formatMoney = (cents: number) => formatCents(toCents(cents));

/** The due date of the overdue amount, or of the amount due next. Hidden if there is none. */
function DueBadge({ summary: { amounts } }: FigureProps) {
  const dueOn = amounts.overdueSince ?? amounts.dueOn;
  if (dueOn === null) return null;
  return <Badge tone={amounts.overdueCents > 0 ? "red" : "blue"}>{`Due ${formatCalendarDay(dueOn)}`}</Badge>;
}

interface FigureProps {
  summary: PaymentSummary;
}

interface SummaryFigure {
  name: string;
  Content: (props: FigureProps) => ReactNode;
}

const currentBalance: SummaryFigure = {
  name: "Current Balance",
  Content: ({ summary }) => (
    <>
      <Amount>{formatBalance(summary.currentBalance)}</Amount>
      <DueBadge summary={summary} />
    </>
  ),
};

const lastPayment: SummaryFigure = {
  name: "Last Payment",
  Content: ({ summary: { lastPayment: payment } }) =>
    payment === null ? (
      <>
        <Amount>{formatMoney(0)}</Amount>
        <Note>No payments yet</Note>
      </>
    ) : (
      <>
        <Amount badge={<Badge tone="green">Paid</Badge>}>{formatMoney(payment.amountCents)}</Amount>
        {payment.feeCents > 0 && <Note>{`+ ${formatMoney(payment.feeCents)} fee`}</Note>}
        <Note>{formatCalendarDay(payment.paidOn)}</Note>
        <p className="truncate text-ink-soft text-sm" title={payment.description}>
          {payment.description}
        </p>
      </>
    ),
};

const yearToDate: SummaryFigure = { name: "Year-to-Date", Content: YearToDate };

function YearToDate({ summary }: FigureProps) {
  const [now] = useState(() => new Date());
  const yearStart = new Date(now.getFullYear(), 0, 1);
  return (
    <>
      <Amount>{formatMoney(summary.yearToDate)}</Amount>
      <Note>{`${formatDay(yearStart)} – ${formatDay(now)}`}</Note>
    </>
  );
}

interface FiguresProps {
  summary: PaymentSummary | undefined;
  figures: readonly SummaryFigure[];
}

const cellClasses =
  "border-line py-3 pr-3 max-sm:even:border-l max-sm:even:pl-4 max-sm:nth-[n+3]:border-t max-sm:last:odd:col-span-2 sm:not-first:border-l sm:not-first:pl-4";

const Figures = ({ summary, figures }: FiguresProps) =>
  figures.map(({ name, Content }) => (
    <section key={name} aria-label={name} className={cellClasses}>
      <Name>{name}</Name>
      {summary === undefined ? <FigureLoading /> : <Content summary={summary} />}
    </section>
  ));

const Name = ({ children }: { children: string }) => (
  <h2 className="font-normal text-ink-soft text-sm tracking-normal">{children}</h2>
);

const Note = ({ children }: { children: ReactNode }) => <p className="text-ink-soft text-sm">{children}</p>;

const Amount = ({ badge, children }: { badge?: ReactNode; children: string }) => (
  <p className="my-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
    <span className="text-figure leading-7 tabular-nums">{children}</span>
    {badge}
  </p>
);

const FigureLoading = () => (
  <Loading className="pt-1.5">
    <Skeleton className="h-6 w-28" />
    <Skeleton className="mt-2.5 h-3 w-20" />
    <Skeleton className="mt-1.5 h-3 w-36 max-w-full" />
  </Loading>
);
