import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { ApiError, buildPath } from "#web/api-client.ts";
import { ChevronDown } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { createDayFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useGrowingList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { exportLedger, type LeaseAccount, type LedgerEntry, listLedger } from "../contract.ts";
import { getBalanceTitle } from "../describe.ts";
import { balanceHistoryPath, statementPath } from "../paths.ts";
import { printDepositStatement } from "../statement-contract.ts";
import { AccountSummary } from "./account-summary.tsx";
import type { EntryAction, LeaseName, OpenDialog, RecordKind } from "./dialogs/open-dialog.ts";
import { EntriesTable } from "./entries-table.tsx";
import { accountQuery, entriesPerPage } from "./queries.ts";

const LedgerDialog = lazyPart(() =>
  import("./dialogs/ledger-dialog.tsx").then((module) => ({ default: module.LedgerDialog })),
);

const recordLabels = {
  payment: "Payment",
  charge: "Charge",
  credit: "Credit",
  payout: "Credit payout",
  deposit: "Deposit",
} as const satisfies Record<RecordKind, string>;

/** Only a credit can be paid out. */
const getRecordKinds = ({ balanceCents }: LeaseAccount): RecordKind[] =>
  (Object.keys(recordLabels) as RecordKind[]).filter((record) => record !== "payout" || balanceCents < 0);

/** The account and the entries of a lease. Staff record payments and corrections. Tenants can only read. */
export function LeaseLedger({ leaseId, lease }: { leaseId: number; lease: LeaseName }) {
  const account = useQuery(accountQuery(leaseId));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const canWrite = useIsServerReachable();
  if (account.isPending) return <SkeletonRows count={4} />;
  if (account.error instanceof ApiError && account.error.status === 404)
    return (
      <EmptyState title="You don't have access to this ledger">
        Only people who were on the lease when it ended can see this ledger.
      </EmptyState>
    );
  if (account.data === undefined)
    return (
      <ErrorState
        title="Couldn't load the account."
        error={account.error}
        isRetrying={account.isFetching}
        onRetry={() => void account.refetch()}
      />
    );
  const canCorrect = account.data.can.correct;
  return (
    <div className="space-y-6">
      <Section
        title="Account"
        action={
          canCorrect && (
            <Menu
              label="Record"
              trigger={(props) => (
                <Button {...props} variant="primary" disabled={!canWrite}>
                  Record...
                  <ChevronDown aria-hidden="true" />
                </Button>
              )}
            >
              {getRecordKinds(account.data).map((record) => (
                <MenuItem key={record} onSelect={() => setDialog({ record })}>
                  {recordLabels[record]}
                </MenuItem>
              ))}
            </Menu>
          )
        }
      >
        <AccountSummary account={account.data} />
        <p className="flex flex-wrap gap-2 border-line border-t px-(--inset) py-3 max-sm:*:flex-1">
          <ButtonLink href={balanceHistoryPath(leaseId)}>
            {getBalanceTitle({ isStaff: canCorrect })}
          </ButtonLink>
          <ButtonLink href={statementPath(leaseId)}>Statement</ButtonLink>
          {account.data.hadDeposit && (
            <a href={buildPath(printDepositStatement, { id: leaseId })} download className={buttonClasses()}>
              Deposit statement
            </a>
          )}
        </p>
      </Section>
      <LedgerEntries
        leaseId={leaseId}
        account={account.data}
        onAction={canCorrect ? (entry, action) => setDialog({ entry, action }) : undefined}
      />
      <Suspense>
        {dialog !== null && (
          <LedgerDialog
            leaseId={leaseId}
            lease={lease}
            account={account.data}
            dialog={dialog}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface LedgerEntriesProps {
  leaseId: number;
  account: LeaseAccount;
  onAction: ((entry: LedgerEntry, action: EntryAction) => void) | undefined;
}

const ledgerList = {
  filters: {
    from: createDayFilter({ label: "From", notAfter: "to" }),
    to: createDayFilter({ label: "To", notBefore: "from" }),
  },
  pageSize: entriesPerPage,
  isInUrl: false,
};

function LedgerEntries({ leaseId, account, onAction }: LedgerEntriesProps) {
  const listUrl = useListUrl(ledgerList);
  const params = { id: leaseId };
  const list = useGrowingList(listLedger, listUrl, listUrl.filters, { firstCount: entriesPerPage, params });
  const canWrite = useIsServerReachable();
  return (
    <ListView
      list={list}
      header={
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-line border-b px-(--inset) pt-4 pb-3">
          <div>
            <h2 className="text-section">Ledger</h2>
            <p className="mt-0.5 text-ink-soft text-sm">All entries, newest first, with a running balance.</p>
          </div>
          <FilterBar
            filters={ledgerList.filters}
            listUrl={listUrl}
            className="flex flex-wrap items-end gap-3"
            action={
              <ExportLink endpoint={exportLedger} params={params} query={listUrl.filters} noun="ledger" />
            }
          />
        </div>
      }
      itemNoun="entries"
      errorTitle="Couldn't load the ledger."
      skeleton={6}
      emptyState={
        listUrl.isNarrowed ? (
          <EmptyState
            title="No entries in this date range"
            action={<Button onClick={listUrl.clearFilters}>Show all entries</Button>}
          />
        ) : (
          <EmptyState title="No entries yet">
            Charges appear 10 days before they're due. Payments appear when received.
          </EmptyState>
        )
      }
      loadMore={{ label: "Load more", singular: "entry" }}
    >
      {(rows) => (
        <EntriesTable
          leaseId={leaseId}
          entries={rows}
          today={account.today}
          onAction={onAction}
          isDisabled={!canWrite}
        />
      )}
    </ListView>
  );
}
