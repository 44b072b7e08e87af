import { useLocation } from "wouter";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Plus } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type BankDeposit, exportBankDeposits, listBankDeposits } from "../../bank-deposits-contract.ts";
import { bankDepositPath, paymentsPath, recordPaymentsPath } from "../../paths.ts";

const bankDepositList = { filters: {}, pageSize: 25, pageSizes, name: "bank-deposits" };

/** The bank deposits with payments the user can access, newest first. */
export default function BankDepositsPage() {
  const [, navigate] = useLocation();
  const list = useList(listBankDeposits, useListUrl(bankDepositList), {});
  const openBankDeposit = ({ id }: BankDeposit) => navigate(bankDepositPath(id));
  return (
    <>
      <PageHeader
        back={{ href: paymentsPath, label: "Payments" }}
        title="Bank Deposits"
        action={
          <>
            <ExportLink endpoint={exportBankDeposits} query={{}} noun="bank deposits" />
            <ButtonLink variant="primary" href={recordPaymentsPath} icon={<Plus aria-hidden="true" />}>
              Record Several
            </ButtonLink>
          </>
        }
      />
      <ListView
        list={list}
        label="Bank deposits"
        itemNoun="bank deposits"
        errorTitle="Couldn't load the bank deposits."
        emptyState={
          <EmptyState title="No bank deposits yet">
            Record checks and other payments together, and they appear here as one bank deposit.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="Bank deposits"
            columns={getColumns(openBankDeposit)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={openBankDeposit}
          />
        )}
      </ListView>
    </>
  );
}

const getColumns = (onOpen: (row: BankDeposit) => void): readonly Column<BankDeposit>[] => [
  {
    key: "date",
    header: "Date",
    phoneSlot: "title",
    cell: ({ depositedOn }) => (
      <span className="whitespace-nowrap font-medium tabular-nums">{formatCalendarDay(depositedOn)}</span>
    ),
  },
  {
    key: "payments",
    header: "Payments",
    phoneSlot: "line",
    cell: ({ payments }) => (payments === 1 ? "1 payment" : `${payments} payments`),
  },
  { key: "by", header: "Recorded by", phoneSlot: "line", cell: ({ createdBy }) => createdBy },
  {
    key: "note",
    header: "Note",
    phoneSlot: "hidden",
    className: "sm:max-w-72",
    cell: ({ note }) => <span className="line-clamp-2 text-ink-soft wrap-anywhere">{note}</span>,
  },
  {
    key: "total",
    header: "Total",
    phoneSlot: "figure",
    align: "end",
    cell: ({ totalCents }) => (
      <span className="font-medium tabular-nums">{formatCents(toCents(totalCents))}</span>
    ),
  },
  {
    key: "open",
    header: "Open",
    isHeaderHidden: true,
    phoneSlot: "hidden",
    cell: (row) => (
      <Button size="sm" variant="link" className="-mr-2.5" onClick={() => onOpen(row)}>
        View
        <span className="sr-only">{` bank deposit of ${formatCalendarDay(row.depositedOn)}`}</span>
      </Button>
    ),
  },
];
