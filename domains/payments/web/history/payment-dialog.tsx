import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { ReverseDialog } from "#domains/ledger/web/dialogs/reverse-dialog.tsx";
import { accountQuery } from "#domains/ledger/web/queries.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Undo2 } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import { CompanyLink } from "#web/ui/faces/company-link.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { type PaymentDetails, readPayment } from "../../contract.ts";
import { getDisputeStateLabel, isDisputeOpen } from "../../disputes.ts";
import { bankDepositPath } from "../../paths.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { ReceiptPanel } from "./receipt-panel.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

const formatMoney = (cents: number): string => formatCents(toCents(cents));

/** A payment for staff, with its receipt, refunds, and disputes. */
export function PaymentDialog({ paymentId, onClose }: { paymentId: number; onClose: () => void }) {
  const { data: payment } = useQuery(endpointQuery(readPayment, { params: { id: paymentId } }));
  const [isRefunding, setIsRefunding] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  const [isReversing, setIsReversing] = useState(false);
  if (payment !== undefined && isRefunding)
    return <RefundDialog payment={payment} onClose={() => setIsRefunding(false)} />;
  if (payment !== undefined && isMoving)
    return <MoveDialog payment={payment} onClose={() => setIsMoving(false)} />;
  if (payment !== undefined && isReversing)
    return <ReversePayment payment={payment} onClose={() => setIsReversing(false)} />;
  return (
    <Dialog
      isOpen
      isInUrl
      onClose={onClose}
      title="Payment"
      description={payment === undefined ? null : <PaymentLinks payment={payment} />}
      size="sheet"
    >
      <div className="space-y-5">
        {payment !== undefined && <Disputes payment={payment} />}
        <ReceiptPanel paymentId={paymentId} />
        {payment !== undefined && <Refunds payment={payment} onRefund={() => setIsRefunding(true)} />}
        {payment?.can.move === true && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button onClick={() => setIsMoving(true)}>Move to Another Lease</Button>
            <Button onClick={() => setIsReversing(true)}>Reverse</Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Reverses a payment that the bank returned or that was entered by mistake, as on the ledger. */
function ReversePayment({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const account = useQuery(accountQuery(payment.leaseId)).data;
  if (account === undefined || payment.paidOn === null) return null;
  return (
    <ReverseDialog
      leaseId={payment.leaseId}
      lease={{
        company: payment.company,
        property: payment.property.name,
        units: payment.unit?.unitNumber ?? "",
      }}
      account={account}
      entry={{
        id: payment.id,
        kind: "payment",
        description: `Payment No. ${payment.receiptNumber ?? ""}`,
        onDay: payment.paidOn,
        amountCents: -payment.amountCents,
        openCents: -payment.unappliedCents,
        depositCents: 0,
      }}
      onClose={onClose}
    />
  );
}

/** Links to the company, its lease, and the bank deposit. */
const PaymentLinks = ({
  payment: { leaseId, company, companyId, property, bankDeposit },
}: {
  payment: PaymentDetails;
}) => (
  <>
    <CompanyLink id={companyId} className="text-accent-text">
      {company}
    </CompanyLink>
    {", "}
    <Link href={leasePath(leaseId)} className="rounded-sm text-accent-text hover:underline">
      {`lease at ${property.name}`}
    </Link>
    {bankDeposit !== null && (
      <>
        {", "}
        <Link href={bankDepositPath(bankDeposit.id)} className="rounded-sm text-accent-text hover:underline">
          {`bank deposit of ${formatCalendarDay(bankDeposit.depositedOn)}`}
        </Link>
      </>
    )}
  </>
);

/** The disputes reported by the provider. */
function Disputes({ payment: { disputes, status } }: { payment: PaymentDetails }) {
  return disputes.map(({ id, amountCents, state, reason, respondBy }) => (
    <Banner
      key={id}
      kind={state === "lost" ? "danger" : isDisputeOpen(state) ? "warning" : "info"}
      title={`Disputed: ${getDisputeStateLabel(state)}`}
    >
      {`${formatMoney(amountCents)}, reason: ${reason.replaceAll("_", " ")}.`}
      {isDisputeOpen(state) &&
        (respondBy === null
          ? " Respond in the card provider’s dashboard."
          : ` Respond by ${formatDay(respondBy)} in the card provider’s dashboard.`)}
      {state === "lost" && " The payment was reversed and the charges it covered are unpaid again."}
      {state === "won" && status === "returned" && " Record the amount the bank returned as a new payment."}
    </Banner>
  ));
}

const refundStateBadges = {
  requested: { label: "Waiting on provider", tone: "amber" },
  pending: { label: "Processing", tone: "blue" },
  done: { label: "Refunded", tone: "green" },
  failed: { label: "Failed", tone: "red" },
} as const satisfies Record<PaymentDetails["refunds"][number]["state"], { label: string; tone: Tone }>;

function Refunds({ payment, onRefund }: { payment: PaymentDetails; onRefund: () => void }) {
  const { refunds, can } = payment;
  if (refunds.length === 0 && can.refundCents === 0) return null;
  return (
    <section aria-labelledby="refunds" className="print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="refunds" className="text-base">
          Refunded
        </h3>
        {can.refundCents > 0 && (
          <Button icon={<Undo2 aria-hidden="true" />} onClick={onRefund}>
            Refund
          </Button>
        )}
      </div>
      {refunds.length === 0 ? (
        <p className="mt-1 text-ink-soft">No refunds yet.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line rounded-card border border-line">
          {refunds.map(({ id, amountCents, feeCents, reason, state, problem, madeAt, who }) => (
            <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
              <div className="min-w-0 flex-1 basis-52">
                <p className="wrap-anywhere">{reason}</p>
                <p className="text-ink-soft text-sm">
                  {`${formatDay(madeAt)}, ${who ?? "by the card provider"}`}
                </p>
                {problem !== "" && <p className="text-red-text text-sm wrap-anywhere">{problem}</p>}
              </div>
              <div className="text-right">
                <p className="font-medium tabular-nums">{formatMoney(amountCents)}</p>
                {feeCents > 0 && (
                  <p className="text-ink-soft text-sm tabular-nums">{`plus ${formatMoney(feeCents)} of the fee`}</p>
                )}
              </div>
              <Badge tone={refundStateBadges[state].tone}>{refundStateBadges[state].label}</Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
