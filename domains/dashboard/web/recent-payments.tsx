import { useQuery } from "@tanstack/react-query";
import type { Payment } from "#domains/payments/contract.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { ReceiptText } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PaymentBadge, variantOf } from "./payment-badge.tsx";
import { recentPayments, recentPaymentsQuery } from "./queries.ts";
import { RecentCard } from "./recent-card.tsx";

/** DASH-18 to DASH-24: the latest payments and overdue charges. */
export function RecentPayments() {
  const payments = useQuery(recentPaymentsQuery);
  return (
    <RecentCard
      title="Recent Payments"
      what="payments"
      href={paths.payments}
      count={recentPayments}
      query={payments}
      next="Process New Payment"
    >
      {(found) => <Newest payments={found.filter(isPaidOrDue).slice(0, recentPayments)} />}
    </RecentCard>
  );
}

/** Refunded and returned payments are neither; the history of payments shows them. */
const isPaidOrDue = ({ status }: Payment): boolean => status !== "refunded" && status !== "returned";

function Newest({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <EmptyState icon={<ReceiptText />} title="No payments available" />;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {payments.map((payment) => (
        <li
          key={`${payment.status} ${payment.id}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
        >
          <div className="min-w-0 flex-1 basis-48">
            <p className="truncate font-medium">{payment.description}</p>
            <p className="truncate text-ink-soft text-sm">{whoAndWhen(payment)}</p>
          </div>
          <span className="font-medium tabular-nums">{payment.amountFormatted}</span>
          <PaymentBadge variant={variantOf(payment.status)} />
        </li>
      ))}
    </ul>
  );
}

function whoAndWhen({ user, company, unit, paidOn, dueOn, createdAt }: Payment): string {
  const day =
    dueOn !== null
      ? `due ${formatCalendarDay(dueOn)}`
      : paidOn !== null
        ? formatCalendarDay(paidOn)
        : formatDay(createdAt);
  const place = unit === null ? [] : [`Unit ${unit.unitNumber}`];
  return [user?.fullName ?? company, ...place, day].join(" · ");
}
