import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "#web/paths.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { OwnConfirmations, ReviewQueue } from "./confirmations.tsx";
import { sayLease, useOwnLeases } from "./lease-to-pay.tsx";
import { OfflineAids } from "./offline-aids.tsx";
import { PaymentHistory } from "./payment-history.tsx";
import { summaryQuery } from "./payment-queries.ts";
import { StaffPayments } from "./staff-payments.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { UnderWay } from "./under-way.tsx";

interface SummaryTabProps {
  /** The payment intent is being created. */
  isPaying: boolean;
  onPay: () => void;
}

/** PAY-08 to PAY-14: balance, payments in progress, history, and other ways to pay. */
export function SummaryTab({ isPaying, onPay }: SummaryTabProps) {
  const { role, membership } = useUser();
  const mayPay = useMay("payments.pay");
  const canWrite = useIsServerReachable();
  if (!mayPay)
    return (
      <PaymentHistory
        whenEmpty={
          role === "tenant" && membership === "pending"
            ? "Your account is waiting for approval. Your charges appear here once it is approved."
            : "Rent and payments are between tenants and their landlord; there is nothing for you to do here."
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
            <UnderWay isStaff={false} />
            <PaymentHistory whenEmpty={<AfterTheFirst />} />
            <OwnConfirmations />
          </div>
          <AidsForWhatIsDue />
        </div>
      ) : (
        <>
          <ReviewQueue />
          <UnderWay isStaff />
          <StaffPayments />
        </>
      )}
    </div>
  );
}

const AfterTheFirst = (): ReactNode => "Your payments appear here, each with its receipt.";

function AidsForWhatIsDue() {
  const { data: summary } = useQuery(summaryQuery);
  return <OfflineAids amountCents={summary?.dueNow ?? null} />;
}

/** Links to balance explanation and statement, for each lease if there are several. */
function BalanceLinks() {
  const { leases = [] } = useOwnLeases(true);
  const [only] = leases;
  if (only === undefined) return null;
  if (leases.length === 1)
    return (
      <div className="-mx-3.5 -mb-2 flex w-full flex-wrap">
        <ButtonLink variant="ghost" href={paths.balance(only.id)}>
          Why is this my balance?
        </ButtonLink>
        <ButtonLink variant="ghost" href={paths.statement(only.id)}>
          Statement
        </ButtonLink>
      </div>
    );
  return (
    <ul className="w-full divide-y divide-line border-line border-t pt-1">
      {leases.map((lease) => (
        <li key={lease.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="min-w-0 flex-1 basis-40 truncate">{sayLease(lease)}</span>
          <ButtonLink size="sm" href={paths.balance(lease.id)}>
            Why is this my balance?
          </ButtonLink>
          <ButtonLink size="sm" href={paths.statement(lease.id)}>
            Statement
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
