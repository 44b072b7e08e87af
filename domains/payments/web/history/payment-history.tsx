import type { ReactNode } from "react";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportPayments, listPayments, type Payment } from "../../contract.ts";
import { paymentMethodLabels } from "../../methods.ts";
import { PaidAmount } from "./paid-amount.tsx";
import { usePaymentInUrl } from "./payment-in-url.ts";
import { PaymentStatusBadge, PhoneTitle, renderStatusBadge } from "./payment-status.tsx";
import { ReceiptPanel } from "./receipt-panel.tsx";

/** Page size (PAY-71, CON-06). */
const historyList = { filters: {}, pageSize: 5, pageSizes: [5, 25, 50, 100], name: "my-payments" };

/** Payments made, failed bank debits, and overdue charges (PAY-70 to PAY-76). `whenEmpty` is the content of an empty list. */
export function PaymentHistory({ whenEmpty }: { whenEmpty: ReactNode }) {
  const list = useList(listPayments, useListUrl(historyList), {});
  const { paymentId, openPayment, closePayment } = usePaymentInUrl();
  return (
    <>
      <ListView
        list={list}
        label="Payment history"
        header={
          <SectionHeader
            title="Payment history"
            action={
              list.rows?.length !== 0 && (
                <ExportLink endpoint={exportPayments} query={{}} noun="payments" size="sm" />
              )
            }
          />
        }
        itemNoun="payments"
        errorTitle="Couldn't load the payments."
        skeleton={historyList.pageSize}
        emptyState={<EmptyState title="No payment history available">{whenEmpty}</EmptyState>}
      >
        {(rows) => (
          <Table
            caption="Payment history"
            columns={getColumns(openPayment)}
            rows={rows}
            rowKey={({ id, status }) => `${status} ${id}`}
            onOpen={({ id }) => openPayment(id)}
            canOpen={hasReceipt}
          />
        )}
      </ListView>
      {paymentId !== null && <ReceiptDialog paymentId={paymentId} onClose={closePayment} />}
    </>
  );
}

const formatPaymentDate = ({ paidOn, failedOn, dueOn, createdAt }: Payment): string => {
  const day = paidOn ?? failedOn ?? dueOn;
  return day === null ? formatDay(createdAt) : formatCalendarDay(day);
};

const hasReceipt = ({ status }: Payment) => status === "completed";

const getColumns = (onView: (id: number) => void): Column<Payment>[] => [
  {
    key: "date",
    header: "Date",
    phoneSlot: "line",
    cell: (payment) => <span className="whitespace-nowrap tabular-nums">{formatPaymentDate(payment)}</span>,
  },
  {
    key: "description",
    header: "Description",
    phoneSlot: "title",
    cell: ({ description }) => <span className="line-clamp-2 wrap-anywhere">{description}</span>,
    phoneCell: (payment) => <PhoneTitle payment={payment}>{payment.description}</PhoneTitle>,
  },
  {
    key: "method",
    header: "Method",
    phoneSlot: "line",
    cell: ({ method }) => (
      <span className="text-ink-soft">{method === null ? "–" : paymentMethodLabels[method]}</span>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    phoneSlot: "figure",
    cell: (payment) => <PaidAmount payment={payment} />,
  },
  {
    key: "status",
    header: "Status",
    phoneSlot: "badge",
    cell: (payment) => <PaymentStatusBadge payment={payment} />,
    phoneCell: renderStatusBadge,
  },
  {
    key: "receipt",
    header: "Receipt",
    phoneSlot: "hidden",
    cell: (payment) =>
      hasReceipt(payment) ? (
        <Button size="sm" variant="link" className="-mr-2.5" onClick={() => onView(payment.id)}>
          View
          <span className="sr-only">{` the receipt for ${payment.description}`}</span>
        </Button>
      ) : (
        <span aria-hidden="true" className="text-ink-faint">
          –
        </span>
      ),
  },
];

/** The receipt opened by `View` in the history (PAY-76). */
const ReceiptDialog = ({ paymentId, onClose }: { paymentId: number; onClose: () => void }) => (
  <Dialog isOpen isInUrl onClose={onClose} title="Receipt" description={null} size="sheet">
    <ReceiptPanel paymentId={paymentId} />
  </Dialog>
);
