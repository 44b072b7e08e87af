import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { balanceHistoryPath, statementPath } from "#domains/ledger/paths.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { formatLease, useMyLeases } from "../make-payment/lease-to-pay.tsx";
import { MyConfirmations, ReviewQueue } from "../manual-payments/confirmations.tsx";
import { OtherWaysToPay } from "../manual-payments/other-ways-to-pay.tsx";
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
  const isTenant = role === "tenant";
  return (
    <div className="space-y-4">
      <SummaryCards isStaff={!isTenant}>
        <div className="flex flex-wrap gap-2">
          <Button
            {...(isTenant ? { variant: "primary", size: "lg" } : {})}
            className="max-sm:w-full"
            disabled={!canWrite}
            isBusy={isPaying}
            busyLabel="Processing..."
            onClick={onPay}
          >
            Make a Payment
          </Button>
          {isTenant && <BalanceLinks />}
        </div>
      </SummaryCards>
      {isTenant ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-4">
            <PendingPayments isStaff={false} />
            <PaymentHistory whenEmpty={<EmptyHistory />} />
            <MyConfirmations />
          </div>
          <OtherWaysToPayDue />
        </div>
      ) : (
        <>
          <ReviewQueue />
          <PendingPayments isStaff />
          <StaffPayments />
        </>
      )}
    </div>
  );
}

const EmptyHistory = (): ReactNode => "Your payments and receipts appear here.";

function OtherWaysToPayDue() {
  const { data: summary } = useQuery(summaryQuery);
  return <OtherWaysToPay amountCents={summary?.dueNow ?? null} />;
}

/** Links to the balance explanation and the statement, for each lease if there are several. */
function BalanceLinks() {
  const { leases = [] } = useMyLeases(true);
  const [firstLease] = leases;
  if (firstLease === undefined) return null;
  if (leases.length === 1)
    return (
      <div className="-mx-3.5 -mb-2 flex w-full flex-wrap">
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
