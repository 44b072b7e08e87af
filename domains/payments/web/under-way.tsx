import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#shared/format/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { CompanyLink } from "#web/ui/company-link.tsx";
import type { PaymentUnderWay } from "../contract.ts";
import { methodOf, paymentMethodLabels } from "../methods.ts";
import { underWayQuery } from "./payment-queries.ts";

const listedAtFirst = 3;

/** Payments in progress, if there are any: not received yet, and not to be paid again (DASH-26). */
export function UnderWay({ isStaff }: { isStaff: boolean }) {
  const { data: underWay = [] } = useQuery(underWayQuery);
  const [showsAll, setShowsAll] = useState(false);
  if (underWay.length === 0) return null;
  const listed = showsAll ? underWay : underWay.slice(0, listedAtFirst);
  return (
    <Card aria-label="Being processed">
      <CardHeader
        title="Being processed"
        description="Counted as paid once the money has arrived; there is no need to pay again."
      />
      <ul className="divide-y divide-line border-line border-t">
        {listed.map((payment) => (
          <li
            key={`${payment.kind} ${payment.id}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:px-5"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="truncate font-medium">{payment.description}</p>
              <p className="text-ink-soft text-sm">
                {isStaff && (
                  <>
                    <CompanyLink id={payment.companyId}>{payment.company}</CompanyLink>
                    {" · "}
                  </>
                )}
                {`${paymentMethodLabels[methodOf(payment.method)]}, since ${formatDay(payment.since)}`}
              </p>
            </div>
            <span className="font-medium tabular-nums">{payment.amountFormatted}</span>
            <StateOf payment={payment} />
          </li>
        ))}
      </ul>
      {listed.length < underWay.length && (
        <div className="border-line border-t px-4 py-2 sm:px-5">
          <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setShowsAll(true)}>
            {`Show all ${underWay.length}`}
          </Button>
        </div>
      )}
    </Card>
  );
}

const StateOf = ({ payment: { kind, method } }: { payment: PaymentUnderWay }) => (
  <div className="w-full sm:w-auto">
    <Badge tone="amber">{kind === "confirmation" ? "Waiting for review" : "Processing"}</Badge>
    {kind === "clearing" && methodOf(method) === "us_bank_account" && (
      <span className="ml-2 text-ink-soft text-sm">Up to five business days</span>
    )}
  </div>
);
