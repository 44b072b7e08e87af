import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { ReceiptText } from "#web/icons.ts";
import { useExistingPage } from "#web/list-page.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportPayments, type Payment } from "../contract.ts";
import { paymentMethodLabels } from "../methods.ts";
import { usePaymentList } from "./list-address.ts";
import { historyQuery, paymentsPerPage } from "./payment-queries.ts";
import { PaymentStatusBadge } from "./payment-status.tsx";
import { ReceiptDialog } from "./receipt-dialog.tsx";

interface HistoryProps {
  page: number;
  setPage: (page: number) => void;
  /** What to say when there is nothing. */
  whenEmpty: ReactNode;
}

/** PAY-70 to PAY-76: what was paid, and what should have been. */
export function PaymentHistory({ page, setPage, whenEmpty }: HistoryProps) {
  const list = useQuery(historyQuery(page));
  const { paymentId, openPayment, closePayment } = usePaymentList();
  const columns = useMemo(() => columnsOf(openPayment), [openPayment]);
  useExistingPage(list, { page, pageSize: paymentsPerPage, open: setPage });
  const isEmpty = list.data?.rows.length === 0 && page === 1;
  return (
    <Card aria-label="Payment history">
      <CardHeader
        title="Payment history"
        action={!isEmpty && <ExportLink endpoint={exportPayments} query={{}} what="payments" size="sm" />}
      />
      <div className="border-line border-t">
        {list.data === undefined ? (
          list.isError ? (
            <ErrorState
              title="The payments could not be loaded."
              error={list.error}
              isRetrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <SkeletonRows count={paymentsPerPage} />
          )
        ) : isEmpty ? (
          <EmptyState icon={<ReceiptText />} title="No payment history available">
            {whenEmpty}
          </EmptyState>
        ) : (
          <>
            <Table
              caption="Payment history"
              columns={columns}
              rows={list.data.rows}
              rowKey={({ id, status }) => `${status} ${id}`}
            />
            <Pagination
              page={page}
              pageSize={paymentsPerPage}
              total={list.data.total}
              onPage={setPage}
              noun="payments"
            />
          </>
        )}
      </div>
      {paymentId !== null && <ReceiptDialog paymentId={paymentId} onClose={closePayment} />}
    </Card>
  );
}

const dayOf = ({ paidOn, dueOn, createdAt }: Payment): string => {
  const day = paidOn ?? dueOn;
  return day === null ? formatDay(createdAt) : formatCalendarDay(day);
};

const columnsOf = (view: (id: number) => void): Column<Payment>[] => [
  {
    key: "date",
    header: "Date",
    cell: (payment) => <span className="whitespace-nowrap tabular-nums">{dayOf(payment)}</span>,
  },
  {
    key: "description",
    header: "Description",
    onPhone: "title",
    cell: ({ description }) => <span className="line-clamp-2 wrap-anywhere">{description}</span>,
  },
  {
    key: "method",
    header: "Method",
    cell: ({ method }) => (
      <span className="text-ink-soft">{method === null ? "–" : paymentMethodLabels[method]}</span>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amountFormatted }) => <span className="whitespace-nowrap font-medium">{amountFormatted}</span>,
  },
  { key: "status", header: "Status", cell: (payment) => <PaymentStatusBadge payment={payment} /> },
  {
    key: "receipt",
    header: "Receipt",
    cell: ({ id, status, description }) =>
      status === "completed" ? (
        <Button size="sm" onClick={() => view(id)}>
          View
          <span className="sr-only">{` the receipt of ${description}`}</span>
        </Button>
      ) : (
        <span aria-hidden="true" className="text-ink-faint">
          –
        </span>
      ),
  },
];
