import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { buildPath } from "#web/api-client.ts";
import { Download, ExternalLink, Mail, Printer } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Letterhead, Paper } from "#web/ui/page/paper.tsx";
import { type PaymentDetails, readPayment } from "../../contract.ts";
import { formatMethod } from "../../methods.ts";
import { printReceipt, readReceipt, readRefundConfirmation } from "../../receipt-contract.ts";
import { isReversal, paymentStatusLabels, reversalNotes } from "../../statuses.ts";
import { useResendReceipt } from "./mutations.ts";

/** A payment receipt (PAY-50, PAY-94) to print, save, and resend. */
export function ReceiptPanel({ paymentId }: { paymentId: number }) {
  const { data, error, isFetching, refetch } = useQuery(
    endpointQuery(readPayment, { params: { id: paymentId } }),
  );
  if (data !== undefined) return <Receipt payment={data} />;
  if (error === null) return <SkeletonRows count={6} />;
  return (
    <ErrorState
      title="Couldn't load the receipt."
      error={error}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Receipt({ payment }: { payment: PaymentDetails }) {
  const { receipt } = payment;
  return (
    <section aria-label={`Receipt No. ${receipt.number}`}>
      <Paper>
        <Letterhead
          sender={{
            name: receipt.organization.name,
            lines: [receipt.organization.address.join(", "), receipt.organization.email],
          }}
          title={<h3 className="text-ink text-lead">Payment receipt</h3>}
          details={[
            `No. ${receipt.number}`,
            ...(payment.paidOn === null
              ? []
              : [
                  [`Paid ${formatCalendarDay(payment.paidOn)}`, receipt.paidTime ?? ""]
                    .filter(Boolean)
                    .join(", "),
                ]),
            ...(isReversal(payment.status) ? [`${reversalNotes[payment.status]}.`] : []),
          ]}
        />
        <div className="flex items-start justify-between gap-5 py-5">
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">{payment.company}</p>
            <p>
              {payment.unit === null
                ? payment.property.name
                : `${payment.property.name}, unit ${payment.unit.unitNumber}`}
            </p>
          </div>
          <Stamp status={payment.status} />
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 pb-4 sm:grid-cols-3">
          <Detail name="Paid by">{payment.user?.fullName ?? payment.company}</Detail>
          <Detail name="Method">
            {payment.method === null ? "" : formatMethod({ ...payment, method: payment.method })}
            {payment.reference !== "" && (
              <span className="block font-normal text-ink-soft text-sm">{payment.reference}</span>
            )}
          </Detail>
          <Detail name="Description">{payment.description}</Detail>
        </dl>
        <table className="w-full">
          <caption className="border-line-2 border-b pb-1.5 text-left font-medium text-ink-soft text-xs">
            Applied to
          </caption>
          <tbody>
            {receipt.lines.map(({ description, amountCents }) => (
              <Line key={description} name={description} cents={amountCents} />
            ))}
            {payment.feeCents > 0 && (
              <>
                <Line name="Subtotal" cents={payment.amountCents} />
                <Line name="Card processing fee" cents={payment.feeCents} />
              </>
            )}
            <Line name="Total paid" cents={receipt.totalCents} isTotal />
          </tbody>
        </table>
      </Paper>
      <RefundLines payment={payment} />
      <Actions payment={payment} />
    </section>
  );
}

/** Refunds are listed next to the receipt, which stays as issued. */
const RefundLines = ({ payment: { id, refunds } }: { payment: PaymentDetails }) =>
  refunds.map(
    ({ refundedOn, state, ...refund }) =>
      refundedOn !== null &&
      (state === "pending" || state === "done") && (
        <p key={refund.id} className="mt-3 flex flex-wrap gap-x-3 print:hidden">
          {`${formatCents(toCents(refund.amountCents + refund.feeCents))} was refunded on ${formatCalendarDay(refundedOn)}.`}
          <a
            href={buildPath(readRefundConfirmation, { id, refundId: refund.id })}
            target="_blank"
            rel="noopener"
            className="thumb rounded-sm text-accent-text hover:underline"
          >
            Refund confirmation
          </a>
        </p>
      ),
  );

const Stamp = ({ status }: { status: PaymentDetails["status"] }) => (
  <p
    className={classes(
      "shrink-0 -rotate-4 rounded-badge border-2 border-current px-4 py-1 text-lead",
      isReversal(status) ? "text-red-text" : "text-green-text",
    )}
  >
    {isReversal(status) ? paymentStatusLabels[status] : "Paid"}
  </p>
);

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
);

const Line = ({ name, cents, isTotal = false }: { name: string; cents: number; isTotal?: boolean }) => (
  // One text size, so that the amounts align on the decimal point.
  <tr
    className={classes("text-sm", isTotal ? "border-ink border-t-2 font-semibold" : "border-line border-b")}
  >
    <th scope="row" className="py-2 text-left [font-weight:inherit] wrap-anywhere">
      {name}
    </th>
    <td className="whitespace-nowrap py-2 pl-3 text-right tabular-nums">{formatCents(toCents(cents))}</td>
  </tr>
);

function Actions({ payment: { id, can } }: { payment: PaymentDetails }) {
  const resend = useResendReceipt(id);
  return (
    <div className="mt-4 flex flex-wrap gap-2 print:hidden">
      <Button variant="primary" onClick={() => print()}>
        <Printer aria-hidden="true" />
        Print Receipt
      </Button>
      <a href={buildPath(printReceipt, { id })} download className={buttonClasses()}>
        <Download aria-hidden="true" />
        PDF
      </a>
      <a href={buildPath(readReceipt, { id })} target="_blank" rel="noopener" className={buttonClasses()}>
        <ExternalLink aria-hidden="true" />
        Open in new tab
      </a>
      {can.emailReceipt && (
        <Button onClick={() => resend.mutate()} isBusy={resend.isPending} busyLabel="Sending...">
          <Mail aria-hidden="true" />
          Resend by email
        </Button>
      )}
    </div>
  );
}
