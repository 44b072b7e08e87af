import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { Payment } from "../../contract.ts";
import { disputeStateLabel } from "../../disputes.ts";

/** `Completed` or `Pending`, with a note about refunds, returns, and disputes (PAY-75). */
export function PaymentStatusBadge({ payment }: { payment: Payment }) {
  const note = getNote(payment);
  return (
    <>
      {renderStatusBadge(payment)}
      {payment.status === "overdue" && payment.dueOn !== null && (
        <p className="mt-1 text-red-text text-sm">{`Overdue since ${formatCalendarDay(payment.dueOn)}`}</p>
      )}
      {note !== null && <p className="mt-1 text-ink-soft text-xs">{note}</p>}
    </>
  );
}

export function renderStatusBadge({ status }: Payment) {
  const { label, tone } = getLook(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/**
 * The name of a payment in a phone's row, with a note below about when it became overdue or what happened to
 * it.
 */
export function PhoneTitle({ payment, children }: { payment: Payment; children: string }) {
  const isOverdue = payment.status === "overdue" && payment.dueOn !== null;
  const note = isOverdue ? `Overdue since ${formatCalendarDay(payment.dueOn ?? "")}` : getNote(payment);
  return (
    <>
      <span className="block">{children}</span>
      {note !== null && (
        <span className={`block font-normal text-sm ${isOverdue ? "text-red-text" : "text-ink-soft"}`}>
          {note}
        </span>
      )}
    </>
  );
}

function getLook(status: string): { label: string; tone: Tone } {
  if (status === "completed") return { label: "Completed", tone: "green" };
  if (status === "refunded") return { label: "Refunded", tone: "gray" };
  if (status === "returned") return { label: "Returned", tone: "red" };
  return { label: "Pending", tone: "amber" };
}

function getNote({ status, dueOn, refundedCents, dispute }: Payment): string | null {
  if (status === "overdue" && dueOn !== null) return `Due since ${formatCalendarDay(dueOn)}, not paid`;
  if (status === "returned") return "The payment was returned, so the charges it covered are unpaid again";
  if (dispute !== null) return `Disputed: ${disputeStateLabel(dispute.state)}`;
  if (status === "completed" && refundedCents > 0)
    return `${formatCents(toCents(refundedCents))} was refunded`;
  return null;
}
