import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { Confirmation } from "../../confirmations-contract.ts";
import { paymentMethodNames } from "../../methods.ts";
import { payLeasePath, paymentsPath, reportAgainPath } from "../../paths.ts";
import { rejectedPaymentsQuery } from "../queries.ts";

const ReportAgainDialog = lazyPart(() =>
  import("./report-again-dialog.tsx").then((module) => ({ default: module.ReportAgainDialog })),
);

/**
 * The user's payments that were rejected, with the reason and buttons to report the payment again or pay
 * another way. The URL has the confirmation being reported.
 */
export function RejectedPayments() {
  const { data: confirmations = [] } = useQuery(rejectedPaymentsQuery);
  const [, navigate] = useLocation();
  const canWrite = useIsServerReachable();
  const reportedId = Number(new URLSearchParams(useSearch()).get("report"));
  // Once submitted, a report is no longer among `confirmations`, but its result is still shown.
  const [openConfirmation, setOpenConfirmation] = useState<Confirmation | null>(null);
  const reportedConfirmation = openConfirmation ?? confirmations.find(({ id }) => id === reportedId);
  if (reportedConfirmation !== undefined && openConfirmation === null && reportedId !== 0)
    setOpenConfirmation(reportedConfirmation);
  return (
    <>
      {confirmations.map((confirmation) => (
        <Banner
          key={confirmation.id}
          kind="warning"
          title={`Your payment of ${confirmation.amountFormatted} by ${paymentMethodNames[confirmation.method]} was rejected`}
          action={
            <span className="flex flex-wrap gap-2">
              <Button disabled={!canWrite} onClick={() => navigate(reportAgainPath(confirmation.id))}>
                Report Again
              </Button>
              <ButtonLink href={payLeasePath(confirmation.leaseId)}>Pay Another Way</ButtonLink>
            </span>
          }
        >
          <p className="wrap-anywhere">{confirmation.reason}</p>
          <p>Correct the details and report it again, or pay another way.</p>
        </Banner>
      ))}
      {reportedConfirmation !== undefined && (
        <Suspense>
          <ReportAgainDialog
            confirmation={reportedConfirmation}
            onClose={() => {
              setOpenConfirmation(null);
              navigate(paymentsPath, { replace: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
