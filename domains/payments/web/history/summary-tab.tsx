import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { balanceHistoryPath, statementPath } from "#domains/ledger/paths.ts";
import { overdueLeasesPath } from "#domains/reports/paths.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { formatLease, useMyLeases } from "../make-payment/lease-to-pay.tsx";
import { MyConfirmations, ReviewQueue } from "../manual-payments/confirmations.tsx";
import { OtherWaysToPay } from "../manual-payments/other-ways-to-pay.tsx";
import { RejectedPayments } from "../manual-payments/rejected-payments.tsx";
import { summaryQuery } from "../queries.ts";
import { PaymentHistory } from "./payment-history.tsx";
import { PendingPayments } from "./pending-payments.tsx";
import { StaffPayments } from "./staff-payments.tsx";
import { SummaryCards } from "./summary-cards.tsx";

interface SummaryTabProps {
  /** Whether the payment intent is being created. */
  isPaying: boolean;
  onPay: () => void;
}

/** The balance, payments in progress, history, and other ways to pay (PAY-08 to PAY-14). */
export function SummaryTab({ isPaying, onPay }: SummaryTabProps) {
  const { role, membership } = useUser();
  const canPay = useCan("payments.pay");
  const canWrite = useIsServerReachable();
  if (!canPay)
    return (
      <PaymentHistory
        whenEmpty={
          role === "tenant" && membership === "pending"
            ? "Your account is waiting for approval. Charges will appear here once it's approved."
            : "Rent and payments are handled by tenants and landlords. There's nothing for you to do here."
        }
      />
    );
  if (role !== "tenant")
    return (
      <div className="space-y-6">
        <ReviewQueue />
        <SummaryCards overdueHref={overdueLeasesPath} />
        <PendingPayments isStaff />
        <StaffPayments />
      </div>
    );
  return (
    <div className="space-y-6">
      <RejectedPayments />
      <SummaryCards>
        <PayButton disabled={!canWrite} isBusy={isPaying} busyLabel="Processing..." onClick={onPay} />
        <BalanceLinks />
      </SummaryCards>
      <PendingPayments isStaff={false} />
      <PaymentHistory whenEmpty={<EmptyHistory />} />
      <MyConfirmations />
      <OtherWaysToPayDue />
    </div>
  );
}

/** The page's primary action only while an amount is due that payments on their way don't cover. */
function PayButton(props: ComponentProps<typeof Button>) {
  const { data } = useQuery(summaryQuery);
  const isPaymentDue = data === undefined || data.suggestedCents > 0;
  return (
    <Button
      {...props}
      size="lg"
      variant={isPaymentDue ? "primary" : "secondary"}
      className={isPaymentDue ? "max-sm:w-full sm:min-w-56" : undefined}
    >
      Make a Payment
    </Button>
  );
}

const EmptyHistory = (): ReactNode => "Your payments and receipts appear here.";

function OtherWaysToPayDue() {
  const { data: summary } = useQuery(summaryQuery);
  return <OtherWaysToPay isFolded amountCents={summary?.suggestedCents ?? null} />;
}

/** Links to the balance explanation and the statement, for each lease if there is more than one. */
function BalanceLinks() {
  const { leases = [] } = useMyLeases(true);
  const [firstLease] = leases;
  if (firstLease === undefined) return null;
  if (leases.length === 1)
    return (
      <div className="mt-2 -mb-2 grid grid-cols-2 divide-x divide-line border-line border-t pt-1 *:rounded-none max-sm:-mx-2 sm:-mx-3.5 sm:flex sm:divide-x-0 sm:border-t-0 sm:pt-0">
        <ButtonLink variant="ghost" href={balanceHistoryPath(firstLease.id)}>
          Why is this my balance?
        </ButtonLink>
        <ButtonLink variant="ghost" href={statementPath(firstLease.id)}>
          Statement
        </ButtonLink>
      </div>
    );
  return (
    <ul className="w-full divide-y divide-line border-line border-b pt-1">
      {leases.map((lease) => (
        <li key={lease.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="min-w-0 flex-1 basis-40 truncate">{formatLease(lease)}</span>
          <ButtonLink size="sm" href={balanceHistoryPath(lease.id)}>
            Why is this my balance?
          </ButtonLink>
          <ButtonLink size="sm" href={statementPath(lease.id)}>
            Statement
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
