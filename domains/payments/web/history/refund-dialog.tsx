import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { AmountField, ReasonField } from "#domains/ledger/web/dialogs/dialog-parts.tsx";
import { MoneyDialog } from "#domains/ledger/web/dialogs/money-dialog.tsx";
import { formatCents, toCents } from "#shared/format/money.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { FormError } from "#web/ui/forms/form-error.tsx";
import type { PaymentDetails } from "../../contract.ts";
import { formatWithFee } from "../../fee.ts";
import { calculateFeeToRefund } from "../../refund-fee.ts";
import { refundPayment } from "../../staff-contract.ts";
import { useRefund } from "./mutations.ts";

const formatMoney = (cents: number): string => formatCents(toCents(cents));

/** Refunds all or part of a payment. The dialog shows the refunded share of the fee in advance. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const maxRefundCents = payment.can.refundCents;
  const form = useContractForm(
    z.extend(refundPayment.body, {
      amountCents: refundPayment.body.shape.amountCents.check(
        z.refine(
          (cents) => cents <= maxRefundCents,
          `You can refund up to ${formatMoney(maxRefundCents)} of this payment.`,
        ),
      ),
    }),
    { amountCents: maxRefundCents as number | null, reason: "" },
  );
  const { register, control, formState } = form;
  const amountCents = useWatch({ control, name: "amountCents" }) ?? 0;
  const refundFeeCents =
    amountCents > 0 && amountCents <= maxRefundCents ? calculateRefundFee(payment, amountCents) : null;
  const draft = useDraft(form, `refund:${payment.id}`);
  const save = useRefund(payment.id, draft.clearThen(onClose));
  return (
    <MoneyDialog
      draft={draft}
      action="Refund"
      lease={{
        company: payment.company,
        property: payment.property.name,
        units: payment.unit?.unitNumber ?? "",
      }}
      verb="Refund"
      preposition="to"
      amountCents={refundFeeCents === null ? null : amountCents + refundFeeCents}
      description={`Payment ${payment.receiptNumber ?? ""}, ${formatWithFee(payment)}`}
      busyLabel="Refunding..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <AmountField
        control={control}
        name="amountCents"
        hint={`Up to ${formatMoney(maxRefundCents)} can be refunded.`}
      />
      <ReasonField registration={register("reason")} error={formState.errors.reason} />
      <dl aria-live="polite" className="grid grid-cols-2 gap-4 rounded-control bg-sunken px-4 py-3">
        {payment.feeCents > 0 && (
          <div>
            <dt className="text-ink-soft text-sm">Card fee refunded</dt>
            <dd className="mt-0.5 font-medium tabular-nums">
              {refundFeeCents === null ? "–" : formatMoney(refundFeeCents)}
            </dd>
          </div>
        )}
        <div>
          <dt className="text-ink-soft text-sm">The payer gets</dt>
          <dd className="mt-0.5 font-medium tabular-nums">
            {refundFeeCents === null ? "–" : formatMoney(amountCents + refundFeeCents)}
          </dd>
        </div>
      </dl>
      <p className="text-ink-soft text-sm">
        {isRefundedByProvider(payment)
          ? "The refund goes back to the original card or account."
          : "You'll need to send this refund yourself by check or transfer. We'll only record it in the ledger."}{" "}
        {describeEffect(amountCents, payment.unappliedCents)}
      </p>
    </MoneyDialog>
  );
}

/** A refund uses the unapplied part of the payment first. */
function describeEffect(amountCents: number, unappliedCents: number): string {
  const unpaidCents = amountCents - unappliedCents;
  return unpaidCents <= 0
    ? "It comes from the credit that isn't applied to charges, so no charges become unpaid."
    : `${formatMoney(unpaidCents)} of the charges this payment covered becomes unpaid again.`;
}

/** Same calculation as the server's, including earlier refunds and those in progress. */
function calculateRefundFee(payment: PaymentDetails, amountCents: number): number {
  const previousRefunds = payment.refunds
    .filter(({ state }) => state !== "failed")
    .reduce(
      (sum, refund) => ({
        amountCents: sum.amountCents + refund.amountCents,
        feeCents: sum.feeCents + refund.feeCents,
      }),
      { amountCents: 0, feeCents: 0 },
    );
  return calculateFeeToRefund(payment, previousRefunds, amountCents);
}

/** Card payments taken with a terminal have no provider in the portal and are refunded manually. */
const isRefundedByProvider = ({ method, user }: PaymentDetails): boolean =>
  user !== null && (method === "card" || method === "us_bank_account");
