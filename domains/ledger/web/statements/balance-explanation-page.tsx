import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { leaseLedgerPath } from "#domains/leases/paths.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ApiError } from "#web/api-client.ts";
import { ChevronRight } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useGrowingList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useUser } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section } from "#web/ui/page/section.tsx";
import {
  describeAllocations,
  describeEntry,
  type ExplainedMonth,
  findLastZeroDate,
  groupByMonth,
} from "../../balance-explanation.ts";
import { type LedgerEntry, listLedger } from "../../contract.ts";
import { formatBalance, getBalanceTitle } from "../../describe.ts";
import { statementPath } from "../../paths.ts";
import { AccountSummary } from "../account-summary.tsx";
import { accountQuery, entriesPerPage } from "../queries.ts";

/**
 * Explains a balance: the entries of a lease by month, newest first, each with a sentence and the running
 * balance.
 */
export default function BalanceExplanationPage() {
  const { id } = useParams<{ id: string }>();
  return /^[1-9]\d{0,15}$/.test(id) ? (
    <BalanceExplanation key={id} leaseId={Number(id)} />
  ) : (
    <AccountNotFound />
  );
}

/** A list without filters or pages. A button loads more. */
const entryList = { filters: {}, pageSize: entriesPerPage, isInUrl: false };

function BalanceExplanation({ leaseId }: { leaseId: number }) {
  const isStaff = useUser().role !== "tenant";
  const account = useQuery(accountQuery(leaseId));
  const list = useGrowingList(
    listLedger,
    useListUrl(entryList),
    {},
    { firstCount: entriesPerPage, params: { id: leaseId } },
  );
  if (account.error instanceof ApiError && account.error.status === 404) return <AccountNotFound />;
  return (
    <>
      <PageHeader
        back={{ href: leaseLedgerPath(leaseId), label: "Lease" }}
        title={getBalanceTitle({ isStaff })}
        action={<ButtonLink href={statementPath(leaseId)}>Statement</ButtonLink>}
      />
      <div className="space-y-6">
        {account.data !== undefined && (
          <Section className="[&>dl]:border-t-0">
            <AccountSummary account={account.data} />
          </Section>
        )}
        <ListView
          list={list}
          itemNoun="entries"
          errorTitle="Couldn't load the account."
          loadMore={{ label: "Load more", singular: "entry" }}
          emptyState={
            <EmptyState isPage title="The balance is $0.00">
              No charges or payments yet. Charges post 10 days before they're due.
            </EmptyState>
          }
        >
          {(entries) => <MonthList entries={entries} isComplete={!list.more.hasMore} />}
        </ListView>
      </div>
    </>
  );
}

function MonthList({ entries, isComplete }: { entries: readonly LedgerEntry[]; isComplete: boolean }) {
  const months = groupByMonth(entries);
  const zeroOn = findLastZeroDate(entries);
  return (
    <>
      {zeroOn !== undefined && (
        <p className="px-(--inset) py-3 text-ink-soft">
          {`The balance was $0.00 on ${formatCalendarDay(zeroOn)}. The current balance comes from the entries since then.`}
        </p>
      )}
      {months.map((month, index) => (
        // The oldest month might have more entries on the next page.
        <MonthEntries
          key={month.month}
          month={month}
          isComplete={isComplete || index < months.length - 1}
          isNewest={index === 0}
        />
      ))}
      {isComplete && (
        <p className="border-line border-t px-(--inset) py-3 text-ink-soft">
          The account started with a $0.00 balance.
        </p>
      )}
    </>
  );
}

interface MonthProps {
  month: ExplainedMonth;
  isComplete: boolean;
  isNewest: boolean;
}

function MonthEntries({ month: { month, entries, sumCents }, isComplete, isNewest }: MonthProps) {
  const name = formatMonth(month);
  return (
    <details aria-label={name} open={isNewest} className="group border-line border-t first:border-t-0">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-(--inset) hover:bg-hover py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 text-ink-soft group-open:rotate-90" />
        <h2 className="grow font-medium">{name}</h2>
        {isComplete && (
          <span className="text-ink-soft text-sm tabular-nums">{`Net ${formatSignedMoney(sumCents)}`}</span>
        )}
        <span className="text-right font-medium tabular-nums sm:w-32">
          <span className="sr-only">Ending balance </span>
          {formatBalance(entries[0]?.balanceCents ?? 0)}
        </span>
      </summary>
      <ol className="divide-y divide-line border-line border-t">
        {entries.map((entry) => (
          <ExplainedEntry key={entry.id} entry={entry} />
        ))}
      </ol>
    </details>
  );
}

function ExplainedEntry({ entry }: { entry: LedgerEntry }) {
  const allocations = describeAllocations(entry);
  return (
    <li className="grid gap-x-6 gap-y-1 px-(--inset) py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto_8rem]">
      <p className="flex justify-between gap-4 text-ink-soft tabular-nums max-sm:text-sm">
        <span className="sm:sr-only">Date</span>
        <time dateTime={entry.onDay}>{formatCalendarDay(entry.onDay)}</time>
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p>{describeEntry(entry)}</p>
        {entry.reason !== "" && <p className="text-ink-soft text-sm">{entry.reason}</p>}
        {allocations !== undefined && <p className="text-ink-soft text-sm">{allocations}</p>}
      </div>
      <p className="flex justify-between gap-4 tabular-nums sm:justify-end">
        <span className="text-ink-soft text-sm sm:sr-only">Amount</span>
        {entry.amountCents === 0 ? "–" : formatSignedMoney(entry.amountCents)}
      </p>
      <p className="flex justify-between gap-4 font-medium tabular-nums sm:justify-end sm:text-right">
        <span className="font-normal text-ink-soft text-sm sm:sr-only">Balance</span>
        {formatBalance(entry.balanceCents)}
      </p>
    </li>
  );
}

const formatMoney = (cents: number): string => formatCents(toCents(cents));
const formatSignedMoney = (cents: number): string =>
  cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents);

function AccountNotFound() {
  return (
    <>
      <title>Account not found · Property Management Portal</title>
      <EmptyState
        title="Account not found"
        titleAs="h1"
        action={<ButtonLink href={dashboardPath}>Dashboard</ButtonLink>}
      >
        The lease was deleted, or you don't have access to it.
      </EmptyState>
    </>
  );
}
