import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { formatBalance } from "#domains/ledger/describe.ts";
import { overdueLeasesPath } from "#domains/ledger/paths.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import type { PaymentSummary } from "../../contract.ts";
import { summaryQuery } from "../queries.ts";

/**
 * A tenant's balance with its due date, the last payment, and this year's payments (PAY-08 to PAY-11).
 * `children` are the actions below the balance.
 */
export function TenantSummary({ children }: { children: ReactNode }) {
  return (
    <WithSummary>
      {(summary) => (
        <div className="grid grid-cols-2 items-start gap-y-6 *:min-w-0 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)]">
          <Lead aria-label="Current Balance" className="col-span-full p-4 sm:p-5 lg:col-span-1">
            <Name>Current Balance</Name>
            {summary === undefined ? <FigureLoading isLarge /> : <Balance summary={summary} />}
            <div className="mt-4">{children}</div>
          </Lead>
          <Figures summary={summary} shown={[lastPayment, yearToDate]} isFlat={false} />
        </div>
      )}
    </WithSummary>
  );
}

/** The figures of all leases: what makes up the balance, the last payment, and this year's payments. */
export const StaffSummary = () => (
  <WithSummary>
    {(summary) => (
      <div className="grid grid-cols-2 border-line border-y *:min-w-0 sm:grid-cols-3 xl:grid-cols-6">
        <Figures
          summary={summary}
          shown={[dueNow, coming, credit, currentBalance, lastPayment, yearToDate]}
          isFlat
        />
      </div>
    )}
  </WithSummary>
);

function WithSummary({ children }: { children: (summary: PaymentSummary | undefined) => ReactNode }) {
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
  return children(summary);
}

const money = (cents: number) => formatCents(toCents(cents));

function Balance({ summary }: { summary: PaymentSummary }) {
  const { currentBalance, nextDueDate, overdue } = summary;
  return (
    <>
      <p className="mt-1 mb-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="text-display tabular-nums">{formatBalance(currentBalance)}</span>
        <DueBadge summary={summary} />
      </p>
      <p className="text-ink-soft">{formatDue(summary)}</p>
      {overdue > 0 && nextDueDate !== null && (
        <p className="text-red-text">
          {`${money(overdue)} has been overdue since ${formatCalendarDay(nextDueDate)}.`}
        </p>
      )}
    </>
  );
}

function DueBadge({ summary: { currentBalance, nextDueDate, overdue, dueNow: due } }: FigureProps) {
  // A credit on one lease can exceed the charges due on another.
  if (nextDueDate === null || (currentBalance <= 0 && due <= 0)) return null;
  return (
    <Badge tone={overdue > 0 ? "red" : due > 0 ? "amber" : "blue"}>
      {`Due ${formatCalendarDay(nextDueDate)}`}
    </Badge>
  );
}

function formatDue({ currentBalance: balance, dueNow: due }: PaymentSummary): string {
  if (due > 0 && due === balance) return "The full balance is due now.";
  if (due > 0)
    return due < balance ? `${money(due)} is due now. The rest isn't due yet.` : `${money(due)} is due now.`;
  if (balance > 0) return "Nothing is due yet.";
  return balance < 0 ? "It will be applied to your next charge." : "No balance due.";
}

interface FigureProps {
  summary: PaymentSummary;
}

interface SummaryFigure {
  name: string;
  Content: (props: FigureProps) => ReactNode;
}

const dueNow: SummaryFigure = {
  name: "Due now",
  Content: ({ summary: { dueNow: due, overdue } }) => (
    <>
      <Amount isBad={overdue > 0}>{money(due)}</Amount>
      <Note>
        {overdue > 0 ? (
          <Link href={overdueLeasesPath} className="thumb rounded-sm text-red-text hover:underline">
            {`${money(overdue)} overdue`}
          </Link>
        ) : (
          "Nothing is overdue."
        )}
      </Note>
    </>
  ),
};

const coming: SummaryFigure = {
  name: "Coming",
  Content: ({ summary }) => (
    <>
      <Amount>{money(summary.coming)}</Amount>
      <Note>Charged, not due yet</Note>
    </>
  ),
};

/** Payments and credits that aren't applied to a charge yet. */
const credit: SummaryFigure = {
  name: "Credit",
  Content: ({ summary }) => {
    const cents = summary.dueNow + summary.coming - summary.currentBalance;
    return (
      <>
        <Amount>{cents > 0 ? `−${money(cents)}` : money(0)}</Amount>
        <Note>Not applied yet</Note>
      </>
    );
  },
};

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
  Content: ({ summary: { lastPayment: last } }) =>
    last === null ? (
      <>
        <Amount>{money(0)}</Amount>
        <Note>No payments yet</Note>
      </>
    ) : (
      <>
        <Amount badge={<Badge tone="green">Paid</Badge>}>{money(last.amountCents)}</Amount>
        <Note>{formatCalendarDay(last.paidOn)}</Note>
        <p className="truncate text-ink-soft text-sm" title={last.description}>
          {last.description}
        </p>
      </>
    ),
};

const yearToDate: SummaryFigure = { name: "Year-to-Date", Content: YearToDate };

function YearToDate({ summary }: FigureProps) {
  const [now] = useState(() => new Date());
  const first = new Date(now.getFullYear(), 0, 1);
  return (
    <>
      <Amount>{money(summary.yearToDate)}</Amount>
      <Note>{`${formatDay(first)} – ${formatDay(now)}`}</Note>
    </>
  );
}

interface FiguresProps {
  summary: PaymentSummary | undefined;
  shown: readonly SummaryFigure[];
  /** In a strip of many figures, each a little smaller. */
  isFlat: boolean;
}

const stripCell =
  "[--figure:1.125rem] border-line py-3 pr-3 max-sm:even:border-l max-sm:even:pl-4 max-sm:nth-[n+3]:border-t sm:max-xl:nth-[3n+2]:border-x sm:max-xl:nth-[3n+2]:px-4 sm:max-xl:nth-[3n]:pl-4 sm:max-xl:nth-[n+4]:border-t xl:not-first:border-l xl:not-first:pl-4";
const besideLead =
  "py-1 pr-3 lg:border-line lg:border-l lg:pl-6 max-lg:nth-3:border-line max-lg:nth-3:border-l max-lg:nth-3:pl-4";

const Figures = ({ summary, shown, isFlat }: FiguresProps) =>
  shown.map(({ name, Content }) => (
    <section key={name} aria-label={name} className={isFlat ? stripCell : classes(besideLead, "lg:ml-6")}>
      <Name>{name}</Name>
      {summary === undefined ? <FigureLoading /> : <Content summary={summary} />}
    </section>
  ));

const Name = ({ children }: { children: string }) => (
  <h2 className="font-normal text-ink-soft text-sm tracking-normal">{children}</h2>
);

const Note = ({ children }: { children: ReactNode }) => <p className="text-ink-soft text-sm">{children}</p>;

interface AmountProps {
  isBad?: boolean;
  badge?: ReactNode;
  children: string;
}

const Amount = ({ isBad = false, badge, children }: AmountProps) => (
  <p className="my-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
    <span
      style={{ fontSize: "var(--figure, 1.375rem)" }}
      className={classes("text-figure leading-7 tabular-nums", isBad && "text-red-text")}
    >
      {children}
    </span>
    {badge}
  </p>
);

const FigureLoading = ({ isLarge = false }: { isLarge?: boolean }) => (
  <Loading className="space-y-2.5 pt-1.5">
    <Skeleton className={isLarge ? "h-11 w-52" : "h-6 w-28"} />
    <Skeleton className="h-3.5 w-36 max-w-full" />
  </Loading>
);
