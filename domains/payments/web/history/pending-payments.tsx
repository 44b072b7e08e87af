import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#shared/format/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { CompanyLink } from "#web/ui/faces/company-link.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { PendingPayment } from "../../contract.ts";
import { paymentMethodLabels, toPaymentMethod } from "../../methods.ts";
import { pendingPaymentsQuery } from "../queries.ts";

const collapsedCount = 3;

/** Payments that haven't been received yet and must not be paid again. Hidden if there are none (DASH-26). */
export function PendingPayments({ isStaff }: { isStaff: boolean }) {
  const { data = [] } = useQuery(pendingPaymentsQuery);
  // Staff have the confirmations under “Payments to review.”
  const payments = isStaff ? data.filter(({ kind }) => kind === "clearing") : data;
  const [showsAll, setShowsAll] = useState(false);
  if (payments.length === 0) return null;
  const visiblePayments = showsAll ? payments : payments.slice(0, collapsedCount);
  return (
    <Section
      title="Being processed"
      description={
        isStaff
          ? "Bank debits count as paid once the money arrives."
          : "These count as paid once the money arrives. You don't need to pay again."
      }
    >
      <ul className="divide-y divide-line border-line border-b">
        {visiblePayments.map((payment) => (
          <li
            key={`${payment.kind} ${payment.id}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-(--inset) py-3"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="truncate font-semibold">{payment.description}</p>
              <p className="text-ink-soft text-sm">
                {isStaff && (
                  <>
                    <CompanyLink id={payment.companyId}>{payment.company}</CompanyLink>
                    {" · "}
                  </>
                )}
                {`${paymentMethodLabels[toPaymentMethod(payment.method)]}, since ${formatDay(payment.since)}`}
              </p>
            </div>
            <span className="font-medium tabular-nums">{payment.amountFormatted}</span>
            <PendingStatus payment={payment} />
          </li>
        ))}
      </ul>
      {visiblePayments.length < payments.length && (
        <div className="px-(--inset) py-2">
          <Button size="sm" variant="link" className="-ml-2.5" onClick={() => setShowsAll(true)}>
            {`Show all ${payments.length}`}
          </Button>
        </div>
      )}
    </Section>
  );
}

const PendingStatus = ({ payment: { kind, method } }: { payment: PendingPayment }) => (
  <div className="w-full sm:w-auto">
    <Badge tone="amber">{kind === "confirmation" ? "Waiting for review" : "Processing"}</Badge>
    {kind === "clearing" && toPaymentMethod(method) === "us_bank_account" && (
      <span className="ml-2 text-ink-soft text-sm">Up to five business days</span>
    )}
  </div>
);
