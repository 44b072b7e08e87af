import { formatCents, toCents } from "#shared/format/money.ts";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import type { Payment } from "../../contract.ts";
import { getDisputeStateLabel } from "../../disputes.ts";
import { isReversal, paymentStatusLabels, reversalNotes } from "../../statuses.ts";

/** `Completed` or `Pending`, with a note about overdue charges, refunds, returns, failed debits, and disputes (PAY-75). */
export const PaymentStatusBadge = ({ payment }: { payment: Payment }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    {renderStatusBadge(payment)}
    <PaymentNote payment={payment} />
  </span>
);

export function renderStatusBadge({ status }: Payment) {
  const { label, tone } = getStatusBadge(status);
  return (
    <Badge tone={tone} isQuiet>
      {label}
    </Badge>
  );
}

/** The title of a payment's row on a phone, with a note below about refunds, returns, and disputes. */
export const PhoneTitle = ({ payment, children }: { payment: Payment; children: string }) => (
  <>
    <span className="block">{children}</span>
    <PaymentNote payment={payment} />
  </>
);

function PaymentNote({ payment }: { payment: Payment }) {
  const note = getNote(payment);
  if (note === null) return null;
  return (
    <span
      className={`font-normal text-xs max-sm:block ${payment.status === "overdue" ? "text-red-text" : "text-ink-soft"}`}
    >
      {note}
    </span>
  );
}

function getStatusBadge(status: Payment["status"]): { label: string; tone: Tone } {
  if (status === "completed") return { label: "Completed", tone: "green" };
  if (status === "refunded") return { label: "Refunded", tone: "gray" };
  if (status === "failed") return { label: paymentStatusLabels.failed, tone: "red" };
  if (isReversal(status))
    return { label: paymentStatusLabels[status], tone: status === "returned" ? "red" : "gray" };
  return { label: "Pending", tone: "amber" };
}

function getNote({ status, refundedCents, feeRefundedCents, dispute, problem }: Payment): string | null {
  if (status === "overdue") return "Overdue";
  if (status === "failed") return [problem, "Nothing was credited."].filter((text) => text !== "").join(" ");
  if (isReversal(status)) return reversalNotes[status];
  if (dispute !== null) return `Disputed: ${getDisputeStateLabel(dispute.state)}`;
  if (status === "completed" && refundedCents > 0)
    return `${formatCents(toCents(refundedCents + feeRefundedCents))} was refunded`;
  return null;
}
