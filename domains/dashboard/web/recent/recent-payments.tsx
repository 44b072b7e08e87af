import { useQuery } from "@tanstack/react-query";
import type { Payment } from "#domains/payments/contract.ts";
import { formatWithFee } from "#domains/payments/fee.ts";
import { paymentsPath } from "#domains/payments/paths.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { useUser } from "#web/session/session.tsx";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { maxRecentPayments, recentPaymentsQuery } from "../queries.ts";
import { RecentList } from "./recent-list.tsx";

/** The latest payments and overdue charges (DASH-18 to DASH-24). */
export function RecentPayments() {
  const payments = useQuery({
    ...recentPaymentsQuery,
    select: (rows) => rows.filter(isPaidOrDue).slice(0, maxRecentPayments),
  });
  const isTenant = useUser().role === "tenant";
  return (
    <RecentList
      title="Recent Payments"
      noun="payments"
      href={paymentsPath}
      placeholderCount={maxRecentPayments}
      rowHeight="h-14.5 sm:h-(--row-2)"
      query={payments}
      emptyTitle="No payments available"
      createLabel="Process New Payment"
    >
      {(rows) => (
        <ul className="divide-y divide-line border-line border-b">
          {rows.map((payment) => (
            <ListRow
              key={`${payment.status} ${payment.id}`}
              title={
                <span className="line-clamp-1" title={payment.description}>
                  {payment.description}
                </span>
              }
              meta={
                <span className="flex flex-col items-end">
                  <span className="font-semibold text-base leading-4.5">{formatWithFee(payment)}</span>
                  <PaymentBadge variant={toPaymentVariant(payment.status)} isQuiet={isTenant} />
                </span>
              }
            >
              <span className="line-clamp-1 tabular-nums">
                {isTenant ? formatPaymentDate(payment) : formatDetails(payment)}
              </span>
            </ListRow>
          ))}
        </ul>
      )}
    </RecentList>
  );
}

/** Refunded and reversed payments are neither paid nor due. The payment history shows them. */
const isPaidOrDue = ({ status }: Payment): boolean => status === "completed" || status === "overdue";

function formatPaymentDate({ paidOn, dueOn, createdAt }: Payment): string {
  if (dueOn !== null) return `due ${formatCalendarDay(dueOn)}`;
  return paidOn === null ? formatDay(createdAt) : formatCalendarDay(paidOn);
}

/** The payer, the unit, and the date. Tenants see only the date. */
const formatDetails = (payment: Payment): string =>
  [
    payment.user?.fullName ?? payment.company,
    ...(payment.unit === null ? [] : [payment.unit.unitNumber]),
    formatPaymentDate(payment),
  ].join(" · ");

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
export function PaymentBadge({ variant, isQuiet }: { variant: PaymentVariant; isQuiet?: boolean }) {
  const { label, tone } = badgeStyles[variant];
  return (
    <Badge tone={tone} isQuiet={isQuiet}>
      {label}
    </Badge>
  );
}
