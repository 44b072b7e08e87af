import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ApiError, call, userMessageOf } from "#web/api-client.ts";
import { newKey } from "#web/one-key-per-content.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { PaymentDetails } from "../contract.ts";
import { feeToGiveBack } from "../refund-fee.ts";
import { refundPayment } from "../staff-contract.ts";
import { touchedByPayments } from "./touched.ts";

const money = (cents: number): string => formatCents(toCents(cents));

/** Gives a payment back, or a part of it; what of the fee goes with it is shown before. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const [amountCents, setAmount] = useState<number | null>(payment.may.refundCents);
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const save = useRefund(payment.id, onClose);
  const errors = fieldErrorsOf(save.error);
  const problems = {
    amount: amountProblem(amountCents, payment.may.refundCents),
    reason: reason.trim().length < 3 ? "Please give the reason, in 3 characters or more" : undefined,
  };
  const fee = problems.amount === undefined ? feeWith(payment, amountCents ?? 0) : null;
  const hasOwnField = errors["amountCents"] !== undefined || errors["reason"] !== undefined;
  return (
    <FormDialog
      title="Give Back"
      description={`Payment ${payment.receiptNumber ?? ""} of ${payment.company}, ${payment.amountFormatted}`}
      submitLabel="Give Back"
      busyLabel="Giving back..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (amountCents === null || problems.amount !== undefined || problems.reason !== undefined) return;
        save.mutate({ amountCents, reason });
      }}
    >
      {save.error !== null && !hasOwnField && (
        <Banner kind="danger" title="It was not given back.">
          {userMessageOf(save.error)}
        </Banner>
      )}
      <Field
        label="Amount"
        hint={`${money(payment.may.refundCents)} of it can be given back.`}
        error={(isTried ? problems.amount : undefined) ?? errors["amountCents"]}
        isRequired
      >
        <MoneyInput value={amountCents} onChange={setAmount} />
      </Field>
      <Field
        label="Reason"
        hint="Stands on the ledger; the tenant reads it too."
        error={(isTried ? problems.reason : undefined) ?? errors["reason"]}
        isRequired
      >
        <Textarea
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <dl aria-live="polite" className="grid grid-cols-2 gap-4 rounded-control bg-sunken px-4 py-3">
        {payment.feeCents > 0 && (
          <div>
            <dt className="text-ink-soft text-sm">Card fee that goes with it</dt>
            <dd className="mt-0.5 font-medium tabular-nums">{fee === null ? "–" : money(fee)}</dd>
          </div>
        )}
        <div>
          <dt className="text-ink-soft text-sm">The payer gets</dt>
          <dd className="mt-0.5 font-medium tabular-nums">
            {fee === null ? "–" : money((amountCents ?? 0) + fee)}
          </dd>
        </div>
      </dl>
      <p className="text-ink-soft text-sm">
        {isByProvider(payment)
          ? "It goes back to the card or account it came from. What it had paid is open again on the lease."
          : "Pay it out yourself, by check or transfer: here it is entered on the ledger. What it had paid is open again."}
      </p>
    </FormDialog>
  );
}

function amountProblem(cents: number | null, left: number): string | undefined {
  if (cents === null || cents <= 0) return "Please enter an amount above $0.00";
  return cents > left ? `Only ${money(left)} of this payment is left to give back.` : undefined;
}

/** As the server reckons it, with what went back before or is about to. */
function feeWith(payment: PaymentDetails, amountCents: number): number {
  const given = payment.refunds
    .filter(({ state }) => state !== "failed")
    .reduce(
      (sum, refund) => ({
        amountCents: sum.amountCents + refund.amountCents,
        feeCents: sum.feeCents + refund.feeCents,
      }),
      { amountCents: 0, feeCents: 0 },
    );
  return feeToGiveBack(payment, given, amountCents);
}

/** A card that was read by a terminal has no fee here, and is given back by hand. */
const isByProvider = ({ method, user }: PaymentDetails): boolean =>
  user !== null && (method === "card" || method === "us_bank_account");

function useRefund(paymentId: number, onDone: () => void) {
  const queryClient = useQueryClient();
  const [key, setKey] = useState(newKey);
  return useMutation({
    mutationFn: (body: { amountCents: number; reason: string }) =>
      call(refundPayment, { params: { id: paymentId }, body, idempotencyKey: key }),
    onSuccess: ({ refunds: [newest] }) => {
      toast(
        newest?.state === "requested"
          ? {
              title: "Refund requested",
              description: "The card provider does not answer yet. It is asked again until it does.",
            }
          : { title: "Given back", description: "What it had paid is open again on the lease." },
      );
      onDone();
    },
    // What was refused is settled; a fault or no response may hide one that was made, so the same is asked again.
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) setKey(newKey());
    },
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => touchedByPayments.test(String(queryKey[0])),
      }),
  });
}
