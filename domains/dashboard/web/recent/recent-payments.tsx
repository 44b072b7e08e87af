import { useQuery } from "@tanstack/react-query";
import type { Payment } from "#domains/payments/contract.ts";
import { paymentsPath } from "#domains/payments/paths.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { recentPaymentsMax, recentPaymentsQuery } from "../queries.ts";
import { RecentCard } from "./recent-card.tsx";

/** The latest payments and overdue charges (DASH-18 to DASH-24). */
export function RecentPayments() {
  const payments = useQuery(recentPaymentsQuery);
  return (
    <RecentCard
      title="Recent Payments"
      noun="payments"
      href={paymentsPath}
      count={recentPaymentsMax}
      query={payments}
      next="Process New Payment"
    >
      {(rows) => <Newest payments={rows.filter(isPaidOrDue).slice(0, recentPaymentsMax)} />}
    </RecentCard>
  );
}

/** Refunded and returned payments are neither. The payment history shows them. */
const isPaidOrDue = ({ status }: Payment): boolean => status !== "refunded" && status !== "returned";

function Newest({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <EmptyState title="No payments available" />;
  return (
    <ul className="divide-y divide-line border-line border-b">
      {payments.map((payment) => (
        <li
          key={`${payment.status} ${payment.id}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 px-(--inset) py-3"
        >
          <div className="min-w-0 flex-1 basis-48">
            <p className="truncate font-medium">{payment.description}</p>
            <p className="truncate text-ink-soft text-sm">{formatDetails(payment)}</p>
          </div>
          <span className="font-medium tabular-nums">{payment.amountFormatted}</span>
          <PaymentBadge variant={toPaymentVariant(payment.status)} />
        </li>
      ))}
    </ul>
  );
}

function formatDetails({ user, company, unit, paidOn, dueOn, createdAt }: Payment): string {
  const day =
    dueOn !== null
      ? `due ${formatCalendarDay(dueOn)}`
      : paidOn !== null
        ? formatCalendarDay(paidOn)
        : formatDay(createdAt);
  const place = unit === null ? [] : [`Unit ${unit.unitNumber}`];
  return [user?.fullName ?? company, ...place, day].join(" · ");
}

const badgeStyles = {
  pending: { label: "Pending", tone: "amber" },
  paid: { label: "Paid", tone: "green" },
  overdue: { label: "Overdue", tone: "red" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type PaymentVariant = keyof typeof badgeStyles;

/** Completed payments count as paid, all others as overdue (DASH-21, DASH-22). */
export const toPaymentVariant = (status: string): PaymentVariant =>
  status === "completed" ? "paid" : "overdue";

/** The badge of a payment (DASH-23). */
export function PaymentBadge({ variant }: { variant: PaymentVariant }) {
  const { label, tone } = badgeStyles[variant];
  return <Badge tone={tone}>{label}</Badge>;
}
