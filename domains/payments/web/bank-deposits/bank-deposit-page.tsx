import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Printer } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Letterhead, Paper } from "#web/ui/page/paper.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type BankDeposit, maxBankDepositPayments, readBankDeposit } from "../../bank-deposits-contract.ts";
import { exportPayments, listPayments, type Payment } from "../../contract.ts";
import { paymentMethodLabels } from "../../methods.ts";
import { bankDepositsPath, paymentPath } from "../../paths.ts";
import { isReversal, paymentStatusLabels } from "../../statuses.ts";

/** One bank deposit as a document, with the payments the user can access. */
export default function BankDepositPage() {
  const id = Number(useParams().id);
  const bankDeposit = useQuery(endpointQuery(readBankDeposit, { params: { id } }));
  return (
    <RecordPage
      query={bankDeposit}
      noun="bank deposit"
      all={{ href: bankDepositsPath, label: "All bank deposits" }}
    >
      {(value) => <BankDepositDocument bankDeposit={value} />}
    </RecordPage>
  );
}

function BankDepositDocument({ bankDeposit }: { bankDeposit: BankDeposit }) {
  const { id, depositedOn, totalCents, slipCents, note, createdBy, createdAt } = bankDeposit;
  const query = { bankDepositId: String(id) };
  const { data: payments = [] } = useQuery(
    endpointQuery(listPayments, { query: { ...query, limit: String(maxBankDepositPayments) } }),
  );
  // In the order in which they were recorded.
  const rows: DepositRow[] = payments.toSorted((a, b) => a.id - b.id);
  return (
    <>
      <PageHeader
        back={{ href: bankDepositsPath, label: "All bank deposits" }}
        title={`Bank deposit of ${formatCalendarDay(depositedOn)}`}
        action={
          <>
            <ExportLink endpoint={exportPayments} query={query} noun="the payments in this bank deposit" />
            <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
              Print
            </Button>
          </>
        }
      />
      <Paper>
        <Letterhead
          title={<h2 className="text-ink text-lead">Bank deposit</h2>}
          details={[
            `No. ${id}`,
            formatCalendarDay(depositedOn),
            ...(slipCents === null ? [] : [`Deposit slip ${formatMoney(slipCents)}`]),
          ]}
        />
        <div className="py-4">
          <Table
            caption="Payments of this bank deposit"
            columns={columns}
            rows={rows.length === 0 ? [] : [...rows, { totalCents }]}
            rowKey={(row) => ("id" in row ? row.id : "total")}
            look={(row) => ("id" in row ? undefined : "total")}
          />
        </div>
        <p className="text-ink-soft text-sm wrap-anywhere">
          {`Recorded by ${createdBy} on ${formatDay(createdAt)}.`}
          {note !== "" && ` ${note}`}
        </p>
      </Paper>
    </>
  );
}

const formatMoney = (cents: number): string => formatCents(toCents(cents));

/** A payment, or the total below the payments. */
type DepositRow = Payment | { totalCents: number };

const columns: readonly Column<DepositRow>[] = [
  {
    key: "company",
    header: "Tenant",
    phoneSlot: "title",
    cell: (row) =>
      "id" in row ? (
        <>
          <span className="font-medium">{row.company}</span>
          <span className="block text-ink-soft text-sm">
            {row.unit === null ? row.property.name : `${row.property.name}, ${row.unit.unitNumber}`}
          </span>
        </>
      ) : (
        "Total"
      ),
    phoneCell: (row) => ("id" in row ? row.company : "Total"),
  },
  {
    key: "received",
    header: "Received",
    phoneSlot: "line",
    cell: (row) => "id" in row && row.paidOn !== null && formatCalendarDay(row.paidOn),
  },
  {
    key: "method",
    header: "Method",
    phoneSlot: "line",
    cell: (row) => "id" in row && row.method !== null && paymentMethodLabels[row.method],
  },
  { key: "reference", header: "Reference", phoneSlot: "line", cell: (row) => "id" in row && row.reference },
  {
    key: "receipt",
    header: "Receipt",
    phoneSlot: "badge",
    align: "start",
    cell: (row) =>
      "id" in row && (
        <span className="whitespace-nowrap">
          <Link
            href={paymentPath(row.id)}
            className="thumb rounded-sm text-accent-text tabular-nums hover:underline"
          >
            {`No. ${row.receiptNumber}`}
          </Link>
          {isReversal(row.status) && (
            <span className="block text-red-text text-sm">{paymentStatusLabels[row.status]}</span>
          )}
        </span>
      ),
  },
  {
    key: "amount",
    header: "Amount",
    phoneSlot: "figure",
    align: "end",
    // A moved payment counts in its new row, and one entered by mistake doesn't count.
    cell: (row) =>
      "id" in row ? (
        <span
          className={
            row.status === "moved" || row.status === "mistake" ? "text-ink-soft line-through" : undefined
          }
        >
          {row.amountFormatted}
        </span>
      ) : (
        formatMoney(row.totalCents)
      ),
  },
];
